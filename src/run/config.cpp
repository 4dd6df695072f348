#include "run/config.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::run {
namespace {

std::string_view unquoted(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    text = text.substr(0, text.find_last_not_of(" \t") + 1);
    const bool quoted =
        text.size() >= 2 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
    return quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

Config default_config() { return {}; }

tabular::Model model_of(const ModelConfig& config) {
    return {.hidden = config.kind == "linear" ? std::vector<std::size_t>{} : config.hidden,
            .activation = config.activation};
}

tabular::ReadOptions read_options(const DataConfig& config) {
    const auto sign = [](const std::string& text) { return text.empty() ? '\0' : text == "tab" ? '\t' : text.front(); };
    tabular::ReadOptions options{.delimiter = sign(config.delimiter),
                                 .quote = sign(config.quote),
                                 .comment = sign(config.comment),
                                 .missing = config.missing,
                                 .names = config.names};
    for (const auto& column : config.categories) options.types[column] = tabular::ColumnType::category;
    return options;
}

Merge parse_merge(std::string_view text) {
    std::string why = R"(no -> found; write for example  race in ["Asian", "Native American"] -> Other)";
    // An arrow may also stand inside quotes: the first one with a condition before it is meant.
    for (auto arrow = text.find("->"); arrow != std::string_view::npos; arrow = text.find("->", arrow + 2)) {
        tabular::Condition which;
        try {
            which = tabular::parse_condition(text.substr(0, arrow));
        } catch (const std::invalid_argument& error) {
            why = error.what();
            continue;
        }
        const bool levels = which.relation == tabular::Condition::Relation::among ||
                            which.relation == tabular::Condition::Relation::equal;
        const std::string_view into = unquoted(text.substr(arrow + 2));
        if (levels && !into.empty()) return {.column = which.column, .levels = which.values, .into = std::string(into)};
        why = levels ? "after -> the new name is missing"
                     : R"(before -> write which levels, for example  race in ["Asian", "Native American"])";
    }
    throw std::invalid_argument("merge '" + std::string(text) + "': " + why);
}

}  // namespace alcole::run
