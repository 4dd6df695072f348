#include "studies/run_files.hpp"

#include <alcole/tabular/read.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "studies/fields.hpp"

#include <map>
#include <stdexcept>

namespace alcole::studies {

void fields(auto& visit, base::Is<MethodRuns> auto& trained) {
    base::list(visit, "runs", trained.runs, "constraints", trained.constraints, "data", trained.data);
}

namespace {

namespace fs = std::filesystem;

/// The settings that determine the result of a single run.
std::map<std::string, std::string> fingerprint(const Settings& settings) {
    std::map<std::string, std::string> texts;
    for (const auto& info : setting_table<Settings>())
        if (!only_adds_runs(info.name)) texts[info.name] = get(settings, info.name);
    return texts;
}

/// Reads a trace as written by to_csv().
Trace trace_from(const fs::path& file) {
    const tabular::Table table = tabular::read_csv(file);
    const std::size_t m = (table.columns.size() - 2) / 3;
    Trace trace;
    trace.objective = table.columns[1].numbers.to_vector();
    for (std::size_t t = 0; t < table.num_rows; ++t) {
        std::size_t column = 2;
        for (auto* values : {&trace.lambda, &trace.slack, &trace.flip}) {
            auto& at = values->emplace_back();
            for (std::size_t i = 0; i < m; ++i) at.push_back(table.columns[column++].numbers.at(t));
        }
    }
    return trace;
}

}  // namespace

RunFiles::RunFiles(fs::path folder, const Settings& settings) : folder_(std::move(folder)) {
    std::error_code error;
    fs::create_directories(folder_ / "runs", error);
    if (!error) fs::create_directories(folder_ / "traces", error);
    if (error) throw std::runtime_error(folder_.string() + ": cannot be created: " + error.message());
    const auto now = fingerprint(settings);
    const fs::path file = folder_ / "runs" / "settings.json";
    if (!fs::exists(file)) {
        base::write_file(file, base::json_text(now, "settings.json", 2) + "\n");
        return;
    }
    std::map<std::string, std::string> before;
    try {
        before = base::from_json<decltype(before)>(base::read_file(file), "settings.json");
    } catch (const std::invalid_argument&) {
        throw std::invalid_argument(file.string() + ": is damaged; use another --out");
    }
    for (const auto& [name, value] : now) {
        const auto found = before.find(name);
        if (found != before.end() && found->second == value) continue;
        throw std::invalid_argument(
            folder_.string() + " holds a study with another " + base::quoted(name) +
            (found != before.end() ? " (" + base::quoted(found->second) + ", not " + base::quoted(value) + ")" : "") +
            "; use another --out");
    }
}

fs::path RunFiles::file_of(const std::string& label, std::uint64_t seed) const {
    return folder_ / "runs" / (label + "-" + std::to_string(seed) + ".json");
}

fs::path RunFiles::trace_of(const std::string& label, std::uint64_t seed) const {
    return folder_ / "traces" / (label + "-" + std::to_string(seed) + ".csv");
}

void RunFiles::save(const std::string& label, std::uint64_t seed, const MethodRuns& trained) const {
    for (const auto& [name, run] : trained.runs)
        if (!run.trace.objective.empty())
            base::write_file(trace_of(label, seed), to_csv(run.trace, trained.constraints));
    // written last: it marks the training as complete
    base::write_file(file_of(label, seed), base::json_text(trained, "a run of the study", 1) + "\n");
}

std::optional<MethodRuns> RunFiles::load(const std::string& label, std::uint64_t seed) const {
    const fs::path file = file_of(label, seed);
    if (!fs::exists(file)) return std::nullopt;
    try {
        auto trained = base::from_json<MethodRuns>(base::read_file(file), "run of a study");
        for (auto& [name, run] : trained.runs)
            if (label.starts_with(name)) run.trace = trace_from(trace_of(label, seed));
        return trained;
    } catch (const std::exception&) {
        return std::nullopt;  // damaged: train again
    }
}

}  // namespace alcole::studies
