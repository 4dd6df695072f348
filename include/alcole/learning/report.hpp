#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/learning/repeat.hpp>
#include <alcole/learning/sweep.hpp>

#include <filesystem>
#include <string>
#include <vector>

/// Results for people. Every page is one HTML file without links to anything outside. The folder is made where there is
/// none; files are replaced whole. All of these throw std::runtime_error with a sentence when a file cannot be written.
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

/// The page report.html of a run as text.
[[nodiscard]] ALCOLE_EXPORT std::string report_html(const Outcome& outcome);

/// What came of a run in plain words, a paragraph each: is every constraint met, what does each cost, which clash.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::string> explain(const Outcome& outcome);

}  // namespace alcole::learning
