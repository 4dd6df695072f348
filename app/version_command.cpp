#include <alcole/tabular/learning.hpp>
#include <alcole/version.hpp>

#include "commands.hpp"

#include <cstdio>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

namespace alcole::app {

void add_version(CLI::App& app) {
    auto* command = app.add_subcommand("version", "What this is: version, instruction set in use, components");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "As JSON");
    command->callback([json] {
        const std::string cpu(tabular::instruction_set());
        if (!*json) {
            std::printf("alcole %s, arithmetic on %s\n", std::string(version).c_str(), cpu.c_str());
            return;
        }
        const nlohmann::ordered_json out = {{"version", version},
                                            {"compiler", __VERSION__},
                                            {"instruction_set", cpu},
                                            {"components", {"core", "tabular", "study"}}};
        std::printf("%s\n", out.dump(2).c_str());
    });
}

}  // namespace alcole::app
