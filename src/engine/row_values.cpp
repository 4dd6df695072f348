#include <alcole/tabular/row_values.hpp>
#include <alcole/tabular/scores.hpp>

#include "engine/plan/row_sets.hpp"
#include "engine/plan/truths.hpp"
#include "engine/risk/measures.hpp"
#include "engine/risk/predictions.hpp"
#include "table/encode.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace alcole::tabular {
namespace {

double squares_of(const table::Encoded& encoded, std::size_t row, std::size_t numbers) {
    double squares = 0;
    for (std::size_t j = 0; j < numbers; ++j) {
        const double x = encoded.numbers[row * numbers + j];
        squares += x * x;
    }
    return squares;
}

/// What a row's unusual values add to the sum of squares of the usual numbers.
double squares_beyond(const table::NumberLists& lists, std::size_t row, const std::vector<double>& usual) {
    double squares = 0;
    for (std::size_t k = lists.begin[row]; k < lists.begin[row + 1]; ++k)
        squares += lists.values[k] * lists.values[k] - usual[lists.at[k]] * usual[lists.at[k]];
    return squares;
}

}  // namespace

using Measure = Term::Measure;

struct RowValues::Parts {
    Parts(const Dataset& data_, Model model_, std::span<const float> theta_, const Context& context_)
        : data(data_),
          model(std::move(model_)),
          theta(theta_),
          context(context_),
          truths(engine::truths_of(data.schema(), data.table())),
          sets(data.table(), truths.labels),
          own_predictions(predictions(data)) {}

    engine::Predictions predictions(const Dataset& rows) const {
        return {data.schema().target.task, scores_of(rows, model, theta, context)};
    }
    const engine::Predictions& predictions_after(const AttributeChange& asked) {
        if (!changed_predictions || !(asked == change))
            changed_predictions = predictions(Dataset(with_change(data.table(), asked, data.schema()), data.schema()));
        change = asked;
        return *changed_predictions;
    }
    /// The values of the term's rows; 0 for rows that do not meet its event.
    template <class Value>
    std::vector<double> rows_of(const Term& term, Value value) {
        const std::size_t set = sets.number(term);
        const std::size_t whole = sets.whole(term);
        std::vector<double> values;
        values.reserve(sets.size(whole));
        for (std::size_t row = 0; row < data.num_rows(); ++row)
            if (sets.has(whole, row)) values.push_back(sets.has(set, row) ? value(row) : 0.0);
        return values;
    }

    /// The value of a measure of one point, in the units of the target.
    double value_of(const Term& term, std::size_t row) const {
        const Target& target = data.schema().target;
        const double unit = target.task == Task::regression ? target.sd : 1.0;
        const engine::Truth truth = truths.of(row);
        const engine::Plan::Value asked{.point = 0,
                                        .risk = 0,
                                        .measure = term.measure,
                                        .label = truth.label,
                                        .of_class = term.of_class,
                                        .weight = 1,
                                        .target = truth.target,
                                        .level = term.level,
                                        .end = term.end};
        return unit * engine::strict(own_predictions.at(row), asked, 0);
    }

    Dataset data;
    Model model;
    std::span<const float> theta;
    Context context;
    engine::Truths truths;
    engine::RowSets sets;
    engine::Predictions own_predictions;
    AttributeChange change;
    std::optional<engine::Predictions> changed_predictions;  // by `change`
};

RowValues::RowValues(const Dataset& data, Model model, std::span<const float> theta, const Context& context)
    : parts_(std::make_unique<Parts>(data, std::move(model), theta, context)) {}
RowValues::RowValues(RowValues&& other) noexcept = default;
RowValues& RowValues::operator=(RowValues&& other) noexcept = default;
RowValues::~RowValues() = default;

std::vector<double> RowValues::of(const Term& term, const AttributeChange& change) {
    const Target& target = parts_->data.schema().target;
    const auto& own_predictions = parts_->own_predictions;
    switch (term.measure) {
        case Measure::loss: {
            const double unit = target.task == Task::regression ? target.sd * target.sd : 1.0;
            return parts_->rows_of(term, [&](std::size_t row) {
                return unit * engine::loss(own_predictions.at(row), parts_->truths.of(row));
            });
        }
        case Measure::divergence: {
            const auto& after = parts_->predictions_after(change);
            return parts_->rows_of(
                term, [&](std::size_t row) { return engine::divergence(own_predictions.at(row), after.at(row)); });
        }
        case Measure::lowered:
        case Measure::moved: {
            const auto& after = parts_->predictions_after(change);
            const double unit = target.task == Task::regression ? target.sd : 1.0;
            const engine::Plan::Pair asked{
                .first = 0, .second = 0, .risk = 0, .measure = term.measure, .weight = 1, .level = term.level / unit};
            return parts_->rows_of(term, [&](std::size_t row) {
                return engine::strict(after.at(row).s[0] - own_predictions.at(row).s[0], asked, 0);
            });
        }
        case Measure::prediction:
            return parts_->rows_of(term, [&](std::size_t row) {
                return target.mean + target.sd * engine::value(own_predictions.at(row));
            });
        case Measure::top:
        case Measure::off:
        case Measure::quantile:
            return parts_->rows_of(term, [&](std::size_t row) { return parts_->value_of(term, row); });
        case Measure::probability:
            return parts_->rows_of(
                term, [&](std::size_t row) { return engine::probability(own_predictions.at(row), term.of_class); });
        case Measure::one:
            return parts_->rows_of(term, [](std::size_t /*row*/) { return 1.0; });
        case Measure::predicted:
        case Measure::other:
        case Measure::correct:
        case Measure::error:
            break;
    }
    const bool of_class = term.measure == Measure::predicted || term.measure == Measure::other;
    const bool wanted = term.measure == Measure::predicted || term.measure == Measure::correct;
    return parts_->rows_of(term, [&](std::size_t row) {
        const std::int32_t asked = of_class ? term.of_class : parts_->truths.labels[row];
        const bool is = engine::predicted_class(own_predictions.at(row)) == asked;
        return is == wanted ? 1.0 : 0.0;
    });
}

std::vector<double> RowValues::flips(const Term& term, const AttributeChange& change) {
    const auto& after = parts_->predictions_after(change);
    return parts_->rows_of(term, [&](std::size_t row) {
        return engine::predicted_class(parts_->own_predictions.at(row)) != engine::predicted_class(after.at(row)) ? 1.0
                                                                                                                  : 0.0;
    });
}

std::vector<std::vector<std::size_t>> row_counts(const Dataset& data, std::span<const RiskDefinition> risks) {
    const engine::Truths truths = engine::truths_of(data.schema(), data.table());
    engine::RowSets sets(data.table(), truths.labels);
    std::vector<std::vector<std::size_t>> counts;
    for (const auto& risk : risks) {
        auto& of_terms = counts.emplace_back();
        for (const auto& term : risk.terms) of_terms.push_back(sets.size(sets.whole(term)));
    }
    return counts;
}

double largest_input(const Dataset& data) {
    const Schema& schema = data.schema();
    const table::Encoder encoder(schema, data.table());
    const std::size_t numbers = num_numbers(schema);
    const std::size_t blocks = blocks_of(schema).size();
    double usual = 0;  // the sum of squares of a row without unusual values
    for (const double x : encoder.usual()) usual += x * x;
    double largest = 0;
    for (std::size_t first = 0; first < encoder.num_rows(); first += table::Encoder::piece) {
        const table::Encoded encoded = encoder.piece_from(first);
        for (std::size_t row = 0; row < encoded.rows; ++row) {
            double squares = encoder.usual().empty() ? squares_of(encoded, row, numbers)
                                                     : usual + squares_beyond(encoded.lists, row, encoder.usual());
            for (std::size_t b = 0; b < blocks; ++b) squares += encoded.ones[row * blocks + b] >= 0 ? 1 : 0;
            largest = std::max(largest, squares);
        }
    }
    return std::sqrt(largest);
}

}  // namespace alcole::tabular
