#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// The command line as plain data, extracted from the parser's definition. Completions and the manual are generated
/// from it, so neither can list an option that does not exist, or miss one.
namespace alcole::app {

/// What a shell offers for a value.
struct Offers {
    bool files = false;
    bool folders = false;
    bool keys = false;                   ///< keys of a run file, as key=value
    std::vector<std::string> endings{};  ///< extensions of the files, such as ".toml"; empty: any file
    std::vector<std::string> words{};
};

/// Decided by the type name or, if that is not specific, by the name and the help. `positional`: without a flag.
Offers offers_of(const std::string& type, const std::string& name, const std::string& help, bool positional);

struct Argument {
    std::vector<std::string> flags{};  ///< "-o", "--out"; empty: a positional argument
    std::string name{};
    std::string type{};  ///< placeholder for the value; empty: takes no value
    std::string help{};
    bool required = false;
    bool repeats = false;
    Offers offers{};

    bool takes_value() const { return !type.empty(); }
};

struct Command {
    std::string path{};  ///< "data fetch"; empty for the program itself
    std::string name{};
    std::string help{};
    std::string examples{};  ///< a heading, then one command line per line; may be empty
    std::vector<Argument> options{};
    std::vector<Argument> positionals{};
    std::vector<Command> inner{};
};

/// Hidden options and commands (those of the group "") are left out.
Command outline_of(const CLI::App& app);

/// The command and all commands below it, outer ones first.
std::vector<const Command*> every_command(const Command& command);

}  // namespace alcole::app
