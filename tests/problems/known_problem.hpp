#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/problem.hpp>

#include "jet.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Problems with known answers, shared by tests and benchmarks.
namespace alcole::problems {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline std::vector<double> repeat(std::size_t n, double v) { return std::vector<double>(n, v); }

/// A problem, its start, and what is known about its answer.
struct KnownProblem {
    std::string name{};
    std::vector<double> start{};
    std::vector<double> lower{};            ///< empty: -infinity
    std::vector<double> upper{};            ///< empty: +infinity
    std::vector<std::size_t> equalities{};  ///< constraint numbers, counted from 1
    std::vector<double> values{};       ///< objective at KKT points where a local method may end, the best one first
    std::vector<double> solution{};     ///< where values[0] is attained; empty: too long to print
    std::vector<double> multipliers{};  ///< of the general constraints at values[0]; empty: unknown or not unique
    bool degenerate = false;            ///< multipliers do not exist or are not unique
    std::size_t num_constraints = 0;
    std::function<AnyProblem<double>()> make{};
    /// For solvers that need a Jacobian: risks l (m + 1) and their gradients, row by row ((m + 1) x n, or empty: risks
    /// only).
    std::function<void(std::span<const double> x, std::span<double> l, std::span<double> rows)> jacobian{};
};

/// For test frameworks.
inline void PrintTo(const KnownProblem& known, std::ostream* out) { *out << known.name; }

/// 1-based, as in the books.
template <class S>
class Numbered {
  public:
    explicit Numbered(std::span<S> values) : values_(values) {}
    S& operator()(std::size_t i) const { return values_[i - 1]; }
    std::size_t size() const { return values_.size(); }

  private:
    std::span<S> values_;
};

/// A problem written as one formula: formula(x, f, c) with x(1..N), f the objective and c(1..M) <= 0 the constraints.
template <std::size_t N, std::size_t M, class Formula>
class FormulaProblem {
  public:
    FormulaProblem(Formula formula, const KnownProblem& known) : formula_(std::move(formula)) {
        box_.lower = known.lower.empty() ? std::vector<double>(N, -infinity) : known.lower;
        box_.upper = known.upper.empty() ? std::vector<double>(N, infinity) : known.upper;
        relations_.fill(Relation::at_most_zero);
        for (const std::size_t i : known.equalities) relations_.at(i - 1) = Relation::equal_zero;
    }

    std::size_t num_variables() const { return N; }
    std::size_t num_constraints() const { return M; }
    Relation relation(std::size_t i) const { return relations_.at(i); }
    Box<double> box() const { return box_; }

    auto risks(std::span<const double> theta, std::span<double> l) const {
        const auto risk = jets(theta);
        for (std::size_t i = 0; i <= M; ++i) l[i] = risk[i].value;
        return Linearisation{[risk](std::span<const double> w, std::span<double> g) {
            for (std::size_t j = 0; j < N; ++j) {
                g[j] = 0;
                for (std::size_t i = 0; i <= M; ++i) g[j] += w[i] * risk[i].slope[j];
            }
        }};
    }

    /// The risks with all their derivatives.
    std::array<Jet<N>, M + 1> jets(std::span<const double> theta) const {
        std::array<Jet<N>, N> x;
        for (std::size_t j = 0; j < N; ++j) {
            x[j] = theta[j];
            x[j].slope[j] = 1;
        }
        std::array<Jet<N>, M + 1> risk;
        std::array<Jet<N>, M> constraint;
        formula_(Numbered<Jet<N>>(x), risk[0], Numbered<Jet<N>>(constraint));
        for (std::size_t i = 0; i < M; ++i) risk[i + 1] = constraint[i];
        return risk;
    }

  private:
    Formula formula_;
    Box<double> box_;
    std::array<Relation, M> relations_{};
};

template <std::size_t N, std::size_t M, class Formula>
KnownProblem known(KnownProblem facts, Formula formula) {
    facts.num_constraints = M;
    const FormulaProblem<N, M, Formula> problem(formula, facts);
    facts.make = [problem] { return AnyProblem<double>(FormulaProblem(problem)); };
    facts.jacobian = [problem](std::span<const double> x, std::span<double> l, std::span<double> rows) {
        const auto risk = problem.jets(x);
        for (std::size_t i = 0; i <= M; ++i) {
            l[i] = risk[i].value;
            if (!rows.empty()) std::ranges::copy(risk[i].slope, rows.begin() + static_cast<std::ptrdiff_t>(i * N));
        }
    };
    return facts;
}

}  // namespace alcole::problems
