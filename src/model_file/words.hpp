#pragma once

#include <alcole/tabular/merge.hpp>
#include <alcole/tabular/schema.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace alcole::model_file {

/// For every word that has one: the input of a category or boolean feature that is 1, counted from its first. Knows the
/// merges, the spellings of booleans and numbers, and the empty word, which stands for a missing value unless it is a
/// value itself.
std::map<std::string, std::int64_t> places_of_words(const tabular::Feature& feature,
                                                    std::span<const tabular::Merge> merges);

/// The level of a boolean feature that a word stands for: TRUE, Yes, t and 1 all mean the true one. Nothing for other
/// words, and if the level did not occur in training.
std::optional<std::string> boolean_level(const tabular::Feature& feature, const std::string& word);

}  // namespace alcole::model_file
