#pragma once

#include "jet.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Reverse-mode differentiation: a formula is recorded while it is evaluated, and one backward sweep over the record
/// gives the gradient of any weighted sum of its results, whatever the number of variables. With S = Jet<1> every
/// number carries its derivative along one direction v, and the same sweep gives the Hessian of that sum times v
/// (forward over reverse).
namespace alcole::problems {

/// The computation in order: each entry has at most two parents, and the derivatives with respect to them. Entry 0
/// stands for every constant, entries 1..n for the variables.
template <class S>
class Tape {
  public:
    /// Discards what was recorded.
    void begin(std::size_t n);
    std::uint32_t record(std::uint32_t a, const S& by_a, std::uint32_t b, const S& by_b);
    /// Set the weights of the results; adjoint(1..n) are then the derivatives of the weighted sum with respect to the
    /// variables.
    void clear_adjoints();
    S& adjoint(std::size_t entry) { return adjoints_[entry]; }
    void sweep();

  private:
    struct Entry {
        std::uint32_t a = 0, b = 0;
        S by_a{}, by_b{};
    };
    std::vector<Entry> entries_;
    std::vector<S> adjoints_;
    std::size_t variables_ = 0;
};

extern template class Tape<double>;
extern template class Tape<Jet<1>>;

/// A number that is recorded on a tape, or a constant.
template <class S>
class Recorded {
  public:
    Recorded() = default;
    Recorded(double constant) : value_(constant) {}  // NOLINT(google-explicit-constructor): a constant is a number
    Recorded(Tape<S>& tape, std::uint32_t entry, const S& value) : tape_(&tape), entry_(entry), value_(value) {}

    const S& value() const { return value_; }
    std::uint32_t entry() const { return entry_; }

    friend Recorded operator+(const Recorded& a, const Recorded& b) {
        return join(a, b, a.value_ + b.value_, 1.0, 1.0);
    }
    friend Recorded operator-(const Recorded& a, const Recorded& b) {
        return join(a, b, a.value_ - b.value_, 1.0, -1.0);
    }
    friend Recorded operator-(const Recorded& a) { return a.chain(-a.value_, -1.0); }
    friend Recorded operator*(const Recorded& a, const Recorded& b) {
        return join(a, b, a.value_ * b.value_, b.value_, a.value_);
    }
    friend Recorded operator/(const Recorded& a, const Recorded& b) {
        const S quotient = a.value_ / b.value_;
        return join(a, b, quotient, S(1.0) / b.value_, -quotient / b.value_);
    }
    Recorded& operator+=(const Recorded& b) { return *this = *this + b; }
    Recorded& operator-=(const Recorded& b) { return *this = *this - b; }
    Recorded& operator*=(const Recorded& b) { return *this = *this * b; }

    friend Recorded exp(const Recorded& a) {
        using std::exp;
        const S e = exp(a.value_);
        return a.chain(e, e);
    }
    friend Recorded log(const Recorded& a) {
        using std::log;
        return a.chain(log(a.value_), S(1.0) / a.value_);
    }
    friend Recorded sin(const Recorded& a) {
        using std::cos, std::sin;
        return a.chain(sin(a.value_), cos(a.value_));
    }
    friend Recorded cos(const Recorded& a) {
        using std::cos, std::sin;
        return a.chain(cos(a.value_), -sin(a.value_));
    }
    friend Recorded sqrt(const Recorded& a) {
        using std::sqrt;
        const S root = sqrt(a.value_);
        return a.chain(root, S(0.5) / root);
    }
    friend Recorded pow(const Recorded& a, double p) {
        using std::pow;
        return a.chain(pow(a.value_, p), S(p) * pow(a.value_, p - 1));
    }

  private:
    /// f(a) with derivative f'(a) = d.
    Recorded chain(const S& f, const S& d) const { return join(*this, Recorded(), f, d, 0.0); }
    static Recorded join(const Recorded& a, const Recorded& b, const S& f, const S& by_a, const S& by_b) {
        Tape<S>* const tape = a.tape_ != nullptr ? a.tape_ : b.tape_;
        Recorded result;
        result.value_ = f;
        if (tape == nullptr) return result;
        result.tape_ = tape;
        result.entry_ = tape->record(a.entry_, by_a, b.entry_, by_b);
        return result;
    }

    Tape<S>* tape_ = nullptr;
    std::uint32_t entry_ = 0;
    S value_{};
};

}  // namespace alcole::problems
