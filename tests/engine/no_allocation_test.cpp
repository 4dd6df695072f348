#include <alcole/tabular/learning.hpp>

#include "constraint_zoo.hpp"
#include "random_table.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

/// Counts every allocation of this program, including those on cache-line boundaries.
namespace {
std::atomic<long> allocations = 0;

void* counted(void* memory) {
    ++allocations;
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
}  // namespace

// NOLINTBEGIN(cppcoreguidelines-no-malloc)
void* operator new(std::size_t size) { return counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t line) {
    const auto bytes = static_cast<std::size_t>(line);
    return counted(std::aligned_alloc(bytes, (size + bytes - 1) / bytes * bytes));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(std::malloc(size)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
// NOLINTEND(cppcoreguidelines-no-malloc)

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

class EveryTask : public ::testing::TestWithParam<Task> {
  protected:
    EveryTask()
        : problem(problem_of(GetParam(), {.hidden = {7}})),
          linear(problem_of(GetParam(), {})),
          weights(linear.start(1)),
          of_linear(weights.size()),
          matrix(weights.size() * weights.size()),
          theta(problem.start(1)),
          g(theta.size()),
          h(theta.size()) {
        l.resize(problem.num_constraints() + 1);
        w.assign(l.size(), 0.5);
    }
    static LearningProblem<float> problem_of(Task task, const Model& model) {
        const Table table = tests::random_table({.rows = 600, .seed = 2});
        const Schema schema = fit_schema(table, tests::options_of(task, {"age", "debts", "job", "sex", "race"}));
        std::vector<Constraint> constraints;
        for (const auto& [name, constraint] : tests::constraint_zoo(task)) constraints.push_back(constraint);
        return LearningProblem<float>(Dataset(table, schema),
                                      {.constraints = define_risks(constraints, schema, table), .l2 = 0.1}, model,
                                      Context({.threads = 2}), {.rows = 50});
    }
    LearningProblem<float> problem;
    LearningProblem<float> linear;
    std::vector<float> weights;
    std::vector<float> of_linear;
    std::vector<double> matrix;
    std::vector<float> theta;
    std::vector<double> l{};
    std::vector<double> w{};
    std::vector<float> g;
    std::vector<float> h;
};

TEST_P(EveryTask, AllocatesNothingAfterTheFirstEvaluationOfAllData) {
    const auto once = [&] {
        theta[0] += 0.125F;
        problem.risks(theta, l).pullback(w, g);
        problem.strict_risks(theta, l);
        theta[0] += 0.125F;
        problem.strict_risks(theta, l);  // evaluates by itself
        problem.hessian_vector(theta, w, g, h);
        theta[0] += 0.125F;
        problem.hessian_vector(theta, w, g, h);  // so does this
        linear.risks(weights, l).pullback(w, of_linear);
        linear.hessian(weights, w, matrix);
    };
    once();
    const long before = allocations;
    for (int i = 0; i < 5; ++i) once();
    EXPECT_EQ(allocations - before, 0);
}

TEST_P(EveryTask, AllocatesNothingInMiniBatchesAfterTheFirstEpochs) {
    const auto epoch = [&](std::uint64_t number) {
        for (std::uint64_t index = 0; index < problem.batches_per_epoch(); ++index)
            problem.risks(theta, Batch{.seed = 3, .epoch = number, .index = index}, l).pullback(w, g);
    };
    for (std::uint64_t number = 0; number < 6; ++number) epoch(number);
    const long before = allocations;
    for (std::uint64_t number = 6; number < 15; ++number) epoch(number);
    EXPECT_EQ(allocations - before, 0);
}

/// A bound is one number: moving it copies no rows and encodes nothing. Rebuilding the problem would allocate hundreds
/// of times; moving a bound may allocate a vector or two with one entry per constraint.
TEST_P(EveryTask, BuildsNothingAgainWhenABoundMoves) {
    problem.risks(theta, l).pullback(w, g);
    const std::vector<double> bounds(problem.num_constraints(), 0.25);
    const long before = allocations;
    problem.set_bounds(bounds);
    EXPECT_LE(allocations - before, 4);
    const long moved = allocations;
    problem.risks(theta, l).pullback(w, g);
    EXPECT_EQ(allocations - moved, 0);
}

INSTANTIATE_TEST_SUITE_P(All, EveryTask,
                         ::testing::Values(Task::binary, Task::multiclass, Task::regression, Task::ordinal),
                         [](const auto& task) { return std::string(to_string(task.param)); });

TEST(Counting, SeesAllocationsOfBothKinds) {
    const long before = allocations;
    ::operator delete(::operator new(16));
    ::operator delete (::operator new (16, std::align_val_t{64}), std::align_val_t{64});
    EXPECT_EQ(allocations - before, 2);
}

}  // namespace
}  // namespace alcole
