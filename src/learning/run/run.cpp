#include <alcole/learning/report.hpp>
#include <alcole/learning/run.hpp>

#include "base/files.hpp"
#include "base/release_memory.hpp"
#include "base/stopwatch.hpp"
#include "learning/run/reopen.hpp"
#include "learning/training/examine.hpp"
#include "learning/training/make_task.hpp"
#include "learning/training/predictions.hpp"
#include "learning/training/rows.hpp"
#include "learning/training/train.hpp"

namespace alcole::learning {
namespace {

namespace fs = std::filesystem;

/// The numbers of the held-out rows, as the user knows them.
std::vector<std::size_t> held_out_numbers(const Source& source, const std::optional<tabular::Split>& split) {
    if (split) return numbers_at(numbered(source.row_numbers, source.table.num_rows), split->test);
    return numbered(source.test_row_numbers, source.test ? source.test->num_rows : 0);
}

/// A task has its own copy of the rows, so the source's, which are as large as the table, are released.
TrainingTask make_last_task(const Config& config, Source& source, const std::optional<tabular::Split>& split) {
    TrainingTask task = make_task(config, source, split);
    source.table = {};
    source.test.reset();
    source.certify.reset();
    base::release_memory(source.row_numbers, source.test_row_numbers);
    return task;
}

void write_outcome(const Outcome& outcome, const fs::path& folder) {
    base::write_file(folder / "metrics.json", to_json(outcome) + "\n");
    write_report(outcome, folder);
}

/// Saves the model of a training that was stopped, unless the folder holds the results of a finished run.
void keep_so_far(const Trainer& trainer, const fs::path& folder) {
    if (trainer.so_far() && !fs::exists(folder / "metrics.json")) trainer.so_far()->save(folder / "model.onnx");
}

Timings timings_of(double reading, double preparing, const Context& context) {
    Timings timings{.reading = reading, .preparing = preparing};
    if (context.ranks() != nullptr)
        for (const PhaseTimes& phases : times_of(*context.ranks())) timings.ranks.push_back({phases});
    return timings;
}

}  // namespace

std::optional<Fitted> train(const Config& config, const Source& source, const Context& context) {
    const base::Stopwatch watch;
    Trainer trainer(config, source, make_task(config, source, split_of(config, source)), context);
    return trainer.train({.examine = true, .unconstrained = true, .seconds = source.seconds + watch.seconds()});
}

std::optional<Fitted> train_or_keep(const Config& config, Source source, const fs::path& path, const Context& context) {
    const base::Stopwatch watch;
    Trainer trainer(config, source, make_last_task(config, source, split_of(config, source)), context);
    const std::string kept = "kept-state";  // not "state": begin() removes the states of earlier runs
    std::optional<Fitted> fitted = trainer.train({.checkpointing = {.state = path / kept, .when_stopped = true},
                                                  .examine = true,
                                                  .unconstrained = true,
                                                  .seconds = source.seconds + watch.seconds()});
    if (fitted) return fitted;
    const RunFolder folder(path);
    folder.begin(config, source);
    const std::vector<fs::directory_entry> files(fs::directory_iterator(path), fs::directory_iterator{});
    for (const auto& file : files) {
        const std::string name = file.path().filename().string();
        if (name.starts_with(kept)) fs::rename(file, path / ("state" + name.substr(kept.size())));
    }
    keep_so_far(trainer, path);
    return std::nullopt;
}

std::optional<Fitted> train(const Config& config, Source source, const fs::path& path, bool resume,
                            const Context& context) {
    const base::Stopwatch watch;
    auto split = split_of(config, source);
    const auto held_out = held_out_numbers(source, split);
    TrainingTask task = make_last_task(config, source, split);
    split.reset();
    const auto test = task.test;
    check_not_opened(config, source);
    const RunFolder folder(path);  // created last, so that a mistake leaves nothing behind
    folder.begin(config, source, resume);
    Trainer trainer(config, source, std::move(task), context);
    const double preparing = watch.seconds();
    std::optional<Fitted> fitted = trainer.train({.checkpointing = {.state = path / "state", .resume = resume},
                                                  .examine = true,
                                                  .unconstrained = true,
                                                  .seconds = source.seconds + preparing});
    if (!fitted) {
        keep_so_far(trainer, path);
        return std::nullopt;
    }
    if (context.wants_timings()) fitted->outcome.timings = timings_of(source.seconds, preparing, context);
    fitted->model.save(path / "model.onnx");
    base::write_file(path / "trace.csv", trace_csv(fitted->outcome));
    if (const std::string prices = prices_csv(fitted->outcome); !prices.empty())
        base::write_file(path / "prices.csv", prices);
    if (test)  // true values and predictions, to verify the numbers for held-out rows
        base::write_file(path / "held-out.csv", predictions_csv(fitted->model, *test, held_out, context));
    write_outcome(fitted->outcome, path);
    return fitted;
}

std::optional<Outcome> examine(const fs::path& path, std::size_t starts, const Context& context) {
    Outcome outcome = read_outcome(path);  // first, because it requires a finished run
    const RunFolder folder(path);
    const auto run = reopen(path, outcome, context);
    if (!run) return std::nullopt;
    auto found = examine(run->task, run->model, outcome, run->search, starts, context);
    if (!found) return std::nullopt;
    outcome.optimality = std::move(found);
    write_outcome(outcome, path);
    return outcome;
}

}  // namespace alcole::learning
