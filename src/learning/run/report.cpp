#include <alcole/learning/module.hpp>
#include <alcole/learning/report.hpp>

#include "base/files.hpp"
#include "words/words.hpp"

#include <stdexcept>

namespace alcole::learning {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& folder, const char* name, const std::string& text) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw std::runtime_error(folder.string() + ": the folder cannot be created: " + error.message());
    base::write_file(folder / name, text);
}

}  // namespace

void write_report(const Outcome& outcome, const fs::path& folder) {
    write(folder, "report.html", report_html(outcome));
    write(folder, "model-card.md", report::markdown(words::model_card(outcome)));
}

void write_report(const Sweep& sweep, const fs::path& folder) {
    write(folder, "sweep.csv", to_csv(sweep));
    write(folder, "report.html", report::html(words::sweep_page(sweep)));
    write(folder, "sweep.json", to_json(sweep) + "\n");
}

void write_report(const Repeated& repeated, const fs::path& folder) {
    write(folder, "report.html", report::html(words::cross_validation_page(repeated)));
    write(folder, "cv.json", to_json(repeated) + "\n");
}

void write_report(const Comparison& comparison, const fs::path& folder) {
    write(folder, "report.html", report::html(words::comparison_page(comparison)));
    write(folder, "compare.json", to_json(comparison) + "\n");
}

std::string report_html(const Outcome& outcome) { return report::html(words::run_page(outcome)); }
std::string report_html(const ModuleTraining& training) { return report::html(words::module_page(training)); }

std::vector<std::string> explain(const Outcome& outcome) { return words::explain(outcome); }
std::vector<std::string> explain(const ModuleTraining& training) { return words::explain(training); }

}  // namespace alcole::learning
