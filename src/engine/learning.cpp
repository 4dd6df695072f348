#include <alcole/tabular/learning.hpp>

#include "base/check_size.hpp"
#include "engine/cpu/kernels.hpp"
#include "engine/cpu/network.hpp"
#include "engine/learning_parts.hpp"
#include "engine/starts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <type_traits>

namespace alcole::tabular {
namespace {

/// By how much the scores of a model trained in double may differ from those in single precision, in which it is
/// deployed.
template <class T>
double rounding_of_scores(std::span<const T> theta) {
    constexpr double rounding = 0x1p-17;
    if constexpr (std::is_same_v<T, float>) return 0;
    double size = 1;
    for (const T weight : theta) size = std::max(size, std::abs(static_cast<double>(weight)));
    return rounding * size;
}

}  // namespace

template <class T>
struct LearningProblem<T>::Parts : engine::LearningParts<T> {
    using engine::LearningParts<T>::LearningParts;
};

template <class T>
LearningProblem<T>::LearningProblem(const Dataset& data, Goal goal, Model model, const Context& context,
                                    const BatchOptions& batches) {
    if (!(goal.l2 >= 0) || !std::isfinite(goal.l2))
        throw std::invalid_argument("l2 must be a number that is not negative");
    if (batches.rows == 0) throw std::invalid_argument("a mini-batch needs at least one row");
    parts_ = std::make_unique<Parts>(data, std::move(goal), std::move(model), context, batches);
}

template <class T>
LearningProblem<T>::LearningProblem(const LearningProblem<OtherPrecision>& other) {
    const auto& same = *other.parts_;
    parts_ = std::make_unique<Parts>(same.data, same.goal, same.model, same.context, same.options, &same.rows);
}

template <class T>
LearningProblem<T>::LearningProblem(LearningProblem&& other) noexcept = default;
template <class T>
LearningProblem<T>& LearningProblem<T>::operator=(LearningProblem&& other) noexcept = default;
template <class T>
LearningProblem<T>::~LearningProblem() = default;

template <class T>
const Dataset& LearningProblem<T>::data() const {
    return parts_->data;
}
template <class T>
const Goal& LearningProblem<T>::goal() const {
    return parts_->goal;
}
template <class T>
const Model& LearningProblem<T>::model() const {
    return parts_->model;
}

template <class T>
void LearningProblem<T>::set_bounds(std::span<const double> bounds) {
    parts_->goal.set_bounds(bounds);
    parts_->use_bounds();
}

template <class T>
std::size_t LearningProblem<T>::num_variables() const {
    return parts_->num_variables();
}

template <class T>
std::size_t LearningProblem<T>::num_weights() const {
    return parts_->num_weights();
}

template <class T>
std::size_t LearningProblem<T>::num_constraints() const {
    return parts_->bounds.size();
}

template <class T>
std::vector<std::string> LearningProblem<T>::constraint_names() const {
    std::vector<std::string> names(num_constraints());
    const auto& constraints = parts_->goal.constraints;
    for (std::size_t i = 0; i < constraints.size(); ++i)
        if (!constraints[i].each_row) names[places()[i].first] = constraints[i].name;
    for (std::size_t i = 0; i < constraints.size(); ++i)
        for (std::size_t place = places()[i].first; const std::size_t row : rows_of(i))
            names[place++] = constraints[i].name + ": row " + std::to_string(row + 1);
    return names;
}

template <class T>
std::span<const RiskPlace> LearningProblem<T>::places() const {
    return parts_->rows.population.places;
}

template <class T>
std::vector<std::size_t> LearningProblem<T>::rows_of(std::size_t constraint) const {
    const auto& [first, count] = places()[constraint];
    std::vector<std::size_t> rows;
    if (!parts_->goal.constraints[constraint].each_row) return rows;
    rows.resize(count);
    for (const engine::EachRow& each : parts_->rows.population.each_row)
        if (each.risk > first && each.risk <= first + count) rows[each.risk - 1 - first] = each.row;
    return rows;
}

/// A constraint is naturally measured in units of its bound; one that is minimised gives no unit.
template <class T>
std::vector<double> LearningProblem<T>::constraint_scales() const {
    std::vector<double> scales;
    for (std::size_t i = 0; i < parts_->bounds.size(); ++i)
        scales.push_back(parts_->minimised[i] ? 1 : size_of_bound(parts_->bounds[i]));
    return scales;
}

/// Every row of a constraint on single rows has the price of the constraint.
template <class T>
std::vector<double> LearningProblem<T>::constraint_prices() const {
    std::vector<double> prices(num_constraints(), std::numeric_limits<double>::infinity());
    const auto& constraints = parts_->goal.constraints;
    for (std::size_t i = 0; i < constraints.size(); ++i)
        if (constraints[i].is_soft())
            std::ranges::fill(std::span(prices).subspan(places()[i].first, places()[i].count), constraints[i].price);
    return prices;
}

template <class T>
std::size_t LearningProblem<T>::batches_per_epoch() const {
    return parts_->batches.per_epoch();
}

template <class T>
auto LearningProblem<T>::risks(std::span<const T> theta, std::span<double> l) -> At {
    parts_->check(theta, l);
    parts_->shared(parts_->full).forward(parts_->weights(theta), l);
    parts_->finish(theta, l);
    return At(*parts_, false, parts_->full.evaluations());
}

template <class T>
auto LearningProblem<T>::risks(std::span<const T> theta, const Batch& batch, std::span<double> l) -> At {
    parts_->check(theta, l);
    if (!parts_->rows.population.each_row.empty())
        throw std::logic_error("constraints on single rows have no estimate from a mini-batch; use all data");
    parts_->rows.builder.build(parts_->batches.draw(batch), parts_->batch_plan);
    parts_->batch.take(parts_->batch_plan);
    parts_->shared(parts_->batch).forward(parts_->weights(theta), l);
    parts_->drawn = batch;
    parts_->finish(theta, l);
    return At(*parts_, true, parts_->batch.evaluations());
}

template <class T>
void LearningProblem<T>::At::pullback(std::span<const double> w, std::span<T> g) {
    auto& evaluator = batch_ ? parts_->batch : parts_->full;
    if (stamp_ != evaluator.evaluations())
        throw std::logic_error("a pullback after another evaluation; evaluate the risks again");
    base::check_size("w", w.size(), parts_->bounds.size() + 1, "the objective and one per constraint");
    base::check_size("g", g.size(), parts_->num_variables(), "one per weight of the model");
    const auto sums = parts_->on_sums(w);
    evaluator.backward(sums, g.first(parts_->num_weights()));
    if (parts_->goal.l2 != 0) {
        const T pull = static_cast<T>(sums[0] * parts_->goal.l2);
        parts_->for_each_weight([&](std::size_t j) { g[j] += pull * evaluator.theta()[j]; });
    }
    if (!parts_->has_bound) return;
    double slope = w[0];
    for (std::size_t i = 0; i < parts_->bounds.size(); ++i)
        if (parts_->minimised[i]) slope -= w[i + 1];
    g.back() = static_cast<T>(slope);
}

template <class T>
void LearningProblem<T>::strict_risks(std::span<const T> theta, std::span<double> l) {
    parts_->check(theta, l);
    parts_->evaluate_at(theta, l);
    parts_->full.strict_risks(l, rounding_of_scores(theta));
    parts_->finish(theta, l);
}

template <class T>
void LearningProblem<T>::strict_risks(std::span<const T> theta, const Batch& batch, std::span<double> l) {
    parts_->check(theta, l);
    if (parts_->drawn != batch || !std::ranges::equal(parts_->weights(theta), parts_->batch.theta()))
        throw std::logic_error("the strict risks of a mini-batch that was not evaluated last; ask for its risks first");
    parts_->batch.strict_risks(l);
    parts_->finish(theta, l);
}

template <class T>
void LearningProblem<T>::set_width(double width) {
    if (!(width > 0)) throw std::invalid_argument("the width of a surrogate is a positive number");
    parts_->full.set_width(width);
    parts_->batch.set_width(width);
}

template <class T>
bool LearningProblem<T>::has_strict_risks() const {
    return parts_->rows.row_plan->has_steps;
}

template <class T>
bool LearningProblem<T>::is_rate(std::size_t constraint) const {
    for (std::size_t i = 0; i < places().size(); ++i)
        if (constraint - places()[i].first < places()[i].count) return parts_->goal.constraints[i].is_rate();
    throw std::out_of_range("there is no constraint " + std::to_string(constraint));
}

/// A solver usually asks for curvature where it has just evaluated the risks, and the scores are then those of theta
/// already.
template <class T>
void LearningProblem<T>::hessian_vector(std::span<const T> theta, std::span<const double> w, std::span<const T> v,
                                        std::span<T> h) {
    parts_->check_second(theta, w);
    base::check_size("v", v.size(), theta.size(), "one per weight of the model");
    base::check_size("h", h.size(), theta.size(), "one per weight of the model");
    parts_->evaluate_at(theta, parts_->unread);
    const auto sums = parts_->on_sums(w);
    const std::size_t n = num_weights();
    parts_->full.hessian_vector(sums, v.first(n), h.first(n));
    const T pull = static_cast<T>(sums[0] * parts_->goal.l2);
    if (pull != 0) parts_->for_each_weight([&](std::size_t j) { h[j] += pull * v[j]; });
    if (parts_->has_bound) h.back() = 0;
}

template <class T>
bool LearningProblem<T>::has_hessian() const {
    return parts_->full.has_hessian();
}

template <class T>
void LearningProblem<T>::hessian(std::span<const T> theta, std::span<const double> w, std::span<double> h) {
    parts_->check_second(theta, w);
    base::check_size("h", h.size(), theta.size() * theta.size(), "weights times weights");
    if (!has_hessian()) throw std::logic_error("only linear models offer their Hessian; ask for hessian_vector()");
    parts_->evaluate_at(theta, parts_->unread);
    const auto sums = parts_->on_sums(w);
    if (!parts_->has_bound) {
        parts_->full.hessian(sums, h);
    } else {  // the bound enters linearly, so its row and column are zero
        const std::size_t n = num_weights();
        parts_->matrix.resize(n * n);
        parts_->full.hessian(sums, parts_->matrix);
        std::ranges::fill(h, 0.0);
        for (std::size_t j = 0; j < n; ++j)
            std::copy_n(parts_->matrix.begin() + static_cast<std::ptrdiff_t>(j * n), n,
                        h.begin() + static_cast<std::ptrdiff_t>(j * theta.size()));
    }
    parts_->for_each_weight([&](std::size_t j) { h[j * theta.size() + j] += sums[0] * parts_->goal.l2; });
}

/// Not if a bound is minimised too: that variable belongs to no layer.
template <class T>
bool LearningProblem<T>::has_preconditioner() const {
    return !parts_->has_bound && parts_->full.has_preconditioner();
}

template <class T>
void LearningProblem<T>::preconditioner(std::span<const T> theta, std::span<const double> w, std::vector<T>& p) {
    parts_->check_second(theta, w);
    parts_->evaluate_at(theta, parts_->unread);
    const auto sums = parts_->on_sums(w);
    parts_->full.preconditioner(sums, sums[0] * parts_->goal.l2, p);
}

template <class T>
void LearningProblem<T>::precondition(std::span<const T> p, std::span<const T> v, std::span<T> out) {
    parts_->full.precondition(p, v, out);
}

template <class T>
std::vector<T> LearningProblem<T>::start(std::uint64_t seed) const {
    return engine::random_start(*parts_, seed);
}

template <class T>
std::vector<std::vector<T>> LearningProblem<T>::constants() const {
    return engine::constant_models(*parts_);
}

template <class T>
std::vector<std::vector<T>> LearningProblem<T>::with_other_thresholds(std::span<const T> theta, std::size_t parts) {
    const tabular::Target& target = parts_->data.schema().target;
    if (target.task != Task::binary || parts_->has_bound) return {};
    return engine::moved_thresholds(*parts_, theta, scores(theta).values, parts);
}

template <class T>
double LearningProblem<T>::accuracy(std::span<const T> theta) {
    return tabular::accuracy(parts_->data.schema(), parts_->data.table(), scores(theta));
}

template <class T>
std::vector<std::optional<double>> LearningProblem<T>::flip_rates(std::span<const T> theta) {
    parts_->check(theta);
    std::vector<std::optional<double>> rates(parts_->goal.constraints.size());
    if (parts_->data.schema().target.task == Task::regression) return rates;
    std::vector<double> flips(num_constraints() + 1);
    parts_->evaluate_at(theta, flips);
    parts_->full.flips(flips);
    for (std::size_t i = 0; i < rates.size(); ++i)
        if (std::ranges::find(parts_->goal.constraints[i].terms, Term::Measure::divergence, &Term::measure) !=
            parts_->goal.constraints[i].terms.end())
            rates[i] = flips[places()[i].first + 1];
    return rates;
}

template <class T>
auto LearningProblem<T>::size() const -> Size {
    const engine::Plan& plan = parts_->rows.plan;
    Size size{.rows = parts_->rows.population.row_kind.size(),
              .points = plan.num_points(),
              .pairs = parts_->rows.row_plan->num_pairs};
    for (const auto& rows : parts_->rows.population.cell_rows) {
        std::size_t evaluations = 0;
        const auto& terms = parts_->rows.population.cell_terms[parts_->rows.population.row_cell[rows.front()]];
        for (const auto& term : terms)
            evaluations +=
                Term{.measure = term.measure}.is_of_pairs() || (term.risk == 0 && term.measure == Term::Measure::loss)
                    ? 1
                    : 0;
        size.naive_points += evaluations * rows.size();
    }
    size.flops = engine::flops_per_point(parts_->layers) * static_cast<double>(plan.num_points());
    return size;
}

template <class T>
Scores LearningProblem<T>::scores(std::span<const T> theta) {
    parts_->check(theta);
    std::vector<double> l(num_constraints() + 1);
    parts_->evaluate_at(theta, l);
    const auto of_points = parts_->full.scores();
    const auto point_of = parts_->rows.points_of_kinds();
    const auto& kinds = parts_->rows.population.row_kind;
    Scores scores{.rows = kinds.size(), .outputs = parts_->data.schema().num_outputs()};
    scores.values.reserve(scores.rows * scores.outputs);
    for (const std::uint32_t kind : kinds)
        for (std::size_t k = 0; k < scores.outputs; ++k)
            scores.values.push_back(of_points[point_of[kind] * scores.outputs + k]);
    return scores;
}

template class LearningProblem<float>;
template class LearningProblem<double>;

std::string_view instruction_set() { return engine::instruction_set(); }
std::vector<std::string> instruction_sets() { return engine::instruction_sets(); }

}  // namespace alcole::tabular
