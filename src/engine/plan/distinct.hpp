#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace alcole::engine {

/// Numbers distinct items in order of appearance: a hash table with open addressing, whose size grows with the number
/// of distinct items.
class Distinct {
  public:
    /// The number of the known item with this hash for which same(number) is true, or the next free number.
    template <class Same>
    std::uint32_t number(std::uint64_t hash, const Same& same) {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
            if (slots_[slot] == none) {
                slots_[slot] = static_cast<std::uint32_t>(hashes_.size());
                hashes_.push_back(hash);
                const std::uint32_t next = slots_[slot];
                if (2 * hashes_.size() > slots_.size()) grow();
                return next;
            }
            if (hashes_[slots_[slot]] == hash && same(slots_[slot])) return slots_[slot];
        }
    }

  private:
    void grow() {
        slots_.assign(2 * slots_.size(), none);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = 0; i < hashes_.size(); ++i) {
            std::size_t slot = hashes_[i] & mask;
            while (slots_[slot] != none) slot = (slot + 1) & mask;
            slots_[slot] = static_cast<std::uint32_t>(i);
        }
    }

    static constexpr std::uint32_t none = 0xFFFFFFFFU;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024, none);  // a power of two
    std::vector<std::uint64_t> hashes_;
};

/// A hash of values of at most 8 bytes each, continuing from `h`.
template <class V>
std::uint64_t hash_of(const V* values, std::size_t count, std::uint64_t h) {
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, values + i, sizeof(V));
        h = (h ^ bits) * 0x9e3779b97f4a7c15ULL;
        h ^= h >> 29U;
    }
    return h;
}

}  // namespace alcole::engine
