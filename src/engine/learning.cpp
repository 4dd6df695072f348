#include <alcole/tabular/cut_points.hpp>
#include <alcole/tabular/learning.hpp>

#include "base/check_size.hpp"
#include "engine/cpu/scorer_of.hpp"
#include "engine/cpu/tree_scorer.hpp"
#include "engine/plan/batches.hpp"
#include "engine/plan/planned_rows.hpp"
#include "engine/shared_evaluator.hpp"
#include "table/encode.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <type_traits>

namespace alcole::tabular {
namespace {

/// How much of the objective is minimised beside the bound that is looked for.
constexpr double share_beside_bound = 0.01;

/// How far scores of a model found in double may be from those of the single precision it is deployed in.
template <class T>
double doubt_of(std::span<const T> theta) {
    constexpr double rounding = 0x1p-17;
    if constexpr (std::is_same_v<T, float>) return 0;
    double size = 1;
    for (const T weight : theta) size = std::max(size, std::abs(static_cast<double>(weight)));
    return rounding * size;
}

}  // namespace

/// Everything a problem is made of. The parts refer to each other, so they stay where they are.
template <class T>
struct LearningProblem<T>::Parts {
    Parts(const Dataset& data_, Goal goal_, Model model_, const Context& context_, const BatchOptions& options)
        : data(data_),
          goal(std::move(goal_)),
          model(std::move(model_)),
          context(context_),
          rows(data, goal),
          batches(rows.population, options.rows, options.min_rows_per_group),
          full(evaluator(), rows.inputs),
          batch(evaluator(), rows.inputs) {
        if (!model.trees) layers = layers_of(model, data.schema());
        full.take(rows.plan);
        use_bounds();
        minimised.assign(bounds.size(), false);
        for (std::size_t i = 0; i < goal.constraints.size(); ++i) {
            const auto& [first, count] = rows.population.places[i];
            if (goal.constraints[i].minimise)
                std::fill_n(minimised.begin() + static_cast<std::ptrdiff_t>(first), count, true);
        }
        has_bound = std::ranges::find(minimised, true) != minimised.end();
        if (has_bound && model.trees)
            throw std::invalid_argument("boosted trees cannot look for the least bound of a constraint");
        pulled.resize(bounds.size() + 1);
    }

    /// Begins to share an evaluator's plans, where there are ranks. Trees and the risks of single rows are evaluated by
    /// this one alone.
    engine::SharedEvaluator<T>& shared(engine::SharedEvaluator<T>& evaluator) {
        const bool can_be = !model.trees && rows.population.each_row.empty();
        if (context.ranks() != nullptr && can_be && !evaluator.is_shared())
            evaluator.share(*context.ranks(), model, data.schema().target.task, data.schema().num_outputs(),
                            context.threads());
        return evaluator;
    }

    engine::Evaluator<T> evaluator() {
        const std::size_t outputs = data.schema().num_outputs();
        return {scorer(outputs), engine::RiskSums(data.schema().target.task, outputs, context.pool())};
    }

    std::unique_ptr<engine::Scorer<T>> scorer(std::size_t outputs) {
        const Task task = data.schema().target.task;
        auto& pool = context.pool();
        if (!model.trees) return engine::scorer_of(model, task, outputs, rows.inputs, pool);
        std::unique_ptr<engine::Scorer<T>> trees =
            std::make_unique<engine::TreeScorer<T>>(engine::TreeReader<T>(rows.inputs, data.schema()), outputs, pool);
        return engine::as_calibrated(model, engine::as_ordered(task, outputs, std::move(trees), pool));
    }

    /// None of trees: they are not weights, and their number is not known beforehand.
    std::size_t num_weights() const { return layers.empty() ? 0 : layers.back().end() + data.schema().num_steps(); }

    std::size_t num_variables() const { return num_weights() + (has_bound ? 1 : 0); }
    /// theta without the bound that is looked for.
    std::span<const T> weights(std::span<const T> theta) const {
        return has_bound ? theta.first(theta.size() - 1) : theta;
    }
    /// Weights on the risks as weights on sums: the objective counts less beside a bound.
    std::span<const double> on_sums(std::span<const double> w) {
        std::ranges::copy(w, pulled.begin());
        if (has_bound) pulled[0] *= share_beside_bound;
        return pulled;
    }

    void use_bounds() {
        bounds.assign(rows.population.num_risks - 1 + rows.population.each_row.size(), 0.0);
        for (std::size_t i = 0; i < goal.constraints.size(); ++i) {
            const auto& [first, count] = rows.population.places[i];
            const auto& risk = goal.constraints[i];
            std::fill_n(bounds.begin() + static_cast<std::ptrdiff_t>(first), count,
                        (risk.at_least ? -1 : 1) * risk.bound);
        }
    }

    void check(std::span<const T> theta) const {
        if (!model.trees) base::check_size("theta", theta.size(), num_variables(), "one per weight of the model");
    }
    void check(std::span<const T> theta, std::span<const double> l) const {
        check(theta);
        base::check_size("l", l.size(), bounds.size() + 1, "the objective and one per constraint");
    }

    void check_second(std::span<const T> theta, std::span<const double> w) {
        unread.resize(bounds.size() + 1);
        check(theta, unread);
        base::check_size("w", w.size(), unread.size(), "the objective and one per constraint");
    }

    void finish(std::span<const T> theta, std::span<double> l) const {
        const double found = has_bound ? static_cast<double>(theta.back()) : 0;
        for (std::size_t i = 0; i < bounds.size(); ++i) l[i + 1] -= minimised[i] ? found : bounds[i];
        if (goal.l2 != 0) {
            double squares = 0;
            for_each_weight(
                [&](std::size_t j) { squares += static_cast<double>(theta[j]) * static_cast<double>(theta[j]); });
            l[0] += goal.l2 / 2 * squares;
        }
        if (has_bound) l[0] = share_beside_bound * l[0] + found;
    }

    template <class F>
    void for_each_weight(F f) const {
        for (const auto& layer : layers)
            for (std::size_t j = layer.weights_at; j < layer.biases_at; ++j) f(j);
    }

    /// The biases with which all rows have these scores; of ordered classes, with the cut points behind them.
    std::vector<double> biases_of(std::vector<double> scores) const {
        if (data.schema().target.task != Task::ordinal) return scores;
        std::ranges::transform(scores, scores.begin(), [](double s) { return std::exp(s); });
        return ordered_start(scores);
    }

    /// Where the biases of the scores begin; theta of trees begins with them.
    std::ptrdiff_t last_bias() const {
        return layers.empty() ? 0 : static_cast<std::ptrdiff_t>(layers.back().biases_at);
    }

    /// Makes the scores on all data those of theta; `l` is room for the risks.
    void evaluate_at(std::span<const T> theta, std::span<double> l) {
        if (!std::ranges::equal(weights(theta), full.theta())) shared(full).forward(weights(theta), l);
    }

    Dataset data;
    Goal goal;
    Model model;
    Context context;  // keeps the pool
    engine::PlannedRows<T> rows;
    engine::Batches batches;
    std::vector<Layer> layers;
    engine::SharedEvaluator<T> full;
    engine::SharedEvaluator<T> batch;
    engine::Plan batch_plan;
    std::optional<Batch> drawn;   // the last mini-batch
    std::vector<double> bounds;   // signed
    std::vector<bool> minimised;  // per place: its bound is the last variable
    bool has_bound = false;       // there is such a variable
    std::vector<double> pulled;   // see on_sums()
    std::vector<double> matrix;   // weights x weights
    std::vector<double> unread;   // room for risks that nobody asked for
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

/// The bound is what a constraint is naturally measured by; one that is zero says nothing of its size.
template <class T>
std::vector<double> LearningProblem<T>::constraint_scales() const {
    std::vector<double> scales;
    for (const double bound : parts_->bounds) scales.push_back(bound == 0 ? 1.0 : std::abs(bound));
    return scales;
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
    parts_->full.strict_risks(l, doubt_of(theta));
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
    return parts_->rows.plan.has_steps();
}

/// The scores on all data are those of theta already when a solver asks for curvature where it has just been.
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
    } else {  // nothing curves along the bound
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

template <class T>
std::vector<T> LearningProblem<T>::start(std::uint64_t seed) const {
    const Schema& schema = parts_->data.schema();
    const auto base = parts_->biases_of(parts_->rows.base_scores(schema));
    if (parts_->model.trees) return {base.begin(), base.end()};
    const auto weights = initial_weights(parts_->model, schema, seed);
    std::vector<T> theta(weights.begin(), weights.end());
    std::ranges::transform(base, theta.begin() + parts_->last_bias(),
                           [](double score) { return static_cast<T>(score); });
    if (parts_->has_bound)
        theta.push_back(
            static_cast<T>(schema.target.task == Task::regression ? schema.target.sd * schema.target.sd : 1));
    return theta;
}

template <class T>
std::vector<std::vector<T>> LearningProblem<T>::constants() const {
    constexpr double ahead = 1e-3;  // of the other classes, where they are likelier
    std::vector<std::vector<T>> models;
    const Target& target = parts_->data.schema().target;
    if (target.task == Task::regression || parts_->has_bound) return models;
    const std::vector<double> scores = parts_->rows.base_scores(parts_->data.schema());
    for (std::size_t k = 0; k < target.classes.size(); ++k) {
        std::vector<double> own = scores;
        if (target.task == Task::binary)
            own[0] = k == 1 ? std::max(own[0], ahead) : std::min(own[0], -ahead);
        else
            own[k] = std::max(own[k], std::ranges::max(scores) + ahead);
        own = parts_->biases_of(std::move(own));
        auto& theta = models.emplace_back(parts_->model.trees ? own.size() : num_variables(), T{0});
        std::ranges::transform(own, theta.begin() + parts_->last_bias(),
                               [](double score) { return static_cast<T>(score); });
    }
    return models;
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
        if (parts_->goal.constraints[i].kind == ConstraintKind::counterfactual) rates[i] = flips[places()[i].first + 1];
    return rates;
}

template <class T>
auto LearningProblem<T>::size() const -> Size {
    const engine::Plan& plan = parts_->rows.plan;
    Size size{.rows = parts_->rows.population.row_kind.size(), .points = plan.num_points(), .pairs = plan.pairs.size()};
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
