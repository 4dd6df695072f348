#include <alcole/learning/config.hpp>

#include "base/text.hpp"
#include "completion.hpp"

#include <algorithm>

namespace alcole::app {
namespace {

/// Escapes the characters that _arguments and _describe interpret.
std::string escaped(const std::string& text, std::string_view signs) {
    std::string result;
    for (const char c : text) {
        if (c == '\\' || signs.find(c) != std::string_view::npos) result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result;
}

std::string function_of(const Command& command) {
    std::string name = command.path.empty() ? "_alcole" : "_alcole_" + command.path;
    std::ranges::replace_if(
        name, [](char c) { return c == ' ' || c == '-'; }, '_');
    return name;
}

std::string files(const Offers& offers) {
    if (offers.endings.empty()) return "_files";
    std::string endings;
    for (const auto& ending : offers.endings) endings += (endings.empty() ? "" : "|") + ending.substr(1);
    if (offers.endings.size() > 1)
        endings = "(" + endings + ")";  // a single one in parentheses would be a glob qualifier
    return "_files -g \"*." + endings + "\"";
}

/// The action for a value. A space means that nothing is offered; a space before a call keeps zsh from adding arguments
/// to it.
std::string action(const Offers& offers) {
    if (offers.keys) return "_alcole_keys";
    const std::string paths = offers.folders ? "_files -/" : offers.files ? files(offers) : "";
    if (offers.words.empty()) return paths.empty() ? " " : paths;
    if (paths.empty()) return "(" + base::joined(offers.words, " ") + ")";
    return " _alcole_words_or_files \"" + base::joined(offers.words, " ") + "\" " + paths;
}

/// One specification for each flag of an option; the flags of an option exclude each other unless it may be repeated.
std::vector<std::string> specifications(const Argument& option) {
    const std::string all = base::joined(option.flags, " ");
    std::vector<std::string> specs;
    for (const auto& flag : option.flags) {
        std::string spec = option.repeats ? "*" : option.flags.size() > 1 ? "(" + all + ")" : "";
        const bool is_long = flag.starts_with("--");
        spec += flag + (option.takes_value() ? (is_long ? "=" : "+") : "") + "[" + escaped(option.help, "[]:") + "]";
        if (option.takes_value()) spec += ":" + escaped(option.type, ":[]") + ":" + action(option.offers);
        specs.push_back(spec);
    }
    return specs;
}

std::string call_of_arguments(const Command& command) {
    std::string text = "    _arguments -C";
    for (const auto& option : command.options)
        for (const auto& spec : specifications(option)) text += " \\\n        " + in_quotes(spec);
    if (!command.inner.empty()) return text + " \\\n        '1: :->command' \\\n        '*:: :->rest'\n";
    for (const auto& one : command.positionals)
        text +=
            " \\\n        " + in_quotes((one.repeats ? "*:" : ":") + escaped(one.name, ":") + ":" + action(one.offers));
    return text + "\n";
}

/// One function per command; a command with inner commands dispatches to theirs.
std::string function_text(const Command& command) {
    std::string text = "\n" + function_of(command) + "() {\n";
    if (command.inner.empty()) return text + call_of_arguments(command) + "}\n";
    text += "    local curcontext=\"$curcontext\" state line\n    typeset -A opt_args\n" + call_of_arguments(command) +
            "    case $state in\n        command)\n            local -a commands=(\n";
    for (const auto& inner : command.inner)
        text += "                " + in_quotes(escaped(inner.name, ":") + ":" + escaped(inner.help, ":")) + "\n";
    text += "            )\n            _describe -t commands command commands\n";
    if (!command.positionals.empty())  // a command or a value
        text += "           " + action(command.positionals.front().offers) + "\n";
    text +=
        "            ;;\n"
        "        rest)\n            case $line[1] in\n";
    for (const auto& inner : command.inner)
        text += "                " + inner.name + ") " + function_of(inner) + " ;;\n";
    return text + "            esac\n            ;;\n    esac\n}\n";
}

constexpr const char* words_or_files = R"zsh(
_alcole_words_or_files() {
    local -a words=(${=1})
    shift
    _alternative "words:word:($words)" "files:file:${(j. .)${(q)@}}"
}
)zsh";

std::string keys_function() {
    std::string text = "\n_alcole_keys() {\n    local -a keys=(\n";
    for (const auto& key : learning::key_table())
        text += "        " + in_quotes(key.name + ":" + escaped(key.meaning, ":")) + "\n";
    return text + "    )\n    _describe -t keys 'key of the run file' keys -S =\n}\n";
}

}  // namespace

std::string zsh_completion(const Command& program) {
    std::string text = "#compdef " + program.name + "\n# Completion of " + program.name +
                       " for zsh, printed by: " + program.name + " completion zsh\n" + keys_function() + words_or_files;
    for (const auto* command : every_command(program)) text += function_text(*command);
    return text + "\nif [ \"$funcstack[1]\" = \"_alcole\" ]; then\n    _alcole \"$@\"\nelse\n    compdef _alcole " +
           program.name + "\nfi\n";
}

}  // namespace alcole::app
