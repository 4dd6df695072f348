#include "study_config.hpp"

#include "base/files.hpp"
#include "base/text.hpp"
#include "learning/config/value.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace alcole::app {
namespace {

/// A value as the text that the settings understand; lists with commas.
std::string text_of(const std::string& key, const learning::Value& value) {
    if (const auto* text = value.get<std::string>()) return *text;
    if (const auto* truth = value.get<bool>()) return *truth ? "true" : "false";
    if (const auto* whole = value.get<std::int64_t>()) return std::to_string(*whole);
    if (const auto* number = value.get<double>()) return base::number_text(*number);
    const auto* list = value.get<std::vector<learning::Value>>();
    if (list == nullptr) throw std::invalid_argument("'" + key + "' is neither a word, a number nor a list");
    std::string text;
    for (const auto& entry : *list) text += (text.empty() ? "" : ",") + text_of(key, entry);
    return text;
}

}  // namespace

void read_config(const std::filesystem::path& file, studies::Settings& settings) {
    if (!std::filesystem::is_regular_file(file))
        throw std::invalid_argument(file.string() + ": there is no such file; is the name right?");
    const auto refuse = [&](std::size_t line, const std::string& why) {
        throw std::invalid_argument(file.string() + ", line " + std::to_string(line) + ": " + why);
    };
    const learning::Document document = learning::parse_toml(base::read_file(file), file.string());
    if (!document.constraints.empty())
        refuse(document.constraints.front().line, "the study has its own constraints; is this a run file?");
    for (const auto& one : document.assignments) {
        try {
            studies::set(settings, one.key, text_of(one.key, one.value));
        } catch (const std::invalid_argument& error) {
            refuse(one.line, error.what());
        }
    }
    if (!settings.file.empty() && std::filesystem::path(settings.file).is_relative())
        settings.file = (file.parent_path() / settings.file).string();
}

}  // namespace alcole::app
