#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/learning/config.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// A first look at an unknown table, as in `alcole init`: its layout, its columns, which of them should not be learned
/// from, and a run file to start with.
///
///     const Look look = look_at("people.csv").value();
///     const Inspection found = inspect(look, likely_targets(look).front(), std::nullopt);
///     for (const auto& finding : found.findings) std::puts(finding.text.c_str());
///     std::ofstream("run.toml") << starter_text(found, ".");
///
/// All of it is guessed from names and values and should be reviewed by a person.
namespace alcole::learning {

/// Something the user should know.
struct Finding {
    std::string kind{};    ///< delimiter, header, comment, reading, identifier, leak, suspect, constant, empty,
                           ///< written_number, stray_word, codes, date, many_levels, heavy_tail, target, positive,
                           ///< protected, small_group, wide
    std::string column{};  ///< empty: concerns the whole table
    std::string text{};    ///< a sentence
    bool ignored = false;  ///< the column is added to `ignore`
};

/// Simple statistics of one column.
struct ColumnFacts {
    std::size_t present = 0;   ///< rows with a value
    std::size_t distinct = 0;  ///< different values among them
    bool whole = false;        ///< numbers without fractions
    bool counts_up = false;    ///< ... each a little larger than the previous one, like row numbers
};

/// A table with its layout.
struct Look {
    DataConfig data{};  ///< file, delimiter, comment and names as found; inspect() fills in the rest
    tabular::Table table{};
    std::vector<ColumnFacts> facts{};  ///< per column
    std::vector<Finding> findings{};
};

/// Reads a table with an unknown layout. `names` are the names of its columns; empty: from its header, or c1, c2, ...
/// if there is none. Throws tabular::ReadError on failure. Returns nothing if a stop was requested.
[[nodiscard]] ALCOLE_EXPORT std::optional<Look> look_at(const std::filesystem::path& file,
                                                        const std::vector<std::string>& names = {},
                                                        const Context& context = Context());

/// All columns, ordered by how likely they are to be the target.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::string> likely_targets(const Look& look);

/// Columns whose names suggest that they are protected, and whose values form groups.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::string> likely_protected(const Look& look, const std::string& target);

/// The result of inspect().
struct Inspection {
    Config config{};  ///< a run file to start with: a counterfactual constraint for each protected column
    tabular::Task task = tabular::Task::binary;
    std::vector<std::string> classes{};              ///< of the target; empty: a number
    std::vector<std::string> suggested_protected{};  ///< guessed, if none were given
    std::vector<std::string> suggested_binned{};     ///< number columns with heavy tails
    std::vector<std::string> suggested_order{};      ///< of the target's values, if they look like ordered classes
    std::vector<Finding> findings{};                 ///< first those of the Look, then those that need the target
    /// For a number, if a protected column forms groups: the mean squared error of the worst group when the mean is
    /// predicted for every row, which is a bound on group_loss that can be met.
    std::optional<double> mean_alone{};
};

/// If `protected_columns` is not set, they are guessed; an empty list means that there are none. Throws
/// std::invalid_argument if there is no such column or the target has only one value.
[[nodiscard]] ALCOLE_EXPORT Inspection inspect(const Look& look, const std::string& target,
                                               const std::optional<std::vector<std::string>>& protected_columns);

/// Condenses findings for display: if more than five columns have findings of the same kind, keeps the first three and
/// adds one line that counts the others. Wide tables have thousands.
[[nodiscard]] ALCOLE_EXPORT std::vector<Finding> condensed(const std::vector<Finding>& findings);

/// The run file as text, with remarks for the reader; paths are relative to `folder`.
[[nodiscard]] ALCOLE_EXPORT std::string starter_text(const Inspection& inspection, const std::filesystem::path& folder);

}  // namespace alcole::learning
