#include "study_config.hpp"

#include <stdexcept>
#include <string>

#include <toml++/toml.h>

namespace alcole::app {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const toml::source_position& at, const std::string& why) {
    throw std::invalid_argument(file.string() + ", line " + std::to_string(at.line) + ": " + why);
}

/// A value as the text that the settings understand; lists with commas.
std::string text_of(const std::filesystem::path& file, const std::string& key, const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) return *text;
    if (const auto truth = node.value_exact<bool>()) return *truth ? "true" : "false";
    if (const auto whole = node.value_exact<std::int64_t>()) return std::to_string(*whole);
    if (const auto number = node.value_exact<double>()) {
        std::ostringstream text;
        text.precision(17);
        text << *number;
        return text.str();
    }
    const auto* list = node.as_array();
    if (list == nullptr) fail(file, node.source().begin, "'" + key + "' is neither a word, a number nor a list");
    std::string text;
    for (const auto& entry : *list) text += (text.empty() ? "" : ",") + text_of(file, key, entry);
    return text;
}

}  // namespace

void read_config(const std::filesystem::path& file, study::Settings& settings) {
    toml::table table;
    if (!std::filesystem::is_regular_file(file))
        throw std::invalid_argument(file.string() + ": there is no such file; is the name right?");
    try {
        table = toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
        fail(file, error.source().begin, std::string(error.description()));
    }
    for (const auto& [key, node] : table) {
        const std::string name(key.str());
        try {
            study::set(settings, name, text_of(file, name, node));
        } catch (const std::invalid_argument& error) {
            const std::string why = error.what();
            if (why.starts_with(file.string())) throw;
            fail(file, node.source().begin, why);
        }
    }
    if (!settings.file.empty() && std::filesystem::path(settings.file).is_relative())
        settings.file = (file.parent_path() / settings.file).string();
}

}  // namespace alcole::app
