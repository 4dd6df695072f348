#include <alcole/tabular/scores.hpp>

#include "base/check_size.hpp"
#include "engine/cpu/network_scorer.hpp"
#include "engine/cpu/ordered_scorer.hpp"
#include "engine/cpu/tree_scorer.hpp"
#include "engine/risk/predictions.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace alcole::tabular {

template <class T>
Scores scores_of(const Dataset& data, const Model& model, std::span<const T> theta, const Context& context) {
    const Schema& schema = data.schema();
    Scores scores{.rows = data.num_rows(), .outputs = schema.num_outputs()};
    scores.values.resize(scores.rows * scores.outputs);
    const auto inputs = engine::inputs_of<T>(schema, data.table(), {});
    const engine::Plan plan = engine::plan_of_rows(inputs.row_base, inputs.row_variant);
    if (model.trees) {
        engine::TreeScorer<T>({inputs, schema}, scores.outputs, engine::pool_of(context))
            .scores(plan, theta, scores.values);
    } else {
        base::check_size("theta", theta.size(), num_weights(model, schema), "one per weight of the model");
        // Linear models too: their own scorer adds in double, and predictions would no longer be those of earlier
        // versions.
        auto network =
            std::make_unique<engine::NetworkScorer<T>>(model, inputs, schema.num_sums(), engine::pool_of(context), 0);
        engine::as_ordered<T>(schema.target.task, scores.outputs, std::move(network), engine::pool_of(context))
            ->scores(plan, theta, scores.values);
    }
    if (model.calibration) std::ranges::transform(scores.values, scores.values.begin(), *model.calibration);
    return scores;
}

std::vector<double> predictions_of(const Schema& schema, const Scores& scores) {
    const Target& target = schema.target;
    std::vector<double> result(scores.values.size());
    if (target.task == Task::regression) {
        std::ranges::transform(scores.values, result.begin(), [&](double s) { return target.mean + target.sd * s; });
        return result;
    }
    const engine::Predictions read(target.task, scores);
    for (std::size_t row = 0; row < scores.rows; ++row)
        std::copy_n(read.at(row).p, scores.outputs, result.data() + row * scores.outputs);
    return result;
}

template <class T>
std::vector<double> predict(const Dataset& data, const Model& model, std::span<const T> theta, const Context& context) {
    return predictions_of(data.schema(), scores_of(data, model, theta, context));
}

std::size_t predicted_class(std::span<const double> scores) {
    const Task task = scores.size() == 1 ? Task::binary : Task::multiclass;
    return static_cast<std::size_t>(engine::predicted_class(task, scores.data(), scores.size()));
}

template Scores scores_of(const Dataset&, const Model&, std::span<const float>, const Context&);
template Scores scores_of(const Dataset&, const Model&, std::span<const double>, const Context&);
template std::vector<double> predict(const Dataset&, const Model&, std::span<const float>, const Context&);
template std::vector<double> predict(const Dataset&, const Model&, std::span<const double>, const Context&);

}  // namespace alcole::tabular
