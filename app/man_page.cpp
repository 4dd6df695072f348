#include "man_page.hpp"

#include <alcole/version.hpp>

#include "exit_codes.hpp"

#include <array>
#include <string_view>

namespace alcole::app {
namespace {

struct Entry {
    std::string_view name;
    std::string_view text;
};

constexpr std::array files = {
    Entry{"run.toml",
          "Describes a run: the data, the model, the constraints, and how to solve. alcole init writes one."},
    Entry{"*.csv, *.arff", "Tables with a header line, or with names given in the run file."},
    Entry{"*.h5", "Tables in HDF5, as 'alcole convert' writes them."},
    Entry{"*.onnx", "A trained model with its preprocessing: raw columns in, predictions out."},
    Entry{"~/.cache/alcole", "Downloaded data sets, unless the environment names another folder."}};

constexpr std::array variables = {
    Entry{"ALCOLE_DATA_DIR", "Where data sets are searched for first, each in a folder with its name."},
    Entry{"ALCOLE_CACHE_DIR", "Where downloaded data sets are kept."},
    Entry{"XDG_CACHE_HOME", "Without ALCOLE_CACHE_DIR, they are kept in the folder alcole inside this one."},
    Entry{"HOME", "Without either, they are kept in .cache/alcole inside this one."}};

/// Escapes the characters that man(7) interprets. A typed hyphen must remain one, and no line may begin like a request.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const bool at_start = result.empty() || result.back() == '\n';
        if (at_start && (c == '.' || c == '\'')) result += "\\&";
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else if (c == '~')
            result += "\\(ti";
        else if (c == '^')
            result += "\\(ha";
        else
            result += c;
    }
    return result;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string slanted(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

/// A paragraph with its own heading.
std::string item(const std::string& heading, std::string_view text) {
    return ".TP\n" + heading + "\n" + escaped(text) + "\n";
}

std::string heading(const Argument& option) {
    std::string text;
    for (const auto& flag : option.flags) text += (text.empty() ? "" : ", ") + bold(flag);
    if (option.flags.empty()) text = slanted(option.name);
    const bool says_more = option.takes_value() && (!option.flags.empty() || option.type != "TEXT");
    return says_more ? text + " " + slanted(option.type) : text;
}

std::string synopsis(const Command& command) {
    std::string text = bold("alcole" + (command.path.empty() ? "" : " " + command.path));
    if (!command.options.empty()) text += " [" + slanted("options") + "]";
    for (const auto& one : command.positionals) {
        const std::string name = slanted(one.name) + (one.repeats ? " ..." : "");
        text += one.required ? " " + name : " [" + name + "]";
    }
    return text;
}

std::string section(const Command& command) {
    std::string text =
        ".SS " + bold("alcole " + command.path) + "\n" + synopsis(command) + "\n.PP\n" + escaped(command.help) + ".\n";
    for (const auto& one : command.positionals) text += item(heading(one), one.help);
    for (const auto& option : command.options) text += item(heading(option), option.help);
    if (!command.examples.empty()) text += ".PP\n.nf\n" + escaped(command.examples) + "\n.fi\n";
    return text;
}

}  // namespace

std::string man_page(const Command& program) {
    std::string text = R"(.TH ALCOLE 1 "" "alcole )" + escaped(version) + "\" \"User Commands\"\n.SH NAME\n" +
                       "alcole \\- train models under constraints\n.SH SYNOPSIS\n";
    const auto commands = every_command(program);
    for (const auto* command : commands)
        if (command->inner.empty()) text += synopsis(*command) + "\n.br\n";
    text +=
        bold("alcole") + " " + bold("--help") + " | " + bold("--version") + "\n.SH DESCRIPTION\n" +
        escaped(program.help) + "\n.PP\n" +
        escaped(
            "A progress line is shown on a terminal only; in a pipe, commands print nothing but their result. Errors "
            "are reported in one sentence.") +
        "\n.SH COMMANDS\n";
    for (const auto* command : commands)
        if (command->inner.empty()) text += section(*command);
    text += ".SH EXIT STATUS\n";
    for (const auto& [code, meaning] : exit_meanings) text += item(bold(std::to_string(code)), meaning);
    text += ".SH FILES\n";
    for (const auto& [name, what] : files) text += item(slanted(name), what);
    text += ".SH ENVIRONMENT\n";
    for (const auto& [name, what] : variables) text += item(bold(name), what);
    return text;
}

}  // namespace alcole::app
