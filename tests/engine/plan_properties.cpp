#include <alcole/tabular/learning.hpp>

#include "constraint_zoo.hpp"
#include "naive.hpp"
#include "random_table.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

const std::vector<std::string> features = {"age", "debts", "job", "sex", "race"};

/// A random table, target and selection of constraints; constraints without rows in a small table are dropped.
struct Drawn {
    Table table;
    Schema schema;
    Model model;
    std::vector<Constraint> constraints;
    std::vector<RiskDefinition> risks;
};

/// top(k) has a kink where the classes around rank k tie: differences across it are not its gradient. At fixed points
/// elsewhere, its gradient is tested like any other.
bool has_kinks(const Constraint& constraint) { return constraint.risk.starts_with("top("); }

Drawn draw(bool smooth_only = false) {
    Drawn d;
    d.table = tests::random_table({.rows = *rc::gen::inRange<std::size_t>(20, 120),
                                   .missing = *rc::gen::arbitrary<bool>(),
                                   .seed = *rc::gen::arbitrary<std::uint64_t>()});
    const auto task = *rc::gen::element(Task::binary, Task::multiclass, Task::regression, Task::ordinal);
    d.schema = fit_schema(d.table, tests::options_of(task, features));
    d.model.hidden =
        *rc::gen::element(std::vector<std::size_t>{}, std::vector<std::size_t>{4}, std::vector<std::size_t>{17, 3});
    d.model.activation = *rc::gen::element(Activation::sigmoid, Activation::silu);
    for (const auto& [name, constraint] : tests::constraint_zoo(task)) {
        if (*rc::gen::inRange(0, 3) == 0 || (smooth_only && has_kinks(constraint))) continue;
        try {
            (void)define_risks(std::vector{constraint}, d.schema, d.table);
            d.constraints.push_back(constraint);
        } catch (const std::invalid_argument&) {  // a group without rows, reported as such: tested elsewhere
        }
    }
    d.risks = define_risks(d.constraints, d.schema, d.table);
    return d;
}

RC_GTEST_PROP(Plan, GivesTheNaiveRisksOnAnyTable, ()) {
    const Drawn d = draw();
    LearningProblem<double> problem(Dataset(d.table, d.schema), Goal{.constraints = d.risks}, d.model,
                                    Context({.threads = 2}));
    const auto theta = problem.start(*rc::gen::arbitrary<std::uint64_t>());
    std::vector<double> l(problem.num_constraints() + 1);
    problem.risks(theta, l);
    const tests::NaiveModel naive(d.schema, d.model, theta);
    std::vector<double> wanted = {tests::naive_objective(d.table, d.schema, naive, "")};
    for (const auto& constraint : d.constraints)
        std::ranges::copy(tests::naive_risks(constraint, d.table, d.schema, naive, false), std::back_inserter(wanted));
    RC_ASSERT(wanted.size() == l.size());
    for (std::size_t i = 0; i < l.size(); ++i)
        RC_ASSERT(std::abs(l[i] - wanted[i]) <= 1e-12 * std::max(1.0, std::abs(wanted[i])));
}

/// The gradient of the naive evaluation, by central differences along one random direction.
RC_GTEST_PROP(Plan, GivesTheNaiveGradientOnAnyTable, ()) {
    const Drawn d = draw(true);
    LearningProblem<double> problem(Dataset(d.table, d.schema), Goal{.constraints = d.risks}, d.model,
                                    Context({.threads = 2}));
    const auto theta = problem.start(*rc::gen::arbitrary<std::uint64_t>());
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    std::vector<double> l(problem.num_constraints() + 1), w(l.size()), g(theta.size()), direction(theta.size());
    for (double& v : w) v = random.uniform();
    for (double& v : direction) v = random.normal();
    problem.risks(theta, l).pullback(w, g);
    const auto value = [&](double step) {
        auto moved = theta;
        for (std::size_t j = 0; j < moved.size(); ++j) moved[j] += step * direction[j];
        const tests::NaiveModel naive(d.schema, d.model, moved);
        double total = w[0] * tests::naive_objective(d.table, d.schema, naive, "");
        std::size_t i = 1;
        for (const auto& constraint : d.constraints)
            for (const double risk : tests::naive_risks(constraint, d.table, d.schema, naive, false))
                total += w[i++] * risk;
        return total;
    };
    const double h = 1e-4;  // five points: the error is of the order h^4
    const double wanted = (8 * (value(h) - value(-h)) - (value(2 * h) - value(-2 * h))) / (12 * h);
    double found = 0;
    double size = 0;
    for (std::size_t j = 0; j < g.size(); ++j) {
        found += g[j] * direction[j];
        size += std::abs(g[j] * direction[j]);
    }
    RC_ASSERT(std::abs(found - wanted) <= 1e-7 * std::max(1.0, size));
}

RC_GTEST_PROP(Plan, IsNoLargerForATableThatIsRepeated, ()) {
    const Drawn d = draw();
    std::vector<std::size_t> thrice;
    for (int i = 0; i < 3; ++i)
        for (std::size_t row = 0; row < d.table.num_rows; ++row) thrice.push_back(row);
    LearningProblem<double> once(Dataset(d.table, d.schema), Goal{.constraints = d.risks}, d.model,
                                 Context({.threads = 1}));
    LearningProblem<double> again(Dataset(d.table.rows(thrice), d.schema), Goal{.constraints = d.risks}, d.model,
                                  Context({.threads = 1}));
    RC_ASSERT(once.size().points == again.size().points);
    RC_ASSERT(once.size().pairs == again.size().pairs);
    const auto theta = once.start(1);
    std::vector<double> l(once.num_constraints() + 1), same(l.size());
    once.risks(theta, l);
    again.risks(theta, same);
    for (std::size_t i = 0; i < l.size(); ++i)
        RC_ASSERT(std::abs(l[i] - same[i]) <= 1e-12 * std::max(1.0, std::abs(l[i])));
}

}  // namespace
}  // namespace alcole
