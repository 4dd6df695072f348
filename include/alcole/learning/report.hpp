#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/learning/repeat.hpp>
#include <alcole/learning/sweep.hpp>

#include <filesystem>
#include <string>
#include <vector>

/// Reports. Every page is a single HTML file without external links. The folder is created if necessary; files are
/// replaced atomically. All functions throw std::runtime_error if a file cannot be written.
///
///     const auto fitted = fit(rows, goal);
///     write_report(fitted->outcome, "loans");      // loans/report.html, loans/model-card.md
namespace alcole::learning {

/// report.html and model-card.md.
ALCOLE_EXPORT void write_report(const Outcome& outcome, const std::filesystem::path& folder);
/// report.html, sweep.json, sweep.csv.
ALCOLE_EXPORT void write_report(const Sweep& sweep, const std::filesystem::path& folder);
/// report.html, cv.json.
ALCOLE_EXPORT void write_report(const Repeated& repeated, const std::filesystem::path& folder);
/// report.html, compare.json.
ALCOLE_EXPORT void write_report(const Comparison& comparison, const std::filesystem::path& folder);

/// The report.html of a run as text.
[[nodiscard]] ALCOLE_EXPORT std::string report_html(const Outcome& outcome);

/// The outcome of a run in plain words, as paragraphs: whether every constraint is met, what each costs, which ones
/// clash.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::string> explain(const Outcome& outcome);

}  // namespace alcole::learning
