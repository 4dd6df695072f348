#include "solver/dual/surrogates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::solver {
namespace {

/// A bracket of this width, in units of the constraint, is closed.
constexpr double narrow = 1e-4;
/// A surrogate agrees with its strict risk if it is within `truth` times the constraint's unit, where the unit counts
/// as at most largest_unit: a bound of 0.9 on an accuracy must not permit an error of 0.09.
constexpr double truth = 0.1;
constexpr double largest_unit = 0.1;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A constraint with a surrogate, at a KKT point of the surrogate problem.
struct Seen {
    double strict;     // the strict risk
    double smooth;     // its surrogate
    double unit;       // of the constraint
    double tolerance;  // on the strict risk
    double price;      // the multiplier of the surrogate, divided by |objective|
    bool at_price;     // the multiplier has reached the maximum price of the constraint

    bool exceeds() const { return strict > tolerance; }
    bool gives_way() const { return exceeds() && at_price; }
    bool broken() const { return exceeds() && !at_price; }
    bool matters() const { return price != 0 || broken(); }
    bool at_bound(double gain) const { return std::abs(strict) <= tolerance || -strict * price <= gain; }
};

Seen seen(std::size_t i, const At& at, const Constraints& constraints, std::span<const double> lambda,
          double tolerance) {
    const double unit = constraints.units[i];
    const double allowed = constraints.allowed(i, tolerance);
    return {at.risks[i + 1],
            at.smooth[i + 1],
            unit,
            allowed,
            lambda[i] / std::max(std::abs(at.risks[0]), 1e-12),
            constraints.at_price(i, lambda[i])};
}

/// Searches for the largest shift at which the strict risk meets its bound. The first strides equal the distance of the
/// strict risk from its bound, and double while they achieve little. Once a shift is known on either side, the search
/// bisects; after all attempts it returns to the last shift at which the bound was met. A tightening stride is at most
/// `room`. True if the shift has changed.
bool move(detail::SurrogateLevel& level, const Seen& seen, const ShiftLimits& limits, double room) {
    const double strict = seen.strict;
    const bool broken = seen.broken();
    if (!broken && seen.at_bound(limits.gain)) return false;
    if (level.moves >= (broken ? limits.max_moves_violated : limits.max_moves_met)) return false;

    // If the surrogate is below its bound, shifting the bound has no effect until it reaches the surrogate: start
    // there.
    const double was = level.shift;
    const bool slack = limits.careful && broken && seen.smooth < was - seen.tolerance;
    const double before = slack ? seen.smooth : was;
    if (broken) {
        level.broke = std::min(level.broke, before);
        if (level.held >= level.broke) level.held = -infinity;  // theta has moved on
    } else {
        level.held = std::max(level.held, before);
        if (level.broke <= level.held) level.broke = infinity;
    }
    const bool bracketed = std::isfinite(level.held) && std::isfinite(level.broke);
    const bool closed =
        bracketed && (level.broke - level.held <= narrow * seen.unit || level.moves >= limits.max_moves_met);
    const bool achieved_little =
        level.moves > 0 && strict * level.last > 0 && std::abs(strict) > std::abs(level.last) / 2;
    level.factor = achieved_little ? 2 * level.factor : 1;
    level.last = strict;
    const double stride = std::min(strict * level.factor, room);
    level.shift = closed ? level.held : bracketed ? (level.held + level.broke) / 2 : before - stride;
    ++level.moves;
    return level.shift != was;
}

void follow(detail::SurrogateLevel& level, std::size_t i, const At& at) {
    level = {.shift = at.smooth[i + 1] - at.risks[i + 1]};
}

/// Whether constraints i and j are the two sides of one band, in which case their surrogates have opposite errors. The
/// surrogate of a smooth risk, or of an equality, has none.
bool are_opposite(const At& at, std::size_t i, std::size_t j) {
    const double of_i = at.smooth[i + 1] - at.risks[i + 1];
    const double of_j = at.smooth[j + 1] - at.risks[j + 1];
    return of_i != 0 && of_j != 0 && std::abs(of_i + of_j) <= 0.05 * std::abs(of_i);
}

/// How far the bound of i may be tightened: at most half the slack of j, if i and j are the two sides of one band.
/// Beyond that the two would contradict each other.
double room_for(std::size_t i, const At& at, std::span<const double> lambda,
                std::span<const detail::SurrogateLevel> levels) {
    double room = infinity;
    for (std::size_t j = 0; j < levels.size(); ++j) {
        if (j == i || !are_opposite(at, i, j)) continue;
        const double slack = lambda[j] != 0 ? levels[j].shift - at.smooth[j + 1] : -at.risks[j + 1];
        if (slack > 0) room = std::min(room, slack / 2);
    }
    return room;
}

}  // namespace

void follow_means(std::vector<detail::SurrogateLevel>& levels, std::span<const double> smooth,
                  std::span<const double> strict, double share) {
    for (std::size_t i = 0; i < levels.size(); ++i)
        levels[i].shift += share * (smooth[i + 1] - strict[i + 1] - levels[i].shift);
}

void follow_strict_risks(std::vector<detail::SurrogateLevel>& levels, const At& at, const Constraints& constraints) {
    for (std::size_t i = 0; i < levels.size(); ++i)
        if (!constraints.equality(i)) follow(levels[i], i, at);
}

bool surrogates_matter(const At& at, const Constraints& constraints, std::span<const double> lambda, double tolerance) {
    for (std::size_t i = 0; i < constraints.size(); ++i)
        if (!constraints.equality(i) && seen(i, at, constraints, lambda, tolerance).matters()) return true;
    return false;
}

bool surrogates_agree(const At& at, const Constraints& constraints, std::span<const double> lambda, double tolerance) {
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        if (constraints.equality(i) || !seen(i, at, constraints, lambda, tolerance).matters()) continue;
        const double unit = std::min(constraints.units[i], largest_unit);
        if (std::abs(at.smooth[i + 1] - at.risks[i + 1]) > truth * unit) return false;
    }
    return true;
}

bool move_levels(std::vector<detail::SurrogateLevel>& levels, const At& at, const Constraints& constraints,
                 std::span<const double> lambda, double tolerance, std::span<const ShiftLimits> limits) {
    std::vector<std::size_t> broken;
    for (std::size_t i = 0; i < levels.size(); ++i)
        if (!constraints.equality(i) && seen(i, at, constraints, lambda, tolerance).broken()) broken.push_back(i);
    std::vector<bool> shifted(levels.size());  // together with the other side of its band
    const auto move_those = [&](bool only_satisfied) {
        bool moved = false;
        for (std::size_t i = 0; i < levels.size(); ++i) {
            const Seen one = seen(i, at, constraints, lambda, tolerance);
            ShiftLimits needed = limits[i];
            if (only_satisfied && !broken.empty()) needed.gain = 0;
            if (std::ranges::any_of(broken, [&](std::size_t j) { return are_opposite(at, i, j); }))
                needed.max_moves_met =
                    needed.max_moves_violated;  // take all attempts: the band may be as narrow as a single row
            if (constraints.equality(i) || shifted[i] || (only_satisfied && one.strict > 0)) continue;
            if (!one.matters() || one.gives_way()) {
                const std::int64_t moves = one.matters() ? levels[i].moves : 0;
                follow(levels[i], i, at);
                levels[i].moves = moves;
            } else if (move(levels[i], one, needed, needed.careful ? room_for(i, at, lambda, levels) : infinity)) {
                moved = true;
                // The two sides of a band have one surrogate, and the whole band shifts. If only one side did, it could
                // pass the other, and no theta would meet both.
                for (std::size_t j = 0; j < levels.size(); ++j) {
                    if (j == i || !are_opposite(at, i, j)) continue;
                    if (seen(j, at, constraints, lambda, tolerance).matters()) continue;
                    levels[j] = {.shift = -levels[i].shift};
                    shifted[j] = true;
                }
            }
        }
        return moved;
    };
    // Loosen constraints that have been tightened too far first, however little they cost: they may be the reason why
    // others are violated, and the two sides of a narrow band would otherwise be tightened against each other.
    return move_those(true) || move_those(false);
}

}  // namespace alcole::solver
