#pragma once

#include <cstddef>
#include <cstdint>

/// Memory with a disk behind it, for work that is larger than the memory it may take. Large arrays lie in a file
/// without a name, mapped; what is not in use is on the disk. Whoever allocates asks here first (the program's operator
/// new does), so that no array has to know.
///
/// Of the limit, half is for large arrays in memory; those that come when it is used up lie in the file. A thread looks
/// after the rest: where the process takes more than its limit, the pages of the file are let go, and come back from
/// the kernel's cache or from the disk when they are needed.
namespace alcole::base::scratch {

inline constexpr std::uint64_t least_limit = std::uint64_t{128} << 20U;

/// From now on, and once. Throws std::invalid_argument for less than least_limit, and std::runtime_error with a
/// sentence where the folder for temporary files (TMPDIR) is in memory itself or cannot be written to.
void limit_memory(std::uint64_t bytes);

/// The limit; 0: there is none.
std::uint64_t limit() noexcept;
/// Bytes that large arrays may still have on the disk; 0 without a limit.
std::uint64_t room() noexcept;

/// Memory for an array, on a page of its own; null where the array is small or fits into memory. Throws std::bad_alloc
/// when there is no room on the disk.
void* take(std::size_t bytes);
/// The array for which there was no room on the disk, in bytes; 0: there was room for all.
std::uint64_t refused() noexcept;
/// True if it was taken from here.
bool give_back(void* memory) noexcept;
/// To be told of every array in memory, before it is freed and after it has been allocated.
void count_freed(void* memory) noexcept;
void count_taken(void* memory) noexcept;

}  // namespace alcole::base::scratch
