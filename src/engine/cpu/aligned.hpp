#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace alcole::engine {

/// Allocates on cache-line boundaries, so that no aligned vector load straddles two lines.
template <class T>
struct AlignedAllocator {
    using value_type = T;
    static constexpr std::align_val_t line{64};

    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>& /*other*/) {}  // NOLINT: implicit, as allocators are

    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
    void deallocate(T* p, std::size_t /*n*/) { ::operator delete(p, line); }
    friend bool operator==(const AlignedAllocator& /*a*/, const AlignedAllocator& /*b*/) { return true; }
};

template <class T>
using Aligned = std::vector<T, AlignedAllocator<T>>;

}  // namespace alcole::engine
