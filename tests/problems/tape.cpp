#include "tape.hpp"

namespace alcole::problems {
namespace {

bool is_zero(double a) { return a == 0; }
bool is_zero(const Jet<1>& a) { return a.value == 0 && a.slope[0] == 0; }

}  // namespace

template <class S>
void Tape<S>::begin(std::size_t n) {
    entries_.assign(n + 1, {});
    variables_ = n;
}

template <class S>
std::uint32_t Tape<S>::record(std::uint32_t a, const S& by_a, std::uint32_t b, const S& by_b) {
    entries_.push_back({a, b, by_a, by_b});
    return static_cast<std::uint32_t>(entries_.size() - 1);
}

template <class S>
void Tape<S>::clear_adjoints() {
    adjoints_.assign(entries_.size(), S{});
}

template <class S>
void Tape<S>::sweep() {
    for (std::size_t k = entries_.size() - 1; k > variables_; --k) {
        if (is_zero(adjoints_[k])) continue;  // 0 times an infinite derivative is 0 here
        const Entry& entry = entries_[k];
        adjoints_[entry.a] += adjoints_[k] * entry.by_a;
        adjoints_[entry.b] += adjoints_[k] * entry.by_b;
    }
}

template class Tape<double>;
template class Tape<Jet<1>>;

}  // namespace alcole::problems
