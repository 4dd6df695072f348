#include "build_app.hpp"

#include <alcole/version.hpp>

#include "commands.hpp"
#include "run_options.hpp"

#include <string>

namespace alcole::app {

std::unique_ptr<CLI::App> build_app() {
    auto app = std::make_unique<CLI::App>(
        "Train a single, deployable model under constraints, check that they hold, and learn what each one costs.");
    app->name("alcole");
    app->require_subcommand(1);
    app->set_version_flag("--version", "alcole " + std::string(version));
    add_init(*app);
    add_train(*app);
    add_evaluate(*app);
    add_certify(*app);
    add_predict(*app);
    add_report(*app);
    add_explain(*app);
    add_examine(*app);
    add_sweep(*app);
    add_cv(*app);
    add_compare(*app);
    add_study(*app);
    add_data(*app);
    add_convert(*app);
    add_version(*app);
    add_completion(*app);
    add_man(*app);
    add_examples(*app, {"alcole train people.csv --target approved --protected sex",
                        "alcole init people.csv --target approved --out people.toml"});
    return app;
}

}  // namespace alcole::app
