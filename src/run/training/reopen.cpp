#include "run/training/reopen.hpp"

#include "run/training/stages.hpp"
#include "run/training/tighten.hpp"

#include <stdexcept>

namespace alcole::run {
namespace {

namespace fs = std::filesystem;

/// What metrics.json was made with, against what the folder's run.toml says now.
void check_same_run(const fs::path& folder, const Config& there, const Outcome& outcome) {
    Config then = parse_config(outcome.run_toml, (folder / "metrics.json").string(), "");
    then.data.file = there.data.file;  // written without folders
    then.data.test_file = there.data.test_file;
    const auto different = differences(then, there);
    if (different.empty()) return;
    throw std::runtime_error(folder.string() +
                             ": its run.toml is not that of its metrics.json: another training was begun here and not "
                             "finished (" +
                             different.front().name + " was " + different.front().left + " and is " +
                             different.front().right + "); finish it with 'alcole train --resume', or train again");
}

void check_same_rows(const std::string& file, const std::string& then, const std::string& now) {
    if (then != now)
        throw std::runtime_error(file +
                                 ": the file has changed since the run was trained on it; bring the old one "
                                 "back, or train again");
}

}  // namespace

Reopened reopen(const fs::path& folder, const Outcome& outcome) {
    Reopened run{.config = read_config(folder / "run.toml")};
    check_same_run(folder, run.config, outcome);
    run.model = model_file::read_model(folder / "model.onnx");
    if (run.model.training_hash != outcome.training_hash)
        throw std::runtime_error(folder.string() +
                                 ": its model.onnx is not that of its metrics.json; train again into this folder");
    Config open = run.config;  // the sentence about another content is ours
    open.data.sha256.clear();
    open.data.test_sha256.clear();
    run.source = read_source(open);
    check_same_rows(run.config.data.file, run.config.data.sha256, run.source.sha256);
    check_same_rows(run.config.data.test_file, run.config.data.test_sha256, run.source.test_sha256);
    run.task = make_task(run.config, run.source, split_of(run.config, run.source));
    if (run.task.learning.constraints.size() != outcome.constraints.size())
        throw std::runtime_error(folder.string() +
                                 ": its constraints are not those of its metrics.json; train again into this folder");
    std::vector<double> bounds;
    for (const auto& constraint : outcome.constraints)
        bounds.push_back(constraint.tightened.value_or(constraint.bound));
    run.task = with_bounds(std::move(run.task), bounds);
    return run;
}

Standing standing_of(const Reopened& run, const Outcome& outcome) {
    if (outcome.optimality) return outcome.optimality->standing;
    const bool network = !run.task.learning.model.hidden.empty();
    return {.tolerance = stages_of(run.config.solve, 0, network).back().tolerance};
}

}  // namespace alcole::run
