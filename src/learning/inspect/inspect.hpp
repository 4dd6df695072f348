#pragma once

#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include "learning/config/config.hpp"
#include "learning/inspect/column.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// A first look at a stranger's table: how it is laid out, what its columns are, which of them should not be learned
/// from, and a run file to begin with.
namespace alcole::learning {

/// Something a person should know.
struct Finding {
    std::string kind{};    ///< delimiter, header, comment, reading, identifier, leak, suspect, constant, empty,
                           ///< written_number, codes, date, many_levels, target, positive, protected, small_group
    std::string column{};  ///< empty: of the whole table
    std::string text{};    ///< a sentence
    bool ignored = false;  ///< the column goes to `ignore`
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
Look look_at(const std::filesystem::path& file, const std::vector<std::string>& names = {});

/// All columns, those that are most likely to be the target first.
std::vector<std::string> likely_targets(const Look& look);

/// Columns whose names say that they are protected, and whose values make groups.
std::vector<std::string> likely_protected(const Look& look, const std::string& target);

struct Inspection {
    Config config{};  ///< a run file to begin with: a counterfactual constraint for each protected column
    tabular::Task task = tabular::Task::binary;
    std::vector<std::string> classes{};              ///< of the target; none: a number
    std::vector<std::string> suggested_protected{};  ///< guessed, when none were given
    std::vector<Finding> findings{};                 ///< those of the look, then those that need the target
};

/// Throws std::invalid_argument with a sentence when there is no such column or the target has one value only.
/// No `protected_columns`: they are not known, and a guess is made; an empty list: there are none.
Inspection inspect(const Look& look, const std::string& target,
                   const std::optional<std::vector<std::string>>& protected_columns);

/// The run file as text, with remarks for a person; paths relative to `folder`.
std::string starter_text(const Inspection& inspection, const std::filesystem::path& folder);

}  // namespace alcole::learning
