#include "engine/score_space.hpp"

#include "base/cholesky.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace alcole::engine {
namespace {

/// The maximum number of constraints that a step takes into account exactly, the stiffest first; rarely are more active
/// at once.
constexpr std::size_t max_stiff = 64;
/// The width of surrogates. A round moves many points at once, so the surrogate must respond like the strict rate,
/// whose slope is the density of scores at the threshold. At width 1 the slope is too small where scores are close
/// together, and rounds overshoot. Of the widths 1, 0.25 and 0.1, tried on two tables, the last two converged.
constexpr double rate_width = 0.25;

/// The curvature of the loss relative to (s - y)^2 / 2, which like a divergence has curvature 1.
double curvature_of_loss(const tabular::Target& target) {
    return target.task == tabular::Task::regression ? 2 * target.sd * target.sd : 1;
}

/// The factor from the objective, a weighted mean of losses, to a sum over rows in which the loss is cross-entropy or
/// (s - y)^2 / 2: the total weight of the rows that the objective counts, divided by the curvature of the loss.
double unit_of_row(const tabular::Schema& schema, const Population& population, const std::vector<double>& held) {
    const double all = std::accumulate(population.row_weight.begin(), population.row_weight.end(), 0.0);
    const double left = all - std::accumulate(held.begin(), held.end(), 0.0);
    return left / curvature_of_loss(schema.target);
}

double unit_of(const tabular::Target& target, const tabular::RiskDefinition& risk) {
    using Measure = tabular::Term::Measure;
    double unit = 0;
    for (const auto& term : risk.terms) {
        const bool is_loss = term.measure == Measure::loss;
        const bool is_value = term.measure == Measure::prediction || term.measure == Measure::quantile;
        unit = std::max(unit, is_loss ? target.sd * target.sd : is_value ? target.sd : 1.0);
    }
    return target.task == tabular::Task::regression && unit > 0 ? unit : 1;
}

/// The constraints with the largest curvatures, at most max_stiff.
std::vector<std::size_t> stiffest(std::span<const double> c) {
    std::vector<std::size_t> stiff;
    for (std::size_t i = 1; i < c.size(); ++i)
        if (c[i] > 0) stiff.push_back(i);
    std::ranges::stable_sort(stiff, std::greater<>(), [&](std::size_t i) { return c[i]; });
    stiff.resize(std::min(stiff.size(), max_stiff));
    return stiff;
}

/// The dot product, in eight independent partial sums that need not wait for each other.
double product(const double* x, const double* y, std::size_t size) {
    std::array<double, 8> sums{};
    std::size_t j = 0;
    for (; j + sums.size() <= size; j += sums.size())
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += x[j + k] * y[j + k];
    for (; j < size; ++j) sums[0] += x[j] * y[j];
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// The goal with only one side of every gap.
tabular::Goal counted(const tabular::Goal& goal, const TwoSides& sides) {
    tabular::Goal one_sided = goal;
    one_sided.constraints = sides.counted(goal.constraints);
    return one_sided;
}

/// Sums over scores are computed in pieces, which are then added in order.
constexpr std::size_t piece_size = 2048;
constexpr std::size_t num_pieces(std::size_t size) { return (size + piece_size - 1) / piece_size; }

/// Calls job(begin, end, piece) for every piece.
template <class Job>
void in_pieces(ThreadPool& pool, std::size_t size, Job job) {
    pool.run(num_pieces(size), [&](std::size_t piece, std::size_t /*thread*/) {
        job(piece * piece_size, std::min(size, (piece + 1) * piece_size), piece);
    });
}

}  // namespace

ScoreSpace::ScoreSpace(const tabular::Dataset& data, const tabular::Goal& goal, const Context& context,
                       const std::vector<bool>& held)
    : schema_(data.schema()),
      context_(context),
      outputs_(schema_.num_outputs()),
      sides_(goal.constraints),
      rows_(data, counted(goal, sides_), held, tile_of_scores),
      reader_(rows_.inputs, schema_),
      sums_(schema_.target.task, outputs_, pool_of(context_)),
      scores_(num_points() * outputs_),
      risks_(goal.constraints.size() + 1),
      counted_(sides_.num_counted()),
      row_unit_(unit_of_row(schema_, rows_.population, rows_.held_weight)) {
    if (!rows_.population.each_row.empty())
        throw std::invalid_argument("boosted trees cannot have a constraint on every single row; choose another model");
    sums_.set_width(rate_width);
    if (has_strict_risks()) {
        strict_.resize(risks_.size());
        counted_strict_.resize(counted_.size());
    }
    for (const auto& risk : goal.constraints) {
        bounds_.push_back((risk.at_least ? -1 : 1) * risk.bound);
        units_.push_back(unit_of(schema_.target, risk));
    }
    if (held.empty()) return;
    const auto points = rows_.points_of_kinds();
    const Population& population = rows_.population;
    for (std::size_t row = 0; row < held.size(); ++row) {
        if (rows_.held_weight[row] == 0) continue;
        const std::uint32_t kind = population.row_kind[row];
        held_.push_back({.point = points[kind],
                         .truth = {.label = population.kinds[kind].label,
                                   .target = population.row_target.empty() ? 0.0 : population.row_target[row]},
                         .weight = rows_.held_weight[row]});
    }
}

double ScoreSpace::loss_curvature() const { return curvature_of_loss(schema_.target); }

std::vector<float> ScoreSpace::point_weights() const {
    const auto points = rows_.points_of_kinds();
    const Population& population = rows_.population;
    const auto& held = rows_.held_weight;
    std::vector<double> of_rows(num_points(), 0.0);
    for (std::size_t row = 0; row < population.row_kind.size(); ++row)
        of_rows[points[population.row_kind[row]]] += population.row_weight[row] + (held.empty() ? 0.0 : held[row]);
    std::vector<double> weights = of_rows;
    for (const auto& pair : rows_.plan.pairs) weights[pair.second] += of_rows[pair.first];
    // No weight is zero, so that every point lies within the range of the quantiles.
    const double min_weight =
        1e-3 * std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(num_points());
    for (double& weight : weights) weight = std::max(weight, min_weight);
    return {weights.begin(), weights.end()};
}

void ScoreSpace::begin(std::span<const float> base) {
    for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] = base[i % outputs_];
    add({});
}

void ScoreSpace::add(std::span<const tabular::Tree> round, std::span<const float> adds) {
    round_.assign(round.begin(), round.end());
    if (adds.empty()) add_trees<float>(reader_, rows_.plan, round, outputs_, pool_of(context_), scores_);
    for (std::size_t i = 0; i < adds.size(); ++i) scores_[i] += adds[i];
    std::ranges::copy(scores_, sums_.start(rows_.plan).begin());
    sums_.risks(counted_, counted_strict_);
    sides_.risks(counted_, risks_);
    sides_.risks(counted_strict_, strict_);
    for (const auto risks : {std::span(risks_), std::span(strict_)})
        for (std::size_t i = 1; i < risks.size(); ++i) risks[i] -= bounds_[i - 1];
}

std::optional<double> ScoreSpace::held_loss() const {
    if (held_.empty()) return std::nullopt;
    double total = 0;
    double weights = 0;
    for (const Held& row : held_) {
        total += row.weight * loss(sums_.predictions().at(row.point), row.truth);
        weights += row.weight;
    }
    return total / weights;
}

ScoreSpace::Push& ScoreSpace::push(std::span<const double> w, std::span<const double> c, double rate) {
    const std::vector<double> curvatures = sides_.curvatures(c);
    const auto stiff = stiffest(curvatures);
    const RiskSums::Push at = sums_.push(sides_.weights(w), rate, stiff);
    std::vector<double> responses(curvatures.size(), 0.0);
    const std::vector<double> v = multiples(at, stiff, curvatures, rate, responses);
    push_.responses.resize(c.size());
    sides_.sizes(responses, push_.responses);
    push_.gradient.resize(at.gradient.size());
    push_.curvature.resize(at.gradient.size());
    in_pieces(pool_of(context_), at.gradient.size(), [&](std::size_t begin, std::size_t end, std::size_t /*piece*/) {
        std::array<double, piece_size> g;
        const std::size_t size = end - begin;
        std::copy_n(at.gradient.data() + begin, size, g.data());
        for (std::size_t i = 0; i < v.size(); ++i) {
            const double* a = at.alone[i].data() + begin;
            for (std::size_t j = 0; j < size; ++j) g[j] -= v[i] * a[j];
        }
        const double* h = at.bound.data() + begin;
        float* gradient = push_.gradient.data() + begin;
        float* curvature = push_.curvature.data() + begin;
        for (std::size_t j = 0; j < size; ++j) gradient[j] = static_cast<float>(row_unit_ * g[j]);
        for (std::size_t j = 0; j < size; ++j) curvature[j] = static_cast<float>(row_unit_ * h[j]);
    });
    return push_;
}

/// Solves (diag(1 / (rate c)) + A diag(1 / h) A^T) v = A diag(1 / h) g. Products are summed within each piece, and the
/// pieces are added in order.
std::vector<double> ScoreSpace::multiples(const RiskSums::Push& at, std::span<const std::size_t> stiff,
                                          std::span<const double> c, double rate, std::span<double> responses) {
    const std::size_t k = stiff.size();
    if (k == 0) return {};
    const std::size_t products = k * (k + 1);  // for each row of A: its products with A, then with g
    std::vector<double> sums(num_pieces(at.bound.size()) * products, 0.0);
    in_pieces(pool_of(context_), at.bound.size(), [&](std::size_t begin, std::size_t end, std::size_t piece) {
        std::array<double, piece_size> inverse;
        std::array<double, piece_size> over_h;
        const std::size_t size = end - begin;
        const double* h = at.bound.data() + begin;
        for (std::size_t j = 0; j < size; ++j) inverse[j] = h[j] > 0 ? 1 / h[j] : 0;
        double* own = sums.data() + piece * products;
        for (std::size_t i = 0; i < k; ++i) {
            const double* a = at.alone[i].data() + begin;
            for (std::size_t j = 0; j < size; ++j) over_h[j] = a[j] * inverse[j];
            for (std::size_t j = 0; j <= i; ++j)
                own[i * (k + 1) + j] = product(over_h.data(), at.alone[j].data() + begin, size);
            own[i * (k + 1) + k] = product(over_h.data(), at.gradient.data() + begin, size);
        }
    });
    std::vector<double> matrix(k * k);
    std::vector<double> v(k);
    for (std::size_t i = 0; i < k; ++i) {
        for (std::size_t first = i * (k + 1); first < sums.size(); first += products) {
            for (std::size_t j = 0; j <= i; ++j) matrix[i * k + j] += sums[first + j];
            v[i] += sums[first + k];
        }
        responses[stiff[i]] = matrix[i * k + i];
        matrix[i * k + i] += 1 / (rate * c[stiff[i]]);
    }
    base::solve_positive(matrix, v);
    return v;
}

double ScoreSpace::leaf_slope(std::span<const double> w) {
    const auto by_score = sums_.gradient(sides_.weights(w));
    const std::size_t points = num_points();
    std::vector<std::uint32_t> leaves(round_.size() * points);
    find_leaves<float>(reader_, rows_.plan, round_, pool_of(context_), leaves);
    std::vector<double> sums;
    double largest = 0;
    const auto finish = [&] {
        for (const double sum : sums) largest = std::max(largest, std::abs(sum));
    };
    if (round_.empty()) {
        sums.assign(outputs_, 0.0);
        for (std::size_t i = 0; i < by_score.size(); ++i) sums[i % outputs_] += by_score[i];
        finish();
    }
    for (std::size_t t = 0; t < round_.size(); ++t) {
        sums.assign(round_[t].nodes.size(), 0.0);
        for (std::size_t point = 0; point < points; ++point)
            sums[leaves[t * points + point]] += by_score[point * outputs_ + round_[t].output];
        finish();
    }
    return largest;
}

std::vector<double> ScoreSpace::responses() {
    std::vector<double> unit(counted_.size());
    unit[0] = 1;
    const auto bound = sums_.push(unit, 1.0).bound;
    const std::vector<double> h(bound.begin(), bound.end());
    unit[0] = 0;
    std::vector<double> responses(counted_.size());
    for (std::size_t i = 0; i < counted_.size(); ++i) {
        unit[i] = 1;
        const auto a = sums_.gradient(unit);
        for (std::size_t j = 0; j < h.size(); ++j)
            if (h[j] > 0) responses[i] += a[j] * a[j] / h[j];
        unit[i] = 0;
    }
    std::vector<double> of_all(risks_.size());
    sides_.sizes(responses, of_all);
    return of_all;
}

}  // namespace alcole::engine
