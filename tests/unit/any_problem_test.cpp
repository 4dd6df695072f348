#include "small_problems.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Concave;
using tests::Wall;

struct Rich : Concave {
    std::vector<std::string> constraint_names() const { return {"half"}; }
    std::vector<double> constraint_scales() const { return {0.5}; }
    void strict_risks(std::span<const double>, std::span<double> l) const { l[0] = l[1] = 42; }
    void hessian_vector(std::span<const double>, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) const {
        h[0] = -2 * w[0] * v[0];
    }
    std::size_t batches_per_epoch() const { return 3; }
    using Concave::risks;
    auto risks(std::span<const double> x, const Batch& batch, std::span<double> l) const {
        auto at = risks(x, l);
        l[0] += static_cast<double>(batch.index);
        return at;
    }
};

static_assert(Problem<Wall<double>, double>);
static_assert(Problem<Wall<float>, float>);
static_assert(!Problem<Wall<float>, double>);
static_assert(!Problem<int, double>);
static_assert(Problem<AnyProblem<double>, double>, "what is erased is still a problem");

TEST(AnyProblem, FillsWhatTheProblemLeavesOpen) {
    const Wall<> wall;
    const AnyProblem<double> any(wall);
    EXPECT_EQ(any.facts().constraint_names, std::vector<std::string>{"constraint 1"});
    EXPECT_EQ(any.facts().relations, std::vector{Relation::at_most_zero});
    EXPECT_EQ(any.facts().box.upper, std::vector{std::numeric_limits<double>::infinity()});
    EXPECT_TRUE(any.facts().constraint_scales.empty());
    EXPECT_EQ(any.facts().batches_per_epoch, 0U);
    EXPECT_FALSE(any.facts().has_strict_risks);
    EXPECT_EQ(any.facts().risk_name(0), "objective");
}

TEST(AnyProblem, FindsEveryOptionalMember) {
    AnyProblem<double> any(Rich{});
    EXPECT_EQ(any.facts().constraint_names, std::vector<std::string>{"half"});
    EXPECT_EQ(any.facts().constraint_scales, std::vector{0.5});
    EXPECT_EQ(any.facts().box.upper, std::vector{1.0});
    EXPECT_EQ(any.facts().batches_per_epoch, 3U);
    EXPECT_TRUE(any.facts().has_strict_risks && any.facts().has_hessian_vector);
    std::vector<double> l(2), g(1);
    any.strict_risks(std::vector{0.25}, l);
    EXPECT_EQ(l[1], 42);
    any.risks(std::vector{0.25}, Batch{.index = 2}, l).pullback(std::vector{0.0, 1.0}, g);
    EXPECT_DOUBLE_EQ(l[0], 2 - 1.25 * 1.25);
    EXPECT_EQ(g[0], 1);
}

/// Three constraints, of which only the second is a rate, although all have surrogates with a width.
struct OneRate {
    bool strict = true;
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 3; }
    auto risks(std::span<const double>, std::span<double> l) const {
        std::ranges::fill(l, 0.0);
        return Linearisation{[](auto, auto g) { g[0] = 0; }};
    }
    void strict_risks(std::span<const double>, std::span<double> l) const { std::ranges::fill(l, 0.0); }
    bool has_strict_risks() const { return strict; }
    void set_width(double) {}
};
struct SaysWhich : OneRate {
    bool is_rate(std::size_t i) const { return i == 1; }
};

TEST(AnyProblem, KnowsWhichStrictRisksAreRates) {
    EXPECT_EQ(AnyProblem<double>(SaysWhich{}).facts().rates, (std::vector{false, true, false}));
    EXPECT_EQ(AnyProblem<double>(OneRate{}).facts().rates, (std::vector{true, true, true}))
        << "surrogates have a width";
    EXPECT_EQ(AnyProblem<double>(SaysWhich{{.strict = false}}).facts().rates, std::vector(3, false));
    EXPECT_EQ(AnyProblem<double>(Rich{}).facts().rates, std::vector(1, false));
}

TEST(AnyProblem, RefersToLvaluesAndOwnsRvalues) {
    Wall<> wall;
    AnyProblem<double> referring(wall);
    AnyProblem<double> owning{Wall<>{}};
    wall.factor = 10;
    std::vector<double> l(2);
    referring.risks(std::vector{2.0}, l);
    EXPECT_EQ(l[1], 10);
    owning.risks(std::vector{2.0}, l);
    EXPECT_EQ(l[1], 1);
}

TEST(AnyProblem, RefusesAPullbackThatHasBeenOvertaken) {
    AnyProblem<double> any(Wall<>{});
    std::vector<double> l(2), g(1);
    const auto first = any.risks(std::vector{0.0}, l);
    const auto second = any.risks(std::vector{5.0}, l);
    EXPECT_THROW(first.pullback(std::vector{1.0, 0.0}, g), std::logic_error);
    second.pullback(std::vector{1.0, 0.0}, g);
    EXPECT_EQ(g[0], 6);
}

TEST(AnyProblem, RefusesAPullbackThatHasBeenOvertakenByAnEvaluationThatFailed) {
    struct Fails : Wall<> {
        auto risks(std::span<const double> x, std::span<double> l) const {
            if (x[0] > 1) throw std::runtime_error("no risks here");
            return Wall<>::risks(x, l);
        }
    };
    AnyProblem<double> any(Fails{});
    std::vector<double> l(2), g(1);
    const auto first = any.risks(std::vector{0.0}, l);
    EXPECT_THROW(any.risks(std::vector{2.0}, l), std::runtime_error);
    EXPECT_THROW(first.pullback(std::vector{1.0, 0.0}, g), std::logic_error);
}

/// Counts the living linearisations, of all data and of mini-batches.
struct Graphs : Wall<> {
    int* alive;
    int* most;
    struct Graph {
        int* alive;
        explicit Graph(int* count) : alive(count) { ++*alive; }
        Graph(Graph&& other) noexcept : alive(other.alive) { ++*alive; }
        Graph(const Graph&) = delete;
        Graph& operator=(const Graph&) = delete;
        Graph& operator=(Graph&&) = delete;
        ~Graph() { --*alive; }
        void pullback(std::span<const double>, std::span<double> g) const { g[0] = 0; }
    };
    Graphs(int& a, int& m) : alive(&a), most(&m) {}
    std::size_t batches_per_epoch() const { return 2; }
    Graph risks(std::span<const double> x, std::span<double> l) const {
        *most = std::max(*most, *alive);
        (void)Wall<>::risks(x, l);
        return Graph(alive);
    }
    Graph risks(std::span<const double> x, const Batch&, std::span<double> l) const { return risks(x, l); }
};

TEST(AnyProblem, ReleasesTheOldLinearisationBeforeItAsksForTheNext) {
    int alive = 0;
    int before = 0;
    AnyProblem<double> any(Graphs(alive, before));
    std::vector<double> l(2);
    for (int k = 0; k < 3; ++k) {
        any.risks(std::vector{0.0}, l);
        any.risks(std::vector{0.0}, Batch{}, l);
        any.risks(std::vector{0.0}, Batch{.index = 1}, l);
    }
    EXPECT_EQ(before, 0);
    EXPECT_EQ(alive, 1);
}

TEST(AnyProblem, SaysThatItHasNoHessianVector) {
    AnyProblem<double> any(Wall<>{});
    std::vector<double> h(1);
    try {
        any.hessian_vector(std::vector{0.0}, std::vector{1.0, 0.0}, std::vector{1.0}, h);
        FAIL();
    } catch (const std::logic_error& error) {
        EXPECT_NE(std::string(error.what()).find("offers no hessian_vector"), std::string::npos);
    }
}

struct Misfit : Concave {
    std::vector<std::string> names;
    Box<double> bounds{.lower = {0}, .upper = {1}};
    std::vector<double> scales;
    std::vector<std::string> constraint_names() const { return names; }
    std::vector<double> constraint_scales() const { return scales; }
    Box<double> box() const { return bounds; }
};

std::string refusal(const Misfit& problem) {
    try {
        AnyProblem<double> any(problem);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(AnyProblem, RefusesFactsThatContradictEachOther) {
    Misfit problem;
    problem.names = {"a", "b"};
    EXPECT_EQ(refusal(problem), "constraint_names() has 2 entries where 1 are needed, one per constraint");
    problem.names = {};
    problem.bounds = {.lower = {1}, .upper = {0}};
    EXPECT_NE(refusal(problem).find("box() is empty in variable 0"), std::string::npos);
    problem.bounds = {.lower = {0, 0}, .upper = {1}};
    EXPECT_EQ(refusal(problem), "box().lower has 2 entries where 1 are needed, one per variable");
    problem.bounds = {};
    problem.scales = {0.0};
    EXPECT_NE(refusal(problem).find("a scale is a positive number"), std::string::npos);
}

TEST(AnyProblem, RefusesAnEpochWithoutMiniBatches) {
    struct Empty : Rich {
        std::size_t batches_per_epoch() const { return 0; }
    };
    EXPECT_THROW(AnyProblem<double>(Empty{}), std::invalid_argument);
}

}  // namespace
}  // namespace alcole
