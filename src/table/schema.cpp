#include <alcole/tabular/schema.hpp>

#include "base/text.hpp"
#include "table/column_builder.hpp"
#include "table/column_index.hpp"
#include "table/word_places.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string_view>

namespace alcole::tabular {
namespace {

struct Moments {
    double mean = 0;
    double sd = 1;
    double largest = 0;  ///< the value farthest from 0
};

/// Mean and population standard deviation of the values that are present, in two passes over all rows: the same bits
/// whether the column stores all values or only a few.
template <class Range>
Moments moments_of(const Range& numbers) {
    double total = 0;
    double count = 0;
    for (const double v : numbers) {
        if (std::isnan(v)) continue;
        total += v;
        ++count;
    }
    if (count == 0) return {};
    const double mean = total / count;
    double squares = 0;
    double largest = 0;
    for (const double v : numbers) {
        if (std::isnan(v)) continue;
        squares += (v - mean) * (v - mean);
        if (std::abs(v) > std::abs(largest)) largest = v;
    }
    const double sd = std::sqrt(squares / count);
    // A spread that is mere rounding must not be scaled up to 1.
    return {.mean = mean, .sd = sd > 1e-12 * std::abs(mean) && sd > 0 ? sd : 1, .largest = largest};
}

/// Missing values do not count; if most rows are missing, only the others are visited.
Moments moments(const Numbers& numbers) {
    const Numbers::Few* few = numbers.few();
    if (few == nullptr) return moments_of(numbers.all());
    return std::isnan(few->rest) ? moments_of(few->values) : moments_of(numbers);
}

/// Refuses numbers beyond single precision, in which a deployed model reads them; sums of their squares overflow.
Moments moments(const Column& column) {
    const Moments found = moments(column.numbers);
    if (std::abs(found.largest) > std::numeric_limits<float>::max())
        throw std::invalid_argument(
            "column '" + column.name + "' holds " + base::number_text(found.largest) +
            ", which is too large a number for a model; correct it, or list it in data.missing");
    return found;
}

/// The levels that occur, in the order of the column's list.
std::vector<std::string> occurring_levels(const Column& column) {
    std::vector<bool> seen(column.levels.size(), false);
    for (const auto code : column.codes)
        if (code >= 0) seen[static_cast<std::size_t>(code)] = true;
    std::vector<std::string> levels;
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (seen[i]) levels.push_back(column.levels[i]);
    return levels;
}

/// Edges of `bins` bins with about equally many rows each. A value that would fill a bin alone gets its own, so that
/// the other values share the remaining bins (as in LightGBM); if there are no more values than bins, each gets its
/// own. Edges lie halfway between two values, in single precision, in which a deployed model reads them.
std::vector<double> edges_of(const Numbers& numbers, std::size_t bins) {
    std::map<float, double> counts;
    double rest = 0;
    for (const double v : numbers) {
        if (std::isnan(v)) continue;
        counts[static_cast<float>(v)] += 1;
        rest += 1;
    }
    const double share = rest / static_cast<double>(bins);
    auto left = static_cast<double>(bins);  // bins left for the other values
    const bool few = counts.size() <= bins;
    const auto is_big = [&](double count) { return few || count >= share; };
    for (const auto& [value, count] : counts) {
        if (!is_big(count)) continue;
        rest -= count;
        left -= 1;
    }
    const double filled = rest / std::max(1.0, left);
    std::vector<double> edges;
    double inside = 0;
    for (auto at = counts.begin(); at != counts.end() && std::next(at) != counts.end(); ++at) {
        inside += at->second;
        const auto next = std::next(at);
        const bool full = is_big(at->second) || inside >= filled;
        // A bin that is at least half full is closed before a value that gets its own.
        const bool makes_way = is_big(next->second) && inside >= filled / 2;
        if (!full && !makes_way) continue;
        const float middle = std::midpoint(at->first, next->first);
        edges.push_back(middle > at->first ? middle : next->first);
        inside = 0;
    }
    return edges;
}

Feature fit_feature(const Column& column, std::size_t bins) {
    Feature feature{.column = column.name, .type = column.type, .missing_seen = column.num_missing() > 0};
    if (column.type == ColumnType::number) {
        const Moments m = moments(column);
        if (bins > 0) feature.edges = edges_of(column.numbers, bins);
        if (!feature.edges.empty()) return feature;  // a constant cannot be divided into bins
        feature.mean = m.mean;
        feature.sd = m.sd;
    } else {
        feature.levels = occurring_levels(column);
    }
    return feature;
}

/// The distinct values of a number column as text; none if there are more than `max_classes`.
std::vector<std::string> few_values(const Column& column, std::size_t max_classes) {
    std::set<double> values;
    for (const double v : column.numbers) {
        if (!std::isnan(v)) values.insert(v);
        if (values.size() > max_classes) return {};
    }
    std::vector<std::string> words;
    words.reserve(values.size());
    for (const double v : values) words.push_back(base::number_text(v));
    return words;
}

/// Makes the positive one of two classes the last: the one named in the options, or else the one that means yes.
void put_positive_last(std::vector<std::string>& classes, const SchemaOptions& options) {
    std::string positive = options.positive;
    if (positive.empty()) {
        const auto first = table::truth_of(classes[0]);
        const auto second = table::truth_of(classes[1]);
        if (first && second && *first != *second) positive = classes[*first ? 0 : 1];
    }
    if (positive.empty())
        throw std::invalid_argument("the target '" + options.target + "' has the classes '" + classes[0] + "' and '" +
                                    classes[1] + "'; say which one is positive");
    const auto found = std::ranges::find(classes, positive);
    if (found == classes.end())
        throw std::invalid_argument("the positive class '" + positive + "' does not occur in column '" +
                                    options.target + "', which has '" + classes[0] + "' and '" + classes[1] + "'");
    std::swap(*found, classes.back());
}

/// The classes in order: as given, or numbers in ascending order.
std::vector<std::string> in_order(std::vector<std::string> classes, const SchemaOptions& options) {
    const std::string who = "the target '" + options.target + "'";
    if (!options.order.empty()) {
        const table::WordPlaces places(options.order);
        for (const auto& word : classes)
            if (places.of(word) < 0)
                throw std::invalid_argument(who + " has the class '" + word + "', which is not in its order" +
                                            base::did_you_mean(word, options.order) +
                                            "; list all of them, the lowest first");
        std::ranges::sort(classes, {}, [&](const std::string& word) { return places.of(word); });
        return classes;
    }
    const auto number = [](const std::string& word) { return table::parse_number(word); };
    if (!std::ranges::all_of(classes,
                             [&](const auto& word) { return number(word).kind == table::ParsedNumber::Kind::number; }))
        throw std::invalid_argument(
            who + " holds words, and they have no order of their own; give one, the lowest first: " + "order = [\"" +
            base::joined(classes, "\", \"") + "\"]");
    std::ranges::sort(classes, {}, [&](const std::string& word) { return number(word).value; });
    return classes;
}

Target fit_ordered(const Column& column, const SchemaOptions& options) {
    constexpr std::size_t max_classes = 100;
    const std::string who = "the target '" + options.target + "'";
    const bool number = column.type == ColumnType::number;
    auto classes = number ? few_values(column, max_classes) : occurring_levels(column);
    if (!options.positive.empty())
        throw std::invalid_argument(who +
                                    " has ordered classes, and none of them is the positive one; leave out 'positive'");
    if (classes.size() > max_classes || (number && classes.empty()))
        throw std::invalid_argument(who + " has more than " + std::to_string(max_classes) +
                                    " different values, too many for ordered classes; predict it as a number");
    if (classes.size() < 3)
        throw std::invalid_argument(who + " has only " + base::plural(classes.size(), "class", "classes") +
                                    " among the training rows; ordered classes are three or more");
    return {.column = options.target, .task = Task::ordinal, .classes = in_order(std::move(classes), options)};
}

Target fit_target(const Table& training, const SchemaOptions& options) {
    const Column& column = training.at(options.target);
    if (const std::size_t missing = column.num_missing(); missing > 0)
        throw std::invalid_argument("the target '" + options.target + "' is missing in " + std::to_string(missing) +
                                    " of " + std::to_string(column.size()) + " rows; filter with '" + options.target +
                                    " is not missing'");
    if (options.task == TaskChoice::ordinal) return fit_ordered(column, options);
    if (!options.order.empty())
        throw std::invalid_argument("an order of the classes of '" + options.target +
                                    "' is given, but the task is not ordinal");
    Target target{.column = options.target};
    const bool regression = options.task == TaskChoice::regression;
    const bool number = column.type == ColumnType::number;
    target.classes = number ? few_values(column, 2) : occurring_levels(column);
    if (regression && !number)
        throw std::invalid_argument("the target '" + options.target + "' holds words, and regression needs numbers");
    const bool one_class = target.classes.size() == 1 && (!number || !options.positive.empty());
    if (!regression && one_class)
        throw std::invalid_argument("the target '" + options.target + "' has only one class among the training rows");
    if (number && (regression || target.classes.size() != 2)) {
        if (!options.positive.empty())
            throw std::invalid_argument("the target '" + options.target +
                                        "' is a number; read it as a category (data.categories) to predict classes");
        const Moments m = moments(column);
        target.task = Task::regression;
        target.classes.clear();
        target.mean = m.mean;
        target.sd = m.sd;
        return target;
    }
    target.task = target.classes.size() == 2 ? Task::binary : Task::multiclass;
    if (target.task == Task::binary) put_positive_last(target.classes, options);
    return target;
}

bool is_constant(const Column& column) {
    const auto is_missing = [](double v) { return std::isnan(v); };
    const auto same = [&](const auto& values) {
        const auto first = *values.begin();
        return std::ranges::all_of(values, [&](auto v) { return v == first || (is_missing(v) && is_missing(first)); });
    };
    return column.type == ColumnType::number ? same(column.numbers) : same(column.codes);
}

std::vector<std::string> feature_columns(const Table& training, const SchemaOptions& options) {
    const table::ColumnIndex index(training);
    for (const auto& name : options.ignore) index.at(name);
    if (!options.features.empty()) return options.features;
    const std::set<std::string_view> ignore(options.ignore.begin(), options.ignore.end());
    std::vector<std::string> names;
    for (const auto& column : training.columns)
        if (column.name != options.target && !ignore.contains(column.name) &&
            !(options.ignore_constant && is_constant(column)))
            names.push_back(column.name);
    return names;
}

void check_binned(const Schema& schema, const table::ColumnIndex& index, const SchemaOptions& options) {
    if (!options.binned.empty() && options.bins < 2)
        throw std::invalid_argument("there must be at least 2 bins, not " + std::to_string(options.bins));
    for (const auto& name : options.binned) {
        if (index.at(name).type != ColumnType::number)
            throw std::invalid_argument("column '" + name + "' holds words, and bins are for numbers");
        if (std::ranges::find(schema.features, name, &Feature::column) == schema.features.end())
            throw std::invalid_argument("column '" + name + "' is listed in 'binned', but it is not a feature");
    }
}

/// The name of a bin: "pay < 10", "10 <= pay < 20", "20 <= pay".
std::string bin_name(const Feature& feature, std::size_t k) {
    const auto edge = [&](std::size_t at) { return base::short_number(feature.edges[at], 7); };
    return (k > 0 ? edge(k - 1) + " <= " : "") + feature.column + (k < feature.edges.size() ? " < " + edge(k) : "");
}

}  // namespace

Schema fit_schema(const Table& training, const SchemaOptions& options) {
    if (training.num_rows == 0) throw std::invalid_argument("there are no training rows to fit a schema to");
    Schema schema{.features = {}, .target = fit_target(training, options)};
    std::set<std::string> seen = {options.target};
    const table::ColumnIndex index(training);
    for (const auto& name : feature_columns(training, options)) {
        if (!seen.insert(name).second)
            throw std::invalid_argument(name == options.target ? "the target '" + name + "' cannot be a feature"
                                                               : "the feature '" + name + "' is listed twice");
        const bool binned = std::ranges::find(options.binned, name) != options.binned.end();
        schema.features.push_back(fit_feature(index.at(name), binned ? options.bins : 0));
    }
    check_binned(schema, index, options);
    if (schema.num_inputs() == 0) throw std::invalid_argument("there is no feature to predict from");
    return schema;
}

std::size_t Schema::num_inputs() const {
    std::size_t count = 0;
    for (const auto& feature : features) count += feature.num_inputs();
    return count;
}

std::size_t Schema::num_outputs() const { return scores_classes(target.task) ? target.classes.size() : 1; }

std::vector<std::string> Schema::input_names() const {
    std::vector<std::string> names;
    for (const auto& f : features)
        if (f.is_amount()) names.push_back(f.column);
    for (const auto& f : features) {
        for (std::size_t k = 0; k < f.num_places() && !f.edges.empty(); ++k) names.push_back(bin_name(f, k));
        for (const auto& level : f.levels) names.push_back(f.column + " = " + level);
        if (f.missing_seen) names.push_back(f.column + " is missing");
    }
    return names;
}

const Feature& Schema::feature(std::string_view column) const {
    const auto found = std::ranges::find(features, column, &Feature::column);
    if (found != features.end()) return *found;
    std::vector<std::string_view> names(features.size());
    std::ranges::transform(features, names.begin(), &Feature::column);
    throw std::invalid_argument("the model has no feature '" + std::string(column) + "'" +
                                base::did_you_mean(column, names));
}

std::size_t num_numbers(const Schema& schema) {
    return static_cast<std::size_t>(std::ranges::count_if(schema.features, &Feature::is_amount));
}

std::vector<Block> blocks_of(const Schema& schema) {
    std::vector<Block> blocks;
    std::size_t input = num_numbers(schema);
    for (std::size_t f = 0; f < schema.features.size(); ++f) {
        const Feature& feature = schema.features[f];
        const std::size_t size = feature.num_places() + (feature.missing_seen ? 1 : 0);
        if (feature.is_amount() && size == 0) continue;
        blocks.push_back({.feature = f, .first_input = input, .size = size});
        input += size;
    }
    return blocks;
}

void check_fits(const Schema& schema, const Table& table, bool with_target) {
    std::string lacking;
    std::string other_type;
    const auto note = [](std::string& list, const std::string& text) { list += (list.empty() ? "" : ", ") + text; };
    const table::ColumnIndex index(table);
    for (const auto& feature : schema.features) {
        const Column* column = index.find(feature.column);
        if (column == nullptr)
            note(lacking, "'" + feature.column + "'");
        else if (const bool number = feature.type == ColumnType::number;
                 number != (column->type == ColumnType::number) && column->size() > 0)
            note(other_type, "'" + feature.column + "' (" + std::string(to_string(column->type)) + ", not " +
                                 std::string(to_string(feature.type)) + ")");
    }
    if (with_target && table.find(schema.target.column) == nullptr)
        note(lacking, "'" + schema.target.column + "' (the target)");
    if (!lacking.empty()) throw std::invalid_argument("the table does not fit the model: it lacks " + lacking);
    if (!other_type.empty())
        throw std::invalid_argument("the table does not fit the model: these columns have another type: " + other_type);
}

ReadOptions read_options(const Schema& schema, bool with_target) {
    ReadOptions options;
    for (const auto& feature : schema.features) {
        options.columns.push_back(feature.column);
        options.types[feature.column] = feature.type == ColumnType::number ? ColumnType::number : ColumnType::category;
    }
    if (!with_target) return options;
    options.columns.push_back(schema.target.column);
    const auto number = [](const std::string& word) {
        return table::parse_number(word).kind == table::ParsedNumber::Kind::number;
    };
    if (!std::ranges::all_of(schema.target.classes, number))
        options.types[schema.target.column] =
            ColumnType::category;  // not for numbers, where 1 and 1.0 are the same class
    return options;
}

}  // namespace alcole::tabular
