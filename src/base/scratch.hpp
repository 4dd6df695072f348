#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>  // timer_t is POSIX
#include <optional>

/// Memory backed by disk, for work that needs more memory than it may use. Large arrays are placed in an unlinked,
/// mapped file, whose pages are on disk while they are not in use. The program's operator new asks here first, so the
/// arrays themselves need not know.
///
/// 64 MiB of the limit are reserved for the program, and half of the rest is for large arrays in ordinary memory. Once
/// that half is used up, further large arrays go to the file. When the process exceeds three quarters of its limit, the
/// file's pages are released; they come back from the kernel's page cache or from disk when they are next touched. The
/// size of the process is checked whenever a large array is allocated, and by every thread while it works (Watch).
namespace alcole::base::scratch {

inline constexpr std::uint64_t smallest_limit = std::uint64_t{128} << 20U;

/// Sets the limit for the rest of the process and starts a Watch for the calling thread; call it once. Throws
/// std::invalid_argument for less than smallest_limit, and std::runtime_error with a sentence if the folder for
/// temporary files (TMPDIR) is itself in memory or cannot be written to.
void limit_memory(std::uint64_t bytes);

/// During its lifetime, the thread that created it checks the size of the process every half millisecond, on a timer
/// signal (SIGPROF). On a busy machine a separate monitoring thread could be starved while the others fill the memory;
/// a thread that checks itself cannot. Every thread that passes over large arrays has one. Does nothing without a
/// limit.
class Watch {
  public:
    Watch() noexcept;
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch();

  private:
    std::optional<timer_t> timer_{};
};

/// The limit in bytes; 0 if there is none.
std::uint64_t limit() noexcept;
/// Free bytes on the disk that holds the file; 0 without a limit.
std::uint64_t room() noexcept;

/// Page-aligned memory in the file for an array; null if the array is small or fits into ordinary memory. Throws
/// std::bad_alloc if the disk is full.
void* allocate(std::size_t bytes);
/// The size in bytes of the last array that did not fit on the disk; 0 if all did.
std::uint64_t refused() noexcept;
/// Frees memory that allocate() returned; false, and nothing is done, if the memory is not from there.
bool deallocate(void* memory) noexcept;
/// To be called for every allocation in ordinary memory: before it is freed, and after it has been made.
void count_freed(void* memory) noexcept;
void count_allocated(void* memory) noexcept;

}  // namespace alcole::base::scratch
