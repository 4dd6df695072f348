#pragma once

#include <alcole/tabular/schema.hpp>

#include "engine/plan/truths.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

/// The formulas that turn scores into losses, probabilities and divergences. They are written only once: risks,
/// certificates, metrics and randomised predictors all use them, so the same quantity is the same number everywhere.
/// With s the scores of a point,
///
///   binary       p = 1 / (1 + exp(-s)),   norm = log(1 + exp(s)),       loss(y) = norm - y s
///   multiclass   p_k = exp(s_k - norm),   norm = log sum_k exp(s_k),    loss(y) = norm - s_y
///   ordinal      the same; the scores are log p_k (cut_points.hpp), and the norm is 0 up to rounding
///   regression   the prediction is s,                                   loss(y) = (s - y)^2
///
/// The predicted value is the number s, or for ordered classes the expected class, sum_k k p_k with k = 1 .. K.
///
///   KL(p || q) = sum_k p_k (s_k - t_k) - norm(s) + norm(t)      in regression (s - t)^2 / 2: between two normal
///                                                               distributions with the target's standard deviation
///
/// The surrogate of a rate is the mean of p(s / width): at width 1 these are the probabilities of the model, and as the
/// width falls they tend to 0 or 1, the predicted class.
///
/// Everything is computed from scores and their norm, in double. The logarithm of a probability is never taken, so
/// nothing has to be kept away from zero. In regression, scores and targets are in units of the target's standard
/// deviation.
namespace alcole::engine {

/// The scores of one point, and what Predictions has computed from them.
struct Prediction {
    tabular::Task task;
    std::size_t outputs;
    const double* s;  ///< one score for two classes, one per class for several, the number in regression
    const double* p;  ///< the corresponding probabilities; unused in regression
    double norm;
};

inline double loss(const Prediction& at, Truth truth) {
    switch (at.task) {
        case tabular::Task::binary:
            return at.norm - (truth.label == 1 ? at.s[0] : 0.0);
        case tabular::Task::ordinal:
        case tabular::Task::multiclass:
            return at.norm - at.s[truth.label];
        case tabular::Task::regression:
            break;
    }
    return (at.s[0] - truth.target) * (at.s[0] - truth.target);
}

inline double probability(const Prediction& at, std::int32_t of_class) {
    if (tabular::scores_classes(at.task)) return at.p[of_class];
    return of_class == 1 ? at.p[0] : 1 - at.p[0];
}

/// Whether the predicted class is the same for all scores within an error of `doubt`: no other class is that close.
inline bool certain(const Prediction& at, double doubt) {
    if (doubt == 0) return true;
    if (at.task == tabular::Task::binary) return std::abs(at.s[0]) > doubt;
    const double top = *std::max_element(at.s, at.s + at.outputs);
    return std::count_if(at.s, at.s + at.outputs, [&](double s) { return top - s <= doubt; }) == 1;
}

/// With two classes, the positive one if its score is above zero; with several, the first of the most likely.
inline std::int32_t predicted_class(tabular::Task task, const double* s, std::size_t outputs) {
    if (task == tabular::Task::binary) return s[0] > 0 ? 1 : 0;
    return static_cast<std::int32_t>(std::max_element(s, s + outputs) - s);
}
inline std::int32_t predicted_class(const Prediction& at) { return predicted_class(at.task, at.s, at.outputs); }

/// The predicted value; for ordered classes it is between 1 and their number.
inline double value(const Prediction& at) {
    if (at.task == tabular::Task::regression) return at.s[0];
    double total = 0;
    for (std::size_t k = 0; k < at.outputs; ++k) total += static_cast<double>(k + 1) * at.p[k];
    return total;
}

/// KL(at || other).
inline double divergence(const Prediction& at, const Prediction& other) {
    if (at.task == tabular::Task::regression) return (at.s[0] - other.s[0]) * (at.s[0] - other.s[0]) / 2;
    double total = other.norm - at.norm;
    for (std::size_t k = 0; k < at.outputs; ++k) total += at.p[k] * (at.s[k] - other.s[k]);
    return total;
}

// These add the derivatives with respect to the scores, times a weight, to g (one entry per output).

inline void add_loss_gradient(const Prediction& at, Truth truth, double weight, double* g) {
    switch (at.task) {
        case tabular::Task::binary:
            g[0] += weight * (at.p[0] - (truth.label == 1 ? 1.0 : 0.0));
            return;
        case tabular::Task::ordinal:
        case tabular::Task::multiclass:
            for (std::size_t k = 0; k < at.outputs; ++k) g[k] += weight * at.p[k];
            g[truth.label] -= weight;
            return;
        case tabular::Task::regression:
            g[0] += 2 * weight * (at.s[0] - truth.target);
            return;
    }
}

/// d p_c / d s_k = p_c ([k = c] - p_k)
inline void add_probability_gradient(const Prediction& at, std::int32_t of_class, double weight, double* g) {
    if (at.task == tabular::Task::binary) {
        g[0] += (of_class == 1 ? weight : -weight) * at.p[0] * (1 - at.p[0]);
        return;
    }
    const double flow = weight * at.p[of_class];
    for (std::size_t k = 0; k < at.outputs; ++k) g[k] -= flow * at.p[k];
    g[of_class] += flow;
}

/// d sum_j j p_j / d s_k = p_k (k - sum_j j p_j)
inline void add_value_gradient(const Prediction& at, double weight, double* g) {
    if (at.task == tabular::Task::regression) {
        g[0] += weight;
        return;
    }
    const double mean = value(at);
    for (std::size_t k = 0; k < at.outputs; ++k) g[k] += weight * at.p[k] * (static_cast<double>(k + 1) - mean);
}

/// d KL / d s_k = p_k ((s_k - t_k) - sum_j p_j (s_j - t_j)),   d KL / d t_k = q_k - p_k
inline void add_divergence_gradient(const Prediction& at, const Prediction& other, double weight, double* g,
                                    double* g_other) {
    const double* s = at.s;
    const double* t = other.s;
    const double* p = at.p;
    switch (at.task) {
        case tabular::Task::binary:
            g[0] += weight * p[0] * (1 - p[0]) * (s[0] - t[0]);
            g_other[0] += weight * (other.p[0] - p[0]);
            return;
        case tabular::Task::ordinal:
        case tabular::Task::multiclass: {
            double mean = 0;
            for (std::size_t k = 0; k < at.outputs; ++k) mean += p[k] * (s[k] - t[k]);
            for (std::size_t k = 0; k < at.outputs; ++k) {
                g[k] += weight * p[k] * (s[k] - t[k] - mean);
                g_other[k] += weight * (other.p[k] - p[k]);
            }
            return;
        }
        case tabular::Task::regression:
            g[0] += weight * (s[0] - t[0]);
            g_other[0] += weight * (t[0] - s[0]);
            return;
    }
}

// These add the changes of those derivatives if the scores move along ds (and dt), times the weight, to g: second
// derivatives times a direction. With m = sum_j p_j ds_j,   d p_k = p_k (ds_k - m).

inline double moved(const Prediction& at, const double* ds) {
    double mean = 0;
    for (std::size_t k = 0; k < at.outputs; ++k) mean += at.p[k] * ds[k];
    return mean;
}

inline void add_loss_curvature(const Prediction& at, double weight, const double* ds, double* g) {
    switch (at.task) {
        case tabular::Task::binary:
            g[0] += weight * at.p[0] * (1 - at.p[0]) * ds[0];
            return;
        case tabular::Task::ordinal:
        case tabular::Task::multiclass: {
            const double mean = moved(at, ds);
            for (std::size_t k = 0; k < at.outputs; ++k) g[k] += weight * at.p[k] * (ds[k] - mean);
            return;
        }
        case tabular::Task::regression:
            g[0] += 2 * weight * ds[0];
            return;
    }
}

inline void add_probability_curvature(const Prediction& at, std::int32_t of_class, double weight, const double* ds,
                                      double* g) {
    if (at.task == tabular::Task::binary) {
        const double p = at.p[0];
        g[0] += (of_class == 1 ? weight : -weight) * p * (1 - p) * (1 - 2 * p) * ds[0];
        return;
    }
    const double mean = moved(at, ds);
    const double p = weight * at.p[of_class];
    const double dp = p * (ds[of_class] - mean);
    for (std::size_t k = 0; k < at.outputs; ++k) g[k] -= dp * at.p[k] + p * at.p[k] * (ds[k] - mean);
    g[of_class] += dp;
}

/// The change of p_k (k - mean), where the mean moves by sum_j p_j (ds_j - m) j.
inline void add_value_curvature(const Prediction& at, double weight, const double* ds, double* g) {
    if (at.task == tabular::Task::regression) return;
    const double mean = value(at);
    const double m = moved(at, ds);
    double mean_moves = 0;
    for (std::size_t k = 0; k < at.outputs; ++k) mean_moves += at.p[k] * (ds[k] - m) * static_cast<double>(k + 1);
    for (std::size_t k = 0; k < at.outputs; ++k)
        g[k] += weight * at.p[k] * ((ds[k] - m) * (static_cast<double>(k + 1) - mean) - mean_moves);
}

/// The changes of d KL / d s_k = p_k (u_k - mean u), with u = s - t and mean u = sum_j p_j u_j, and of
/// d KL / d t_k = q_k - p_k.
inline void add_divergence_curvature(const Prediction& at, const Prediction& other, double weight, const double* ds,
                                     const double* dt, double* g, double* g_other) {
    const double* p = at.p;
    const double* q = other.p;
    switch (at.task) {
        case tabular::Task::binary: {
            const double slope = p[0] * (1 - p[0]);
            const double u = at.s[0] - other.s[0];
            g[0] += weight * slope * ((1 - 2 * p[0]) * u * ds[0] + ds[0] - dt[0]);
            g_other[0] += weight * (q[0] * (1 - q[0]) * dt[0] - slope * ds[0]);
            return;
        }
        case tabular::Task::ordinal:
        case tabular::Task::multiclass: {
            const double mean = moved(at, ds);
            const double mean_other = moved(other, dt);
            double u_mean = 0;
            double du_mean = 0;  // the change of the mean of u
            for (std::size_t k = 0; k < at.outputs; ++k) {
                const double u = at.s[k] - other.s[k];
                u_mean += p[k] * u;
                du_mean += p[k] * ((ds[k] - mean) * u + ds[k] - dt[k]);
            }
            for (std::size_t k = 0; k < at.outputs; ++k) {
                const double u = at.s[k] - other.s[k];
                const double dp = p[k] * (ds[k] - mean);
                g[k] += weight * (dp * (u - u_mean) + p[k] * (ds[k] - dt[k] - du_mean));
                g_other[k] += weight * (q[k] * (dt[k] - mean_other) - dp);
            }
            return;
        }
        case tabular::Task::regression:
            g[0] += weight * (ds[0] - dt[0]);
            g_other[0] += weight * (dt[0] - ds[0]);
            return;
    }
}

// These add diagonal upper bounds on the second derivatives with respect to the scores, times a non-negative weight, to
// h, so that a step along the gradient scaled by 1 / h does not overshoot. A mixed derivative b of two scores is added
// to the diagonal entries of both, since  -2 b ds dt <= b ds^2 + b dt^2.  With several classes, the bound for the loss
// is thus 2 p (1 - p).

inline void add_loss_bound(const Prediction& at, double weight, double* h) {
    if (at.task == tabular::Task::regression) {
        h[0] += 2 * weight;
        return;
    }
    const double joined = at.task == tabular::Task::binary ? 1 : 2;
    for (std::size_t k = 0; k < at.outputs; ++k) h[k] += joined * weight * at.p[k] * (1 - at.p[k]);
}

inline void add_probability_bound(const Prediction& at, std::int32_t of_class, double weight, double* h) {
    if (at.task == tabular::Task::binary) {
        h[0] += weight * at.p[0] * (1 - at.p[0]);
        return;
    }
    for (std::size_t k = 0; k < at.outputs; ++k) h[k] += 2 * weight * at.p[of_class] * at.p[k];
    h[of_class] += 2 * weight * at.p[of_class];
}

/// Each class is weighted by its distance from the mean.
inline void add_value_bound(const Prediction& at, double weight, double* h) {
    if (at.task == tabular::Task::regression) return;
    const double mean = value(at);
    for (std::size_t k = 0; k < at.outputs; ++k)
        h[k] += 2 * weight * at.p[k] * std::abs(static_cast<double>(k + 1) - mean);
}

inline void add_divergence_bound(const Prediction& at, const Prediction& other, double weight, double* h,
                                 double* h_other) {
    if (at.task == tabular::Task::regression) {
        h[0] += 2 * weight;
        h_other[0] += 2 * weight;
        return;
    }
    const double joined = at.task == tabular::Task::binary ? 1 : 2;
    double mean = 0;
    if (tabular::scores_classes(at.task))
        for (std::size_t k = 0; k < at.outputs; ++k) mean += at.p[k] * (at.s[k] - other.s[k]);
    for (std::size_t k = 0; k < at.outputs; ++k) {
        const double slope = at.p[k] * (1 - at.p[k]);
        const double u = at.s[k] - other.s[k] - mean;
        h[k] += joined * weight * slope * (2 + std::abs(u));
        h_other[k] += joined * weight * (slope + other.p[k] * (1 - other.p[k]));
    }
}

}  // namespace alcole::engine
