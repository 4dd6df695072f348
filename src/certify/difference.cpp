#include "certify/difference.hpp"

#include "base/normal.hpp"
#include "certify/beta.hpp"
#include "certify/binomial.hpp"
#include "certify/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace alcole::certify {
namespace {

double square(double v) { return v * v; }

/// The distance from y = ones / rows to an end of Wilson's interval, that is, to the p with
/// |y - p| = z sqrt(p (1 - p) / n); the upper end for side = 1, the lower for side = -1.
double wilson_distance(Count count, double z, double side) {
    const auto n = static_cast<double>(count.rows);
    const double y = static_cast<double>(count.ones) / n;
    const double share = z * z / n;
    const double end = (y + share / 2 + side * z * std::sqrt(y * (1 - y) / n + share / (4 * n))) / (1 + share);
    return std::abs(end - y);
}

/// The outcomes that are no higher in the order than the observed one: for every x_1, those with x_2 >= least[x_1].
std::vector<std::size_t> outcomes_below(Count one, Count other, double z) {
    constexpr double rounding = 1e-12;  // including an outcome too many keeps the bound valid
    const double limit = newcombe_upper_limit(one, other, z) + rounding;
    std::vector<double> below(other.rows + 1);
    for (std::size_t x = 0; x <= other.rows; ++x) below[x] = square(wilson_distance({x, other.rows}, z, -1));
    std::vector<std::size_t> least(one.rows + 1);
    std::size_t x2 = 0;  // the order increases with x_1 and decreases with x_2, so least[] never falls
    for (std::size_t x1 = 0; x1 <= one.rows; ++x1) {
        const double y1 = static_cast<double>(x1) / static_cast<double>(one.rows);
        const double above = square(wilson_distance({x1, one.rows}, z, 1));
        const auto is_higher = [&](std::size_t x) {
            return y1 - static_cast<double>(x) / static_cast<double>(other.rows) + std::sqrt(above + below[x]) > limit;
        };
        while (x2 <= other.rows && is_higher(x2)) ++x2;
        least[x1] = x2;
    }
    return least;
}

/// The Clopper-Pearson interval; each end fails with probability at most `miss`.
Range interval(Count count, double miss) {
    const auto ones = static_cast<double>(count.ones);
    const auto zeros = static_cast<double>(count.rows - count.ones);
    return {.low = ones == 0 ? 0 : 1 - beta_quantile(zeros + 1, ones, 1 - miss),
            .high = zeros == 0 ? 1 : beta_quantile(ones + 1, zeros, 1 - miss)};
}

/// Computes the bound for one pair of counts.
class Difference {
  public:
    Difference(Count one, Count other, double delta)
        : one_(one),
          other_(other),
          least_(outcomes_below(one, other, std::max(0.0, base::normal_quantile(1 - delta)))) {
        const double gamma = delta / 100;
        level_ = delta - gamma;
        first_ = interval(one, gamma / 4);
        second_ = interval(other, gamma / 4);
        const double largest_sd =
            std::sqrt(0.25 / static_cast<double>(one.rows) + 0.25 / static_cast<double>(other.rows));
        finest_ = largest_sd / 256;
    }

    double upper_bound() const {
        double bound = first_.low - second_.high;
        const double near = static_cast<double>(other_.ones) / static_cast<double>(other_.rows);
        cover({near, std::min(near + finest_, second_.high)}, bound);  // a good first bound rules out most cells
        cover(second_, bound);
        return bound;
    }

  private:
    /// P(T(X) <= T(x)), rounded up by more than the rounding error of a sum of a few thousand terms.
    double chance(double p1, double p2) const {
        const Binomial first(one_.rows, p1);
        const Binomial second(other_.rows, p2);
        double sum = 0;
        for (std::size_t x = first.first(); x <= first.last(); ++x) sum += first.mass(x) * second.at_least(least_[x]);
        constexpr double rounding = 1e-9;
        return sum * (1 + rounding);
    }

    /// Whether the corner of the cell shows that the confidence set contains no p in C(x) with p_2 in the cell and
    /// p_1 - p_2 >= difference.
    bool is_ruled_out(double difference, Range cell) const {
        const double p1 = std::max(first_.low, cell.low + difference);
        return p1 > first_.high || chance(p1, cell.high) <= level_;
    }

    /// Raises the bound until all larger differences with p_2 in the cell are ruled out. Cells that were ruled out at a
    /// lower bound stay ruled out.
    void cover(Range cell, double& bound) const {
        if (is_ruled_out(bound, cell)) return;
        if (cell.width() > finest_) {
            const double middle = (cell.low + cell.high) / 2;
            cover({middle, cell.high}, bound);
            return cover({cell.low, middle}, bound);
        }
        double high = first_.high - cell.low;  // the largest difference in C(x)
        while (high - bound > finest_) {
            const double middle = (bound + high) / 2;
            (is_ruled_out(middle, cell) ? high : bound) = middle;
        }
        bound = high;
    }

    Count one_;
    Count other_;
    std::vector<std::size_t> least_;
    double level_ = 0;
    Range first_{};
    Range second_{};
    double finest_ = 0;
};

}  // namespace

double newcombe_upper_limit(Count one, Count other, double z) {
    const double y1 = static_cast<double>(one.ones) / static_cast<double>(one.rows);
    const double y2 = static_cast<double>(other.ones) / static_cast<double>(other.rows);
    return y1 - y2 + std::sqrt(square(wilson_distance(one, z, 1)) + square(wilson_distance(other, z, -1)));
}

double difference_upper_bound(Count one, Count other, double delta) {
    if (one.rows == 0 || other.rows == 0) return 1;
    return Difference(one, other, delta).upper_bound();
}

}  // namespace alcole::certify
