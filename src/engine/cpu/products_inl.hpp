// Matrix products and sums of rows.
// Compiled once per instruction set, from kernels.cpp; the include guard toggles so that each one includes it once.
#if defined(ALCOLE_ENGINE_PRODUCTS) == defined(HWY_TARGET_TOGGLE)
#ifdef ALCOLE_ENGINE_PRODUCTS
#undef ALCOLE_ENGINE_PRODUCTS
#else
#define ALCOLE_ENGINE_PRODUCTS
#endif

#include "engine/cpu/matrix.hpp"
#include "engine/cpu/registers_inl.hpp"

#include <array>

HWY_BEFORE_NAMESPACE();
namespace alcole::engine::HWY_NAMESPACE {

/// The size of the block of C held in registers: 6 rows by 4 registers if the CPU has 32 of them, by 2 if it has 16.
constexpr std::size_t block_rows = 6;
constexpr std::size_t block_registers = HWY_MAX_BYTES == 64 ? 4 : 2;

/// One block of C: `Rows` rows by `Registers` registers of columns.
template <std::size_t Rows, std::size_t Registers, class T>
HWY_INLINE void multiply_block(T* HWY_RESTRICT c, std::size_t ldc, Strided<T> a, const T* HWY_RESTRICT b,
                               std::size_t ldb, std::size_t depth, const T* start) {
    const Tag<T> d;
    std::array<std::array<Vec<T>, Registers>, Rows> sums;
    for (std::size_t r = 0; r < Rows; ++r)
        for (std::size_t v = 0; v < Registers; ++v)
            sums[r][v] = hn::LoadU(d, (start == nullptr ? c + r * ldc : start) + v * width<T>);
    for (std::size_t k = 0; k < depth; ++k) {
        std::array<Vec<T>, Registers> line;
        for (std::size_t v = 0; v < Registers; ++v) line[v] = hn::LoadU(d, b + k * ldb + v * width<T>);
        const T* HWY_RESTRICT column = a.data + k * a.column;
        for (std::size_t r = 0; r < Rows; ++r) {
            const Vec<T> factor = hn::Set(d, column[r * a.row]);
            for (std::size_t v = 0; v < Registers; ++v) sums[r][v] = hn::MulAdd(factor, line[v], sums[r][v]);
        }
    }
    for (std::size_t r = 0; r < Rows; ++r)
        for (std::size_t v = 0; v < Registers; ++v) hn::StoreU(sums[r][v], d, c + r * ldc + v * width<T>);
}

/// All rows of C for a strip of columns that is `Registers` registers wide.
template <std::size_t Registers, class T>
void multiply_strip(T* c, std::size_t ldc, Strided<T> a, const T* b, std::size_t ldb, std::size_t rows,
                    std::size_t depth, const T* start) {
    std::size_t r = 0;
    const auto at = [&](std::size_t row) { return Strided<T>{a.data + row * a.row, a.row, a.column}; };
    for (; r + block_rows <= rows; r += block_rows)
        multiply_block<block_rows, Registers>(c + r * ldc, ldc, at(r), b, ldb, depth, start);
    T* rest = c + r * ldc;
    switch (rows - r) {
        case 5:
            return multiply_block<5, Registers>(rest, ldc, at(r), b, ldb, depth, start);
        case 4:
            return multiply_block<4, Registers>(rest, ldc, at(r), b, ldb, depth, start);
        case 3:
            return multiply_block<3, Registers>(rest, ldc, at(r), b, ldb, depth, start);
        case 2:
            return multiply_block<2, Registers>(rest, ldc, at(r), b, ldb, depth, start);
        case 1:
            return multiply_block<1, Registers>(rest, ldc, at(r), b, ldb, depth, start);
        default:
            return;
    }
}

template <class T>
void multiply(T* c, std::size_t ldc, Strided<T> a, const T* b, std::size_t ldb, std::size_t rows, std::size_t padded,
              std::size_t depth, const T* start) {
    constexpr std::size_t strip = block_registers * width<T>;
    std::size_t j = 0;
    const auto from = [&](std::size_t column) { return start == nullptr ? nullptr : start + column; };
    for (; j + strip <= padded; j += strip)
        multiply_strip<block_registers>(c + j, ldc, a, b + j, ldb, rows, depth, from(j));
    if constexpr (lanes % strip != 0) {  // with registers of 16 floats or 8 doubles, 1 to 3 registers may remain
        constexpr std::size_t w = width<T>;
        switch ((padded - j) / w) {
            case 3:
                return multiply_strip<3>(c + j, ldc, a, b + j, ldb, rows, depth, from(j));
            case 2:
                return multiply_strip<2>(c + j, ldc, a, b + j, ldb, rows, depth, from(j));
            case 1:
                return multiply_strip<1>(c + j, ldc, a, b + j, ldb, rows, depth, from(j));
            default:
                return;
        }
    }
}

template <class T>
void dot_rows(T* c, const T* bias, const T* a, std::size_t lda, const T* b, std::size_t ldb, std::size_t rows,
              std::size_t outputs, std::size_t padded) {
    const Tag<T> d;
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t k = 0; k < outputs; ++k) {
            auto total = hn::Zero(d);
            for (std::size_t j = 0; j < padded; j += width<T>)
                total = hn::MulAdd(hn::LoadU(d, a + i * lda + j), hn::LoadU(d, b + k * ldb + j), total);
            c[i * outputs + k] = bias[k] + hn::GetLane(hn::SumOfLanes(d, total));
        }
    }
}

template <class T>
void sum(T* c, const T* a, const T* b, std::size_t padded) {
    const Tag<T> d;
    for (std::size_t i = 0; i < padded; i += width<T>)
        hn::StoreU(hn::Add(hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, c + i);
}

template <class T>
void add_product(T* c, const T* a, const T* b, std::size_t padded) {
    const Tag<T> d;
    for (std::size_t i = 0; i < padded; i += width<T>)
        hn::StoreU(hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), hn::LoadU(d, c + i)), d, c + i);
}

template <class T>
void gather_sum(T* c, const T* a, const std::uint32_t* first, std::uint32_t first_from, const T* b,
                const std::uint32_t* second, std::size_t rows, std::size_t padded) {
    const Tag<T> d;
    for (std::size_t i = 0; i < rows; ++i) {
        const T* HWY_RESTRICT one = a + (first[i] - first_from) * padded;
        const T* HWY_RESTRICT two = b + second[i] * padded;
        T* HWY_RESTRICT to = c + i * padded;
        for (std::size_t j = 0; j < padded; j += width<T>)
            hn::StoreU(hn::Add(hn::LoadU(d, one + j), hn::LoadU(d, two + j)), d, to + j);
    }
}

template <class T>
void scatter_add(const T* c, T* a, const std::uint32_t* first, std::uint32_t first_from, T* b,
                 const std::uint32_t* second, std::size_t rows, std::size_t padded) {
    const Tag<T> d;
    for (std::size_t i = 0; i < rows; ++i) {
        const T* HWY_RESTRICT from = c + i * padded;
        T* HWY_RESTRICT one = a + (first[i] - first_from) * padded;
        T* HWY_RESTRICT two = b + second[i] * padded;
        for (std::size_t j = 0; j < padded; j += width<T>) {
            const auto v = hn::LoadU(d, from + j);
            hn::StoreU(hn::Add(hn::LoadU(d, one + j), v), d, one + j);
            hn::StoreU(hn::Add(hn::LoadU(d, two + j), v), d, two + j);
        }
    }
}

}  // namespace alcole::engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
