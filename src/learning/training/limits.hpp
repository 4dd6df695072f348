#pragma once

#include <alcole/tabular/read.hpp>

#include "learning/config/config.hpp"
#include "learning/training/task.hpp"

#include <cstdint>
#include <filesystem>

/// Rejects what would not fit into memory before the work starts. The checks throw std::runtime_error with the
/// estimate.
namespace alcole::learning {

/// Bytes that this process may still use: those of the machine, or of its control group if that allows less, plus the
/// disk space to which `--memory` moves large arrays.
std::uint64_t available_memory();

/// Estimates the memory for the selected columns of a table from its first rows; 0 if the table is small or the size is
/// unknown, as for a pipe.
double estimated_bytes(const std::filesystem::path& file, const tabular::ReadOptions& options);

/// Checks that the table of a file fits, together with the copy that the split makes.
void check_fits_memory(const std::filesystem::path& file, const tabular::ReadOptions& options);

/// Checks that distinct points, weights and the minimiser's memory fit.
void check_fits_memory(const TrainingTask& task, const Config& config);

}  // namespace alcole::learning
