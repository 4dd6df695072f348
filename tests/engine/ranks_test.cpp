#include <alcole/solve.hpp>
#include <alcole/tabular/learning.hpp>

#include "constraint_zoo.hpp"
#include "engine/orders.hpp"
#include "engine/plan/part.hpp"
#include "engine/plan/planned_rows.hpp"
#include "random_table.hpp"
#include "thread_ranks.hpp"

#include <algorithm>
#include <numeric>
#include <ostream>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

/// A table with nearly all rows distinct, so that its plan has many groups. The rows for which `rare` is true are the
/// last ones: one rank has all of them.
Table many_rows(std::size_t rows) {
    Table table = tests::random_table({.rows = rows, .seed = 11});
    Random random(5);
    Column length{.name = "length"};
    Column rare{.name = "rare", .type = ColumnType::category, .levels = {"no", "yes"}};
    for (std::size_t row = 0; row < rows; ++row) {
        length.numbers.push_back(random.normal());
        rare.codes.push_back(row + 20 < rows ? 0 : 1);
    }
    table.columns.push_back(length);
    table.columns.push_back(rare);
    return table;
}

struct RankCase {
    std::string name;
    Task task;
    Model model;
};
void PrintTo(const RankCase& c, std::ostream* out) { *out << c.name; }

std::vector<RankCase> rank_cases() {
    std::vector<RankCase> all;
    for (const Task task : {Task::binary, Task::multiclass, Task::regression, Task::ordinal}) {
        const std::string name(to_string(task));
        all.push_back({name + "_linear", task, {}});
        all.push_back({name + "_network", task, {{5, 3}, Activation::tanh}});
    }
    all.push_back({"binary_calibrated", Task::binary, {}});
    all.back().model.calibration = ScoreMap{.from = {-1, 0, 2}, .to = {-2, 0.5, 1}};
    return all;
}

/// Everything that a problem can be asked, at one theta.
template <class T>
struct Said {
    std::vector<double> l, strict, batch_l, batch_strict, hessian, scores;
    std::vector<T> g, batch_g, product, preconditioner;
    std::vector<std::optional<double>> flips;
    friend bool operator==(const Said&, const Said&) = default;
};

/// Networks whose scores are the risks' own: no cut points or score maps in between.
template <class T>
bool offers_preconditioner(const LearningProblem<T>& problem) {
    return !problem.model().hidden.empty() && !problem.model().calibration &&
           problem.data().schema().target.task != Task::ordinal;
}

template <class T>
Said<T> said_by(LearningProblem<T>& problem) {
    const auto theta = problem.start(3);
    const std::size_t m = problem.num_constraints() + 1;
    Said<T> said;
    for (auto* risks : {&said.l, &said.strict, &said.batch_l, &said.batch_strict}) risks->resize(m);
    for (auto* gradient : {&said.g, &said.batch_g, &said.product}) gradient->resize(theta.size());
    std::vector<double> w(m);
    for (std::size_t i = 0; i < m; ++i) w[i] = i % 3 == 2 ? 0 : 1.0 / static_cast<double>(i + 1);
    std::vector<T> v(theta.size());
    for (std::size_t j = 0; j < v.size(); ++j) v[j] = static_cast<T>(j % 5) - 2;

    problem.risks(theta, said.l).pullback(w, said.g);
    problem.set_width(0.5);
    const Batch batch{.seed = 1, .epoch = 2, .index = 1};
    problem.risks(theta, batch, said.batch_l).pullback(w, said.batch_g);
    problem.strict_risks(theta, batch, said.batch_strict);
    problem.strict_risks(theta, said.strict);
    problem.hessian_vector(theta, w, v, said.product);
    if (problem.has_hessian()) {
        said.hessian.resize(theta.size() * theta.size());
        problem.hessian(theta, w, said.hessian);
    }
    EXPECT_EQ(problem.has_preconditioner(), offers_preconditioner(problem));
    if (problem.has_preconditioner()) problem.preconditioner(theta, w, said.preconditioner);
    said.flips = problem.flip_rates(theta);
    said.scores = problem.scores(theta).values;
    return said;
}

class SeveralRanks : public ::testing::TestWithParam<RankCase> {
  protected:
    SeveralRanks() {
        for (const auto& [name, constraint] : tests::constraint_zoo(GetParam().task))
            constraints_.push_back(constraint);
        constraints_.push_back({.kind = ConstraintKind::group_loss, .bound = 0.7, .attributes = {"rare"}});
    }
    template <class T>
    LearningProblem<T> problem(const Context& context) const {
        const Goal goal{.constraints = define_risks(constraints_, schema_, table_), .weights = "weight"};
        return LearningProblem<T>(Dataset(table_, schema_), goal, GetParam().model, context, {.rows = 400});
    }
    template <class T>
    void check_bits() const {
        using Other = typename LearningProblem<T>::OtherPrecision;
        auto alone = problem<T>(Context({.threads = 1}));
        auto other = problem<Other>(Context({.threads = 1}));
        const Said<T> wanted = said_by(alone);
        const Said<Other> wanted_of_other = said_by(other);
        for (const std::size_t size : {2U, 4U, 7U, 40U})
            tests::with_ranks(size, [&](Ranks& ranks) {
                auto shared = problem<T>(Context({.threads = 2, .ranks = &ranks}));
                EXPECT_TRUE(said_by(shared) == wanted) << size << " ranks";
                if (size != 4U) return;
                LearningProblem<Other> again(shared);  // from the same plan, whose entries rank 0 has released
                EXPECT_TRUE(said_by(again) == wanted_of_other);
                EXPECT_EQ(again.size().pairs, alone.size().pairs);
            });
    }

    Table table_ = many_rows(1500);
    Schema schema_ = fit_schema(
        table_, tests::options_of(GetParam().task, {"age", "debts", "job", "sex", "race", "length", "rare"}));
    std::vector<Constraint> constraints_;
};

TEST_P(SeveralRanks, SayTheSameBitsAsOneInDouble) { check_bits<double>(); }
TEST_P(SeveralRanks, SayTheSameBitsAsOneInFloat) { check_bits<float>(); }

INSTANTIATE_TEST_SUITE_P(Ranks, SeveralRanks, ::testing::ValuesIn(rank_cases()),
                         [](const auto& one) { return one.param.name; });

/// The number of ranks, out of `size`, that have an entry of a risk.
std::size_t ranks_with(const engine::Plan& plan, std::uint32_t risk, std::size_t size) {
    std::size_t count = 0;
    const auto groups = static_cast<std::uint32_t>(plan.groups.size());
    for (std::uint32_t rank = 0; rank < size; ++rank) {
        const auto from = static_cast<std::uint32_t>(rank * groups / size);
        const auto to = static_cast<std::uint32_t>((rank + 1) * groups / size);
        const engine::Plan part = engine::part_of(plan, {from, to});
        if (std::ranges::find(part.losses, risk, &engine::Plan::Loss::risk) != part.losses.end() ||
            std::ranges::find(part.columns, risk, &engine::Plan::Column::risk) != part.columns.end())
            ++count;
    }
    return count;
}

/// What SeveralRanks relies on: there is a group that one rank has all of, and a rank without any row of a constraint.
TEST(PartsOfAPlan, MayHaveAllOfAGroupOrNone) {
    Table table = many_rows(1500);
    const Schema schema = fit_schema(table, tests::options_of(Task::binary, {"length", "rare"}));
    const std::vector<Constraint> constraints = {
        {.kind = ConstraintKind::group_loss, .bound = 0.7, .attributes = {"rare"}}};
    const auto risks = define_risks(constraints, schema, table);
    const engine::PlannedRows<double> rows(Dataset(table, schema), {.constraints = risks});
    for (std::uint32_t k = 0; k < risks.size(); ++k) {
        const bool rare = risks[k].name.find("yes") != std::string::npos;
        EXPECT_EQ(ranks_with(rows.plan, k + 1, 4), rare ? 1U : 4U) << risks[k].name;
    }
}

/// The Hessian of a linear model with many weights is summed in larger parts than groups: its last bits may differ.
TEST(LargeHessian, IsTheSameToAMillionth) {
    Table table = many_rows(900);
    Column word{.name = "word", .type = ColumnType::category};
    for (std::size_t k = 0; k < 600; ++k) word.levels.push_back("w" + std::to_string(k));
    for (std::size_t row = 0; row < table.num_rows; ++row) word.codes.push_back(static_cast<std::int32_t>(row % 600));
    table.columns.push_back(word);
    const Schema schema = fit_schema(table, tests::options_of(Task::binary, {"age", "length", "word"}));
    const auto hessian_of = [&](const Context& context) {
        LearningProblem<double> problem(Dataset(table, schema), {}, {}, context);
        const auto theta = problem.start(3);
        EXPECT_GT(theta.size(), 512U);
        std::vector<double> l(1);
        problem.risks(theta, l);
        std::vector<double> h(theta.size() * theta.size());
        problem.hessian(theta, std::vector<double>{1.0}, h);
        return h;
    };
    const auto alone = hessian_of(Context({.threads = 1}));
    const double largest = *std::ranges::max_element(alone);
    for (const std::size_t size : {2U, 7U})
        tests::with_ranks(size, [&](Ranks& ranks) {
            const auto shared = hessian_of(Context({.threads = 1, .ranks = &ranks}));
            for (std::size_t j = 0; j < alone.size(); ++j) ASSERT_NEAR(shared[j], alone[j], 1e-6 * largest);
        });
}

TEST(Opening, IsOfRanksWithOneInstructionSet) {
    EXPECT_NO_THROW(engine::check_instruction_set(instruction_set()));
    EXPECT_THROW(engine::check_instruction_set("another"), std::runtime_error);
}

/// What is sent must be the whole plan: its parts together have every point and every weight of every risk.
TEST(PartsOfAPlan, MakeUpTheWhole) {
    const Table table = many_rows(900);
    const Schema schema =
        fit_schema(table, tests::options_of(Task::binary, {"age", "debts", "job", "sex", "race", "length"}));
    std::vector<Constraint> constraints;
    for (const auto& [name, constraint] : tests::constraint_zoo(Task::binary)) constraints.push_back(constraint);
    const engine::PlannedRows<double> rows(Dataset(table, schema),
                                           {.constraints = define_risks(constraints, schema, table)});
    const engine::Plan& plan = rows.plan;
    ASSERT_GT(plan.groups.size(), 7U);
    std::size_t points = 0;
    std::vector<double> pairs(plan.constants.size(), 0.0);
    std::vector<double> first_inputs;
    for (std::uint32_t begin = 0; begin < plan.groups.size(); begin += 3) {
        const auto end = std::min<std::uint32_t>(begin + 3, static_cast<std::uint32_t>(plan.groups.size()));
        engine::Plan part = engine::part_of(plan, {begin, end});
        const auto bases = engine::take_bases(rows.inputs, part);
        const std::size_t d = rows.inputs.num_numbers;
        for (std::size_t p = 0; p < part.num_points(); ++p) {
            EXPECT_EQ(part.point_variant[p], plan.point_variant[points + p]);
            const std::uint32_t base = plan.bases[plan.point_base[points + p]];
            EXPECT_EQ(bases.numbers[part.bases[part.point_base[p]] * d], rows.inputs.numbers[base * d]);
        }
        for (const auto& pair : part.pairs) {
            EXPECT_EQ(part.point_base[pair.first], part.point_base[pair.second]);
            pairs[pair.risk] += pair.weight;
        }
        points += part.num_points();
    }
    EXPECT_EQ(points, plan.num_points());
    std::vector<double> wanted(plan.constants.size(), 0.0);
    for (const auto& pair : plan.pairs) wanted[pair.risk] += pair.weight;
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(pairs[i], wanted[i], 1e-12);
}

}  // namespace
}  // namespace alcole
