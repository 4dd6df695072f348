#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// The command line as plain data, walked out of the parser's definition: completions and the manual are written from
/// it, so that neither can tell of an option that is not there, or forget one.
namespace alcole::app {

/// What a shell offers for a value.
struct Offers {
    bool files = false;
    bool folders = false;
    bool keys = false;                   ///< of a run file, as key=value
    std::vector<std::string> endings{};  ///< of the files, such as ".toml"; none: any file
    std::vector<std::string> words{};
};

/// By the type name; where that says nothing, by the name and the help. `positional`: without a flag.
Offers offers_of(const std::string& type, const std::string& name, const std::string& help, bool positional);

struct Argument {
    std::vector<std::string> flags{};  ///< "-o", "--out"; none: it goes by its place
    std::string name{};
    std::string type{};  ///< what stands for the value; empty: there is none
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
    std::string examples{};  ///< a heading, then a command line on each line; may be empty
    std::vector<Argument> options{};
    std::vector<Argument> positionals{};
    std::vector<Command> inner{};
};

/// Hidden options and commands, those of the group "", are left out.
Command outline_of(const CLI::App& app);

/// The command and all below it, outer ones first.
std::vector<const Command*> every_command(const Command& command);

}  // namespace alcole::app
