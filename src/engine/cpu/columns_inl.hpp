// Sums and derivatives of losses and rates of two classes, for consecutive points with one weight each.
// Compiled once per instruction set, from kernels.cpp; the include guard toggles so that each one includes it once.
#if defined(ALCOLE_ENGINE_COLUMNS) == defined(HWY_TARGET_TOGGLE)
#ifdef ALCOLE_ENGINE_COLUMNS
#undef ALCOLE_ENGINE_COLUMNS
#else
#define ALCOLE_ENGINE_COLUMNS
#endif

#include "engine/cpu/registers_inl.hpp"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace alcole::engine::HWY_NAMESPACE {

using OneLane = hn::CappedTag<double, 1>;

/// Calls job(tag, i) for whole registers from i on, and then for the remaining points one at a time.
template <class Job>
HWY_INLINE void for_points(std::size_t count, Job job) {
    std::size_t i = 0;
    for (; i + width<double> <= count; i += width<double>) job(Tag<double>(), i);
    for (; i < count; ++i) job(OneLane(), i);
}

/// The sum of of(tag, i) over all points. Four partial sums need not wait for each other.
template <class Of>
HWY_INLINE double sum_over_points(std::size_t count, Of of) {
    const Tag<double> d;
    constexpr std::size_t n = width<double>;
    auto a = hn::Zero(d);
    auto b = a;
    auto c = a;
    auto e = a;
    std::size_t i = 0;
    for (; i + 4 * n <= count; i += 4 * n) {
        a = hn::Add(a, of(d, i));
        b = hn::Add(b, of(d, i + n));
        c = hn::Add(c, of(d, i + 2 * n));
        e = hn::Add(e, of(d, i + 3 * n));
    }
    for (; i + n <= count; i += n) a = hn::Add(a, of(d, i));
    double sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(a, b), hn::Add(c, e))));
    for (; i < count; ++i) sum += hn::GetLane(of(OneLane(), i));
    return sum;
}

/// p (1 - p)
template <class D>
HWY_INLINE hn::Vec<D> slope_of(D d, const double* p) {
    const auto at = hn::LoadU(d, p);
    return hn::Mul(at, hn::Sub(hn::Set(d, 1), at));
}

/// w0 p + w1 (p - 1)
template <class D>
HWY_INLINE hn::Vec<D> loss_slope(D d, const double* w0, const double* w1, const double* p) {
    const auto at = hn::LoadU(d, p);
    return hn::MulAdd(hn::LoadU(d, w0), at, hn::Mul(hn::LoadU(d, w1), hn::Sub(at, hn::Set(d, 1))));
}

inline double sum_of_losses(const double* w0, const double* w1, const double* norm, const double* s,
                            std::size_t count) {
    return sum_over_points(count, [&](auto d, std::size_t i) HWY_ATTR {
        const auto of_zero = hn::LoadU(d, norm + i);
        return hn::MulAdd(hn::LoadU(d, w0 + i), of_zero,
                          hn::Mul(hn::LoadU(d, w1 + i), hn::Sub(of_zero, hn::LoadU(d, s + i))));
    });
}

inline double sum_of_rates(const double* w, const double* p, std::size_t count) {
    return sum_over_points(
        count, [&](auto d, std::size_t i) HWY_ATTR { return hn::Mul(hn::LoadU(d, w + i), hn::LoadU(d, p + i)); });
}

inline double sum_where_positive(const double* w, const double* s, std::size_t count) {
    return sum_over_points(count, [&](auto d, std::size_t i) HWY_ATTR {
        return hn::IfThenElseZero(hn::Gt(hn::LoadU(d, s + i), hn::Zero(d)), hn::LoadU(d, w + i));
    });
}

inline void add_loss_slopes(double pull, const double* w0, const double* w1, const double* p, double* g,
                            std::size_t count) {
    for_points(count, [&](auto d, std::size_t i) HWY_ATTR {
        hn::StoreU(hn::MulAdd(hn::Set(d, pull), loss_slope(d, w0 + i, w1 + i, p + i), hn::LoadU(d, g + i)), d, g + i);
    });
}

inline void add_loss_curves(double pull, const double* w0, const double* w1, const double* p, double* h,
                            std::size_t count) {
    for_points(count, [&](auto d, std::size_t i) HWY_ATTR {
        const auto of_zero = hn::Max(hn::Mul(hn::Set(d, pull), hn::LoadU(d, w0 + i)), hn::Zero(d));
        const auto of_one = hn::Max(hn::Mul(hn::Set(d, pull), hn::LoadU(d, w1 + i)), hn::Zero(d));
        const auto weight = hn::Add(of_zero, of_one);
        hn::StoreU(hn::MulAdd(weight, slope_of(d, p + i), hn::LoadU(d, h + i)), d, h + i);
    });
}

inline void add_rate_slopes(double pull, const double* w, const double* p, double* g, std::size_t count) {
    for_points(count, [&](auto d, std::size_t i) HWY_ATTR {
        const auto weight = hn::Mul(hn::Set(d, pull), hn::LoadU(d, w + i));
        hn::StoreU(hn::MulAdd(weight, slope_of(d, p + i), hn::LoadU(d, g + i)), d, g + i);
    });
}

inline void add_rate_bounds(double pull, const double* w, const double* p, double* h, std::size_t count) {
    for_points(count, [&](auto d, std::size_t i) HWY_ATTR {
        const auto weight = hn::Mul(hn::Set(d, pull), hn::Abs(hn::LoadU(d, w + i)));
        hn::StoreU(hn::MulAdd(weight, slope_of(d, p + i), hn::LoadU(d, h + i)), d, h + i);
    });
}

}  // namespace alcole::engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
