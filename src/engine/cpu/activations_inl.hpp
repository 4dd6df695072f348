// Activations and their slopes, and the probabilities and norms of two classes.
// Compiled once per instruction set, from kernels.cpp; the include guard toggles so that each one includes it once.
#if defined(ALCOLE_ENGINE_ACTIVATIONS) == defined(HWY_TARGET_TOGGLE)
#ifdef ALCOLE_ENGINE_ACTIVATIONS
#undef ALCOLE_ENGINE_ACTIVATIONS
#else
#define ALCOLE_ENGINE_ACTIVATIONS
#endif

#include <alcole/tabular/model.hpp>

#include "engine/cpu/registers_inl.hpp"

#include <array>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace alcole::engine::HWY_NAMESPACE {
using tabular::Activation;

/// Horner's rule, highest power first.
template <class D, class V, std::size_t N>
HWY_INLINE V polynomial(D d, V x, const std::array<double, N>& coefficients) {
    using T = hn::TFromD<D>;
    V value = hn::Set(d, static_cast<T>(coefficients[0]));
    for (std::size_t i = 1; i < N; ++i) value = hn::MulAdd(value, x, hn::Set(d, static_cast<T>(coefficients[i])));
    return value;
}

/// 1 / (1 + exp(-z)). In float it takes half the time that a sigmoid network spends outside matrix products, so it is
/// written by hand: exp(-z) = 2^n 2^f with integer n and |f| <= 1/2, where 2^f is a Taylor polynomial, and the
/// reciprocal is the CPU's estimate refined by one Newton step. The absolute error is below 2e-7.
template <class D, class V>
HWY_INLINE V sigmoid(D d, V z) {
    const V one = hn::Set(d, 1);
    if constexpr (sizeof(hn::TFromD<D>) == sizeof(float)) {
        const hn::Rebind<std::int32_t, D> whole;
        const V limit = hn::Set(d, 125.0F);
        const V t = hn::Clamp(hn::Mul(z, hn::Set(d, -1.4426950408889634F)), hn::Neg(limit), limit);
        const V n = hn::Round(t);
        constexpr std::array<double, 7> taylor = {1.54035303933816e-4,
                                                  1.33335581464284e-3,
                                                  9.61812910762848e-3,
                                                  5.55041086648216e-2,
                                                  2.40226506959101e-1,
                                                  6.93147180559945e-1,
                                                  1.0};
        const V power = polynomial(d, hn::Sub(t, n), taylor);
        const auto bits = hn::Add(hn::BitCast(whole, power), hn::ShiftLeft<23>(hn::ConvertTo(whole, n)));
        const V sum = hn::Add(one, hn::BitCast(d, bits));
        const V guess = hn::ApproximateReciprocal(sum);
        return hn::IfThenElse(hn::IsNaN(z), z, hn::MulAdd(guess, hn::NegMulAdd(sum, guess, one), guess));
    } else {
        const V far = hn::Set(d, 700.0);  // Highway's exp is not defined beyond 706
        return hn::IfThenElse(hn::IsNaN(z), z, hn::Div(one, hn::Add(one, hn::Exp(d, hn::Min(hn::Neg(z), far)))));
    }
}

/// max(z, 0), except that NaN stays NaN.
template <class D, class V>
HWY_INLINE V positive_part(D d, V z) {
    return hn::IfThenZeroElse(hn::Lt(z, hn::Zero(d)), z);
}

/// log(1 + exp(z)), without overflow.
template <class D, class V>
HWY_INLINE V softplus(D d, V z) {
    return hn::Add(positive_part(d, z), hn::Log1p(d, hn::Exp(d, hn::Neg(hn::Abs(z)))));
}

/// exp(x^2) erfc(x) for x >= 0.46875, by the rational approximations of Cody (1969).
template <class D, class V>
HWY_INLINE V scaled_erfc(D d, V x) {
    constexpr std::array<double, 9> c = {2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0,
                                         6.61191906371416295e1,  2.98635138197400131e2,  8.81952221241769090e2,
                                         1.71204761263407058e3,  2.05107837782607147e3,  1.23033935479799725e3};
    constexpr std::array<double, 9> q = {1.0,
                                         1.57449261107098347e1,
                                         1.17693950891312499e2,
                                         5.37181101862009858e2,
                                         1.62138957456669019e3,
                                         3.29079923573345963e3,
                                         4.36261909014324716e3,
                                         3.43936767414372164e3,
                                         1.23033935480374942e3};
    return hn::Div(polynomial(d, x, c), polynomial(d, x, q));
}

/// The same for x > 4; needed only in double, since erf(x) is 1 in float there.
template <class D, class V>
HWY_INLINE V scaled_erfc_far(D d, V x) {
    constexpr std::array<double, 6> p = {1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1,
                                         1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4};
    constexpr std::array<double, 6> q = {1.0,
                                         2.56852019228982242e0,
                                         1.87295284992346047e0,
                                         5.27905102951428412e-1,
                                         6.05183413124413191e-2,
                                         2.33520497626869185e-3};
    using T = hn::TFromD<D>;
    const V y = hn::Div(hn::Set(d, 1), hn::Mul(x, x));
    const V ratio = hn::Mul(y, hn::Div(polynomial(d, y, p), polynomial(d, y, q)));
    const V inverse_root_pi = hn::Set(d, static_cast<T>(5.6418958354775628695e-1));
    return hn::Div(hn::Sub(inverse_root_pi, ratio), x);
}

template <class D, class V>
HWY_INLINE V erf(D d, V x) {
    constexpr std::array<double, 5> a = {1.85777706184603153e-1, 3.16112374387056560e0, 1.13864154151050156e2,
                                         3.77485237685302021e2, 3.20937758913846947e3};
    constexpr std::array<double, 5> b = {1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3,
                                         2.84423683343917062e3};
    using T = hn::TFromD<D>;
    const V size = hn::Min(hn::Abs(x), hn::Set(d, static_cast<T>(6)));
    const V square = hn::Mul(size, size);
    const V near = hn::Mul(size, hn::Div(polynomial(d, square, a), polynomial(d, square, b)));
    V tail = scaled_erfc(d, size);
    if constexpr (sizeof(T) == sizeof(double))
        tail = hn::IfThenElse(hn::Gt(size, hn::Set(d, 4)), scaled_erfc_far(d, size), tail);
    const V far = hn::Sub(hn::Set(d, 1), hn::Mul(hn::Exp(d, hn::Neg(square)), tail));
    return hn::CopySign(hn::IfThenElse(hn::Lt(size, hn::Set(d, static_cast<T>(0.46875))), near, far), x);
}

/// z Phi(z), with Phi the normal distribution; the slope is Phi(z) + z phi(z).
template <class D, class V>
HWY_INLINE V gelu(D d, V z, V& slope) {
    using T = hn::TFromD<D>;
    const V half = hn::Set(d, static_cast<T>(0.5));
    const V phi = hn::MulAdd(half, erf(d, hn::Mul(z, hn::Set(d, static_cast<T>(0.70710678118654752440)))), half);
    const V density =
        hn::Mul(hn::Set(d, static_cast<T>(0.39894228040143267794)), hn::Exp(d, hn::Neg(hn::Mul(half, hn::Mul(z, z)))));
    slope = hn::MulAdd(z, density, phi);
    return hn::Mul(z, phi);
}

/// z sigmoid(z); the slope is sigma + z sigma (1 - sigma).
template <class D, class V>
HWY_INLINE V silu(D d, V z, V& slope) {
    const V sigma = sigmoid(d, z);
    const V value = hn::Mul(z, sigma);
    slope = hn::MulAdd(value, hn::Sub(hn::Set(d, 1), sigma), sigma);
    return value;
}

/// Applies f to every register of z.
template <class T, class F>
HWY_INLINE void for_each(T* z, std::size_t padded, F f) {
    const Tag<T> d;
    for (std::size_t i = 0; i < padded; i += width<T>) hn::StoreU(f(d, hn::LoadU(d, z + i), i), d, z + i);
}

template <class T>
void activate(Activation activation, T* z, T* slope, std::size_t padded) {
    switch (activation) {
        case Activation::sigmoid:
            return for_each(z, padded, [](auto d, auto v, std::size_t) { return sigmoid(d, v); });
        case Activation::tanh:
            return for_each(z, padded, [](auto d, auto v, std::size_t) { return hn::Tanh(d, v); });
        case Activation::softplus:
            return for_each(z, padded, [](auto d, auto v, std::size_t) { return softplus(d, v); });
        case Activation::relu:
            return for_each(z, padded, [](auto d, auto v, std::size_t) { return positive_part(d, v); });
        case Activation::gelu:
            return for_each(z, padded, [slope](auto d, auto v, std::size_t i) {
                auto s = v;
                const auto value = gelu(d, v, s);
                hn::StoreU(s, d, slope + i);
                return value;
            });
        case Activation::silu:
            return for_each(z, padded, [slope](auto d, auto v, std::size_t i) {
                auto s = v;
                const auto value = silu(d, v, s);
                hn::StoreU(s, d, slope + i);
                return value;
            });
    }
}

template <class T>
void multiply_slope(Activation activation, T* g, const T* h, std::size_t padded) {
    const auto apply = [&](auto slope) {
        for_each(g, padded, [&](auto d, auto v, std::size_t i) {
            return hn::Mul(v, slope(d, hn::LoadU(d, h + i), hn::Set(d, 1)));
        });
    };
    switch (activation) {
        case Activation::sigmoid:
            return apply([](auto, auto v, auto one) { return hn::Mul(v, hn::Sub(one, v)); });
        case Activation::tanh:
            return apply([](auto, auto v, auto one) { return hn::NegMulAdd(v, v, one); });
        case Activation::softplus:  // sigmoid(z) = 1 - exp(-softplus(z))
            return apply([](auto d, auto v, auto) { return hn::Neg(hn::Expm1(d, hn::Neg(v))); });
        case Activation::relu:
            return apply([](auto d, auto v, auto one) { return hn::IfThenElseZero(hn::Gt(v, hn::Zero(d)), one); });
        case Activation::gelu:
        case Activation::silu:
            return apply([](auto, auto v, auto) { return v; });
    }
}

/// phi(z) (2 - z^2), with phi the normal density.
template <class D, class V>
HWY_INLINE V gelu_curvature(D d, V z) {
    using T = hn::TFromD<D>;
    const V square = hn::Mul(z, z);
    const V density = hn::Mul(hn::Set(d, static_cast<T>(0.39894228040143267794)),
                              hn::Exp(d, hn::Mul(hn::Set(d, static_cast<T>(-0.5)), square)));
    return hn::Mul(density, hn::Sub(hn::Set(d, 2), square));
}

/// sigma (1 - sigma) (2 + z (1 - 2 sigma))
template <class D, class V>
HWY_INLINE V silu_curvature(D d, V z) {
    const V one = hn::Set(d, 1);
    const V two = hn::Set(d, 2);
    const V sigma = sigmoid(d, z);
    return hn::Mul(hn::Mul(sigma, hn::Sub(one, sigma)), hn::MulAdd(z, hn::NegMulAdd(two, sigma, one), two));
}

template <class T>
void multiply_curvature(Activation activation, T* g, const T* h, std::size_t padded) {
    const auto apply = [&](auto curvature) {
        for_each(g, padded,
                 [&](auto d, auto v, std::size_t i) { return hn::Mul(v, curvature(d, hn::LoadU(d, h + i))); });
    };
    switch (activation) {
        case Activation::sigmoid:  // s (1 - s) (1 - 2 s)
            return apply([](auto d, auto s) {
                const auto one = hn::Set(d, 1);
                return hn::Mul(hn::Mul(s, hn::Sub(one, s)), hn::NegMulAdd(hn::Set(d, 2), s, one));
            });
        case Activation::tanh:  // -2 t (1 - t^2)
            return apply(
                [](auto d, auto t) { return hn::Mul(hn::Mul(hn::Set(d, -2), t), hn::NegMulAdd(t, t, hn::Set(d, 1))); });
        case Activation::softplus:  // sigma (1 - sigma), with 1 - sigma = exp(-softplus)
            return apply([](auto d, auto v) {
                const auto rest = hn::Exp(d, hn::Neg(v));
                return hn::NegMulAdd(rest, rest, rest);
            });
        case Activation::relu:
            return apply([](auto d, auto) { return hn::Zero(d); });
        case Activation::gelu:
            return apply([](auto d, auto z) { return gelu_curvature(d, z); });
        case Activation::silu:
            return apply([](auto d, auto z) { return silu_curvature(d, z); });
    }
}

template <class T>
void sigmoid_and_softplus(const T* s, double* p, double* plus, std::size_t padded) {
    const Tag<double> d;
    const hn::Rebind<T, Tag<double>> narrow;
    for (std::size_t i = 0; i < padded; i += width<double>) {
        Vec<double> z;
        if constexpr (sizeof(T) == sizeof(double))
            z = hn::LoadU(d, s + i);
        else
            z = hn::PromoteTo(d, hn::LoadU(narrow, s + i));
        const auto one = hn::Set(d, 1);
        const auto e = hn::Exp(d, hn::Neg(hn::Abs(z)));  // in (0, 1]: nothing overflows
        const auto small = hn::Div(e, hn::Add(one, e));
        const auto sigma = hn::IfThenElse(hn::Lt(z, hn::Zero(d)), small, hn::Sub(one, small));
        hn::StoreU(hn::IfThenElse(hn::IsNaN(z), z, sigma), d, p + i);
        hn::StoreU(hn::Add(positive_part(d, z), hn::Log1p(d, e)), d, plus + i);
    }
}

}  // namespace alcole::engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
