#include "base/files.hpp"
#include "base/text.hpp"
#include "learning/config/config.hpp"
#include "learning/config/rows.hpp"
#include "learning/config/rules.hpp"
#include "table/compressed.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <stdexcept>

namespace alcole::learning {
namespace {

/// The last part of a key: `violation` of `solve.tolerance.violation`.
std::string_view last_word(std::string_view key) { return key.substr(key.rfind('.') + 1); }

/// `names`: the words that are allowed, if it is one of several.
[[noreturn]] void refuse(std::string_view key, const std::string& values, const Value& found,
                         std::span<const std::string_view> names) {
    const bool unquoted = values.find("text") != std::string::npos || values == "a column";
    const bool word =
        found.get<std::int64_t>() != nullptr || found.get<double>() != nullptr || found.get<bool>() != nullptr;
    const auto* text = found.get<std::string>();
    throw std::invalid_argument("'" + std::string(key) + "' must be " + values + ", not " + toml_text(found) +
                                (unquoted && word ? "; put it in quotes" : "") +
                                (text != nullptr ? base::did_you_mean(*text, names) : ""));
}

/// Throws for an unknown key. The message says if the key belongs to another table, or is itself a table.
[[noreturn]] void unknown(std::string_view key) {
    const auto table = key_table();
    std::vector<std::string_view> names;
    names.reserve(table.size());
    for (const auto& info : table) names.push_back(info.name);
    const std::string inside = std::string(key) + ".";
    if (std::ranges::any_of(names, [&](auto name) { return name.starts_with(inside); }))
        throw std::invalid_argument("'" + std::string(key) + "' is a table of keys, written [" + std::string(key) +
                                    "] with the keys below, not a value");
    std::vector<std::string_view> elsewhere;
    std::ranges::copy_if(names, std::back_inserter(elsewhere),
                         [&](auto name) { return last_word(name) == last_word(key); });
    std::string suggestion = base::did_you_mean(key, elsewhere.empty() ? names : elsewhere);
    if (suggestion.empty() && !elsewhere.empty())
        suggestion = "; did you mean '" + std::string(elsewhere.front()) + "'?";
    throw std::invalid_argument("there is no key '" + std::string(key) + "'" + suggestion);
}

bool is_empty_table(const Assignment& assignment) {
    const auto* what = assignment.value.get<Unusable>();
    const std::string inside = assignment.key + ".";
    return what != nullptr && what->what == "a table" &&
           std::ranges::any_of(key_table(), [&](const OptionInfo& info) { return info.name.starts_with(inside); });
}

/// The words that a key of this type may have; none if it is not one of several.
template <class V>
std::span<const std::string_view> names_of_values(const base::Allowed& allowed) {
    if constexpr (std::is_enum_v<V>)
        return base::enum_names<V>;
    else
        return allowed.words;
}

/// Assigns the value to the member of that key; `shown` is the key's name in messages. Returns false if there is no
/// such key. `folder` is the base of relative paths.
template <class Section>
bool put(Section& section, std::string_view key, std::string_view shown, const Value& value,
         const std::filesystem::path& folder) {
    bool found = false;
    const auto place = [&](std::string_view known, auto& slot, const base::Allowed& allowed, std::string_view) {
        using V = std::remove_cvref_t<decltype(slot)>;
        if (known != key) return;
        found = true;
        if (!read(value, slot, allowed) || !base::fits(slot, allowed))
            refuse(shown, base::values_words<V>(allowed), value, names_of_values<V>(allowed));
        if constexpr (std::same_as<V, std::string>)
            if (allowed.is_path && !slot.empty() && slot != "-") slot = (folder / slot).string();
    };
    fields(place, section);
    return found;
}

void put(Config& config, std::string_view key, const Value& value, const std::filesystem::path& folder) {
    bool found = false;
    const auto look_in = [&](const std::string& name, auto& section) {
        const std::string prefix = name + ".";
        if (key.starts_with(prefix)) found = put(section, key.substr(prefix.size()), key, value, folder);
    };
    sections(look_in, config);
    if (!found) unknown(key);
}

void put(tabular::Constraint& constraint, std::string_view key, const Value& value,
         const std::filesystem::path& folder) {
    const std::string shown = "constraint." + std::string(key);
    if (!put(constraint, key, shown, value, folder)) unknown(shown);
    rules::check_applies(key, constraint.kind);
}

void check_known(const std::string& key) {
    const auto rows = rows_of(tabular::Constraint{});
    if (std::ranges::find(rows, key, &Row::name) == rows.end()) unknown("constraint." + key);
}

/// Runs the action, and adds file and line to the message of anything that it throws.
template <class Action>
void at_line(const std::string& name, std::size_t line, Action action) {
    try {
        action();
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(name + ", line " + std::to_string(line) + ": " + error.what());
    }
}

tabular::Constraint constraint_of(const TomlBlock& block, const std::string& name,
                                  const std::filesystem::path& folder) {
    const auto given = [&](std::string_view key) {
        return std::ranges::find(block.assignments, key, &Assignment::key) != block.assignments.end();
    };
    const auto risk = std::ranges::find(block.assignments, "risk", &Assignment::key);
    const std::size_t line = risk == block.assignments.end() ? block.line : risk->line;
    tabular::Constraint constraint{.place = name + ", line " + std::to_string(line)};
    for (const auto& one : block.assignments)  // report a misspelt key before a missing one
        at_line(name, one.line, [&] { check_known(one.key); });
    at_line(name, block.line, [&] {
        if (!given("kind") && !given("risk")) throw std::invalid_argument("this constraint has no 'kind'");
        if (!given("kind")) constraint.kind = tabular::ConstraintKind::expression;
        if (given("attribute") && given("attributes"))
            throw std::invalid_argument("this constraint has both 'attribute' and 'attributes'; give one of them");
    });
    for (const bool kind : {true, false})  // the kind first: it determines which other keys are allowed
        for (const auto& one : block.assignments)
            if ((one.key == "kind") == kind)
                at_line(name, one.line, [&] { put(constraint, one.key, one.value, folder); });
    at_line(name, block.line, [&] {
        if (!given("bound") && rules::needs_bound(constraint))
            throw std::invalid_argument("this constraint has no 'bound'");
        if (!given("bound") && constraint.kind == tabular::ConstraintKind::four_fifths)
            constraint.bound = tabular::four_fifths;
        rules::check_constraint(constraint);
    });
    return constraint;
}

/// The constraints that `place` selects: "2" in "constraint.2.bound" is the second one; empty selects all.
std::span<tabular::Constraint> chosen(Config& config, std::string_view place) {
    auto& all = config.constraints;
    if (place.empty()) {
        if (all.empty()) throw std::invalid_argument("there is no [[constraint]] to change");
        return all;
    }
    std::size_t number = 0;
    const bool digits = place.size() <= 9 && place.find_first_not_of("0123456789") == std::string_view::npos;
    if (digits) number = std::stoul(std::string(place));
    if (number < 1 || number > all.size())
        throw std::invalid_argument("there is no constraint '" + std::string(place) + "'; the run file has " +
                                    std::to_string(all.size()) + ", numbered from 1");
    return {&all[number - 1], 1};
}

void change(Config& config, std::string_view key, const Value& value) {
    constexpr std::string_view prefix = "constraint.";
    if (!key.starts_with(prefix)) return put(config, key, value, {});
    const std::string_view rest = key.substr(prefix.size());
    const auto dot = rest.find('.');
    const std::string_view place = dot == std::string_view::npos ? "" : rest.substr(0, dot);
    for (auto& constraint : chosen(config, place)) put(constraint, last_word(rest), value, {});
}

}  // namespace

Config parse_config(std::string_view text, const std::string& name, const std::filesystem::path& folder) {
    const TomlFile document = parse_toml(text, name);
    Config config;
    for (const auto& one : document.assignments)
        if (!is_empty_table(one)) at_line(name, one.line, [&] { put(config, one.key, one.value, folder); });
    for (const auto& block : document.constraints) config.constraints.push_back(constraint_of(block, name, folder));
    return config;
}

Config read_config(const std::filesystem::path& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error || !std::filesystem::is_regular_file(file))
        throw std::invalid_argument(file.string() + (std::filesystem::is_directory(file)
                                                         ? ": is a folder, not a run file"
                                                         : ": there is no such file; is the name right?"));
    constexpr std::uintmax_t max_size = 1 << 20;
    if (size > max_size)
        throw std::invalid_argument(file.string() + ": a run file is small, and this one is not; is it the data?");
    const std::string text = base::read_file(file);
    const auto looks = table::not_a_text_table(std::string_view(text).substr(0, table::signature_bytes));
    if (!looks.empty())
        throw std::invalid_argument(file.string() + ": this is not a run file (TOML): it " + std::string(looks));
    return parse_config(text, file.string(), file.parent_path());
}

void set(Config& config, std::string_view assignment) {
    const auto sign = assignment.find('=');
    if (sign == std::string_view::npos || sign == 0)
        throw std::invalid_argument("'" + std::string(assignment) +
                                    "' is not an assignment; write for example solve.seed=3");
    const auto trimmed = [](std::string_view text) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        return text.substr(0, text.find_last_not_of(" \t") + 1);
    };
    const std::string_view key = trimmed(assignment.substr(0, sign));
    const std::string_view text = trimmed(assignment.substr(sign + 1));
    const Value word{std::string(text)};
    const Value value = parse_value(text);
    const bool is_word = value.get<Unusable>() != nullptr;
    Config changed = config;  // if the change fails half-way through the constraints, none is changed
    try {
        change(changed, key, is_word ? word : value);
        // The text may have been meant as a word although it parses as something else, such as 1 or true.
    } catch (const std::invalid_argument& refusal) {
        changed = config;
        try {
            change(changed, key, word);
        } catch (const std::invalid_argument&) {
            throw std::invalid_argument(refusal.what());
        }
    }
    config = std::move(changed);
}

}  // namespace alcole::learning
