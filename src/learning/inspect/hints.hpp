#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What names and values look like, for the guesses of `alcole init`.
namespace alcole::learning::hints {

/// "c_caseNumber" -> {"c", "case", "number"}: lowercase, cut at signs and where a capital begins.
std::vector<std::string> tokens(std::string_view name);

bool names_identifier(std::string_view column);
/// "column 3": what the reader calls a column that has no name in the header.
bool names_nothing(std::string_view column);
bool names_protected(std::string_view column);
bool names_code(std::string_view column);
bool names_target(std::string_view column);
/// Whether all words of the target's name stand in the column's, in order, beside others: `approved_amount` of
/// `approved`.
bool contains_target_name(std::string_view column, std::string_view target);

/// The last word of the target's name, if it says something and stands in the column's as well; else nothing.
std::string shared_word(std::string_view column, std::string_view target);

/// 2024-01-31, 2024/1/31 12:00:05, 31.01.2024, 1/31/24: a date, perhaps with a time.
bool is_date(std::string_view text);
/// 1,234 or 1.234,56 or 12,5 or $30 or 40 %: a number for people that no program reads as one.
bool is_written_number(std::string_view text);
/// yes, true, 1, good, >50K, approved, ...
bool says_yes(std::string_view value);

/// The words of a scale, the lowest first (low, medium, high; never to always; <10K, 10K-20K, >20K), where all of them
/// belong to one; else nothing.
std::vector<std::string> in_order(std::vector<std::string> words);

}  // namespace alcole::learning::hints
