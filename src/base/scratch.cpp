#include "base/scratch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <linux/magic.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id  // glibc before 2.38 does not define it
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace alcole::base::scratch {
namespace {

constexpr std::size_t large = std::size_t{1} << 20U;
constexpr std::uintptr_t page = 4096;

/// The size of the address range reserved for the file. No other memory is ever mapped into it, so whether a pointer
/// belongs to the file can be told from its address.
constexpr std::size_t addresses = std::size_t{1} << 44U;

/// A part of the file; a hole if `used` is 0.
struct Extent {
    std::size_t offset = 0;
    std::size_t bytes = 0;
    std::size_t used = 0;
};

/// All extents. The list uses realloc directly: operator new calls allocate(), which holds the lock on this very list.
class Extents {
  public:
    Extent* begin() { return first_; }
    Extent* end() { return first_ + count_; }
    /// Null if there is no memory for the list itself.
    Extent* add(const Extent& extent) noexcept {
        if (count_ == room_) {
            const std::size_t room = std::max<std::size_t>(64, 2 * room_);
            auto* moved = static_cast<Extent*>(std::realloc(first_, room * sizeof(Extent)));  // NOLINT
            if (moved == nullptr) return nullptr;
            first_ = moved;
            room_ = room;
        }
        first_[count_] = extent;
        return &first_[count_++];
    }

  private:
    Extent* first_ = nullptr;
    std::size_t count_ = 0;
    std::size_t room_ = 0;
};

struct State {
    std::atomic<std::uint64_t> limit = 0;
    std::atomic<std::int64_t> in_memory = 0;  ///< bytes of large arrays that are not in the file
    std::atomic<std::uint64_t> refused = 0;
    std::mutex mutex{};  ///< protects the extents
    Extents extents{};
    std::atomic<std::size_t> end = 0;  ///< size of the file so far
    char* base = nullptr;              ///< the address of its first byte
    int file = -1;
    int statm = -1;  ///< /proc/self/statm: the size of this process
};
constinit State state;

/// Memory reserved for the program itself, and the part of it meant for small allocations.
constexpr std::uint64_t program_reserve = std::uint64_t{64} << 20U;
constexpr std::uint64_t small_reserve = program_reserve / 4;

/// The maximum number of bytes of large arrays outside the file.
std::uint64_t max_in_memory() { return (state.limit - program_reserve) / 2; }
/// The resident size above which pages of the file are released. The remaining quarter of the limit absorbs the pages
/// that are brought in between two checks.
std::uint64_t release_threshold() { return state.limit / 4 * 3; }

/// Blocks SIGPROF in this thread during its lifetime: a signal every half millisecond would make posix_fallocate fail
/// with EINTR.
class SignalBlocker {
  public:
    SignalBlocker() {
        sigset_t blocked;
        (void)::sigemptyset(&blocked);
        (void)::sigaddset(&blocked, SIGPROF);
        (void)::pthread_sigmask(SIG_BLOCK, &blocked, &before_);
    }
    SignalBlocker(const SignalBlocker&) = delete;
    SignalBlocker& operator=(const SignalBlocker&) = delete;
    ~SignalBlocker() { (void)::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_{};
};

std::filesystem::path folder() { return std::filesystem::temp_directory_path(); }

/// An unlinked file: it disappears with the process, however that ends.
int unlinked_file() {
    const std::string where = folder().string();
    struct statfs facts {};
    if (::statfs(where.c_str(), &facts) == 0 && facts.f_type == TMPFS_MAGIC)
        throw std::runtime_error("the folder for temporary files, " + where +
                                 ", is itself in memory; set TMPDIR to a folder on a disk");
    const int made = ::open(where.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
    if (made >= 0) return made;
    std::string name = where + "/alcole-XXXXXX";
    const int named = ::mkstemp(name.data());
    if (named < 0)
        throw std::runtime_error("cannot create a file in the folder for temporary files, " + where + ": " +
                                 std::generic_category().message(errno));
    ::unlink(name.c_str());
    return named;
}

/// The resident size of this process in bytes, and the part of it that consists of file pages.
struct Size {
    std::uint64_t all = 0;
    std::uint64_t of_files = 0;
};

/// Called from a signal handler, so nothing here may allocate or lock.
Size resident() noexcept {
    std::array<char, 128> text{};  // in pages: mapped, resident, resident and backed by a file, ...
    if (::pread(state.statm, text.data(), text.size() - 1, 0) <= 0) return {};
    const char* at = text.data();
    const auto number = [&] {
        while (*at == ' ') ++at;
        std::uint64_t value = 0;
        for (; *at >= '0' && *at <= '9'; ++at) value = 10 * value + static_cast<std::uint64_t>(*at - '0');
        return value;
    };
    (void)number();
    const std::uint64_t all = number();
    return {.all = all * page, .of_files = number() * page};
}

/// Unmaps the file's resident pages from this process. No data is lost: the mapping is shared, so modified pages stay
/// in the kernel's page cache until they are written to disk.
void release_pages() noexcept { (void)::madvise(state.base, state.end, MADV_DONTNEED); }

/// The signal handler. It runs in the thread that may be bringing in pages, so it gets a core whenever that thread
/// does.
void on_timer(int /*signal*/) noexcept {
    const int before = errno;
    if (resident().all > release_threshold()) release_pages();
    errno = before;
}

/// An unused part of the file: a hole of between one and two times the size if there is one, otherwise a new extent at
/// the end. Null if there is no memory for the list or no address left.
Extent* free_extent(std::size_t bytes) noexcept {
    for (auto& extent : state.extents)
        if (extent.used == 0 && extent.bytes >= bytes && extent.bytes / 2 <= bytes) return &extent;
    const std::size_t offset = state.end;
    if (bytes > addresses - offset) return nullptr;
    void* const at = ::mmap(state.base + offset, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, state.file,
                            static_cast<off_t>(offset));
    if (at == MAP_FAILED) return nullptr;
    state.end += bytes;
    return state.extents.add({.offset = offset, .bytes = bytes});
}

/// Allocates the disk space at once. If the disk turned out to be full only when a page is written back, the kernel
/// could report it only by killing the process with SIGBUS.
void* allocate_on_disk(Extent& extent, std::size_t bytes) noexcept {
    if (::posix_fallocate(state.file, static_cast<off_t>(extent.offset), static_cast<off_t>(bytes)) != 0)
        return nullptr;
    extent.used = bytes;
    return state.base + extent.offset;
}

}  // namespace

void limit_memory(std::uint64_t bytes) {
    if (bytes < smallest_limit)
        throw std::invalid_argument(
            "a limit of less than 128M leaves no room for the program itself; allow more memory");
    state.file = unlinked_file();
    void* const base = ::mmap(nullptr, addresses, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        throw std::runtime_error("there is no address space for what should go to disk; is 'ulimit -v' set?");
    state.base = static_cast<char*>(base);
    state.statm = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    state.limit = bytes;
    // Large arrays then get mappings of their own, which free() returns to the system at once instead of leaving gaps
    // in the heap that only small allocations can fill.
    (void)::mallopt(M_MMAP_THRESHOLD, static_cast<int>(large));  // NOLINT(concurrency-mt-unsafe): before any thread
    (void)::mallopt(M_TRIM_THRESHOLD, static_cast<int>(large));  // NOLINT(concurrency-mt-unsafe)
    struct sigaction how {};
    how.sa_handler = on_timer;
    how.sa_flags = SA_RESTART;
    (void)::sigaction(SIGPROF, &how, nullptr);
    static const Watch here;
}

Watch::Watch() noexcept {
    if (state.limit == 0) return;
    constexpr long often = 500'000;  // nanoseconds; in this time a thread can touch a few MiB of new pages
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGPROF;
    event.sigev_notify_thread_id = ::gettid();
    timer_t timer{};
    if (::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return;
    timer_ = timer;
    const itimerspec when{.it_interval = {.tv_sec = 0, .tv_nsec = often}, .it_value = {.tv_sec = 0, .tv_nsec = often}};
    (void)::timer_settime(timer, 0, &when, nullptr);
}

Watch::~Watch() {
    if (timer_) (void)::timer_delete(*timer_);
}

std::uint64_t limit() noexcept { return state.limit; }
std::uint64_t refused() noexcept { return state.refused; }

std::uint64_t room() noexcept {
    struct statfs facts {};
    if (state.limit == 0 || ::fstatfs(state.file, &facts) != 0) return 0;
    return static_cast<std::uint64_t>(facts.f_bavail) * static_cast<std::uint64_t>(facts.f_bsize);
}

void* allocate(std::size_t bytes) {
    if (bytes < large || state.limit == 0) return nullptr;
    const std::size_t whole = (bytes + page - 1) / page * page;
    const Size size = resident();
    // The larger of two counts: that of allocated large arrays includes those not yet written to, and so not resident;
    // the resident size includes small allocations.
    const std::uint64_t in_memory = std::max(static_cast<std::uint64_t>(std::max<std::int64_t>(0, state.in_memory)),
                                             size.all - std::min(size.all, size.of_files + small_reserve));
    const bool fits = in_memory + bytes < max_in_memory();
    if (size.all + (fits ? whole : 0) > release_threshold()) release_pages();
    if (fits) return nullptr;
    const SignalBlocker blocker;
    const std::scoped_lock lock(state.mutex);
    Extent* const extent = free_extent(whole);
    void* const at = extent == nullptr ? nullptr : allocate_on_disk(*extent, whole);
    if (at == nullptr) {
        state.refused = bytes;
        throw std::bad_alloc();
    }
    return at;
}

bool deallocate(void* memory) noexcept {
    const auto distance = reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(state.base);
    if (state.limit == 0 || distance >= addresses) return false;
    const SignalBlocker blocker;
    const std::scoped_lock lock(state.mutex);
    const auto found = std::ranges::find(state.extents, distance, &Extent::offset);
    (void)::fallocate(state.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(found->offset),
                      static_cast<off_t>(found->used));
    found->used = 0;
    return true;
}

void count_allocated(void* memory) noexcept {
    if (state.limit == 0) return;
    const std::size_t bytes = ::malloc_usable_size(memory);
    if (bytes >= large) state.in_memory += static_cast<std::int64_t>(bytes);
}

void count_freed(void* memory) noexcept {
    if (state.limit == 0) return;
    const std::size_t bytes = ::malloc_usable_size(memory);
    if (bytes >= large) state.in_memory -= static_cast<std::int64_t>(bytes);
}

}  // namespace alcole::base::scratch
