#include <alcole/learning/config.hpp>

#include "base/text.hpp"
#include "completion.hpp"

namespace alcole::app {
namespace {

/// The part that does not depend on the options. Bash splits words at = and :, so "--out=x" has to be joined again.
constexpr const char* helpers = R"(# Adds the lines that come in to what is offered.
_alcole_offer() {
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY
}

# The words that begin like the current one.
_alcole_words() {
    _alcole_offer < <(compgen -W "$1" -- "$cur")
}

# Keys of a run file, up to the sign behind which the value comes.
_alcole_keys() {
    compopt -o nospace 2>/dev/null
    _alcole_offer < <(compgen -S = -W "$_alcole_key_names" -- "$cur")
}

_alcole_folders() {
    compopt -o filenames 2>/dev/null
    _alcole_offer < <(compgen -d -- "$cur")
}

# Folders, and the files with these endings; any file where nothing else fits.
_alcole_files() {
    local ending file
    local -a found=()
    compopt -o filenames 2>/dev/null
    for ending in "$@"; do
        while IFS= read -r file; do
            [[ -f $file ]] && found+=("$file")
        done < <(compgen -f -X "!*$ending" -- "$cur")
    done
    if [[ ${#found[@]} -eq 0 && ${#COMPREPLY[@]} -eq 0 ]]; then
        _alcole_offer < <(compgen -f -- "$cur")
    else
        _alcole_folders
        COMPREPLY+=("${found[@]}")
    fi
}
)";

constexpr const char* function_start = R"(
_alcole() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command= word last= place=0
    COMPREPLY=()
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    # Which command, and how many values stand behind it by their place.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
        if [[ $word == = ]]; then
            continue
        elif _alcole_takes_value "$command|$last"; then
            last=
            continue
        fi
        last=$word
        [[ $word == -* ]] && continue
        case "$command|$word" in
)";

/// The function to call for a value; both words and files may be offered.
std::string action(const Offers& offers) {
    if (offers.keys) return "_alcole_keys";
    std::string text;
    if (offers.files)
        text = offers.endings.empty() ? "_alcole_files" : "_alcole_files " + base::joined(offers.endings, " ");
    if (offers.folders) text = "_alcole_folders";
    if (offers.words.empty()) return text.empty() ? ":" : text;
    const std::string words = "_alcole_words " + in_quotes(base::joined(offers.words, " "));
    return text.empty() ? words : words + "; " + text;
}

/// The pattern for an option of a command: 'init|--out'|'init|-o'.
std::string pattern(const Command& command, const Argument& option) {
    std::string text;
    for (const auto& flag : option.flags) text += (text.empty() ? "" : "|") + in_quotes(command.path + "|" + flag);
    return text;
}

std::string takes_value(const std::vector<const Command*>& commands) {
    std::string text = "\n_alcole_takes_value() {\n    case \"$1\" in\n";
    for (const auto* command : commands)
        for (const auto& option : command->options)
            if (option.takes_value()) text += "        " + pattern(*command, option) + ") return 0 ;;\n";
    return text + "    esac\n    return 1\n}\n";
}

std::string option_values(const std::vector<const Command*>& commands) {
    std::string text = "    case \"$command|$prev\" in\n";
    for (const auto* command : commands)
        for (const auto& option : command->options)
            if (option.takes_value())
                text += "        " + pattern(*command, option) + ") " + action(option.offers) + "; return ;;\n";
    return text + "    esac\n";
}

std::string option_names(const std::vector<const Command*>& commands) {
    std::string text = "    if [[ $cur == -* ]]; then\n        case \"$command\" in\n";
    for (const auto* command : commands) {
        std::vector<std::string> flags;
        for (const auto& option : command->options) flags.insert(flags.end(), option.flags.begin(), option.flags.end());
        text += "            " + in_quotes(command->path) + ") _alcole_words " + in_quotes(base::joined(flags, " ")) +
                " ;;\n";
    }
    return text + "        esac\n        return\n    fi\n";
}

std::string by_place(const std::vector<const Command*>& commands) {
    std::string text = "    case \"$command|$place\" in\n";
    for (const auto* command : commands) {
        std::vector<std::string> names;
        for (const auto& inner : command->inner) names.push_back(inner.name);
        const std::string inner = names.empty() ? "" : "_alcole_words " + in_quotes(base::joined(names, " "));
        if (!inner.empty() && command->positionals.empty())
            text += "        " + in_quotes(command->path + "|0") + ") " + inner + " ;;\n";
        for (std::size_t k = 0; k < command->positionals.size(); ++k) {
            const Argument& one = command->positionals[k];
            const std::string place =
                one.repeats ? in_quotes(command->path + "|") + "*" : in_quotes(command->path + "|" + std::to_string(k));
            text += "        " + place + ") ";
            if (k == 0 && !inner.empty()) text += inner + "; ";  // a command or a value
            text += action(one.offers) + " ;;\n";
        }
    }
    return text + "    esac\n";
}

}  // namespace

std::string in_quotes(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::string bash_completion(const Command& program) {
    const auto commands = every_command(program);
    std::vector<std::string> keys;
    for (const auto& key : learning::key_table()) keys.push_back(key.name);
    std::string text = "# Completion of " + program.name + " for bash, printed by: " + program.name +
                       " completion bash\n_alcole_key_names=" + in_quotes(base::joined(keys, " ")) + "\n\n" + helpers +
                       takes_value(commands) + function_start;
    for (const auto* command : commands)
        for (const auto& inner : command->inner)
            text += "            " + in_quotes(command->path + "|" + inner.name) +
                    ") command=" + in_quotes(inner.path) + "; place=0 ;;\n";
    text += "            *) place=$((place + 1)) ;;\n        esac\n    done\n";
    return text + option_values(commands) + option_names(commands) + by_place(commands) + "}\ncomplete -F _alcole " +
           program.name + "\n";
}

}  // namespace alcole::app
