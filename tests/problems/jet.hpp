#pragma once

#include <array>
#include <cmath>
#include <cstddef>

/// Forward-mode differentiation: a value with its N partial derivatives. Problems are written once, as formulas.
namespace alcole::problems {

template <std::size_t N>
struct Jet {
    double value = 0;
    std::array<double, N> slope{};

    Jet() = default;
    Jet(double v) : value(v) {}  // NOLINT(google-explicit-constructor): a constant is a jet

    /// f(value) with derivative f'(value) = d.
    Jet chain(double f, double d) const {
        Jet r(f);
        for (std::size_t j = 0; j < N; ++j) r.slope[j] = d * slope[j];
        return r;
    }

    friend Jet operator+(Jet a, const Jet& b) {
        a.value += b.value;
        for (std::size_t j = 0; j < N; ++j) a.slope[j] += b.slope[j];
        return a;
    }
    friend Jet operator-(const Jet& a) { return a.chain(-a.value, -1); }
    friend Jet operator-(const Jet& a, const Jet& b) { return a + (-b); }
    friend Jet operator*(const Jet& a, const Jet& b) {
        Jet r(a.value * b.value);
        for (std::size_t j = 0; j < N; ++j) r.slope[j] = a.slope[j] * b.value + a.value * b.slope[j];
        return r;
    }
    friend Jet operator/(const Jet& a, const Jet& b) { return a * b.chain(1 / b.value, -1 / (b.value * b.value)); }
    Jet& operator+=(const Jet& b) { return *this = *this + b; }
    Jet& operator-=(const Jet& b) { return *this = *this - b; }
    Jet& operator*=(const Jet& b) { return *this = *this * b; }

    friend Jet exp(const Jet& a) { return a.chain(std::exp(a.value), std::exp(a.value)); }
    friend Jet log(const Jet& a) { return a.chain(std::log(a.value), 1 / a.value); }
    friend Jet sin(const Jet& a) { return a.chain(std::sin(a.value), std::cos(a.value)); }
    friend Jet cos(const Jet& a) { return a.chain(std::cos(a.value), -std::sin(a.value)); }
    friend Jet sqrt(const Jet& a) { return a.chain(std::sqrt(a.value), 0.5 / std::sqrt(a.value)); }
    friend Jet erf(const Jet& a) {
        constexpr double two_over_sqrt_pi = 1.1283791670955126;
        return a.chain(std::erf(a.value), two_over_sqrt_pi * std::exp(-a.value * a.value));
    }
    friend Jet pow(const Jet& a, double p) {
        return a.chain(std::pow(a.value, p), p == 0 ? 0 : p * std::pow(a.value, p - 1));
    }
    friend Jet pow(const Jet& a, const Jet& p) { return exp(p * log(a)); }
};

template <class S>
S square(const S& a) {
    return a * a;
}

}  // namespace alcole::problems
