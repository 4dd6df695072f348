#include "outline.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace alcole::app {
namespace {

bool is_small(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.'; }

/// Parses FILE.csv|FILE.arff, twin|compas, DIR, KEY=VALUE; the parser itself appends the words that it checks:
/// TEXT:{html,svg}.
Offers offers_of_type(const std::string& type) {
    Offers offers;
    for (const auto& part : base::cut(type, "|:{},")) {
        if (part.starts_with("FILE") || part.starts_with("PATH")) {
            offers.files = true;
            if (const auto dot = part.find('.'); dot != std::string::npos) offers.endings.push_back(part.substr(dot));
        } else if (part.starts_with("DIR")) {
            offers.folders = true;
        } else if (part == "KEY=VALUE") {
            offers.keys = true;
        } else if (std::ranges::all_of(part, is_small)) {
            offers.words.push_back(part);
        }
    }
    return offers;
}

/// True if the help mentions files of this kind: "the model (.onnx)", "CSV or ARFF".
bool mentions(const std::string& help, std::string_view kind) {
    const auto parts = base::cut(help, " .,;:()[]'\"/");
    return std::ranges::any_of(parts, [&](const std::string& part) { return base::lower(part) == kind; });
}

Argument argument_of(const CLI::Option& option) {
    Argument argument;
    for (const auto& name : option.get_snames()) argument.flags.push_back("-" + name);
    for (const auto& name : option.get_lnames()) argument.flags.push_back("--" + name);
    argument.name = option.get_single_name();
    argument.help = option.get_description();
    argument.required = option.get_required();
    argument.repeats = option.get_items_expected_max() > 1;
    if (option.get_items_expected_max() == 0) return argument;  // a flag
    argument.type = option.get_type_name().empty() ? "VALUE" : option.get_type_name();
    argument.offers = offers_of(argument.type, argument.name, argument.help, argument.flags.empty());
    return argument;
}

Command command_of(const CLI::App& app, const std::string& path) {
    Command command{.path = path, .name = app.get_name(), .help = app.get_description(), .examples = app.get_footer()};
    for (const auto* option : app.get_options()) {
        if (option->get_group().empty()) continue;
        (option->nonpositional() ? command.options : command.positionals).push_back(argument_of(*option));
    }
    for (const auto* inner : app.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); })) {
        const std::string before = path.empty() ? "" : path + " ";
        command.inner.push_back(command_of(*inner, before + inner->get_name()));
    }
    return command;
}

}  // namespace

Offers offers_of(const std::string& type, const std::string& name, const std::string& help, bool positional) {
    Offers offers = offers_of_type(type);
    if (offers.files || offers.folders || offers.keys || !offers.words.empty()) return offers;
    constexpr std::array<std::string_view, 5> kinds = {"toml", "onnx", "csv", "arff", "h5"};
    for (const auto kind : kinds)
        if (mentions(help, kind)) offers.endings.push_back("." + std::string(kind));
    offers.keys = name == "set";
    offers.folders = !offers.keys && mentions(help, "folder");
    offers.files = !offers.keys && !offers.folders && (positional || name == "out" || !offers.endings.empty());
    return offers;
}

Command outline_of(const CLI::App& app) { return command_of(app, ""); }

std::vector<const Command*> every_command(const Command& command) {
    std::vector<const Command*> all = {&command};
    for (const auto& inner : command.inner) {
        const auto below = every_command(inner);
        all.insert(all.end(), below.begin(), below.end());
    }
    return all;
}

}  // namespace alcole::app
