#include "base/scratch.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <linux/magic.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <unistd.h>

namespace alcole::base::scratch {
namespace {

constexpr std::size_t large = std::size_t{1} << 20U;
constexpr std::uintptr_t page = 4096;

/// A part of the file; in use where it has an address, and a hole else.
struct Extent {
    void* at = nullptr;
    std::size_t used = 0;  ///< bytes
    std::size_t bytes = 0;
    off_t offset = 0;
};

/// All extents, in memory of their own: the list must not allocate from what it serves.
class Extents {
  public:
    Extent* begin() { return first_; }
    Extent* end() { return first_ + count_; }
    /// Null when there is no memory for the list itself.
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
    std::mutex mutex{};
    Extents extents{};
    off_t end = 0;  ///< of the file
    int file = -1;
};
constinit State state;

std::filesystem::path folder() { return std::filesystem::temp_directory_path(); }

/// A file that is gone with the program, however it ends.
int nameless_file() {
    const std::string where = folder().string();
    struct statfs facts {};
    if (::statfs(where.c_str(), &facts) == 0 && facts.f_type == TMPFS_MAGIC)
        throw std::runtime_error(
            "the folder for temporary files, " + where +
            ", is in memory itself; set TMPDIR to a folder on a disk, where what does not fit goes");
    const int made = ::open(where.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
    if (made >= 0) return made;
    std::string name = where + "/alcole-XXXXXX";
    const int named = ::mkstemp(name.data());
    if (named < 0)
        throw std::runtime_error("there can be no file in the folder for temporary files, " + where + ": " +
                                 std::generic_category().message(errno));
    ::unlink(name.c_str());
    return named;
}

std::uint64_t resident() {
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    if (file == nullptr) return 0;
    unsigned long long all = 0;
    unsigned long long here = 0;
    const bool read = std::fscanf(file, "%llu %llu", &all, &here) == 2;  // NOLINT(cert-err34-c): the kernel's numbers
    (void)std::fclose(file);
    return read ? here * page : 0;
}

/// Lets go of the file's pages where the process has grown too large. Nothing is lost: they are the kernel's then.
void keep_within_limit() {
    for (;;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        if (resident() < state.limit / 4 * 3) continue;
        const std::scoped_lock lock(state.mutex);
        for (const auto& extent : state.extents)
            if (extent.at != nullptr) (void)::madvise(extent.at, extent.used, MADV_DONTNEED);
    }
}

/// A part of the file that is not in use: a hole of about the size where there is one, else behind all others. Null
/// where there is no memory for the list.
Extent* free_extent(std::size_t bytes) noexcept {
    for (auto& extent : state.extents)
        if (extent.at == nullptr && extent.bytes >= bytes && extent.bytes / 2 <= bytes) return &extent;
    Extent* const extent = state.extents.add({.bytes = bytes, .offset = state.end});
    if (extent != nullptr) state.end += static_cast<off_t>(bytes);
    return extent;
}

/// Room on the disk is taken at once: later there would be nobody to tell that there is none.
void* mapped(Extent& extent, std::size_t bytes) noexcept {
    if (::posix_fallocate(state.file, extent.offset, static_cast<off_t>(bytes)) != 0) return nullptr;
    void* const at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, state.file, extent.offset);
    if (at == MAP_FAILED) return nullptr;
    extent.at = at;
    extent.used = bytes;
    return at;
}

}  // namespace

void limit_memory(std::uint64_t bytes) {
    if (bytes < least_limit)
        throw std::invalid_argument(
            "a limit of less than 128M leaves no room for the program itself; allow more memory");
    state.file = nameless_file();
    state.limit = bytes;
    std::thread(keep_within_limit).detach();
}

std::uint64_t limit() noexcept { return state.limit; }
std::uint64_t refused() noexcept { return state.refused; }

std::uint64_t room() noexcept {
    struct statfs facts {};
    if (state.limit == 0 || ::fstatfs(state.file, &facts) != 0) return 0;
    return static_cast<std::uint64_t>(facts.f_bavail) * static_cast<std::uint64_t>(facts.f_bsize);
}

void* take(std::size_t bytes) {
    if (bytes < large || state.limit == 0) return nullptr;
    if (state.in_memory + static_cast<std::int64_t>(bytes) < static_cast<std::int64_t>(state.limit / 2)) return nullptr;
    const std::size_t whole = (bytes + page - 1) / page * page;
    const std::scoped_lock lock(state.mutex);
    Extent* const extent = free_extent(whole);
    void* const at = extent == nullptr ? nullptr : mapped(*extent, whole);
    if (at == nullptr) {
        state.refused = bytes;
        throw std::bad_alloc();
    }
    return at;
}

bool give_back(void* memory) noexcept {
    if (state.limit == 0 || reinterpret_cast<std::uintptr_t>(memory) % page != 0) return false;
    const std::scoped_lock lock(state.mutex);
    const auto found = std::ranges::find(state.extents, memory, &Extent::at);
    if (memory == nullptr || found == state.extents.end()) return false;
    ::munmap(memory, found->used);
    (void)::fallocate(state.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, found->offset,
                      static_cast<off_t>(found->used));
    found->at = nullptr;
    return true;
}

void count_taken(void* memory) noexcept {
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
