#pragma once

#include <alcole/context.hpp>
#include <alcole/tabular/read.hpp>

#include <filesystem>
#include <functional>
#include <vector>

/// A folder of tables with the same columns is one table: the rows of its files, in the order of their names.
namespace alcole::table {

/// The tables in a folder, recognised by their names (.csv, .tsv, .arff, .h5, compressed or not); for anything but a
/// folder, the file itself. Throws ReadError if the folder contains none.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& file);

/// Throws ReadError if a part has other columns than the first one.
void check_same_columns(const std::filesystem::path& file, const tabular::Table& part, const tabular::Table& first);

/// Reads the tables of all files.
using ReadAll = std::function<std::vector<tabular::Table>(const tabular::ReadOptions& options)>;
/// The rows of all files, as if they were in one. They are read a second time if a column contains words in some files
/// and numbers in others.
tabular::Table read_files(const std::vector<std::filesystem::path>& files, const tabular::ReadOptions& options,
                          const ReadAll& read);
tabular::Table read_files(const std::vector<std::filesystem::path>& files, const tabular::ReadOptions& options,
                          const Context& context);

}  // namespace alcole::table
