#pragma once

#include <alcole/tabular/read.hpp>

#include <filesystem>
#include <functional>
#include <vector>

/// A folder of tables with the same columns is one table: its files, in the order of their names, one after the other.
namespace alcole::table {

/// The tables of a folder, by their names (.csv, .tsv, .arff, .h5, compressed or not); any other file is its own.
/// Throws ReadError for a folder without any.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& file);

/// Throws ReadError where a part has other columns than the first one.
void check_same_columns(const std::filesystem::path& file, const tabular::Table& part, const tabular::Table& first);

/// The table of every file.
using ReadAll = std::function<std::vector<tabular::Table>(const tabular::ReadOptions& options)>;
/// The rows of all files, as if they stood in one. They are read a second time when a column has words in some of them.
tabular::Table read_files(const std::vector<std::filesystem::path>& files, const tabular::ReadOptions& options,
                          const ReadAll& read);
tabular::Table read_files(const std::vector<std::filesystem::path>& files, const tabular::ReadOptions& options);

}  // namespace alcole::table
