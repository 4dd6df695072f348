#pragma once

#include "base/logistic.hpp"
#include "engine/plan/plan.hpp"
#include "engine/risk/loss.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

/// Measures that are functions of a single number d, computed from the scores of one point, or of a point and its twin.
/// With sigma the logistic function and w the width of the surrogate,
///
///   quantile   d = s, u = y - s    level u + w log(1 + exp(-u / w))
///                                  strictly max(level u, (level - 1) u)
///   top        d = s_y - the level-th score of the other classes
///                                  sigma(d / w)
///                                  strictly 1 if y is among the `level` most likely classes
///   off        d = log odds of k   (p_k - [y = k]) (sigma((d - a) / w) - sigma((d - b) / w))
///                                  with a and b the log odds at the ends of the bin; strictly p_k - [y = k] inside it
///   lowered    d = t - s           sigma(-d / w - 3)
///                                  strictly 1 if d < 0
///   moved      d = t - s           sigma((d - level) / w) + sigma((-d - level) / w)
///                                  strictly 1 if |d| > level
///
/// The prediction itself, value(), is treated in the same way.
///
/// The 3 in `lowered` keeps twins with equal scores from counting as lowered; in units of the scores it is 3 w, so it
/// vanishes with the width.
namespace alcole::engine {

/// f(d), its derivatives with respect to d, and the scores that d is the difference of.
struct ScoreFunction {
    double value = 0;
    double slope = 0;
    double curve = 0;
    std::size_t plus = 0;                                         ///< d = this score ...
    std::size_t minus = std::numeric_limits<std::size_t>::max();  ///< ... minus that one, if there is such an output
};

/// sigma(z / w) with its derivatives with respect to z.
inline ScoreFunction step(double z, double w) {
    const double p = base::sigmoid(z / w);
    return {.value = p, .slope = p * (1 - p) / w, .curve = p * (1 - p) * (1 - 2 * p) / (w * w)};
}

/// The `rank`-th most likely class, not counting the class `own`.
inline std::size_t rival(const Prediction& at, std::int32_t own, std::size_t rank) {
    std::size_t best = 0;
    double below = std::numeric_limits<double>::infinity();
    std::size_t below_at = 0;
    for (std::size_t r = 0; r < rank; ++r) {
        bool found = false;
        for (std::size_t k = 0; k < at.outputs; ++k) {
            const bool after = at.s[k] < below || (at.s[k] == below && r > 0 && k > below_at);
            if (k == static_cast<std::size_t>(own) || !after) continue;
            if (!found || at.s[k] > at.s[best]) best = k;
            found = true;
        }
        below = at.s[best];
        below_at = best;
    }
    return best;
}

/// How far the score of the row's own class is above that of the `level`-th most likely other class.
inline ScoreFunction ahead(const Prediction& at, const Plan::Value& of) {
    if (at.task == tabular::Task::binary) {  // the one other class
        const double d = of.label == 1 ? at.s[0] : -at.s[0];
        return {.value = d, .slope = of.label == 1 ? 1.0 : -1.0};
    }
    const auto own = static_cast<std::size_t>(of.label);
    const std::size_t other = rival(at, of.label, static_cast<std::size_t>(of.level));
    return {.value = at.s[own] - at.s[other], .slope = 1, .plus = own, .minus = other};
}

/// One class against all others: d = s_k - log sum_{j != k} exp(s_j), the log odds of its probability, with the
/// derivatives   dd / ds_k = 1,   dd / ds_j = -q_j,   q_j = p_j / sum_{i != k} p_i.
struct OneClass {
    OneClass(const Prediction& prediction, std::int32_t of_class)
        : at(prediction), k(static_cast<std::size_t>(of_class)) {
        for (std::size_t j = 0; j < at.outputs; ++j)
            if (j != k) rest += at.p[j];
    }
    double odds() const { return std::log(std::max(at.p[k], least)) - std::log(std::max(rest, least)); }
    double share(std::size_t j) const { return rest > 0 ? at.p[j] / rest : 0; }

    static constexpr double least = std::numeric_limits<double>::min();
    const Prediction& at;
    std::size_t k;
    double rest = 0;
};

/// The log odds of a class.
inline double log_odds(const Prediction& at, std::int32_t of_class) {
    return at.task == tabular::Task::binary ? at.s[0] : OneClass(at, of_class).odds();
}

/// The gradient of f(d) with respect to all scores: f' dd.
inline void add_odds_gradient(const OneClass& of, const ScoreFunction& f, double weight, double* g) {
    for (std::size_t j = 0; j < of.at.outputs; ++j) g[j] += weight * f.slope * (j == of.k ? 1 : -of.share(j));
}

/// The change of that gradient along ds: f'' dd (dd . ds) + f' (d^2 d) ds, where d^2 d / ds_i ds_j = q_i q_j - [i = j]
/// q_i for the other classes.
inline void add_odds_curvature(const OneClass& of, const ScoreFunction& f, double weight, const double* ds, double* g) {
    double others = 0;
    for (std::size_t j = 0; j < of.at.outputs; ++j)
        if (j != of.k) others += of.share(j) * ds[j];
    const double along = ds[of.k] - others;
    for (std::size_t j = 0; j < of.at.outputs; ++j) {
        const double q = of.share(j);
        g[j] += weight * (j == of.k ? f.curve * along : -q * f.curve * along + f.slope * q * (others - ds[j]));
    }
}

/// The surrogate of a measure.
inline ScoreFunction smooth(const Prediction& at, const Plan::Value& of, double width) {
    using Measure = tabular::Term::Measure;
    if (of.measure == Measure::prediction) return {.value = value(at)};  // its derivatives are in loss.hpp
    if (of.measure == Measure::quantile) {
        const double w = width / 4;  // in units of the target's sd
        const double u = of.target - at.s[0];
        const ScoreFunction below = step(-u, w);
        return {
            .value = of.level * u + w * base::softplus(-u / w), .slope = below.value - of.level, .curve = below.slope};
    }
    if (of.measure == Measure::top) {
        const ScoreFunction d = ahead(at, of);
        ScoreFunction f = step(d.value, width);
        f.slope *= d.slope;
        f.plus = d.plus;
        f.minus = d.minus;
        return f;
    }
    const double odds = log_odds(at, of.of_class);
    const ScoreFunction p = step(odds, 1);
    ScoreFunction in{.value = 1};
    if (of.level > 0) in = step(odds - base::logit(of.level), width);
    if (of.end < 1) {
        const ScoreFunction behind = step(odds - base::logit(of.end), width);
        in.value -= behind.value;
        in.slope -= behind.slope;
        in.curve -= behind.curve;
    }
    const double off = p.value - (of.label == of.of_class ? 1 : 0);
    return {.value = off * in.value,
            .slope = p.slope * in.value + off * in.slope,
            .curve = p.curve * in.value + 2 * p.slope * in.slope + off * in.curve};
}

/// Whether the row's own class is among the `level` most likely ones; ties are resolved in favour of the lower class.
inline bool among_top(const Prediction& at, std::int32_t label, double level) {
    if (at.task == tabular::Task::binary) return predicted_class(at) == label;
    const double own = at.s[label];
    double before = 0;
    for (std::size_t k = 0; k < at.outputs; ++k)
        if (at.s[k] > own || (at.s[k] == own && k < static_cast<std::size_t>(label))) ++before;
    return before < level;
}

/// The strict measure. If an error of `doubt` in the scores could put it on the other side of the step, it counts
/// against the risk.
inline double strict(const Prediction& at, const Plan::Value& of, double doubt) {
    using Measure = tabular::Term::Measure;
    if (of.measure == Measure::prediction) return value(at);
    if (of.measure == Measure::quantile) {
        const double u = of.target - at.s[0];
        return std::max(of.level * u, (of.level - 1) * u);
    }
    if (of.measure == Measure::top) {
        if (doubt > 0 && std::abs(ahead(at, of).value) <= doubt) return of.weight > 0 ? 1 : 0;
        return among_top(at, of.label, of.level) ? 1 : 0;
    }
    const double p = probability(at, of.of_class);
    const bool in = p >= of.level && (p < of.end || of.end >= 1);
    return in ? p - (of.label == of.of_class ? 1 : 0) : 0;
}

/// The surrogate f(t - s) for a point and its twin.
inline ScoreFunction smooth(double d, const Plan::Pair& of, double width) {
    constexpr double aside = 3;
    if (of.measure == tabular::Term::Measure::lowered) {
        ScoreFunction f = step(-d - aside * width, width);
        f.slope = -f.slope;
        return f;
    }
    const ScoreFunction up = step(d - of.level, width);
    const ScoreFunction down = step(-d - of.level, width);
    return {.value = up.value + down.value, .slope = up.slope - down.slope, .curve = up.curve + down.curve};
}

inline double strict(double d, const Plan::Pair& of, double doubt) {
    const bool lowered = of.measure == tabular::Term::Measure::lowered;
    const double beyond = lowered ? -d : std::abs(d) - of.level;
    if (doubt > 0 && d != 0 && std::abs(beyond) <= doubt) return of.weight > 0 ? 1 : 0;
    return beyond > 0 ? 1 : 0;
}

// These add derivatives with respect to the scores, times a weight, to g; see loss.hpp.

inline void add_gradient(const ScoreFunction& f, double weight, double* g, std::size_t outputs) {
    g[f.plus] += weight * f.slope;
    if (f.minus < outputs) g[f.minus] -= weight * f.slope;
}

inline void add_curvature(const ScoreFunction& f, double weight, const double* ds, double* g, std::size_t outputs) {
    const double along = ds[f.plus] - (f.minus < outputs ? ds[f.minus] : 0);
    g[f.plus] += weight * f.curve * along;
    if (f.minus < outputs) g[f.minus] -= weight * f.curve * along;
}

/// A diagonal bound: the larger of |f''| and |f'|, since f is not convex.
inline void add_bound(const ScoreFunction& f, double weight, double* h, std::size_t outputs) {
    const double bound = weight * std::max(std::abs(f.curve), std::abs(f.slope));
    h[f.plus] += f.minus < outputs ? 2 * bound : bound;
    if (f.minus < outputs) h[f.minus] += 2 * bound;
}

/// The same for the log odds: each score counts by its derivative of d.
inline void add_odds_bound(const OneClass& of, const ScoreFunction& f, double weight, double* h) {
    const double bound = 2 * weight * std::max(std::abs(f.curve), std::abs(f.slope));
    for (std::size_t j = 0; j < of.at.outputs; ++j) h[j] += bound * (j == of.k ? 1 : of.share(j));
}

/// Whether d depends on the scores of all classes.
inline bool joins_scores(const Prediction& at, const Plan::Value& of) {
    return of.measure == tabular::Term::Measure::off && at.task != tabular::Task::binary;
}

inline void add_gradient(const Prediction& at, const Plan::Value& of, double width, double weight, double* g) {
    if (of.measure == tabular::Term::Measure::prediction) return add_value_gradient(at, weight, g);
    if (joins_scores(at, of)) return add_odds_gradient({at, of.of_class}, smooth(at, of, width), weight, g);
    add_gradient(smooth(at, of, width), weight, g, at.outputs);
}
inline void add_curvature(const Prediction& at, const Plan::Value& of, double width, double weight, const double* ds,
                          double* g) {
    if (of.measure == tabular::Term::Measure::prediction) return add_value_curvature(at, weight, ds, g);
    if (joins_scores(at, of)) return add_odds_curvature({at, of.of_class}, smooth(at, of, width), weight, ds, g);
    add_curvature(smooth(at, of, width), weight, ds, g, at.outputs);
}
inline void add_bound(const Prediction& at, const Plan::Value& of, double width, double weight, double* h) {
    if (of.measure == tabular::Term::Measure::prediction) return add_value_bound(at, weight, h);
    if (joins_scores(at, of)) return add_odds_bound({at, of.of_class}, smooth(at, of, width), weight, h);
    add_bound(smooth(at, of, width), weight, h, at.outputs);
}

}  // namespace alcole::engine
