#include "certify/betting.hpp"

#include <alcole/random.hpp>

#include "base/normal.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace alcole::certify {
namespace {

/// c, the largest share of the capital that may be lost on one value: with c = 1, a single value of 1 could lose
/// everything for good.
constexpr double max_share = 0.9;
/// Each game aims at kappa / delta instead of 1 / delta, because orders that win must make up for those that lose.
constexpr double kappa = 1.25;

/// phi(Phi^-1(w)) for w between 0 and 1, by linear interpolation between sixteen nodes per octave. The interpolant is
/// concave like the function itself, which the monotonicity of the bound relies on. The leading bits of w select the
/// node.
class Profile {
  public:
    Profile() : first_(place(std::ldexp(1.0, lowest))) {
        for (std::uint64_t k = first_; k <= place(0.5) + 1; ++k) {
            const auto w = std::bit_cast<double>(k << shift);
            const double value = base::normal_density(base::normal_quantile(w));
            if (!lines_.empty()) lines_.back().slope = (value - lines_.back().value) / (w - lines_.back().from);
            lines_.push_back({w, value, 0});
        }
    }

    double operator()(double w) const {
        w = std::min(w, 1 - w);
        const std::uint64_t k = place(w);
        if (k < first_) return w / lines_.front().from * lines_.front().value;
        const Line& line = lines_[k - first_];
        return line.value + line.slope * (w - line.from);
    }

  private:
    static constexpr int lowest = -60;
    static constexpr int shift = 48;
    static std::uint64_t place(double w) { return std::bit_cast<std::uint64_t>(w) >> shift; }

    struct Line {
        double from;
        double value;
        double slope;
    };
    std::uint64_t first_;
    std::vector<Line> lines_;
};

/// All games, played in parallel; value t of game g is at t * games + g.
class Games {
  public:
    Games(std::span<const double> values, double delta)
        : delta_(delta), games_(number_of(values.size())), values_(values.size() * games_), factors_(values_.size()) {
        std::vector<double> drawn(values.begin(), values.end());
        Random random(0x626574, values.size());
        for (std::size_t g = 0; g < games_; ++g) {
            std::ranges::sort(drawn);
            random.shuffle(std::span(drawn));
            add(g, drawn);
        }
    }

    /// Whether the final capital of betting against "the mean is at least m", averaged over the games, is at least
    /// 1 / delta.
    bool reject(double m) const {
        static const Profile profile;
        const double limit = max_share / (1 - m);
        std::vector<double> w(games_, delta_ / kappa);
        for (std::size_t at = 0; at < values_.size(); at += games_)
            for (std::size_t g = 0; g < games_; ++g) {
                const double stake = std::min(factors_[at + g] * profile(w[g]), limit * w[g]);
                w[g] = std::min(1.0, w[g] + stake * (m - values_[at + g]));
            }
        double sum = 0;
        for (const double v : w) sum += v;
        return sum / static_cast<double>(games_) >= 1 / kappa;
    }

  private:
    /// The number of games: fewer for many rows, where the order matters less and games cost more time and memory.
    static std::size_t number_of(std::size_t rows) {
        constexpr std::size_t few = 1U << 18U;
        constexpr std::size_t many = 1U << 23U;
        return std::clamp<std::size_t>(many / rows, 1, few / rows < 8 ? 8 : 16);
    }

    /// Stores the values of one game and the factors 1 / (s_{t-1} sqrt(n - t + 1)) of their stakes.
    void add(std::size_t game, const std::vector<double>& drawn) {
        double sum = 0.5;
        double squares = 0;
        double count = 1;
        for (std::size_t t = 0; t < drawn.size(); ++t) {
            const double room = 1 - sum / count;
            const double variance = (room * room + squares) / count;
            const auto left = static_cast<double>(drawn.size() - t);
            factors_[t * games_ + game] = 1 / std::sqrt(std::max(variance * left, 1e-300));
            values_[t * games_ + game] = drawn[t];
            sum += drawn[t];
            count += 1;
            const double off = drawn[t] - sum / count;
            squares += off * off;
        }
    }

    double delta_;
    std::size_t games_;
    std::vector<double> values_;
    std::vector<double> factors_;
};

}  // namespace

double betting_upper_bound(std::span<const double> values, double delta) {
    if (values.empty()) return 1;
    const Games games(values, delta);
    double low = 0;
    double high = 1;  // the mean is always at most 1
    constexpr double precision = 1e-6;
    while (high - low > precision * high) {
        const double middle = (low + high) / 2;
        (games.reject(middle) ? high : low) = middle;
    }
    return high;
}

}  // namespace alcole::certify
