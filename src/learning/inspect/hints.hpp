#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What names and values look like, for the guesses that `alcole init` makes.
namespace alcole::learning::hints {

/// "c_caseNumber" -> {"c", "case", "number"}: lowercase, split at punctuation and at capitals.
std::vector<std::string> tokens(std::string_view name);

bool names_identifier(std::string_view column);
/// True for "column 3", the reader's name for a column without a name in the header.
bool names_nothing(std::string_view column);
bool names_protected(std::string_view column);
bool names_code(std::string_view column);
bool names_target(std::string_view column);
/// True if the column's name contains all words of the target's name, in order, and others: `approved_amount` for the
/// target `approved`.
bool contains_target_name(std::string_view column, std::string_view target);

/// The last word of the target's name, if it is specific and also occurs in the column's name; otherwise empty.
std::string shared_word(std::string_view column, std::string_view target);

/// A date, perhaps with a time: 2024-01-31, 2024/1/31 12:00:05, 31.01.2024, 1/31/24.
bool is_date(std::string_view text);
/// A word that programs write for a missing value: None, #N/A, missing, ., -
bool marks_missing(std::string_view text);
/// A number in a form written for people: 1,234 or 1.234,56 or 12,5 or $30 or 40 %.
bool is_written_number(std::string_view text);
/// True for yes, true, 1, good, >50K, approved, ...
bool says_yes(std::string_view value);

/// The words in the order of their scale, lowest first (low, medium, high; never to always; <10K, 10K-20K, >20K), if
/// all of them belong to one scale; otherwise empty.
std::vector<std::string> in_order(std::vector<std::string> words);

}  // namespace alcole::learning::hints
