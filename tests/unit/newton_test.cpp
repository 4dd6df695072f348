#include <alcole/derivatives.hpp>

#include "collection.hpp"
#include "small_problems.hpp"
#include "solver/primal/dense.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using solver::ModifiedCholesky;

/// Whatever the length, and however little of the sum is left of its terms.
TEST(QuickDot, HasTheDigitsOfItsVectors) {
    Random random(5);
    for (const std::size_t n : {0U, 1U, 255U, 256U, 257U, 5000U}) {
        std::vector<float> a(n), b(n);
        for (std::size_t j = 0; j < n; ++j) {
            a[j] = static_cast<float>(random.normal());
            b[j] = static_cast<float>(random.normal());
        }
        long double sum = 0, size = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const long double term = static_cast<long double>(a[j]) * static_cast<long double>(b[j]);
            sum += term;
            size += std::abs(term);
        }
        EXPECT_NEAR(solver::quick_dot(a, b), static_cast<double>(sum), 1e-6 * static_cast<double>(size)) << n;
    }
}

TEST(ModifiedCholesky, SolvesWhereTheMatrixIsPositiveDefinite) {
    ModifiedCholesky cholesky(3);
    const std::vector<double> a = {4e6, 0, 0, 2e3, 5, 0, 1e3, 1, 3};  // the lower triangle counts
    cholesky.factorise(a, 3);
    std::vector<double> x = {4e6 + 2e3 * 2 + 1e3 * 3, 2e3 + 5 * 2 + 3, 1e3 + 2 + 3 * 3}, v(3);
    cholesky.solve(x);
    EXPECT_NEAR(x[0], 1, 1e-6);
    EXPECT_NEAR(x[1], 2, 1e-6);
    EXPECT_NEAR(x[2], 3, 1e-6);
    EXPECT_FALSE(cholesky.negative_curvature(v));
}

/// (1, 1)^T (1, 1) of two variables: any x + y = 2 solves it, and (1, 1) is the shortest.
TEST(ModifiedCholesky, TakesTheShortestSolutionOfASingularSystem) {
    ModifiedCholesky cholesky(2);
    cholesky.factorise(std::vector<double>{1, 0, 1, 1}, 2);
    std::vector<double> x = {2, 2};
    cholesky.solve(x);
    EXPECT_NEAR(x[0], 1, 1e-5);
    EXPECT_NEAR(x[1], 1, 1e-5);
    std::vector<double> v(2);
    EXPECT_FALSE(cholesky.negative_curvature(v));
}

/// Where entries beside the diagonal are what makes the matrix indefinite, what is added hides it from the pivots.
TEST(ModifiedCholesky, IsNotTakenInByWhatItAdds) {
    ModifiedCholesky cholesky(2);
    for (const double coupling : {0.9, 0.99999, 1.00001, 1.02, 1.5, 1e3}) {
        cholesky.factorise(std::vector<double>{1, 0, -coupling, 1}, 2);
        EXPECT_EQ(cholesky.positive(), coupling < 1) << coupling;
    }
}

TEST(ModifiedCholesky, FindsNegativeCurvature) {
    for (const double coupling : {0.0, 0.5, 3.0, 1e4}) {
        const std::vector<double> a = {2, 0, 0, coupling, -1, 0, 1, 0.5, 4};
        ModifiedCholesky cholesky(3);
        cholesky.factorise(a, 3);
        std::vector<double> v(3), x = {1, 1, 1};
        ASSERT_TRUE(cholesky.negative_curvature(v));
        double curvature = 0;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) curvature += v[i] * v[j] * a[std::max(i, j) * 3 + std::min(i, j)];
        EXPECT_LT(curvature, 0) << coupling;
        cholesky.solve(x);  // a positive definite matrix all the same: x^T b > 0
        EXPECT_GT(x[0] + x[1] + x[2], 0) << coupling;
    }
}

/// A problem written as a function and its second derivatives, with the Hessian both ways.
template <class Base, bool matrix>
struct Curved : Base {
    void hessian_vector(std::span<const double> x, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) const {
        const std::size_t size = x.size();
        std::vector<double> all(size * size);
        this->second(x, w, all);
        for (std::size_t i = 0; i < size; ++i) {
            h[i] = 0;
            for (std::size_t j = 0; j < size; ++j) h[i] += all[std::max(i, j) * size + std::min(i, j)] * v[j];
        }
    }
    void hessian(std::span<const double> x, std::span<const double> w, std::span<double> h) const {
        this->second(x, w, h);
    }
    bool has_hessian() const { return matrix; }
};

/// Rosenbrock's valley on a line and in a box: minimise 100 (y - x^2)^2 + (1 - x)^2  subject to  x + y <= 1.
struct Valley {
    double bound = 1;
    double top = 10;
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    Box<double> box() const { return {.lower = {-10, -10}, .upper = {top, 10}}; }
    auto risks(std::span<const double> p, std::span<double> l) const {
        const double x = p[0];
        const double y = p[1];
        l[0] = 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x);
        l[1] = x + y - bound;
        return Linearisation{[x, y](auto w, auto g) {
            g[0] = w[0] * (-400 * x * (y - x * x) - 2 * (1 - x)) + w[1];
            g[1] = w[0] * 200 * (y - x * x) + w[1];
        }};
    }
    void second(std::span<const double> p, std::span<const double> w, std::span<double> h) const {
        const double x = p[0];
        h[0] = w[0] * (1200 * x * x - 400 * p[1] + 2);
        h[2] = -w[0] * 400 * x;
        h[3] = w[0] * 200;
    }
};

/// f = (x^2 - 1)^2 + y^2: a saddle at the origin, from beside which only curvature leads away quickly.
struct Saddle {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const double> p, std::span<double> l) const {
        const double x = p[0];
        const double y = p[1];
        l[0] = (x * x - 1) * (x * x - 1) + y * y;
        return Linearisation{[x, y](auto w, auto g) {
            g[0] = w[0] * 4 * x * (x * x - 1);
            g[1] = w[0] * 2 * y;
        }};
    }
    void second(std::span<const double> p, std::span<const double> w, std::span<double> h) const {
        h[0] = w[0] * (12 * p[0] * p[0] - 4);
        h[2] = 0;
        h[3] = w[0] * 2;
    }
};

/// minimise (x + y + z - 3)^2 + exp(x + y + z) / 100: only the sum of the variables counts.
struct Flat {
    std::size_t num_variables() const { return 3; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double> p, std::span<double> l) const {
        const double s = p[0] + p[1] + p[2];
        l[0] = (s - 3) * (s - 3) + std::exp(s) / 100;
        l[1] = s - 1;
        return Linearisation{[s](auto w, auto g) {
            for (double& entry : g) entry = w[0] * (2 * (s - 3) + std::exp(s) / 100) + w[1];
        }};
    }
    void second(std::span<const double> p, std::span<const double> w, std::span<double> h) const {
        const double s = p[0] + p[1] + p[2];
        std::ranges::fill(h, w[0] * (2 + std::exp(s) / 100));
    }
};

/// minimise c^T x over [0, 1]^n plus a stiff quadratic: many variables end at their bounds.
struct Boxed {
    std::size_t n = 12;
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return 1; }
    Box<double> box() const { return {.lower = std::vector(n, 0.0), .upper = std::vector(n, 1.0)}; }
    double pull(std::size_t j) const { return std::sin(1.7 * static_cast<double>(j)); }
    auto risks(std::span<const double> x, std::span<double> l) const {
        double sum = 0;
        l[0] = 0;
        for (std::size_t j = 0; j < n; ++j) {
            l[0] += pull(j) * x[j] + x[j] * x[j] * (1 + static_cast<double>(j)) / 10;
            sum += x[j];
        }
        l[1] = sum - 2;
        return Linearisation{[this, at = std::vector(x.begin(), x.end())](auto w, auto g) {
            for (std::size_t j = 0; j < n; ++j)
                g[j] = w[0] * (pull(j) + at[j] * (1 + static_cast<double>(j)) / 5) + w[1];
        }};
    }
    void second(std::span<const double>, std::span<const double> w, std::span<double> h) const {
        std::ranges::fill(h, 0.0);
        for (std::size_t j = 0; j < n; ++j) h[j * n + j] = w[0] * (1 + static_cast<double>(j)) / 5;
    }
};

/// Both ways of taking Newton steps, and L-BFGS to compare with.
template <class Base>
void expect_the_same_answer(const Base& problem, const std::vector<double>& start, double accuracy = 1e-6) {
    Options options;
    options.inner.minimiser = Minimiser::lbfgs;
    const auto wanted = solve(problem, start, options);
    ASSERT_EQ(wanted.status, Status::converged) << wanted.message;
    EXPECT_EQ(wanted.counts.hessians + wanted.counts.hessian_vectors, 0);
    const Curved<Base, true> dense{problem};
    const Curved<Base, false> products{problem};
    const auto by_matrix = solve(dense, start);
    const auto by_products = solve(products, start);
    EXPECT_EQ(by_matrix.options_used.inner.minimiser, Minimiser::newton);
    EXPECT_EQ(by_products.options_used.inner.minimiser, Minimiser::newton_cg);
    EXPECT_EQ(by_matrix.options_given.inner.minimiser, Minimiser::automatic);
    EXPECT_GT(by_matrix.counts.hessians, 0);
    EXPECT_GT(by_products.counts.hessian_vectors, 0);
    for (const auto* answer : {&by_matrix, &by_products}) {
        EXPECT_EQ(answer->status, Status::converged) << answer->message;
        EXPECT_NEAR(answer->risks[0], wanted.risks[0], accuracy);
        for (std::size_t i = 0; i < wanted.lambda.size(); ++i)
            EXPECT_NEAR(answer->lambda[i], wanted.lambda[i], 100 * accuracy);
    }
}

TEST(Newton, HasTheSecondDerivativesOfItsProblemsRight) {
    const auto check = [](auto&& problem, const std::vector<double>& x) {
        AnyProblem<double> any(problem);
        const std::size_t n = x.size();
        std::vector<double> v(n), exact(n), l(any.num_constraints() + 1), w(l.size(), 0.7), ahead(n), behind(n);
        for (std::size_t j = 0; j < n; ++j) v[j] = std::cos(static_cast<double>(j));
        any.hessian_vector(x, w, v, exact);
        for (const double t : {1e-6, -1e-6}) {
            auto moved = x;
            for (std::size_t j = 0; j < n; ++j) moved[j] += t * v[j];
            any.risks(moved, l).pullback(w, t > 0 ? ahead : behind);
        }
        for (std::size_t j = 0; j < n; ++j) EXPECT_NEAR(exact[j], (ahead[j] - behind[j]) / 2e-6, 1e-4);
    };
    check(Curved<Valley, true>{}, {0.3, -0.8});
    check(Curved<Saddle, true>{}, {0.3, -0.8});
    check(Curved<Flat, true>{}, {0.3, -0.8, 1});
    check(Curved<Boxed, true>{}, std::vector(12, 0.4));
}

TEST(Newton, AgreesWithLbfgs) {
    expect_the_same_answer(Valley{}, {-1.2, 1});
    expect_the_same_answer(Valley{.bound = 3}, {-1.2, 1});
    expect_the_same_answer(Boxed{}, std::vector(12, 0.4));
}

TEST(Newton, KeepsTheBox) {
    // The corner of the box at x = 0.5 holds, whatever the constraint says: y = 1/4.
    for (const bool matrix : {true, false}) {
        Options options;
        options.inner.minimiser = matrix ? Minimiser::newton : Minimiser::newton_cg;
        const auto answer = solve(Curved<Valley, true>{{.top = 0.5}}, std::vector{-1.2, 1.0}, options);
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_EQ(answer.theta()[0], 0.5);
        EXPECT_NEAR(answer.theta()[1], 0.25, 1e-7);
        EXPECT_NEAR(answer.risks[0], 0.25, 1e-7);
    }
}

TEST(Newton, SolvesAQuadraticInAStepOrTwo) {
    struct Bowl : Boxed {
        Box<double> box() const { return {.lower = std::vector(n, -100.0), .upper = std::vector(n, 100.0)}; }
    };
    Options options;
    options.method = Method::unconstrained;
    const auto answer = solve(Curved<Bowl, true>{}, std::vector(12, 0.4), options);
    EXPECT_EQ(answer.status, Status::converged);
    EXPECT_LE(answer.counts.steps, 2);
    for (std::size_t j = 0; j < 12; ++j)
        EXPECT_NEAR(answer.theta()[j], -5 * Boxed{}.pull(j) / (1 + static_cast<double>(j)), 1e-8);
}

TEST(Newton, LeavesASaddleAlongNegativeCurvature) {
    for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg}) {
        Options options;
        options.inner.minimiser = minimiser;
        const auto answer = solve(Curved<Saddle, true>{}, std::vector{1e-4, 0.1}, options);
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_NEAR(std::abs(answer.theta()[0]), 1, 1e-6);
        EXPECT_NEAR(answer.risks[0], 0, 1e-10);
        EXPECT_LT(answer.counts.steps, 15);
    }
}

TEST(Newton, MovesLittleWhereTheHessianIsRankDeficient) {
    expect_the_same_answer(Flat{}, {0.5, -0.2, 0.1});
    const auto answer = solve(Curved<Flat, true>{}, std::vector{0.5, -0.2, 0.1});
    // Nothing pulls the variables apart: their differences stay what they were.
    EXPECT_NEAR(answer.theta()[0] - answer.theta()[1], 0.7, 1e-4);
    EXPECT_NEAR(answer.theta()[1] - answer.theta()[2], -0.3, 1e-4);
}

/// Two rows in five hundred are taken for the wrong class, with certainty: there their loss is a straight line, and
/// what H says of it is true of no step that Newton's method would take.
struct SureAndWrong {
    static std::size_t num_variables() { return 2; }
    static std::size_t num_constraints() { return 0; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = 0.996 * std::log(std::cosh(x[0] - 1)) + 0.004 * std::log1p(std::exp(-x[1]));
        return Linearisation{[at = std::array{x[0], x[1]}](auto w, auto g) {
            g[0] = w[0] * 0.996 * std::tanh(at[0] - 1);
            g[1] = -w[0] * 0.004 / (1 + std::exp(at[1]));
        }};
    }
    void second(std::span<const double> x, std::span<const double> w, std::span<double> h) const {
        const double p = 1 / (1 + std::exp(x[1]));
        h[0] = w[0] * 0.996 * (1 - std::tanh(x[0] - 1) * std::tanh(x[0] - 1));
        h[1] = h[2] = 0;
        h[3] = w[0] * 0.004 * p * (1 - p);
    }
};

TEST(Newton, StaysWhereItsHessianSpeaks) {
    for (const double start : {-9.0, -15.0, -30.0}) {
        const auto answer = solve(Curved<SureAndWrong, true>{}, std::vector{0.0, start});
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_NEAR(answer.theta()[0], 1, 1e-6);
        EXPECT_GT(answer.theta()[1], 10);
        EXPECT_LT(answer.theta()[1], 400) << "from " << start;  // without bounds on its steps: 1e5 and more
        EXPECT_LT(answer.counts.steps, 40);
    }
}

struct StopAfterPolls {
    std::int64_t asked = 0;
    mutable std::int64_t questions = 0;
    bool stop_requested() const { return ++questions > asked; }
};

struct StopAfterSteps {
    std::int64_t steps = 0;
    std::int64_t seen = 0;
    void on_step(const Step& /*step*/) { ++seen; }
    void on_dual_step(const TraceRecord& /*record*/) { ++seen; }
    bool stop_requested() const { return seen >= steps; }
};

Result<double> in_parts(AnyProblem<double>& problem, const std::vector<double>& start, const Options& options,
                        std::int64_t steps) {
    State<double> state{.theta = start};
    for (;;) {
        StopAfterSteps stop{.steps = steps};
        auto part = solve(problem, state, options, stop);
        if (part.status != Status::interrupted) return part;
        state = part.state;
    }
}

/// Stopped at every question that is asked, between steps and within them.
TEST(Newton, ResumesToTheSameBits) {
    const auto check = [](const auto& problem, const std::vector<double>& start) {
        const auto whole = solve(problem, start);
        for (const std::int64_t piece : {3, 7, 20}) {
            State<double> state{.theta = start};
            std::int64_t asked = piece;
            for (;;) {
                const StopAfterPolls stop{.asked = asked};
                const auto part = solve(problem, state, Options(), stop);
                if (part.status != Status::interrupted) {
                    EXPECT_TRUE(tests::same_bits(whole, part)) << piece;
                    break;
                }
                ASSERT_LT(asked, 10'000);
                const bool moved =
                    part.counts.steps > state.dual.counts.steps || part.state.dual.iteration > state.dual.iteration;
                asked = moved ? piece : 2 * asked;  // too short a piece for one step
                state = part.state;
            }
        }
    };
    check(Curved<Valley, true>{}, {-1.2, 1});
    check(Curved<Valley, false>{}, {-1.2, 1});
    check(Curved<Boxed, true>{}, std::vector(12, 0.4));
    check(Curved<Boxed, false>{}, std::vector(12, 0.4));
}

std::vector<problems::KnownProblem> some_of_the_collection(const std::vector<std::string>& names) {
    auto some = problems::collection();
    std::erase_if(some, [&](const auto& known) { return std::ranges::find(names, known.name) == names.end(); });
    EXPECT_EQ(some.size(), names.size());
    return some;
}

Result<double> expect_solved(const problems::KnownProblem& known, AnyProblem<double>& problem, Minimiser minimiser) {
    Options options;
    options.inner.minimiser = minimiser;
    auto answer = solve(problem, known.start, options);
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.risks[0], known.values.front(), 1e-6 * std::max(1.0, std::abs(known.values.front())));
    return answer;
}

/// The multipliers take Newton steps too: a fixed share of the way at each dual step would take 60 to 110 evaluations.
TEST(NewtonForMultipliers, TakesFewSteps) {
    for (const auto& known : some_of_the_collection({"BT7", "BT10", "S263", "CB2", "CB3", "TWICE"}))
        for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg}) {
            SCOPED_TRACE(known.name);
            auto problem = known.make();
            const auto answer = expect_solved(known, problem, minimiser);
            EXPECT_LE(answer.counts.risks, 50);
        }
}

/// The active set of the first guess is not that of the answer: constraints and bounds come and go.
TEST(NewtonForMultipliers, FindsWhichConstraintsAreActive) {
    for (const auto& known : some_of_the_collection({"S225", "HATFLDH", "SYNTHES1", "BARD1", "ELLIPSE20"}))
        for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg}) {
            SCOPED_TRACE(known.name);
            auto problem = known.make();
            const auto answer = expect_solved(known, problem, minimiser);
            for (std::size_t i = 0; i < answer.lambda.size(); ++i) {
                const bool inequality = problem.facts().relations[i] == Relation::at_most_zero;
                EXPECT_TRUE(answer.lambda[i] >= 0 || !inequality) << i;
            }
        }
}

TEST(NewtonForMultipliers, ResumesToTheSameBits) {
    for (const auto& known : some_of_the_collection({"S217", "BT7", "CB2", "WELDBEAM", "S335"}))
        for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg})
            for (const std::int64_t steps : {1, 2, 5}) {
                SCOPED_TRACE(known.name);
                Options options;
                options.inner.minimiser = minimiser;
                auto problem = known.make();
                const auto whole = solve(problem, known.start, options);
                EXPECT_TRUE(tests::same_bits(whole, in_parts(problem, known.start, options, steps))) << steps;
            }
}

/// Asks every theta it is given whether it is the one before.
template <class P>
struct OnceEach {
    P problem;
    std::vector<double>& last;
    std::int64_t& repeated;
    std::size_t num_variables() const { return problem.num_variables(); }
    std::size_t num_constraints() const { return problem.num_constraints(); }
    Relation relation(std::size_t i) const { return problem.facts().relations[i]; }
    Box<double> box() const { return problem.facts().box; }
    auto risks(std::span<const double> theta, std::span<double> l) {
        repeated += std::ranges::equal(theta, last) ? 1 : 0;
        last.assign(theta.begin(), theta.end());
        return Linearisation{[at = problem.risks(theta, l)](auto w, auto g) { at.pullback(w, g); }};
    }
    void hessian_vector(std::span<const double> theta, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) {
        problem.hessian_vector(theta, w, v, h);
    }
    void hessian(std::span<const double> theta, std::span<const double> w, std::span<double> h) {
        problem.hessian(theta, w, h);
    }
};

/// Where a minimisation ends, a dual step judges and the next minimisation begins: one evaluation, not three.
TEST(Evaluations, AreNotRepeatedAtOneTheta) {
    for (const auto& known : some_of_the_collection({"S217", "BT7", "CB2", "S335"}))
        for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg, Minimiser::lbfgs}) {
            SCOPED_TRACE(known.name);
            Options options;
            options.inner.minimiser = minimiser;
            std::vector<double> last;
            std::int64_t repeated = 0;
            OnceEach<AnyProblem<double>> problem{known.make(), last, repeated};
            const auto answer = solve(problem, known.start, options);
            EXPECT_EQ(answer.status, Status::converged) << answer.message;
            EXPECT_EQ(repeated, 0);
        }
}

TEST(Minimiser, MustFitTheProblem) {
    const auto refusal = [](Minimiser minimiser) -> std::string {
        Options options;
        options.inner.minimiser = minimiser;
        try {
            (void)solve(tests::Wall<>{}, std::vector{0.0}, options);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(refusal(Minimiser::newton), "option 'inner.minimiser' is 'newton', but the problem offers no hessian()");
    EXPECT_EQ(refusal(Minimiser::newton_cg),
              "option 'inner.minimiser' is 'newton_cg', but the problem offers no hessian_vector()");
    EXPECT_EQ(refusal(Minimiser::lbfgs), "");
    EXPECT_EQ(solve(tests::Wall<>{}, std::vector{0.0}).options_used.inner.minimiser, Minimiser::lbfgs);
}

/// minimise |x - 1|^2 subject to 0 <= 0, m times: there is nothing to it but its size.
struct OfSize {
    std::size_t n;
    std::size_t m;
    bool matrix = true;
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return m; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        std::ranges::fill(l, 0.0);
        for (const double v : x) l[0] += (v - 1) * (v - 1);
        return Linearisation{[at = std::vector(x.begin(), x.end())](auto w, auto g) {
            for (std::size_t j = 0; j < g.size(); ++j) g[j] = w[0] * 2 * (at[j] - 1);
        }};
    }
    void hessian_vector(std::span<const double>, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) const {
        for (std::size_t j = 0; j < h.size(); ++j) h[j] = w[0] * 2 * v[j];
    }
    void hessian(std::span<const double> x, std::span<const double> w, std::span<double> h) const {
        std::ranges::fill(h, 0.0);
        for (std::size_t j = 0; j < x.size(); ++j) h[j * x.size() + j] = w[0] * 2;
    }
    bool has_hessian() const { return matrix; }
};

TEST(Minimiser, IsChosenByWhatAStepCosts) {
    const auto chosen = [](const OfSize& problem) {
        return solve(problem, std::vector<double>(problem.n)).options_used.inner.minimiser;
    };
    EXPECT_EQ(chosen({200, 604}), Minimiser::newton);
    EXPECT_EQ(chosen({512, 512}), Minimiser::newton);
    EXPECT_EQ(chosen({1000, 1}), Minimiser::newton);
    EXPECT_EQ(chosen({1000, 1, false}), Minimiser::newton_cg);
    EXPECT_EQ(chosen({2000, 100}), Minimiser::newton_cg);
    EXPECT_EQ(chosen({2, 1200}), Minimiser::lbfgs);
    EXPECT_EQ(chosen({2000, 600}), Minimiser::lbfgs);
}

TEST(Lagrangian, HasTheCurvatureOfItsTerms) {
    const std::vector<Relation> relations = {Relation::at_most_zero, Relation::at_most_zero, Relation::equal_zero};
    const std::vector<double> lambda = {1, 0, -2}, alpha = {3, 5, 7}, offset = {0, 0, 0.5};
    std::vector<double> c(4), ahead(4), behind(4);
    for (const auto method : {Method::augmented, Method::penalty, Method::lagrangian, Method::unconstrained}) {
        const Lagrangian lagrangian{method, relations, lambda, alpha, offset};
        for (const double at : {-1.0, -0.1, 0.4}) {
            const std::vector<double> l = {1, at, at, at};
            lagrangian.curvatures(l, c);
            EXPECT_EQ(c[0], 0);
            for (std::size_t i = 1; i < 4; ++i) {
                auto moved = l;
                moved[i] += 1e-6;
                lagrangian(moved, ahead);
                moved[i] -= 2e-6;
                lagrangian(moved, behind);
                EXPECT_NEAR(c[i], (ahead[i] - behind[i]) / 2e-6, 1e-6);
            }
        }
    }
}

}  // namespace
}  // namespace alcole
