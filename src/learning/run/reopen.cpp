#include "learning/run/reopen.hpp"

#include "learning/config/config.hpp"
#include "learning/training/make_task.hpp"
#include "learning/training/stages.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::learning {
namespace {

namespace fs = std::filesystem;

void check_same_run(const fs::path& folder, const Config& there, const Outcome& outcome) {
    const auto different = changes_since(folder, there, outcome);
    if (different.empty()) return;
    throw std::runtime_error(folder.string() +
                             ": its run.toml does not match its metrics.json: another training was begun here and not "
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

std::vector<KeyDifference> changes_since(const fs::path& folder, const Config& there, const Outcome& outcome) {
    Config then = parse_config(outcome.run_toml, (folder / "metrics.json").string(), "");
    then.data.file = there.data.file;  // metrics.json stores names without folders
    then.data.test_file = there.data.test_file;
    then.certify.file = there.certify.file;
    for (std::size_t k = 0; k < std::min(then.constraints.size(), there.constraints.size()); ++k)
        then.constraints[k].model = there.constraints[k].model;
    return differences(then, there);
}

std::optional<Reopened> reopen(const fs::path& folder, const Outcome& outcome, const Context& context) {
    const Config config = read_config(folder / "run.toml");
    check_same_run(folder, config, outcome);
    TrainedModel model = TrainedModel::load(folder / "model.onnx");
    if (model.training_hash != outcome.training_hash)
        throw std::runtime_error(folder.string() +
                                 ": its model.onnx does not match its metrics.json; train again into this folder");
    Config open = config;  // differing contents are reported by check_same_rows()
    open.data.sha256.clear();
    open.data.test_sha256.clear();
    const auto source = read_source(open, context);
    if (!source) return std::nullopt;
    check_same_rows(config.data.file, config.data.sha256, source->sha256);
    check_same_rows(config.data.test_file, config.data.test_sha256, source->test_sha256);
    TrainingTask task = make_task(config, *source, split_of(config, *source));
    if (task.goal.constraints.size() != outcome.constraints.size())
        throw std::runtime_error(folder.string() +
                                 ": its constraints do not match its metrics.json; train again into this folder");
    const auto stages = stages_of(config.solve, {.network = !task.linear(), .rates = task.has_rates()});
    SearchFacts search{.tolerance = stages.back().tolerance};
    if (outcome.optimality) search = outcome.optimality->search;
    return Reopened{std::move(task), std::move(model), std::move(search)};
}

}  // namespace alcole::learning
