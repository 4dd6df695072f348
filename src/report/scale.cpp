#include "report/scale.hpp"

#include "report/format.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::report {
namespace {

/// The smallest of 1, 2 or 5 times a power of ten that is at least v.
double round_up(double v) {
    const double power = std::pow(10.0, std::floor(std::log10(v)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= v * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

int decimals_of_step(double step) { return std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9))); }

/// Short enough for an axis: 25k for 25000, 3M for 3000000, powers of ten for very large and very small numbers.
std::string tick_text(double v, double step, int decimals) {
    if (std::abs(v) < 1e-9 * step) return "0";
    if (step >= 1e9) return number(v);
    if (step >= 1e6) return cat(number(v / 1e6), "M");
    if (step >= 1000) return cat(number(v / 1000), "k");
    return decimals > 5 ? number(v) : fixed(v, decimals);
}

}  // namespace

void Extent::include(double v) {
    if (!std::isfinite(v)) return;
    if (empty()) {
        low_ = high_ = v;
    } else {
        low_ = std::min(low_, v);
        high_ = std::max(high_, v);
    }
}

void Extent::include(std::span<const double> values) {
    for (const double v : values) include(v);
}

Scale Scale::linear(const Extent& range, double from, double to, int about_ticks) {
    double low = range.empty() ? 0 : range.low();
    double high = range.empty() ? 1 : range.high();
    if (high - low < 1e-12 * std::max(1.0, std::abs(high))) {
        const double around = high == 0 ? 1 : std::abs(high) * 0.1;
        low -= around;
        high += around;
    }
    const double room = 0.04 * (high - low);
    Scale scale;
    scale.low_ = low == 0 ? 0 : low - room;
    scale.high_ = high == 0 ? 0 : high + room;
    scale.from_ = from;
    scale.to_ = to;
    const double step = round_up((high - low) / about_ticks);
    scale.decimals_ = decimals_of_step(step);
    const double first = std::ceil(scale.low_ / step);
    for (int i = 0; (first + i) * step <= scale.high_; ++i) {
        const double v = (first + i) * step;
        scale.ticks_.push_back({v, tick_text(v, step, scale.decimals_)});
    }
    return scale;
}

Scale Scale::logarithmic(const Extent& range, double from, double to) {
    Scale scale;
    scale.logarithmic_ = true;
    scale.low_ = range.empty() || range.low() <= 0 ? 1 : range.low();
    scale.high_ = range.empty() ? 10 : std::max(range.high(), scale.low_);
    const double room = std::max(0.04 * std::log10(scale.high_ / scale.low_), 0.05);
    scale.low_ *= std::pow(10.0, -room);
    scale.high_ *= std::pow(10.0, room);
    scale.from_ = from;
    scale.to_ = to;
    const bool few_decades = std::log10(scale.high_ / scale.low_) < 2.5;
    const int first = static_cast<int>(std::floor(std::log10(scale.low_)));
    const int last = static_cast<int>(std::ceil(std::log10(scale.high_)));
    for (int exponent = first; exponent <= last; ++exponent)
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double v = factor * std::pow(10.0, exponent);
            if (v >= scale.low_ && v <= scale.high_ && (factor == 1 || few_decades))
                scale.ticks_.push_back({v, number(v)});
        }
    return scale;
}

Scale Scale::steps(int first, int last, double from, double to) {
    Scale scale;
    scale.low_ = first;
    scale.high_ = std::max(last, first + 1);
    scale.from_ = from;
    scale.to_ = to;
    const int step = std::max(1, static_cast<int>(round_up((scale.high_ - scale.low_) / 5)));
    scale.ticks_.push_back({scale.low_, std::to_string(first)});
    for (int i = step; i <= last; i += step)
        if (i > first + step / 3) scale.ticks_.push_back({static_cast<double>(i), std::to_string(i)});
    return scale;
}

double Scale::operator()(double v) const {
    const double share = logarithmic_ ? std::log(v / low_) / std::log(high_ / low_) : (v - low_) / (high_ - low_);
    return from_ + share * (to_ - from_);
}

void Scale::label_ticks_as_percent() {
    const double step = ticks_.size() > 1 ? 100 * (ticks_[1].value - ticks_[0].value) : 1;
    for (auto& tick : ticks_) tick.text = fixed(100 * tick.value, decimals_of_step(step));
}

}  // namespace alcole::report
