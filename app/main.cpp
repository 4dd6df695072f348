// The command line: parse, call, write. No numerics here.
#include "text.hpp"

#include <alcole/version.hpp>

#include "commands.hpp"
#include "interrupt.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// The parser itself says no more of a misspelt command than that one is required.
void check_command(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    const std::string word = argv[1];
    const auto commands = app.get_subcommands([](const CLI::App* /*any*/) { return true; });
    std::vector<std::string_view> names;
    for (const auto* command : commands) {
        if (command->get_name() == word) return;
        names.push_back(command->get_name());
    }
    throw std::invalid_argument("there is no command '" + word + "'" + alcole::did_you_mean(word, names));
}

int run(int argc, char** argv) {
    using namespace alcole::app;
    CLI::App app(
        "Train one deployable model under constraints, see whether they hold, and know what each of them costs.");
    app.name("alcole");
    app.require_subcommand(1);
    app.set_version_flag("--version", "alcole " + std::string(alcole::version));
    app.failure_message([](const CLI::App* /*app*/, const CLI::Error& error) {
        return std::string("alcole: ") + error.what() + "\nalcole: see 'alcole --help'\n";
    });
    add_study(app);
    add_data(app);
    add_version(app);
    try {
        check_command(app, argc, argv);
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::CallForVersion& version) {
        return app.exit(version);
    } catch (const CLI::ParseError& error) {
        app.exit(error);
        return ExitCode::usage;
    } catch (const Exit& exit) {
        return exit.code;
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "alcole: %s\n", error.what());
        return ExitCode::usage;
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "alcole: there is not enough memory for this\n");
        return ExitCode::failure;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "alcole: %s\n", error.what());
        return ExitCode::failure;
    }
    return ExitCode::success;
}

}  // namespace

int main(int argc, char** argv) {
    alcole::app::watch_for_interrupts();
    return run(argc, argv);
}
