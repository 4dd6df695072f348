#include <alcole/tabular/metrics.hpp>
#include <alcole/tabular/randomised.hpp>
#include <alcole/tabular/scores.hpp>

#include "engine/risk/predictions.hpp"

#include <stdexcept>

namespace alcole::tabular {
namespace {

/// For each row, the number of models that predict the positive class.
struct Votes {
    explicit Votes(std::size_t rows) : positive(rows, 0.0) {}
    std::vector<double> positive;
    void add(const engine::Predictions& predictions) {
        for (std::size_t row = 0; row < positive.size(); ++row)
            positive[row] += engine::predicted_class(predictions.at(row));
    }
};

}  // namespace

template <class T>
RandomisedMetrics measure_randomised(const Dataset& data, const Model& model, std::span<const std::vector<T>> thetas,
                                     std::span<const AttributeChange> changes, const Context& context) {
    const Schema& schema = data.schema();
    const Table& table = data.table();
    if (thetas.empty()) throw std::invalid_argument("there is no model to draw from");
    if (schema.target.task != Task::binary)
        throw std::invalid_argument("randomised predictions need a target with two classes");
    const auto models = static_cast<double>(thetas.size());
    const auto rows = static_cast<double>(table.num_rows);
    std::vector<Dataset> twins;
    for (const auto& change : changes) twins.emplace_back(with_change(table, change, schema), schema);

    RandomisedMetrics result;
    result.divergence.assign(changes.size(), 0.0);
    result.flip_same_draw.assign(changes.size(), 0.0);
    result.flip_independent.assign(changes.size(), 0.0);
    Votes votes(table.num_rows);
    std::vector<Votes> twin_votes(changes.size(), Votes(table.num_rows));
    for (const auto& theta : thetas) {
        const Scores scores = scores_of<T>(data, model, theta, context);
        const engine::Predictions predictions(Task::binary, scores);
        const Metrics one = measure(schema, table, scores);
        result.accuracy += one.accuracy.value_or(0) / models;
        result.log_loss += one.log_loss.value_or(0) / models;
        votes.add(predictions);
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const engine::Predictions twin_predictions(Task::binary, scores_of<T>(twins[i], model, theta, context));
            twin_votes[i].add(twin_predictions);
            for (std::size_t row = 0; row < table.num_rows; ++row) {
                const auto one_row = predictions.at(row);
                const auto twin = twin_predictions.at(row);
                result.divergence[i] += engine::divergence(one_row, twin) / (rows * models);
                if (engine::predicted_class(one_row) != engine::predicted_class(twin))
                    result.flip_same_draw[i] += 1 / (rows * models);
            }
        }
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        for (std::size_t row = 0; row < table.num_rows; ++row) {
            const double yes = votes.positive[row] / models;
            const double twin_yes = twin_votes[i].positive[row] / models;
            result.flip_independent[i] += (yes * (1 - twin_yes) + (1 - yes) * twin_yes) / rows;
        }
    }
    return result;
}

template RandomisedMetrics measure_randomised(const Dataset&, const Model&, std::span<const std::vector<float>>,
                                              std::span<const AttributeChange>, const Context&);
template RandomisedMetrics measure_randomised(const Dataset&, const Model&, std::span<const std::vector<double>>,
                                              std::span<const AttributeChange>, const Context&);

}  // namespace alcole::tabular
