#include "base/scratch.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

// All memory of the program: from the machine or, if `--memory` sets a limit, large arrays from the disk. The other
// forms of new and delete call these. Sanitizers need their own versions; GCC and clang announce them in different
// ways.
#ifndef __has_feature
#define __has_feature(of_clang) 0  // NOLINT
#endif
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !__has_feature(address_sanitizer) && \
    !__has_feature(thread_sanitizer)

namespace {

namespace scratch = alcole::base::scratch;

void* not_null(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    scratch::count_allocated(memory);
    return memory;
}

}  // namespace

void* operator new(std::size_t bytes) {
    if (void* const placed = scratch::allocate(bytes)) return placed;
    return not_null(std::malloc(std::max<std::size_t>(bytes, 1)));  // NOLINT
}

void* operator new(std::size_t bytes, std::align_val_t alignment) {
    if (void* const placed = scratch::allocate(bytes)) return placed;
    const auto align = static_cast<std::size_t>(alignment);
    const std::size_t whole = (std::max<std::size_t>(bytes, 1) + align - 1) / align * align;
    return not_null(std::aligned_alloc(align, whole));  // NOLINT
}

void operator delete(void* memory) noexcept {
    if (memory == nullptr || scratch::deallocate(memory)) return;
    scratch::count_freed(memory);
    std::free(memory);  // NOLINT
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { operator delete(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
    operator delete(memory);
}

#endif
