#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

namespace alcole {

/// A small random generator that gives the same numbers on every machine and with every compiler, unlike the
/// distributions of the standard library. Its whole state is one counter, so any position in any stream can be
/// addressed: Random(seed, epoch) is an independent stream for each epoch. SplitMix64 (Steele, Lea and Flood, 2014).
class Random {
  public:
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : state_(seed ^ mix(stream)) {}

    /// 64 random bits.
    std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }

    /// Uniform in [0, 1).
    double uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

    /// Uniform in 0 .. n - 1 (n > 0).
    std::uint64_t below(std::uint64_t n) {
        const std::uint64_t mask = std::bit_ceil(n) - 1;
        for (;;)
            if (const std::uint64_t v = next() & mask; v < n) return v;
    }

    /// Standard normal, by the Box-Muller transform.
    double normal() {
        const double radius = std::sqrt(-2 * std::log1p(-uniform()));
        return radius * std::cos(6.283185307179586 * uniform());
    }

    /// Permutes the values in place, uniformly at random.
    template <class T>
    void shuffle(std::span<T> values) {
        for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
    }

  private:
    static std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31U);
    }

    std::uint64_t state_;
};

}  // namespace alcole
