#include "solver/diagnosis.hpp"

#include <alcole/random.hpp>

#include "base/box.hpp"
#include "solver/dual/progress.hpp"
#include "solver/solve_once.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace alcole::solver {
namespace {

/// Has exactly one of the first two, or neither if the search was stopped or no explanation was requested.
template <class T>
struct Diagnosis {
    std::optional<std::vector<T>> feasible{};  // a point that satisfies all constraints
    std::optional<Infeasibility<T>> infeasible{};
    std::optional<Status> stopped{};  // interrupted or time_limit
    Counts counts{};
    double seconds = 0;
};

/// With more violated constraints than this, the conflict is not reduced to a minimal one: each constraint would cost
/// a minimisation.
constexpr std::size_t max_to_narrow = 32;

/// The subset of a problem's constraints under consideration, each measured in its own unit.
template <class T>
struct Chosen {
    AnyProblem<T>& problem;
    std::vector<detail::SurrogateLevel> levels;
    std::vector<double> units;
    std::vector<std::size_t> constraints;

    const ProblemFacts<T>& facts() const { return problem.facts(); }
    double unit(std::size_t i) const { return units[i]; }
    bool equality(std::size_t i) const { return facts().relations[i] == Relation::equal_zero; }
    /// The distance beyond the bound, which for a surrogate includes its shift.
    double beyond(std::size_t i, double l) const { return (l - levels[i].shift) / unit(i); }
    /// Positive if violated, 0 if satisfied; for an equality, the signed distance.
    double excess(std::size_t i, double l) const { return equality(i) ? beyond(i, l) : std::max(0.0, beyond(i, l)); }
};

/// minimise  sum_i excess_i^2 / 2  over the box; its solution is the least-violating point of the chosen constraints.
template <class T>
class LeastViolation {
  public:
    explicit LeastViolation(const Chosen<T>& chosen)
        : chosen_(chosen), l_(chosen.facts().num_constraints + 1), w_(l_.size()) {}

    std::size_t num_variables() const { return chosen_.facts().num_variables; }
    std::size_t num_constraints() const { return 0; }
    Box<T> box() const { return chosen_.facts().box; }

    auto risks(std::span<const T> theta, std::span<double> l) {
        const auto at = chosen_.problem.risks(theta, l_);
        l[0] = 0;
        for (const std::size_t i : chosen_.constraints) {
            const double e = chosen_.excess(i, l_[i + 1]);
            l[0] += e * e / 2;
        }
        return Linearisation{[this, at](std::span<const double> w, std::span<T> g) {
            for (const std::size_t i : chosen_.constraints)
                w_[i + 1] = w[0] * chosen_.excess(i, l_[i + 1]) / chosen_.unit(i);
            at.pullback(w_, g);
        }};
    }

  private:
    const Chosen<T>& chosen_;
    std::vector<double> l_;
    std::vector<double> w_;
};

/// minimise  t  subject to  (l_i - shift_i) / unit_i <= t  (and >= -t for equalities)  over theta and t >= 0; the
/// solution is the smallest t by which all bounds would have to be relaxed.
template <class T>
class LeastRelaxation {
  public:
    explicit LeastRelaxation(const Chosen<T>& chosen)
        : chosen_(chosen), l_(chosen.facts().num_constraints + 1), w_(l_.size()) {
        for (const std::size_t i : chosen.constraints) {
            rows_.push_back({i, 1.0});
            if (chosen.equality(i)) rows_.push_back({i, -1.0});
        }
    }

    std::size_t num_variables() const { return chosen_.facts().num_variables + 1; }
    std::size_t num_constraints() const { return rows_.size(); }
    Box<T> box() const {
        Box<T> box = chosen_.facts().box;
        box.lower.push_back(0);
        box.upper.push_back(std::numeric_limits<T>::infinity());
        return box;
    }

    auto risks(std::span<const T> theta, std::span<double> l) {
        const auto at = chosen_.problem.risks(theta.first(theta.size() - 1), l_);
        l[0] = static_cast<double>(theta.back());
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            const auto& [i, sign] = rows_[r];
            l[r + 1] = sign * chosen_.beyond(i, l_[i + 1]) - l[0];
        }
        return Linearisation{[this, at](std::span<const double> w, std::span<T> g) {
            std::ranges::fill(w_, 0.0);
            double slope = w[0];
            for (std::size_t r = 0; r < rows_.size(); ++r) {
                const auto& [i, sign] = rows_[r];
                w_[i + 1] += w[r + 1] * sign / chosen_.unit(i);
                slope -= w[r + 1];
            }
            at.pullback(w_, g.first(g.size() - 1));
            g.back() = static_cast<T>(slope);
        }};
    }

  private:
    struct Row {
        std::size_t constraint;
        double sign;
    };
    const Chosen<T>& chosen_;
    std::vector<Row> rows_;
    std::vector<double> l_;
    std::vector<double> w_;
};

template <class T>
class Diagnostician {
  public:
    Diagnostician(AnyProblem<T>& problem, const Options& options, const Hooks& hooks)
        : problem_(problem),
          hooks_(hooks.stops_only()),
          tolerance_(options.tolerance.violation),
          l_(problem.num_constraints() + 1) {
        inner_.inner = options.inner;
        inner_.inner.minimiser = Minimiser::automatic;  // the auxiliary problems offer no second derivatives
        inner_.diagnose = false;
        inner_.tolerance = options.tolerance;
        inner_.max_seconds = options.max_seconds;
    }

    /// `explain`: if no feasible point is found, also find out why.
    Diagnosis<T> run(const State<T>& state, bool explain) {
        find(state, explain);
        return std::move(found_);
    }

  private:
    void find(const State<T>& state, bool explain) {
        const detail::DualMemory& memory = state.dual.memory;
        Chosen<T> all{problem_, memory.levels, memory.units, {}};
        for (std::size_t i = 0; i < problem_.num_constraints(); ++i)  // those that may give way are never the reason
            if (!std::isfinite(problem_.facts().constraint_prices[i])) all.constraints.push_back(i);
        auto least = least_violation(all, state.theta);
        const auto improve = [&](const std::vector<T>& start) {
            const double before = worst(all, least);
            if (before <= tolerance_ || found_.stopped) return;
            auto other = least_violation(all, start);
            if (worst(all, other) < before) least = std::move(other);
        };
        improve(state.memory.start);
        // The violation is also stationary at its saddle points and maxima; a random displacement leads away from them.
        improve(beside(least, 0.03, 1));
        improve(beside(state.memory.start, 0.03, 2));
        improve(beside(least, 0.3, 3));
        if (found_.stopped) return;
        const double violation = worst(all, least);
        if (violation <= tolerance_) {
            found_.feasible = std::move(least);
            return;
        }
        if (!explain) return;
        Infeasibility<T> answer{.theta = least, .risks = l_};
        // At a minimum of the violation, satisfied constraints contribute nothing to its gradient, so the violated ones
        // alone are in conflict.
        Chosen<T> clash{problem_, all.levels, all.units, violated(all)};
        answer.minimal = clash.constraints.size() <= max_to_narrow && narrow(clash, least);
        answer.conflict = clash.constraints;
        answer.relaxation = smallest_relaxation(all, least);
        if (!found_.stopped) found_.infeasible = std::move(answer);
    }

    /// theta displaced at random by this share of its size. The seed is fixed, so the result is repeatable.
    std::vector<T> beside(std::vector<T> theta, double share, std::uint64_t stream) const {
        Random random(0, stream);
        for (T& v : theta) v += static_cast<T>(share * random.normal()) * std::max(T{1}, std::abs(v));
        base::project<T>(problem_.facts().box, theta);
        return theta;
    }

    std::vector<T> least_violation(const Chosen<T>& chosen, const std::vector<T>& theta) {
        LeastViolation<T> violation(chosen);
        auto options = inner_;
        options.method = Method::unconstrained;
        options.tolerance.stationarity = std::numeric_limits<T>::epsilon();  // minimise until no step helps
        auto result = run_inner(AnyProblem<T>(violation), theta, options);
        return std::move(result.state.theta);
    }

    double smallest_relaxation(const Chosen<T>& chosen, std::vector<T> theta) {
        theta.push_back(static_cast<T>(worst(chosen, theta)));
        LeastRelaxation<T> relaxation(chosen);
        return static_cast<double>(run_inner(AnyProblem<T>(relaxation), std::move(theta), inner_).theta().back());
    }

    Result<T> run_inner(AnyProblem<T> problem, std::vector<T> theta, Options options) {
        if (inner_.max_seconds > 0) options.max_seconds = std::max(1e-9, inner_.max_seconds - found_.seconds);
        auto result = solve_once<T>(problem, {.theta = std::move(theta)}, options, hooks_);
        found_.seconds += result.seconds;
        found_.counts += result.counts;
        if (result.status == Status::interrupted || result.status == Status::time_limit) found_.stopped = result.status;
        return result;
    }

    /// The largest violation, in units of each constraint; fills l_.
    double worst(const Chosen<T>& chosen, std::span<const T> theta) {
        problem_.risks(theta.first(problem_.num_variables()), l_);
        ++found_.counts.risks;
        double most = 0;
        for (const std::size_t i : chosen.constraints) most = std::max(most, std::abs(chosen.excess(i, l_[i + 1])));
        return most;
    }

    std::vector<std::size_t> violated(const Chosen<T>& chosen) const {
        std::vector<std::size_t> found;
        for (const std::size_t i : chosen.constraints)
            if (std::abs(chosen.excess(i, l_[i + 1])) > tolerance_) found.push_back(i);
        return found;
    }

    /// The deletion filter: a constraint is dropped if the others still conflict without it. What remains is a minimal
    /// set of conflicting constraints. False if the search was stopped.
    bool narrow(Chosen<T>& clash, const std::vector<T>& theta) {
        for (std::size_t k = 0; k < clash.constraints.size() && clash.constraints.size() > 1;) {
            Chosen<T> rest = clash;
            rest.constraints.erase(rest.constraints.begin() + static_cast<std::ptrdiff_t>(k));
            const auto least = least_violation(rest, theta);
            if (found_.stopped) return false;
            if (worst(rest, least) > tolerance_)
                clash.constraints = rest.constraints;
            else
                ++k;
        }
        return true;
    }

    AnyProblem<T>& problem_;
    const Hooks hooks_;
    Options inner_;
    double tolerance_;
    std::vector<double> l_;
    Diagnosis<T> found_;
};

/// Prepares to continue from a feasible point that was found after the ascent had given up: multipliers and memory are
/// reset, but penalties keep their values.
template <class T>
void restart_from(const Diagnosis<T>& found, State<T>& state) {
    state.theta = *found.feasible;
    state.memory.pairs = 0;
    DualState& dual = state.dual;
    dual.lambda.assign(dual.lambda.size(), 0.0);
    forget(dual.memory.stagnation, dual.lambda.size());
    dual.memory.infeasible = dual.memory.stalled = false;
    dual.memory.rescued = true;
    dual.memory.closest = {};
    dual.memory.evaluated = false;
    dual.memory.residual = dual.memory.newton_below = std::numeric_limits<double>::infinity();
    dual.counts += found.counts;
    dual.seconds += found.seconds;
}

/// Writes the names of the first constraints of a conflict, by how much they are missed and the number of others.
template <class T>
void name_conflict(const Infeasibility<T>& found, const std::vector<std::string>& names, Ending& ending) {
    constexpr std::size_t max_named = 5;
    const std::size_t named = found.conflict.size() > max_named + 1 ? max_named : found.conflict.size();
    ending.constraints.clear();
    ending.missed_by.clear();
    ending.others = found.conflict.size() - named;
    for (std::size_t k = 0; k < named; ++k) {
        const std::size_t i = found.conflict[k];
        ending.constraints.push_back(names[i]);
        ending.missed_by.push_back(std::max(0.0, found.risks[i + 1]));
    }
}

}  // namespace

void end(Summary& summary, Status status, Ending::Reason reason) {
    summary.status = summary.ending.status = status;
    summary.ending.reason = reason;
    summary.message = to_string(summary.ending);
}

template <class T>
bool rescue(AnyProblem<T>& problem, Result<T>& result, const Hooks& hooks) {
    Options options = result.options_used;
    const bool given_up = result.status == Status::infeasible;
    if (options.max_seconds > 0) options.max_seconds = std::max(1e-9, options.max_seconds - result.seconds);
    Diagnosis<T> found = Diagnostician<T>(problem, options, hooks).run(result.state, given_up);
    const bool full = options.regime == Regime::full;
    if (found.feasible && full && !result.state.dual.memory.rescued) {
        restart_from(found, result.state);
        return true;
    }
    result.counts += found.counts;
    result.seconds += found.seconds;
    if (found.stopped) {
        end(result, *found.stopped, Ending::Reason::diagnosis_stopped);
    } else if (found.infeasible) {
        name_conflict(*found.infeasible, result.constraint_names, result.ending);
        end(result, Status::infeasible, Ending::Reason::conflict);
        result.infeasibility = std::move(found.infeasible);
    } else if (given_up) {
        end(result, full ? Status::stalled : Status::iteration_limit, Ending::Reason::feasible_nearby);
    }
    return false;
}

template bool rescue(AnyProblem<float>&, Result<float>&, const Hooks&);
template bool rescue(AnyProblem<double>&, Result<double>&, const Hooks&);

}  // namespace alcole::solver
