#include "learning/training/tighten.hpp"

#include <alcole/data/twin.hpp>
#include <alcole/learning/certificate.hpp>
#include <alcole/learning/opening.hpp>
#include <alcole/tabular/table.hpp>

#include "learning/training/train.hpp"
#include "made_run.hpp"
#include "model_file/model_file.hpp"
#include "refusal.hpp"
#include "train_run.hpp"
#include "words/words.hpp"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace alcole::learning {
namespace {

using testing::refusal;
using testing::TestFolder;

/// Generated loans, of which a share is set aside.
struct CertifiedLoans : testing::Loans {
    explicit CertifiedLoans(std::size_t rows = 3000) : Loans(rows) { config.certify.confidence = 0.95; }
    Trained train_now(const Source& source) const { return train_run(config, source).value(); }
    Trained train_now() const { return train_now(read_source(config).value()); }
};

std::set<double> ids_of(const tabular::Table& table) {
    const auto& numbers = table.at("id").numbers;
    return {numbers.begin(), numbers.end()};
}

TEST(RowsApart, AreDrawnBeforeTheSplitAndInNoOtherPart) {
    const CertifiedLoans loans(1000);
    const Source source = read_source(loans.config).value();
    ASSERT_TRUE(source.certify);
    EXPECT_EQ(source.certify->num_rows, 300U);
    const TrainingTask task = make_task(loans.config, source, split_of(loans.config, source));
    EXPECT_EQ(task.test->num_rows(), 210U);
    std::set<double> all = ids_of(task.train.table());
    for (const auto* part : {&task.test->table(), &task.certify->table()})
        for (const double id : ids_of(*part)) EXPECT_TRUE(all.insert(id).second) << id;
    EXPECT_EQ(all.size(), 1000U);
    EXPECT_EQ(ids_of(*read_source(loans.config).value().certify), ids_of(*source.certify));
    Config other = loans.config;
    other.solve.options.seed = 9;
    EXPECT_NE(ids_of(*read_source(other).value().certify), ids_of(*source.certify));
    other.certify.confidence = 0;
    EXPECT_FALSE(read_source(other).value().certify);
}

/// A simple random sample has random shares; strata would fix the share of every group.
TEST(RowsApart, AreDrawnWithoutStrata) {
    CertifiedLoans loans(400);
    std::set<std::size_t> women;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        loans.config.solve.options.seed = seed;
        const Source source = read_source(loans.config).value();
        const auto& sex = source.certify->at("sex");
        std::size_t count = 0;
        for (std::size_t row = 0; row < source.certify->num_rows; ++row) count += sex.text(row) == "woman" ? 1 : 0;
        women.insert(count);
    }
    EXPECT_GT(women.size(), 3U);
}

TEST(CertifiedTraining, EndsInACertifiedModel) {
    const CertifiedLoans loans;
    const Trained trained = loans.train_now();
    const Outcome& outcome = trained.outcome;
    ASSERT_TRUE(outcome.certificate);
    EXPECT_TRUE(outcome.certificate->all_certified()) << report::ascii(words::certified(*outcome.certificate));
    EXPECT_EQ(outcome.certificate->rows, 900U);
    EXPECT_NEAR(outcome.certificate->delta, 0.05, 1e-12);
    const ConstraintOutcome& sex = outcome.constraints[0];
    ASSERT_TRUE(sex.tightened);
    EXPECT_LT(*sex.tightened, sex.bound);
    EXPECT_GT(*sex.tightened, 0.8 * sex.bound);
    EXPECT_LE(sex.train.risk, 1.01 * *sex.tightened);
    EXPECT_EQ(certify::to_json(certify::certificate_from_json(trained.model.certificate)), trained.model.certificate);
    EXPECT_EQ(model_file::decode(model_file::encode(trained.model), "m").certificate, trained.model.certificate);
    EXPECT_EQ(trained.model.goal.constraints[0].bound, sex.bound) << "the model file keeps what was asked for";
    bool told = false;
    for (const auto& text : words::explain(outcome))
        told = told || text.starts_with("Certified: with probability 0.95");
    EXPECT_TRUE(told);
}

/// The rows set aside affect nothing but the certificate: other rows in their place leave the model unchanged.
TEST(CertifiedTraining, LooksAtTheRowsApartOnlyInTheEnd) {
    const CertifiedLoans loans;
    const Source source = read_source(loans.config).value();
    Source other = source;
    auto& target = other.certify->columns[static_cast<std::size_t>(
        std::ranges::find(other.certify->columns, "approved", &tabular::Column::name) -
        other.certify->columns.begin())];
    for (auto& code : target.codes) code = 1 - code;
    for (auto& column : other.certify->columns)
        for (auto& number : column.numbers) number *= 3;
    const Trained here = loans.train_now(source);
    const Trained there = loans.train_now(other);
    EXPECT_EQ(here.model.theta, there.model.theta);
    EXPECT_NE(here.model.certificate, there.model.certificate);
}

TEST(CertifiedTraining, TightensLessWhereMoreRowsAreHeldApart) {
    const CertifiedLoans loans;
    const Source source = read_source(loans.config).value();
    const TrainingTask task = make_task(loans.config, source, split_of(loans.config, source));
    double before = 0;
    for (const std::size_t rows : {100U, 1000U, 10000U}) {
        Problems problems(task, Context());
        const Answer found = find_certifiable(
            loans.config.solve, problems,
            {.rows = rows, .delta = loans.config.certify.delta(), .family = loans.config.certify.family});
        EXPECT_GT(found.bounds[0], before) << rows;
        EXPECT_LT(found.bounds[0], task.goal.constraints[0].bound) << "not the first search any more";
        before = found.bounds[0];
    }
}

TEST(CertifiedTraining, RaisesLowerBounds) {
    CertifiedLoans loans;
    loans.config.constraints = {{.kind = tabular::ConstraintKind::rate,
                                 .bound = 0.6,
                                 .name = "right",
                                 .rate = tabular::Rate::accuracy,
                                 .at_least = true}};
    const Outcome outcome = loans.train_now().outcome;
    EXPECT_GE(*outcome.constraints[0].tightened, 0.6);
    EXPECT_TRUE(outcome.certificate->all_certified()) << report::ascii(words::certified(*outcome.certificate));
}

TEST(CertifiedTraining, SaysWhenNoCertifiedModelWasFound) {
    std::string said;
    for (const double bound : {0.05, 0.1, 0.15}) {
        CertifiedLoans loans(200);
        loans.config.constraints = {{.kind = tabular::ConstraintKind::demographic_parity,
                                     .bound = bound,
                                     .name = "parity",
                                     .attributes = {"sex"}}};
        const Outcome outcome = loans.train_now().outcome;
        EXPECT_FALSE(outcome.certificate->all_certified()) << bound;
        ASSERT_FALSE(outcome.notes.empty()) << bound;
        EXPECT_EQ(outcome.notes.back().kind, Note::Kind::unlikely_certificate) << to_string(outcome.notes.back());
        const std::string words = report::ascii(words::certified(*outcome.certificate));
        EXPECT_NE(words.find("Not certified"), std::string::npos) << words;
        said += words + "\n";
    }
    EXPECT_NE(said.find("rows would decide"), std::string::npos) << said;
}

/// The twin, on which the tightened problem is infeasible: an accuracy of at least 0.68 would be tightened to 0.77.
struct Twin {
    explicit Twin(std::uint64_t seed, std::size_t rows = 800) {
        base::write_file(folder / "twin.csv", tabular::to_csv(data::twin(rows, seed)));
        config = parse_config(
            "[data]\nfile = \"twin.csv\"\ntarget = \"two_year_recid\"\npositive = \"1\"\n"
            "[model]\nkind = \"linear\"\n[certify]\nshare = 0.4\nconfidence = 0.8\n",
            "run.toml", folder.path());
        config.solve.options.seed = seed;
    }
    Outcome plain() const {
        Config without = config;
        without.certify.confidence = 0;
        const Source source = read_source(config).value();  // the same training rows
        Source open = source;
        open.certify.reset();
        return train_run(without, open).value().outcome;
    }
    Outcome certified() const { return train_run(config, read_source(config).value()).value().outcome; }
    TestFolder folder;
    Config config;
};

/// A certificate that was attempted and failed costs nothing: the model is as good as if none had been requested.
/// Before, the held-out log loss was 4.7 to 259.
TEST(CertifiedTraining, NeverCostsTheModelWhenTheTightenedBoundsCannotBeMet) {
    int without = 0;
    for (const double accuracy : {0.64, 0.66, 0.68})
        for (const std::uint64_t seed : {3U, 4U, 5U}) {
            Twin twin(seed);
            twin.config.constraints = {{.bound = 0.001, .attributes = {"sex"}},
                                       {.kind = tabular::ConstraintKind::rate,
                                        .bound = accuracy,
                                        .rate = tabular::Rate::accuracy,
                                        .at_least = true}};
            const Outcome outcome = twin.certified();
            EXPECT_NE(outcome.status, Status::infeasible) << seed;
            if (!outcome.certificate->of_tighter_search) continue;  // its cost was requested
            ++without;
            EXPECT_EQ(*outcome.test->metrics.log_loss, *twin.plain().test->metrics.log_loss) << seed;
        }
    EXPECT_GE(without, 1) << "a run without a certificate is what this is about";
}

/// Demographic parity of 0.1 cannot be certified with so few rows: it was once tightened to 0.01 in 5 of 5 runs,
/// certified in none, with a lower accuracy in all.
TEST(CertifiedTraining, DoesNotTightenWithoutHope) {
    Twin twin(3, 300);
    twin.config.certify.confidence = 0.95;
    twin.config.constraints = {
        {.kind = tabular::ConstraintKind::demographic_parity, .bound = 0.1, .attributes = {"sex"}}};
    const Outcome outcome = twin.certified();
    for (const auto& constraint : outcome.constraints) EXPECT_EQ(*constraint.tightened, constraint.bound);
    EXPECT_EQ(outcome.train.objective, twin.plain().train.objective) << "the model that plain training gives";
    EXPECT_FALSE(outcome.certificate->all_certified());
}

/// The other constraints continue: the counterfactual one is certified although parity is out of reach.
TEST(CertifiedTraining, GivesUpPerConstraint) {
    CertifiedLoans loans(2000);
    loans.config.constraints.push_back(
        {.kind = tabular::ConstraintKind::demographic_parity, .bound = 0.04, .name = "parity", .attributes = {"sex"}});
    const Outcome outcome = loans.train_now().outcome;
    const auto& certified = outcome.certificate->constraints;
    EXPECT_LT(*outcome.constraints[0].tightened, outcome.constraints[0].bound);
    EXPECT_EQ(certified[0].verdict, certify::Verdict::certified);
    for (std::size_t i = 1; i < certified.size(); ++i)
        if (certified[i].verdict != certify::Verdict::certified) {
            EXPECT_EQ(*outcome.constraints[i].tightened, outcome.constraints[i].bound) << certified[i].name;
        }
}

TEST(CertifyFile, IsReadForTheCertificateAlone) {
    CertifiedLoans loans(1500);
    base::write_file(loans.folder / "fresh.csv", testing::made_loans(1200, 99));
    loans.config.certify.file = (loans.folder / "fresh.csv").string();
    Source source = read_source(loans.config).value();
    EXPECT_FALSE(source.certify) << "no other command reads it";
    EXPECT_EQ(source.table.num_rows, 1500U) << "and nothing is set aside";
    ASSERT_TRUE(read_certify_rows(loans.config, source));
    ASSERT_TRUE(source.certify);
    EXPECT_EQ(source.certify->num_rows, 1200U);
    EXPECT_EQ(train_run(loans.config, source)->outcome.certificate->rows, 1200U);
    EXPECT_EQ(pinned(loans.config, source).certify.sha256.size(), 64U);
    loans.config.certify.file = loans.config.data.file;
    EXPECT_NE(refusal([&] { (void)read_certify_rows(loans.config, source); }).find("certify nothing"),
              std::string::npos);
}

/// Eight seeds on one file raised the number of wrong certificates from 0 to 5 of 25.
TEST(Openings, OfOneFileAreNotForEverySeed) {
    CertifiedLoans loans(600);
    const auto ledger = loans.folder / "ledger.jsonl";
    const auto train_with = [&](std::uint64_t seed) {
        loans.config.solve.options.seed = seed;
        Source source = read_source(loans.config).value();
        source.ledger = ledger;
        return train_run(loans.config, source);
    };
    EXPECT_EQ(refusal([&] { (void)train_with(1); }), "");
    EXPECT_EQ(refusal([&] { (void)train_with(1); }), "") << "the same run again";
    EXPECT_NE(refusal([&] { (void)train_with(2); }).find("a second look"), std::string::npos);
    EXPECT_EQ(certify::Ledger(ledger).openings().size(), 1U);
}

TEST(Openings, ThatArePlannedShareWhatMayGoWrong) {
    CertifiedLoans loans(600);
    loans.config.certify.openings = 4;
    EXPECT_NEAR(loans.train_now().outcome.certificate->delta, 0.05 / 4, 1e-12);
}

TEST(CertifiedTraining, RefusesWhatCanNeverBeCertifiedBeforeItTrains) {
    CertifiedLoans loans(300);
    loans.config.certify.family = certify::Family::clopper_pearson;
    EXPECT_NE(refusal([&] { loans.train_now(); }).find("cannot be certified: clopper_pearson bounds are for rates"),
              std::string::npos);
    loans.config.certify.family = certify::Family::betting;
    loans.config.constraints = {{.kind = tabular::ConstraintKind::group_loss, .bound = 0.7}};
    EXPECT_NE(refusal([&] { loans.train_now(); }).find("linear model"), std::string::npos);
}

TEST(CertifiedTraining, GoesThroughJson) {
    const Outcome outcome = CertifiedLoans(500).train_now().outcome;
    const std::string text = to_json(outcome);
    const Outcome back = outcome_from_json(text, "metrics.json");
    EXPECT_EQ(to_json(back), text);
    EXPECT_EQ(back.constraints[0].tightened, outcome.constraints[0].tightened);
    EXPECT_EQ(back.certificate->constraints.size(), 1U);
    auto json = nlohmann::ordered_json::parse(text);
    json["certificate"]["constraints"].clear();
    EXPECT_NE(refusal([&] { (void)outcome_from_json(json.dump(), "m.json"); }).find("one entry per constraint"),
              std::string::npos);
    json["seed"] = 1e300;
    EXPECT_NE(refusal([&] { (void)outcome_from_json(json.dump(), "m.json"); }).find("'seed' must be a whole number"),
              std::string::npos);
}

}  // namespace
}  // namespace alcole::learning
