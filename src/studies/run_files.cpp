#include "studies/run_files.hpp"

#include <alcole/tabular/read.hpp>

#include "base/files.hpp"
#include "studies/study_json.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace alcole::studies {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// The settings that decide what a single run gives.
Json fingerprint(const Settings& settings) {
    Json json = Json::object();
    for (const auto& info : setting_table())
        if (!only_adds_runs(info.name)) json[info.name] = get(settings, info.name);
    return json;
}

std::optional<std::string> text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// A trace as to_csv() writes it.
Trace trace_from(const fs::path& file) {
    const tabular::Table table = tabular::read_csv(file);
    const std::size_t m = (table.columns.size() - 2) / 2;
    Trace trace;
    trace.objective = table.columns[1].numbers;
    for (std::size_t t = 0; t < table.num_rows; ++t) {
        auto& lambda = trace.lambda.emplace_back();
        auto& slack = trace.slack.emplace_back();
        for (std::size_t i = 0; i < m; ++i) {
            lambda.push_back(table.columns[2 + i].numbers.at(t));
            slack.push_back(table.columns[2 + m + i].numbers.at(t));
        }
    }
    return trace;
}

}  // namespace

RunFiles::RunFiles(fs::path folder, const Settings& settings) : folder_(std::move(folder)) {
    std::error_code error;
    fs::create_directories(folder_ / "runs", error);
    if (!error) fs::create_directories(folder_ / "traces", error);
    if (error) throw std::runtime_error(folder_.string() + ": cannot be made: " + error.message());
    const Json now = fingerprint(settings);
    const fs::path file = folder_ / "runs" / "settings.json";
    const auto before_text = text_of(file);
    if (!before_text) {
        base::write_file(file, now.dump(2) + "\n");
        return;
    }
    const Json before = Json::parse(*before_text, nullptr, false);
    if (!before.is_object()) throw std::invalid_argument(file.string() + ": is damaged; use another --out");
    for (const auto& [name, value] : now.items()) {
        if (before.contains(name) && before.at(name) == value) continue;
        throw std::invalid_argument(
            folder_.string() + " holds a study with another '" + name + "'" +
            (before.contains(name) ? " (" + before.at(name).dump() + ", not " + value.dump() + ")" : std::string()) +
            "; use another --out");
    }
}

fs::path RunFiles::file_of(const std::string& label, std::uint64_t seed) const {
    return folder_ / "runs" / (label + "-" + std::to_string(seed) + ".json");
}

fs::path RunFiles::trace_of(const std::string& label, std::uint64_t seed) const {
    return folder_ / "traces" / (label + "-" + std::to_string(seed) + ".csv");
}

void RunFiles::save(const std::string& label, std::uint64_t seed, const Trained& trained) const {
    Json json = {{"runs", Json::object()}, {"constraints", Json::array()}};
    for (const auto& [name, run] : trained.runs) {
        json["runs"][name] = to_json(run);
        if (!run.trace.objective.empty())
            base::write_file(trace_of(label, seed), to_csv(run.trace, trained.constraints));
    }
    for (const auto& constraint : trained.constraints)
        json["constraints"].push_back({{"name", constraint.name}, {"bound", constraint.bound}});
    const DataInfo& data = trained.data;
    json["data"] = {{"rows", data.rows},
                    {"train_rows", data.train_rows},
                    {"test_rows", data.test_rows},
                    {"distinct_points", data.distinct_points}};
    base::write_file(file_of(label, seed), json.dump(1) + "\n");  // last: it says that the training is complete
}

std::optional<Trained> RunFiles::load(const std::string& label, std::uint64_t seed) const {
    const auto text = text_of(file_of(label, seed));
    if (!text) return std::nullopt;
    try {
        const Json json = Json::parse(*text);
        Trained trained;
        for (const auto& [name, run] : json.at("runs").items()) {
            trained.runs[name] = run_from(run);
            if (label.starts_with(name)) trained.runs[name].trace = trace_from(trace_of(label, seed));
        }
        for (const auto& constraint : json.at("constraints"))
            trained.constraints.push_back({.name = constraint.at("name"), .bound = constraint.at("bound")});
        json.at("data").at("rows").get_to(trained.data.rows);
        json.at("data").at("train_rows").get_to(trained.data.train_rows);
        json.at("data").at("test_rows").get_to(trained.data.test_rows);
        json.at("data").at("distinct_points").get_to(trained.data.distinct_points);
        return trained;
    } catch (const std::exception&) {
        return std::nullopt;  // damaged: trained again
    }
}

}  // namespace alcole::studies
