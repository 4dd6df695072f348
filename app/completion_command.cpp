#include "commands.hpp"
#include "completion.hpp"
#include "man_page.hpp"
#include "run_options.hpp"

#include <cstdio>
#include <memory>
#include <string>

namespace alcole::app {

void add_completion(CLI::App& app) {
    auto* command = app.add_subcommand("completion", "Print a completion script for a shell");
    const auto shell = std::make_shared<std::string>();
    command->add_option("shell", *shell, "The shell")->required()->check(CLI::IsMember({"bash", "zsh"}));
    add_examples(*command, {"alcole completion bash", "alcole completion zsh"});
    command->callback([&app, shell] {
        const Command program = outline_of(app);
        std::printf("%s", (*shell == "zsh" ? zsh_completion(program) : bash_completion(program)).c_str());
    });
}

void add_man(CLI::App& app) {
    auto* command = app.add_subcommand("man", "Print the manual page; to read it: alcole man | man -l -");
    add_examples(*command, {"alcole man", "alcole man > alcole.1"});
    command->callback([&app] { std::printf("%s", man_page(outline_of(app)).c_str()); });
}

}  // namespace alcole::app
