#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>  // timer_t is POSIX
#include <optional>

/// Memory with a disk behind it, for work that is larger than the memory it may take. Large arrays lie in a file
/// without a name, mapped; what is not in use is on the disk. Whoever allocates asks here first (the program's operator
/// new does), so that no array has to know.
///
/// Of the limit, 64 MiB are for the program; half of the rest is for large arrays in memory, and those that come when
/// it is used up lie in the file. Where the process takes more than three quarters of its limit, the pages of the file
/// are let go, and come back from the kernel's cache or from the disk when they are needed. Its size is looked at
/// whenever a large array is allocated, and by every thread while it works (Watch).
namespace alcole::base::scratch {

inline constexpr std::uint64_t least_limit = std::uint64_t{128} << 20U;

/// From now on, and once, with a Watch of the calling thread. Throws std::invalid_argument for less than least_limit,
/// and std::runtime_error with a sentence where the folder for temporary files (TMPDIR) is in memory itself or cannot
/// be written to.
void limit_memory(std::uint64_t bytes);

/// While it lives, the thread that made it looks at the size of the process every half millisecond that it is at work
/// (SIGPROF): a busy machine can hold up a thread that looks after others, but not one that looks after itself. Every
/// thread that goes over large arrays has one; nothing where there is no limit.
class Watch {
  public:
    Watch() noexcept;
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch();

  private:
    std::optional<timer_t> timer_{};
};

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
