#include "base/text.hpp"
#include "learning/config/config.hpp"
#include "learning/config/rules.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>

namespace alcole::learning {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

bool has(const std::vector<std::string>& list, const std::string& word) {
    return !word.empty() && std::ranges::find(list, word) != list.end();
}

void check_columns(const DataConfig& data, RowsFrom rows) {
    if (data.file.empty() && rows == RowsFrom::file)
        refuse("'data.file' is missing: which table should be learned from?");
    if (data.target.empty()) refuse("'data.target' is missing: which column should be predicted?");
    if (!data.features.empty() && (!data.ignore.empty() || data.ignore_constant))
        refuse("'data.features' and " + std::string(data.ignore.empty() ? "'data.ignore_constant'" : "'data.ignore'") +
               " are both given; features already says which columns are used");
    if (has(data.features, data.target)) refuse("'data.features' has the target '" + data.target + "' in it");
    if (has(data.ignore, data.target)) refuse("'data.ignore' has the target '" + data.target + "' in it");
    if (has(data.protected_columns, data.target)) refuse("'data.protected' has the target '" + data.target + "' in it");
    if (has(data.binned, data.target)) refuse("'data.binned' has the target '" + data.target + "' in it");
    for (const auto& column : data.binned) {
        if (has(data.ignore, column))
            refuse("'data.binned' has '" + column + "' in it, which 'data.ignore' leaves out");
        if (has(data.categories, column))
            refuse("'data.binned' has '" + column + "' in it, which 'data.categories' reads as words");
    }
    if (data.weights == data.target) refuse("'data.weights' is the target '" + data.target + "'");
    if (has(data.features, data.weights))
        refuse("'data.features' has the weights '" + data.weights + "' in it; they are not a property of a row");
}

void check_order(const DataConfig& data) {
    if (data.order.empty()) return;
    if (data.task != tabular::TaskChoice::ordinal)
        refuse("'data.order' is given, but the task is not ordinal; add task = \"ordinal\"");
    std::set<std::string> words;
    for (const auto& word : data.order)
        if (!words.insert(word).second) refuse("'data.order' has '" + word + "' twice");
}

void check_signs(const DataConfig& data) {
    const std::string delimiter = data.delimiter == "tab" ? "\t" : data.delimiter;
    if (!rules::is_delimiter(data.delimiter)) refuse("'data.delimiter' must be one character, or \"tab\"");
    if (data.decimal_comma && delimiter == ",")
        refuse("'data.decimal_comma' is true, and 'data.delimiter' is a comma, too; it can be only one of them");
    for (const auto* sign : {&data.quote, &data.comment})
        if (*sign == delimiter) refuse("'data.delimiter' is also the character for quotes or comments");
    if (!data.quote.empty() && data.quote == data.comment) refuse("'data.quote' is also the character for comments");
    std::set<std::string> names;
    for (const auto& name : data.names) {
        if (name.empty()) refuse("'data.names' has an empty name in it");
        if (!names.insert(name).second) refuse("'data.names' has '" + name + "' twice");
    }
    if (data.test_file.empty() && !data.test_sha256.empty())
        refuse("'data.test_sha256' is given, but there is no 'data.test_file'");
}

void check_model(const ModelConfig& model) {
    if (model.kind == "mlp" && model.hidden.empty())
        refuse("'model.hidden' is empty; give the units of at least one layer, or choose kind = \"linear\"");
}

/// Checks one constraint; messages begin with its number and name.
void check_one(const tabular::Constraint& constraint, std::size_t number, const DataConfig& data) {
    std::string who = "constraint " + std::to_string(number);
    if (!constraint.name.empty()) who += " ('" + constraint.name + "')";
    who += ": ";
    try {
        rules::check_constraint(constraint);
    } catch (const std::invalid_argument& error) {
        refuse(who + error.what());
    }
    for (const auto& attribute : constraint.attributes)
        if (attribute == data.target) refuse(who + "its attribute is the target '" + attribute + "'");
    if (!rules::applies("add", constraint.kind)) return;
    for (const auto& attribute : constraint.attributes)
        if (has(data.ignore, attribute) || (!data.features.empty() && !has(data.features, attribute)))
            refuse(who + "it changes '" + attribute + "', which is not among the features: nothing would depend on it");
}

void check_solve(const SolveConfig& solve) {
    if (solve.options.seed > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        refuse("'solve.seed' must be at most 9223372036854775807, the largest whole number of a run file");
    Options options = solve.options;
    options.regime = solve.regime == RegimeChoice::stochastic ? Regime::stochastic : Regime::full;
    try {
        alcole::check(options);
    } catch (const std::invalid_argument& error) {
        refuse("[solve]: " + std::string(error.what()));
    }
}

void check_certify(const Config& config) {
    if (config.certify.file.empty() && !config.certify.sha256.empty())
        refuse("'certify.sha256' is given, but there is no 'certify.file'");
    if (!config.certify.asked()) return;
    constexpr double min_confidence = 0.5;
    if (config.certify.confidence < min_confidence)
        refuse("'certify.confidence' is " + base::number_text(config.certify.confidence) +
               "; it is the probability of being right, such as 0.95");
    if (config.constraints.empty()) refuse("there is no [[constraint]] that could be certified");
    for (const auto& constraint : config.constraints)
        if (constraint.price > 0)
            refuse(
                "a constraint with a 'price' may give way, and then there is no bound to certify; take out the price, "
                "or [certify]");
}

/// Constraints on every single row need all data in every step, and a model with weights. They cannot be certified,
/// because nothing is known about the loss of an unseen row.
void check_each_row(const Config& config) {
    const auto each = [](const tabular::Constraint& one) { return one.kind == tabular::ConstraintKind::row_loss; };
    if (std::ranges::none_of(config.constraints, each)) return;
    if (config.model.kind == "trees")
        refuse(R"(a row_loss constraint is not for boosted trees; choose model.kind = "mlp" or "linear")");
    if (config.solve.regime == RegimeChoice::stochastic)
        refuse("a row_loss constraint cannot be estimated from mini-batches; leave out 'solve.regime'");
    if (config.certify.asked())
        refuse("a row_loss constraint cannot be certified: nothing is known about the loss of single future rows");
}

void check_minimised(const Config& config) {
    const auto minimised = std::ranges::count(config.constraints, true, &tabular::Constraint::minimise);
    if (minimised == 0) return;
    if (minimised > 1) refuse("'minimise' is for one constraint at most");
    if (config.model.kind == "trees")
        refuse(R"('minimise' is not for boosted trees; choose model.kind = "mlp" or "linear")");
    if (config.certify.asked())
        refuse("a constraint whose bound is found by 'minimise' has none that could be certified; remove [certify]");
}

}  // namespace

void check_constraints(const Config& config) {
    for (std::size_t k = 0; k < config.constraints.size(); ++k) check_one(config.constraints[k], k + 1, config.data);
}

void check(const Config& config, RowsFrom rows) {
    check_columns(config.data, rows);
    check_order(config.data);
    check_signs(config.data);
    check_model(config.model);
    check_constraints(config);
    check_solve(config.solve);
    check_certify(config);
    check_each_row(config);
    check_minimised(config);
    if (config.model.kind == "trees" && !config.data.binned.empty())
        refuse("'data.binned' is not for boosted trees, which have bins of their own ('model.bins'); remove it");
}

}  // namespace alcole::learning
