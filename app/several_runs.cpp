#include "several_runs.hpp"

#include "base/files.hpp"
#include "base/text.hpp"
#include "commands.hpp"

#include <cstdio>
#include <stdexcept>

namespace alcole::app {
namespace {

namespace fs = std::filesystem;

fs::path own_folder(const fs::path& folder) {
    for (const auto* name : {"model.onnx", "state"})
        if (fs::exists(folder / name))
            throw std::invalid_argument(folder.string() +
                                        ": this folder holds a training; choose another one by --out");
    return folder;
}

}  // namespace

SeveralRuns::SeveralRuns(const RunArguments& arguments, const std::string& ending)
    : arguments_(arguments),
      config_(config_of(arguments)),
      source_(learning::read_source(config_)),
      folder_(own_folder(folder_of(arguments, ending))) {
    folder_.begin(learning::pinned(config_, source_), false);
}

Context SeveralRuns::context() { return context_of(arguments_.jobs, line_); }

void SeveralRuns::stopped() {
    line_.clear();
    complain("stopped; trainings that were finished are not kept, and no results were written");
    throw Exit{ExitCode::interrupted};
}

void SeveralRuns::write(const std::string& name, const std::string& text) const {
    base::write_file(folder_.path() / name, text);
}

void SeveralRuns::print(const std::string& json, const report::Document& summary) {
    line_.clear();
    if (arguments_.json) {
        std::printf("%s\n", json.c_str());
    } else {
        app::print(summary);
        std::printf("\nreport: %s\n", (folder_.path() / "report.html").c_str());
    }
}

}  // namespace alcole::app
