#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/config.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// A first look at an unknown table, as `alcole init` takes it: how it is laid out, what its columns are, which of them
/// should not be learned from, and a run file to begin with.
///
///     const Look look = look_at("people.csv");
///     const Inspection found = inspect(look, likely_targets(look).front(), std::nullopt);
///     for (const auto& finding : found.findings) std::puts(finding.text.c_str());
///     std::ofstream("run.toml") << starter_text(found, ".");
///
/// All of it is a guess from names and values, to be read by a person.
namespace alcole::learning {

/// Something a person should know.
struct Finding {
    std::string kind{};    ///< delimiter, header, comment, reading, identifier, leak, suspect, constant, empty,
                           ///< written_number, stray_word, codes, date, many_levels, heavy_tail, target, positive,
                           ///< protected, small_group, wide
    std::string column{};  ///< empty: of the whole table
    std::string text{};    ///< a sentence
    bool ignored = false;  ///< the column goes to `ignore`
};

struct ColumnFacts {
    std::size_t present = 0;   ///< rows with a value
    std::size_t distinct = 0;  ///< different values among them
    bool whole = false;        ///< numbers without fractions
    bool counts_up = false;    ///< ... each a little larger than the one before: a row number
};

/// A table with its layout.
struct Look {
    DataConfig data{};  ///< file, delimiter, comment, names as found; the rest is filled in by inspect()
    tabular::Table table{};
    std::vector<ColumnFacts> facts{};  ///< per column
    std::vector<Finding> findings{};
};

/// Reads a table whose layout is not known. `names` are those of its columns; empty: from its header, or c1, c2, ...
/// when there is none. Throws tabular::ReadError with a sentence.
[[nodiscard]] ALCOLE_EXPORT Look look_at(const std::filesystem::path& file, const std::vector<std::string>& names = {});

/// All columns, those that are most likely to be the target first.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::string> likely_targets(const Look& look);

/// Columns whose names say that they are protected, and whose values make groups.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::string> likely_protected(const Look& look, const std::string& target);

struct Inspection {
    Config config{};  ///< a run file to begin with: a counterfactual constraint for each protected column
    tabular::Task task = tabular::Task::binary;
    std::vector<std::string> classes{};              ///< of the target; none: a number
    std::vector<std::string> suggested_protected{};  ///< guessed, when none were given
    std::vector<std::string> suggested_binned{};     ///< number columns with heavy tails
    std::vector<std::string> suggested_order{};      ///< of the target's values, where they look like ordered classes
    std::vector<Finding> findings{};                 ///< those of the look, then those that need the target
    /// Of a number, where a protected column makes groups: the mean squared error of the worst group when everybody is
    /// predicted the mean, a bound on group_loss that can be met.
    std::optional<double> mean_alone{};
};

/// Throws std::invalid_argument with a sentence when there is no such column or the target has one value only.
/// No `protected_columns`: they are not known, and a guess is made; an empty list: there are none.
[[nodiscard]] ALCOLE_EXPORT Inspection inspect(const Look& look, const std::string& target,
                                               const std::optional<std::vector<std::string>>& protected_columns);

/// The findings for a person: of more than five columns with findings of the same kind the first three, and one line
/// that counts the others. Wide tables have thousands.
[[nodiscard]] ALCOLE_EXPORT std::vector<Finding> summed_up(const std::vector<Finding>& findings);

/// The run file as text, with remarks for a person; paths relative to `folder`.
[[nodiscard]] ALCOLE_EXPORT std::string starter_text(const Inspection& inspection, const std::filesystem::path& folder);

}  // namespace alcole::learning
