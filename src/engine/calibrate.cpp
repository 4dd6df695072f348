#include <alcole/tabular/calibrate.hpp>

#include "base/check_size.hpp"
#include "base/logistic.hpp"
#include "engine/plan/truths.hpp"
#include "table/enum_names.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace alcole::tabular {
namespace {

/// A score and the target that it is fitted to.
struct ScoredRow {
    double score = 0;
    double target = 0;
};

/// sum over rows of log(1 + exp(z)) - t z with z = a s + b; its gradient and its Hessian.
struct PlattLoss {
    double value = 0, by_a = 0, by_b = 0, aa = 0, ab = 0, bb = 0;
};

PlattLoss platt_loss(const std::vector<ScoredRow>& rows, double a, double b) {
    PlattLoss loss;
    for (const auto& [s, t] : rows) {
        const double z = a * s + b;
        const double p = base::sigmoid(z);
        loss.value += base::softplus(z) - t * z;
        loss.by_a += (p - t) * s;
        loss.by_b += p - t;
        loss.aa += p * (1 - p) * s * s;
        loss.ab += p * (1 - p) * s;
        loss.bb += p * (1 - p);
    }
    return loss;
}

/// Newton's method with step halving, on a convex loss. If decisions must stay, b is fixed at 0.
std::optional<ScoreMap> fit_platt(const std::vector<ScoredRow>& rows, DecisionRule decisions) {
    constexpr int max_steps = 100;
    constexpr double ridge = 1e-12;
    double a = 1;
    double b = 0;
    PlattLoss at = platt_loss(rows, a, b);
    for (int step = 0; step < max_steps; ++step) {
        const double aa = at.aa + ridge;
        const double bb = at.bb + ridge;
        const double determinant = aa * bb - at.ab * at.ab;
        const bool stay = decisions == DecisionRule::stay;
        const double da = stay ? -at.by_a / aa : (at.ab * at.by_b - bb * at.by_a) / determinant;
        const double db = stay ? 0 : (at.ab * at.by_a - aa * at.by_b) / determinant;
        double length = 1;
        PlattLoss next = platt_loss(rows, a + da, b + db);
        for (; !(next.value < at.value) && length > 1e-10; length /= 2)
            next = platt_loss(rows, a + length / 2 * da, b + length / 2 * db);
        if (!(next.value < at.value)) break;
        a += length * da;
        b += length * db;
        at = next;
    }
    if (!(a > 0)) return std::nullopt;
    return ScoreMap{.from = {0}, .to = {b}, .beyond = a};
}

/// The a > 0 that minimises the sum over rows of log sum_k exp(a s_k) - a s_y. Its derivative increases with a, so the
/// zero is found by bisection in log a.
std::optional<ScoreMap> fit_temperature(const engine::Truths& truths, const Scores& scores) {
    const auto slope = [&](double a) {
        double total = 0;
        for (std::size_t row = 0; row < scores.rows; ++row) {
            const auto s = scores.of(row);
            const double top = std::ranges::max(s);
            double norm = 0;
            double mean = 0;
            for (const double v : s) {
                const double e = std::exp(a * (v - top));
                norm += e;
                mean += e * v;
            }
            total += mean / norm - s[static_cast<std::size_t>(truths.labels[row])];
        }
        return total;
    };
    double low = -7;  // log a
    double high = 7;
    if (slope(std::exp(low)) >= 0) return std::nullopt;
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (slope(std::exp(middle)) < 0 ? low : high) = middle;
    }
    return ScoreMap{.from = {0}, .to = {0}, .beyond = std::exp(low)};
}

/// Adjacent rows that share one fitted value.
struct Pool {
    double first = 0;
    double last = 0;
    double positives = 0;
    double rows = 0;
    double share() const { return positives / rows; }
};

/// The pool-adjacent-violators algorithm: merges neighbours that are out of order, until the shares of positives
/// increase.
std::vector<Pool> pool_adjacent_violators(std::vector<ScoredRow> rows) {
    std::ranges::sort(rows, {}, &ScoredRow::score);
    std::vector<Pool> pools;
    for (const auto& [score, target] : rows) {
        pools.push_back({score, score, target, 1});
        while (pools.size() > 1) {
            const Pool last = pools.back();
            Pool& before = pools[pools.size() - 2];
            if (before.last < last.first && before.share() < last.share()) break;
            before.last = last.last;
            before.positives += last.positives;
            before.rows += last.rows;
            pools.pop_back();
        }
    }
    return pools;
}

/// The minimum distance of a pool's score from 0, so that rounding never decides the class of a whole pool.
constexpr double off_zero = 1e-4;

/// Adds the pools of rows as knots, with scores clamped to [low, high]. Shares are kept away from 0 and 1 by
/// 1 / (rows + 2), so that no loss is infinite.
void add_pools(const std::vector<ScoredRow>& rows, double low, double high, ScoreMap& map) {
    const double edge = 1 / (static_cast<double>(rows.size()) + 2);
    for (const Pool& pool : pool_adjacent_violators(rows)) {
        const double p = std::clamp(pool.share(), edge, 1 - edge);
        double score = std::clamp(base::logit(p), low, high);
        if (std::abs(score) < off_zero) score = score > 0 ? off_zero : -off_zero;
        map.from.push_back(pool.first);
        map.to.push_back(score);
        if (pool.last == pool.first) continue;
        map.from.push_back(pool.last);
        map.to.push_back(score);
    }
}

/// If decisions must stay, each side of 0 is fitted separately, with a knot at 0 in between. Pools that would change
/// sides are clamped next to 0, which is the best fit on their own side.
std::optional<ScoreMap> fit_isotonic(const std::vector<ScoredRow>& rows, DecisionRule decisions) {
    constexpr double any = std::numeric_limits<double>::infinity();
    ScoreMap map{.from = {}, .to = {}, .beyond = 0};
    if (decisions == DecisionRule::may_move) {
        add_pools(rows, -any, any, map);
    } else {
        std::vector<ScoredRow> below;
        std::vector<ScoredRow> above;
        for (const auto& row : rows)
            if (row.score != 0) (row.score < 0 ? below : above).push_back(row);
        add_pools(below, -any, -off_zero, map);
        map.from.push_back(0);
        map.to.push_back(0);
        add_pools(above, off_zero, any, map);
    }
    const bool flat = map.to.front() == map.to.back() || (map.to.front() >= -off_zero && map.to.back() <= off_zero);
    return flat ? std::nullopt : std::optional(map);
}

}  // namespace

std::string_view to_string(Calibration how) { return base::enum_name(how); }

double ScoreMap::operator()(double s) const {
    const auto outside = [&](double knot, double value) { return beyond == 0 ? value : value + beyond * (s - knot); };
    if (s <= from.front()) return outside(from.front(), to.front());
    if (s >= from.back()) return outside(from.back(), to.back());
    const auto next = static_cast<std::size_t>(std::ranges::upper_bound(from, s) - from.begin());
    return to[next - 1] + slope(s) * (s - from[next - 1]);
}

double ScoreMap::slope(double s) const {
    if (s <= from.front() || s >= from.back()) return beyond;
    const auto next = static_cast<std::size_t>(std::ranges::upper_bound(from, s) - from.begin());
    return (to[next] - to[next - 1]) / (from[next] - from[next - 1]);
}

double ScoreMap::steepest() const {
    double largest = beyond;
    for (std::size_t k = 0; k + 1 < from.size(); ++k)
        largest = std::max(largest, (to[k + 1] - to[k]) / (from[k + 1] - from[k]));
    return largest;
}

void check_calibration(Calibration how, const Target& target) {
    if (how == Calibration::none) return;
    if (target.task == Task::regression)
        throw std::invalid_argument("calibrate: the target '" + target.column +
                                    "' is a number, and probabilities are for classes");
    if (scores_classes(target.task) && how == Calibration::isotonic)
        throw std::invalid_argument("calibrate: isotonic is for two classes, and '" + target.column + "' has " +
                                    std::to_string(target.classes.size()) + "; platt takes any number of them");
}

std::optional<ScoreMap> calibrate(Calibration how, const Schema& schema, const Table& table, const Scores& scores,
                                  DecisionRule decisions) {
    check_calibration(how, schema.target);
    if (how == Calibration::none) return std::nullopt;
    const engine::Truths truths = engine::truths_of(schema, table);
    base::check_size("scores", scores.values.size(), table.num_rows * schema.num_outputs(), "one per row and output");
    if (scores_classes(schema.target.task)) return fit_temperature(truths, scores);
    const auto positives = static_cast<double>(std::ranges::count(truths.labels, 1));
    const double negatives = static_cast<double>(truths.labels.size()) - positives;
    if (positives == 0 || negatives == 0) return std::nullopt;
    const bool smooth = how == Calibration::platt;
    std::vector<ScoredRow> rows(scores.rows);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const bool is = truths.labels[row] == 1;
        const double inside = is ? (positives + 1) / (positives + 2) : 1 / (negatives + 2);
        rows[row] = {.score = scores.values[row], .target = smooth ? inside : (is ? 1.0 : 0.0)};
    }
    return smooth ? fit_platt(rows, decisions) : fit_isotonic(rows, decisions);
}

}  // namespace alcole::tabular
