#include <alcole/options.hpp>

#include "base/text.hpp"
#include "solver/options/enum_names.hpp"
#include "solver/options/table.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

namespace alcole {
namespace {

using solver::OptionRow;
using solver::Range;
using solver::visit_options;

template <class V>
std::string text_of(const V& value) {
    if constexpr (std::is_enum_v<V>)
        return std::string(base::enum_name(value));
    else if constexpr (std::same_as<V, bool>)
        return value ? "true" : "false";
    else if constexpr (std::integral<V>)
        return std::to_string(value);
    else
        return base::number_text(value);
}

/// "a whole number >= 1", "one of sgd, adam, adamw", ...
template <class V>
std::string values_of(const Range& range) {
    if constexpr (std::is_enum_v<V>) {
        std::string names = "one of ";
        for (const auto name : base::enum_names<V>)
            names += (name == base::enum_names<V>.front() ? "" : ", ") + std::string(name);
        return names;
    } else if constexpr (std::same_as<V, bool>) {
        return "true or false";
    } else {
        std::string words = std::integral<V> ? "a whole number " : "a number ";
        words += (range.above ? "> " : ">= ") + base::number_text(range.least);
        if (range.most < std::numeric_limits<double>::infinity())
            words += std::string(" and ") + (range.below ? "< " : "<= ") + base::number_text(range.most);
        return words;
    }
}

/// False when the text is no such value.
template <class V>
bool read(std::string_view words, V& value) {
    if constexpr (std::is_enum_v<V>) {
        const auto& names = base::enum_names<V>;
        const auto found = std::ranges::find(names, words);
        if (found == names.end()) return false;
        value = static_cast<V>(found - names.begin());
        return true;
    } else if constexpr (std::same_as<V, bool>) {
        value = words == "true";
        return value || words == "false";
    } else {
        const char* end = words.data() + words.size();
        const auto [ptr, error] = std::from_chars(words.data(), end, value);
        return error == std::errc() && ptr == end;
    }
}

template <class V>
bool in_range(const V& value, const Range& range) {
    if constexpr (std::is_enum_v<V>)
        return static_cast<std::size_t>(value) < base::enum_names<V>.size();
    else
        return std::same_as<V, bool> || range.holds(static_cast<double>(value));
}

[[noreturn]] void unknown(std::string_view name) {
    const auto table = option_table();
    std::vector<std::string_view> names;
    names.reserve(table.size());
    for (const auto& option : table) names.push_back(option.name);
    throw std::invalid_argument("there is no option '" + std::string(name) + "'" + base::did_you_mean(name, names));
}

[[noreturn]] void misfit(std::string_view name, const std::string& values, std::string_view found) {
    throw std::invalid_argument("option '" + std::string(name) + "' must be " + values + ", not '" +
                                std::string(found) + "'");
}

}  // namespace

std::vector<OptionInfo> option_table() {
    std::vector<OptionInfo> table;
    const Options defaults;
    visit_options(defaults, [&table](const OptionRow& row, const auto& value) {
        table.push_back({.name = std::string(row.name),
                         .values = values_of<std::remove_cvref_t<decltype(value)>>(row.range),
                         .by_default = text_of(value),
                         .meaning = std::string(row.meaning),
                         .free_on_resume = row.free_on_resume});
    });
    return table;
}

void set_option(Options& options, std::string_view name, std::string_view value) {
    bool found = false;
    visit_options(options, [&](const OptionRow& row, auto& slot) {
        if (row.name != name) return;
        found = true;
        auto parsed = slot;
        if (!read(value, parsed) || !in_range(parsed, row.range))
            misfit(name, values_of<std::remove_cvref_t<decltype(slot)>>(row.range), value);
        slot = parsed;
    });
    if (!found) unknown(name);
}

std::string get_option(const Options& options, std::string_view name) {
    std::string found;
    visit_options(options, [&](const OptionRow& row, const auto& slot) {
        if (row.name == name) found = text_of(slot);
    });
    if (found.empty()) unknown(name);
    return found;
}

void check(const Options& options) {
    visit_options(options, [](const OptionRow& row, const auto& slot) {
        using V = std::remove_cvref_t<decltype(slot)>;
        if (in_range(slot, row.range)) return;
        if constexpr (std::is_enum_v<V>)
            misfit(row.name, values_of<V>(row.range), std::to_string(static_cast<int>(slot)));
        else
            misfit(row.name, values_of<V>(row.range), text_of(slot));
    });
    if (options.dual.rule == DualRule::printed && options.method != Method::augmented)
        throw std::invalid_argument(
            "option 'dual.rule' is 'printed', which is an update of the augmented Lagrangian; "
            "choose another rule or method 'augmented'");
    if (options.regime == Regime::full && options.loose.start > 0 && options.loose.steps >= options.max_outer)
        throw std::invalid_argument("option 'loose.steps' is " + std::to_string(options.loose.steps) +
                                    ", not less than 'max_outer': the bounds would never be as asked for");
    const bool has_penalty = options.method == Method::augmented || options.method == Method::penalty;
    if (options.penalty.schedule == PenaltySchedule::adaptive && !has_penalty)
        throw std::invalid_argument("option 'penalty.schedule' is 'adaptive', but method '" +
                                    std::string(base::enum_name(options.method)) +
                                    "' has no penalty; choose 'constant' or 'periodic'");
}

std::string_view to_string(Method method) { return base::enum_name(method); }

}  // namespace alcole
