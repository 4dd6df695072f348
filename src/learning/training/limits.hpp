#pragma once

#include <alcole/tabular/read.hpp>

#include "learning/config/config.hpp"
#include "learning/training/task.hpp"

#include <cstdint>
#include <filesystem>

/// What does not fit into memory is refused before the work starts. All throw std::runtime_error with the estimate.
namespace alcole::learning {

/// Bytes that this process may still use: of the machine, or of its control group where that allows less, and on
/// the disk where `--memory` lets large arrays go there.
std::uint64_t available_memory();

/// What the columns that are read of a table would take in memory, by its first rows; 0 where it is small, or cannot be
/// known, as of a pipe.
double estimated_bytes(const std::filesystem::path& file, const tabular::ReadOptions& options);

/// The table of a file, judged by that.
void check_fits_memory(const std::filesystem::path& file, const tabular::ReadOptions& options);

/// Distinct points, weights and what the minimiser remembers.
void check_fits_memory(const Task& task, const Config& config);

}  // namespace alcole::learning
