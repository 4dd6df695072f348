#include <alcole/tabular/learning.hpp>

#include "../engine/constraint_zoo.hpp"
#include "../engine/random_table.hpp"
#include "../table/temporary_file.hpp"
#include "sample_models.hpp"

#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace alcole::model_file {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace
using tabular::testing::refusal;
using tabular::testing::TemporaryFile;

learning::TrainedModel full_model() {
    const Table table = tests::random_table({.rows = 80, .missing = true, .seed = 2});
    learning::TrainedModel file = tests::sample_model(
        table, {.target = "repaid", .features = {"age", "job", "sex", "race"}},
        {.hidden = {5, 3}, .activation = Activation::gelu}, {parse_merge("race in [red, mauve] -> blue")});
    const std::vector<Constraint> constraints = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"sex"}},
        {.kind = ConstraintKind::equalized_odds, .bound = 0.05, .attributes = {"race"}}};
    file.goal.constraints = define_risks(constraints, file.schema, apply_merges(table, file.merges));
    file.protected_columns = {"sex", "race"};
    file.reading = {.delimiter = '\t',
                    .quote = '\0',
                    .comment = '#',
                    .missing = {"-", ""},
                    .names = {"a", "b"},
                    .columns = {"b"},
                    .types = {{"a", ColumnType::boolean}, {"b", ColumnType::number}},
                    .trim = false};
    file.shape.calibration = ScoreMap{.from = {-1.5, 0.25}, .to = {-0.5, 0.1}, .beyond = 0};
    file.goal.l2 = 0.1;
    file.training_hash = "abc";
    file.certificate = R"({"gap": 1e-9})";
    file.version = "0.1.0";
    return file;
}

TEST(TrainedModel, ComesBackWithItsTrees) {
    const Table table = tests::random_table({.rows = 80, .missing = true, .seed = 2});
    for (const auto* target : {"repaid", "grade", "income"}) {
        const auto file = tests::sample_model(table, {.target = target, .features = {"age", "job", "sex", "race"}},
                                              {.trees = Trees{.depth = 3, .increasing = {"age"}}});
        const auto again = decode(encode(file), "model.onnx");
        EXPECT_EQ(again.theta, file.theta);
        EXPECT_EQ(again.shape.trees, file.shape.trees);
        EXPECT_EQ(again.predict(again.dataset(table)), file.predict(file.dataset(table)));
    }
}

TEST(TrainedModel, ComesBackWithEveryPart) {
    const learning::TrainedModel file = full_model();
    const learning::TrainedModel again = decode(encode(file), "model.onnx");
    EXPECT_EQ(again.schema, file.schema);
    EXPECT_EQ(again.shape.hidden, file.shape.hidden);
    EXPECT_EQ(again.shape.activation, file.shape.activation);
    ASSERT_TRUE(again.shape.calibration);
    EXPECT_EQ(again.shape.calibration->from, file.shape.calibration->from);
    EXPECT_EQ(again.shape.calibration->to, file.shape.calibration->to);
    EXPECT_EQ(again.shape.calibration->beyond, file.shape.calibration->beyond);
    EXPECT_EQ(again.theta, file.theta);
    EXPECT_EQ(again.merges, file.merges);
    EXPECT_EQ(to_json(again.goal.constraints), to_json(file.goal.constraints));
    EXPECT_EQ(again.protected_columns, file.protected_columns);
    EXPECT_EQ(again.reading.delimiter, '\t');
    EXPECT_EQ(again.reading.quote, '\0');
    EXPECT_EQ(again.reading.comment, '#');
    EXPECT_EQ(again.reading.missing, file.reading.missing);
    EXPECT_EQ(again.reading.names, file.reading.names);
    EXPECT_EQ(again.reading.columns, file.reading.columns);
    EXPECT_EQ(again.reading.types, file.reading.types);
    EXPECT_FALSE(again.reading.trim);
    EXPECT_EQ(again.goal.l2, file.goal.l2);
    EXPECT_EQ(again.training_hash, file.training_hash);
    EXPECT_EQ(again.run_toml, file.run_toml);
    EXPECT_EQ(again.certificate, file.certificate);
    EXPECT_EQ(again.version, file.version);
}

TEST(TrainedModel, IsTheSameBytesForTheSameModel) {
    EXPECT_EQ(encode(full_model()), encode(full_model()));
    learning::TrainedModel other = full_model();
    other.theta[3] += 1e-3F;
    EXPECT_NE(encode(other), encode(full_model()));
}

TEST(TrainedModel, WithoutACertificateHasNone) {
    learning::TrainedModel file = full_model();
    file.certificate.clear();
    EXPECT_EQ(encode(file).find("alcole.certificate"), std::string::npos);
    EXPECT_EQ(decode(encode(file), "model.onnx").certificate, "");
}

TEST(TrainedModel, IsWrittenAndReadByName) {
    const TemporaryFile place("", ".onnx");
    full_model().save(place.path());
    EXPECT_EQ(learning::TrainedModel::load(place.path()).theta, full_model().theta);
}

/// A model over a random choice of columns, with any task, shape and merges.
learning::TrainedModel drawn_model() {
    const Table table = tests::random_table({.rows = *rc::gen::inRange<std::size_t>(20, 60),
                                             .missing = *rc::gen::arbitrary<bool>(),
                                             .seed = *rc::gen::arbitrary<std::uint64_t>()});
    std::vector<std::string> features;
    for (const auto* name : {"age", "debts", "job", "sex", "race"})
        if (*rc::gen::arbitrary<bool>()) features.emplace_back(name);
    if (features.empty()) features = {"weight"};
    const auto* target = *rc::gen::element("repaid", "grade", "income");
    std::vector<Merge> merges;
    if (*rc::gen::arbitrary<bool>()) merges.push_back(parse_merge("race in [red, mauve] -> blue"));
    if (*rc::gen::arbitrary<bool>()) merges.push_back(parse_merge("repaid == no -> n"));
    if (*rc::gen::arbitrary<bool>()) merges.push_back(parse_merge("race in [blue] -> dark"));
    return tests::sample_model(
        table, {.target = target, .features = features},
        {.hidden = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 9)),
         .activation = static_cast<Activation>(*rc::gen::inRange(0, 6))},
        merges);
}

RC_GTEST_PROP(TrainedModel, OfAnyModelPredictsAsBefore, ()) {
    const learning::TrainedModel file = drawn_model();
    const std::string bytes = encode(file);
    const learning::TrainedModel again = decode(bytes, "model.onnx");
    RC_ASSERT(encode(again) == bytes);
    const Table table = tests::random_table({.rows = 30, .missing = true, .seed = 77});
    RC_ASSERT(again.predict(again.dataset(table)) == file.predict(file.dataset(table)));
}

std::string said_of(const learning::TrainedModel& file) {
    return refusal<std::invalid_argument>([&] { encode(file); });
}

TEST(TrainedModel, IsNotWrittenOfWhatIsNoModel) {
    const learning::TrainedModel fine = full_model();
    learning::TrainedModel file = fine;
    file.theta.pop_back();
    EXPECT_EQ(said_of(file),
              "this is not a valid model: the length of theta does not match the schema and the hidden layers");
    file = fine;
    file.shape.hidden = {std::size_t{1} << 63U, 2};
    EXPECT_NE(said_of(file), "");
    file.shape.hidden = {0};
    EXPECT_NE(said_of(file), "");
    file = fine;
    file.theta[0] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(said_of(file), "this is not a valid model: a weight is not finite");
    file = fine;
    file.schema.features[0].column = "";
    EXPECT_EQ(said_of(file), "this is not a valid model: a feature has no name; ONNX needs one for every input");
    file = fine;
    file.schema.features[0].levels = {"a"};
    EXPECT_EQ(said_of(file),
              "this is not a valid model: its schema has parts that do not belong to the types of its columns");
    file = fine;
    file.merges.push_back(parse_merge("age == 1 -> 2"));
    EXPECT_EQ(said_of(file),
              "this is not a valid model: words of column 'age' are merged, and its type is number, not category");
    file = fine;
    file.goal.l2 = std::numeric_limits<double>::infinity();
    EXPECT_EQ(said_of(file), "this is not a valid model: l2 is not finite");
    file = fine;
    file.run_toml = "\xff";
    EXPECT_EQ(said_of(file), "the run file cannot be written: a text in it is not UTF-8");
}

}  // namespace
}  // namespace alcole::model_file
