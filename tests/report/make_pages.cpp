// Writes one page of every kind, for the tests in a browser: make_pages FOLDER
#include "fake_run.hpp"
#include "pages.hpp"
#include "small_studies.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

namespace {

using namespace alcole::testing;

void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: make_pages FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    const auto run = [&](const char* name, const FakeRun& fake) { write(folder / name, run_html(fake_outcome(fake))); };
    run("run.html", {});
    run("run_one.html", {.constraints = 1, .held_out = false});
    run("run_many.html", {.constraints = 40, .steps = 1700});
    run("run_free.html", {.constraints = 0, .groups = false, .method = alcole::Method::unconstrained});
    run("run_certified.html", {.certificate = true});
    run("run_infeasible.html", {.infeasible = true});
    run("run_regression.html", {.constraints = 2, .regression = true, .groups = false});
    run("run_names.html", {.constraints = 8, .hostile_names = true, .long_names = true, .certificate = true});
    run("run_unexamined.html", {.constraints = 3, .examined = false});
    run("run_first_order.html", {.constraints = 3, .thoroughly = false});
    write(folder / "sweep.html", sweep_html(fake_sweep()));
    write(folder / "sweep_plain.html", sweep_html(fake_sweep(5, 0, true)));
    write(folder / "comparison.html", comparison_html(fake_comparison()));
    write(folder / "comparison_many.html",
          comparison_html(fake_comparison({.constraints = 40, .long_names = true}, 2)));
    write(folder / "cross_validation.html", cross_validation_html(fake_repeated({})));
    write(folder / "learnability.html", learnability_html(small_learnability()));
    write(folder / "duality.html", duality_html(small_duality()));
    write(folder / "model_card.md", model_card(fake_outcome()));
    return 0;
}
