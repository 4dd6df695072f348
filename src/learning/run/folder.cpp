#include <alcole/learning/run.hpp>
#include <alcole/tabular/read.hpp>

#include "base/files.hpp"
#include "learning/config/config.hpp"
#include "learning/run/reopen.hpp"
#include "learning/training/source.hpp"

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace alcole::learning {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& what, const std::string& why) {
    throw std::runtime_error(what.string() + ": " + why);
}

std::vector<TraceRow> trace_from(const fs::path& file, std::size_t constraints) {
    const tabular::Table table = tabular::read_csv(file, {.types = {{"regime", tabular::ColumnType::category}}});
    constexpr std::size_t before = 6;
    if (table.columns.size() != before + 2 * constraints) fail(file, "it does not belong to metrics.json");
    std::vector<TraceRow> trace(table.num_rows);
    for (std::size_t t = 0; t < trace.size(); ++t) {
        const auto number = [&](std::size_t column) { return table.columns[column].numbers.at(t); };
        trace[t] = {.iteration = static_cast<std::int64_t>(number(0)),
                    .regime = table.columns[1].text(t) == "full" ? Regime::full : Regime::stochastic,
                    .steps = static_cast<std::int64_t>(number(2)),
                    .seconds = number(3),
                    .objective = number(4),
                    .stationarity = number(5)};
        for (std::size_t i = 0; i < constraints; ++i) {
            trace[t].slack.push_back(number(before + i));
            trace[t].multiplier.push_back(number(before + constraints + i));
        }
    }
    return trace;
}

std::vector<RowPrice> prices_from(const fs::path& file, const std::vector<ConstraintOutcome>& constraints) {
    const tabular::Table table = tabular::read_csv(file, {.types = {{"constraint", tabular::ColumnType::category}}});
    std::vector<RowPrice> prices(table.num_rows);
    for (std::size_t k = 0; k < prices.size(); ++k) {
        const std::string name = table.at("constraint").text(k);
        const auto found = std::ranges::find(constraints, name, &ConstraintOutcome::name);
        if (found == constraints.end()) fail(file, "it does not belong to metrics.json");
        prices[k] = {.constraint = static_cast<std::size_t>(found - constraints.begin()),
                     .row = static_cast<std::size_t>(table.at("row").numbers.at(k)),
                     .risk = table.at("risk").numbers.at(k),
                     .multiplier = table.at("multiplier").numbers.at(k)};
    }
    return prices;
}

/// `state`, `state.stochastic`, and the states of further searches: `state.1`, ...
std::vector<fs::path> states_in(const fs::path& folder) {
    std::vector<fs::path> states;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name == "state" || name.starts_with("state.")) states.push_back(entry.path());
    }
    return states;
}

/// People use the name run.toml too; a run file that a person wrote must not be overwritten.
void check_not_a_persons_own(const fs::path& file) {
    std::error_code error;
    if (fs::is_regular_file(file, error) && !is_written_out(base::read_file(file)))
        fail(file,
             "is a run file of your own, and the one that is written into this folder would take its place; "
             "choose another --out");
}

}  // namespace

void check_free(const fs::path& folder) {
    std::error_code error;
    if (fs::exists(folder, error) && !fs::is_directory(folder, error))
        fail(folder, "is a file, not a folder; choose another --out");
    check_not_a_persons_own(folder / "run.toml");
}

RunFolder::RunFolder(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    check_free(path_);
    fs::create_directories(path_, error);
    if (error) fail(path_, "the folder cannot be made: " + error.message());
    const fs::path file = path_ / ".lock";  // never removed: that would race with a process that has just opened it
    lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ < 0) fail(path_, "nothing can be written there: " + std::generic_category().message(errno));
    if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
    ::close(lock_);
    fail(path_, "another alcole is at work in this folder; wait for it, or choose another --out");
}

RunFolder::~RunFolder() { ::close(lock_); }

void RunFolder::begin(const Config& given, const Source& source, bool resume) const {
    const Config config = pinned(given, source);
    const fs::path file = path_ / "run.toml";
    if (resume && fs::exists(file)) {
        const auto different = differences(read_config(file), config);
        for (const auto& key : different)
            if (key.name == "data.sha256" || key.name == "data.test_sha256" || key.name == "certify.sha256")
                throw std::invalid_argument(
                    (key.name == "data.sha256" ? (config.data.file.empty() ? "the table in memory" : config.data.file)
                     : key.name == "data.test_sha256" ? config.data.test_file
                                                      : config.certify.file) +
                    ": its rows have changed since this run began; bring them back, or start over without --resume");
        if (!different.empty())
            throw std::invalid_argument(path_.string() + " holds another run: " + different.front().name + " is " +
                                        different.front().left + " there and " + different.front().right +
                                        " here; resume it as it was, or start over without --resume");
    } else {
        std::error_code error;
        for (const auto& state : states_in(path_)) fs::remove(state, error);
    }
    base::write_file(file, to_toml(config, fs::absolute(path_)));
}

Leftover left_in(const fs::path& folder, const Config& config, const Source& source) {
    std::error_code error;
    const bool results = fs::exists(folder / "metrics.json", error);
    const Leftover ended = results ? Leftover::results : Leftover::nothing;
    if (states_in(folder).empty() || !fs::exists(folder / "run.toml", error)) return ended;
    const RunFolder alone(folder);  // takes the lock: a run that is still in progress has not been interrupted
    try {
        const Config there = read_config(folder / "run.toml");
        if (results && changes_since(folder, there, read_outcome(folder)).empty()) return ended;
        return differences(there, pinned(config, source)).empty() ? Leftover::interrupted : Leftover::other;
    } catch (const std::exception&) {  // files of another version, or damaged: cannot be resumed
        return ended;
    }
}

Outcome read_outcome(const fs::path& folder) {
    const fs::path file = folder / "metrics.json";
    std::error_code error;
    if (!fs::exists(folder, error)) fail(folder, "there is no such folder; is the name right?");
    if (!fs::is_directory(folder, error)) fail(folder, "is a file; name the folder that 'alcole train' wrote");
    if (!fs::exists(file, error))
        fail(folder, "there is no metrics.json in it; 'alcole train' writes one when it is done");
    Outcome outcome = outcome_from_json(base::read_file(file), file.string());
    if (fs::exists(folder / "trace.csv")) outcome.trace = trace_from(folder / "trace.csv", outcome.constraints.size());
    const auto on_rows = [](const ConstraintOutcome& constraint) { return constraint.each_row.has_value(); };
    if (std::ranges::any_of(outcome.constraints, on_rows) && fs::exists(folder / "prices.csv"))
        outcome.row_prices = prices_from(folder / "prices.csv", outcome.constraints);
    return outcome;
}

}  // namespace alcole::learning
