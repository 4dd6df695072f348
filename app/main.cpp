// The command line: parse, call, write. No numerics here.
#include "base/scratch.hpp"
#include "base/text.hpp"
#include "build_app.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "ranks.hpp"
#include "terminal.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace {

/// For a misspelt command, the parser itself only says that a command is required.
void check_command(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    const std::string word = argv[1];
    const auto commands = app.get_subcommands([](const CLI::App* /*any*/) { return true; });
    std::vector<std::string_view> names;
    for (const auto* command : commands) {
        if (command->get_name() == word) return;
        names.push_back(command->get_name());
    }
    throw std::invalid_argument("there is no command '" + word + "'" + alcole::base::did_you_mean(word, names) +
                                "; see 'alcole --help'");
}

const CLI::App* find_command(const CLI::App& app, const std::string& name) {
    const auto found = app.get_subcommands([&](const CLI::App* command) { return command->get_name() == name; });
    return found.empty() ? nullptr : found.front();
}

/// The command that the words name, with its name as typed: "data fetch". Null if they name none.
std::pair<const CLI::App*, std::string> named_command(const CLI::App& app, int argc, char** argv) {
    const CLI::App* command = argc > 1 ? find_command(app, argv[1]) : nullptr;
    const CLI::App* inner = command != nullptr && argc > 2 ? find_command(*command, argv[2]) : nullptr;
    if (inner != nullptr) return {inner, command->get_name() + " " + inner->get_name()};
    return {command, command == nullptr ? "" : command->get_name()};
}

/// "; did you mean '--json'?" for `--formatt`, where there is a --format, and for `--format json`.
std::string meant(const std::string& word, const char* next, const std::vector<std::string>& names) {
    if (word.size() == 2) return {};
    const std::string value = next == nullptr ? "" : "--" + std::string(next);
    const bool named = std::ranges::find(names, value) != names.end();
    return named ? "; did you mean '" + value + "'?" : alcole::base::did_you_mean(word, names);
}

/// Reports the first option that the command does not have, with the nearest one that it has.
void check_options(const CLI::App& app, int argc, char** argv) {
    const auto [command, full_name] = named_command(app, argc, argv);
    if (command == nullptr) return;
    std::vector<std::string> names;
    for (const auto* option : command->get_options()) {
        for (const auto& name : option->get_lnames()) names.push_back("--" + name);
        for (const auto& letter : option->get_snames()) names.push_back("-" + letter);
    }
    const auto is_option = [](const std::string& word) {  // -2 may be a value, and -j4 an option with a value
        return word.starts_with("--") ||
               (word.size() == 2 && word[0] == '-' && std::isalpha(static_cast<unsigned char>(word[1])) != 0);
    };
    for (int i = 2; i < argc; ++i) {
        std::string word = argv[i];
        if (word == "--") return;  // what follows are values, even if they look like options
        word = word.substr(0, word.find('='));
        if (is_option(word) && std::ranges::find(names, word) == names.end())
            throw std::invalid_argument("'" + full_name + "' has no option '" + word + "'" +
                                        meant(word, argv[i + 1], names));
    }
}

void parse(int argc, char** argv) {
    using namespace alcole::app;
    const auto app = build_app();
    check_command(*app, argc, argv);
    check_options(*app, argc, argv);
    try {
        app->parse(argc, argv);  // the work is done in the callbacks of the commands
    } catch (const CLI::ParseError& error) {
        const std::string name = named_command(*app, argc, argv).second;
        const bool extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
        const std::string what =
            extra ? "'" + app->remaining(true).front() + "' is one argument too many" : error.what();
        if (error.get_exit_code() != 0)
            throw std::invalid_argument(what + "; see 'alcole " + (name.empty() ? "" : name + " ") + "--help'");
        app->exit(error);  // --help and --version
    }
}

std::string out_of_memory() {
    namespace scratch = alcole::base::scratch;
    const auto in_gibibytes = [](std::uint64_t bytes) {
        return alcole::base::short_number(std::ldexp(static_cast<double>(bytes), -30)) + " GiB";
    };
    if (scratch::refused() == 0) return "there is not enough memory for this";
    return "within --memory " + in_gibibytes(scratch::limit()) + ", " + in_gibibytes(scratch::refused()) +
           " more would be needed on the disk of the folder for temporary files, and " + in_gibibytes(scratch::room()) +
           " are free; set TMPDIR to a folder with more room, or allow more memory";
}

int run(int argc, char** argv) {
    using namespace alcole::app;
    try {
        const RankOfJob rank;
        if (!rank.served()) parse(argc, argv);
        return ExitCode::success;
    } catch (const Exit& exit) {
        return exit.code;
    } catch (const std::bad_alloc&) {
        print_to_stderr(out_of_memory());
    } catch (const std::exception& error) {
        print_to_stderr(error.what());
    }
    return ExitCode::failure;
}

/// Printed output must have been written: a full disk is a failure like any other.
int checked(int code) {
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    alcole::app::print_to_stderr("the output cannot be written: " +
                                 std::generic_category().message(errno != 0 ? errno : ENOSPC));
    return alcole::app::ExitCode::failure;
}

}  // namespace

int main(int argc, char** argv) {
    alcole::app::watch_for_interrupts();
    return checked(run(argc, argv));
}
