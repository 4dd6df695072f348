#include "certify/bounds.hpp"

#include "base/text.hpp"
#include "certify/beta.hpp"
#include "certify/betting.hpp"
#include "certify/enum_names.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace alcole::certify {
namespace {

/// One entry per draw, scaled to [0, 1]; if `reflected`, measured from the upper end downwards.
std::vector<double> scaled(const Sample& sample, Range range, bool reflected) {
    if (!sample.counts.empty() && sample.counts.size() != sample.values.size())
        throw std::invalid_argument("there must be one count for each value");
    std::vector<double> draws;
    draws.reserve(sample.values.size());
    for (std::size_t i = 0; i < sample.values.size(); ++i) {
        const double v = sample.values[i];
        if (!(v >= range.low && v <= range.high))
            throw std::invalid_argument("a value of " + base::short_number(v) + " is outside of the range from " +
                                        base::short_number(range.low) + " to " + base::short_number(range.high));
        const double share = (reflected ? range.high - v : v - range.low) / range.width();
        draws.insert(draws.end(), sample.counts.empty() ? 1 : sample.counts[i], std::min(share, 1.0));
    }
    return draws;
}

double mean_of(const std::vector<double>& draws) {
    double sum = 0;
    for (const double y : draws) sum += y;
    return sum / static_cast<double>(draws.size());
}

double hoeffding(const std::vector<double>& draws, double delta) {
    return mean_of(draws) + std::sqrt(-std::log(delta) / (2 * static_cast<double>(draws.size())));
}

double bernstein(const std::vector<double>& draws, double delta) {
    const auto n = static_cast<double>(draws.size());
    if (n < 2) return 1;
    const double mean = mean_of(draws);
    double squares = 0;
    for (const double y : draws) squares += (y - mean) * (y - mean);
    const double logarithm = std::log(2 / delta);
    return mean + std::sqrt(2 * squares / (n - 1) * logarithm / n) + 7 * logarithm / (3 * (n - 1));
}

std::optional<double> clopper_pearson(const std::vector<double>& draws, double delta) {
    const auto ones = static_cast<double>(std::ranges::count(draws, 1.0));
    const auto zeros = static_cast<double>(std::ranges::count(draws, 0.0));
    if (static_cast<double>(draws.size()) != ones + zeros) return std::nullopt;
    return zeros == 0 ? 1 : beta_quantile(ones + 1, zeros, 1 - delta);
}

std::optional<double> of_scaled(Family family, bool rate, const std::vector<double>& draws, double delta) {
    if (draws.empty()) return 1;
    switch (family) {
        case Family::automatic:
            return of_scaled(rate ? Family::clopper_pearson : Family::betting, rate, draws, delta);
        case Family::betting:
            return betting_upper_bound(draws, delta);
        case Family::hoeffding:
            return hoeffding(draws, delta);
        case Family::bernstein:
            return bernstein(draws, delta);
        case Family::clopper_pearson:
            break;
    }
    return clopper_pearson(draws, delta);
}

std::optional<double> share_bound(Family family, const Sample& sample, Range range, double delta, bool reflected) {
    if (!(delta > 0 && delta < 1)) throw std::invalid_argument("delta must lie between 0 and 1");
    if (!(range.width() > 0) || !std::isfinite(range.width()))
        throw std::invalid_argument("a range needs a finite low end and a finite, larger high end");
    const auto share = of_scaled(family, sample.rate, scaled(sample, range, reflected), delta);
    return share ? std::optional(std::min(*share, 1.0)) : std::nullopt;
}

}  // namespace

Family family_from(std::string_view word) {
    if (const auto known = base::enum_from<Family>(word)) return *known;
    throw std::invalid_argument("there is no family of bounds " + base::quoted(word) +
                                base::did_you_mean(word, base::enum_names<Family>) +
                                "; there are automatic, betting, hoeffding, bernstein and clopper_pearson");
}

std::optional<double> upper_bound(Family family, const Sample& sample, Range range, double delta) {
    const auto share = share_bound(family, sample, range, delta, false);
    return share ? std::optional(range.low + *share * range.width()) : std::nullopt;
}

std::optional<double> lower_bound(Family family, const Sample& sample, Range range, double delta) {
    const auto share = share_bound(family, sample, range, delta, true);
    return share ? std::optional(range.high - *share * range.width()) : std::nullopt;
}

}  // namespace alcole::certify
