#include "solver/dual/ascent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

/// Smooth surrogates and the strict risks they stand for. A surrogate is wrong about where the strict risk meets its
/// bound, so its own bound is moved until the strict risk is met: the surrogate gives the gradient, the strict risk
/// decides, and the multipliers are those of the surrogate at the bound the strict risk chose. Equalities have no
/// strict risks: a step function is hardly ever zero.
namespace alcole {
namespace {

constexpr std::int64_t most_moves = 20;
/// A bracket this narrow, in units of the constraint, is closed.
constexpr double narrow = 1e-4;

}  // namespace

/// Mini-batch runs never arrive anywhere, so the bounds follow at each dual step: l_i - shift_i is then the strict risk
/// itself, and that is what moves the multiplier.
void Ascent::follow_strict_risks() {
    if (!primal_.has_strict_risks()) return;
    for (std::size_t i = 0; i < m_; ++i) state_.levels[i].shift = smooth_[i + 1] - risks_[i + 1];
}

/// Called at a KKT point of the surrogate problem. True when the strict risks are content with it; otherwise bounds
/// have been moved and the search goes on.
bool Ascent::surrogates_agree() {
    if (!primal_.has_strict_risks() || options_.method == Method::unconstrained) return true;
    // What has been tightened too far is let go first: it may be what broke the others. The gaps A over B and B over A,
    // both tightened, would contradict each other.
    bool moved = false;
    for (std::size_t i = 0; i < m_; ++i)
        if (violation_of(i, risks_[i + 1]) == 0) moved = move_level(i) || moved;
    if (!moved)
        for (std::size_t i = 0; i < m_; ++i) moved = move_level(i) || moved;
    if (!moved) return true;
    state_.forget_progress(m_);
    return false;
}

/// Looks for the largest shift at which the strict risk holds: first by the strict risk's own distance from its bound,
/// in strides that double as long as they achieve little, then, with one shift known on either side, by bisection. True
/// when the shift has changed.
bool Ascent::move_level(std::size_t i) {
    SurrogateLevel& level = state_.levels[i];
    if (relations_[i] == Relation::equal_zero) return false;
    const double strict = risks_[i + 1];
    const double tolerance = options_.tolerance.violation * units_[i];
    const bool broken = violation_of(i, strict) > tolerance;
    const bool binds = lambda_[i] != 0;
    if (!broken && (!binds || std::abs(strict) <= tolerance)) return false;
    if (level.moves >= most_moves && !broken) return false;

    const double before = level.shift;
    if (broken) {
        level.broke = std::min(level.broke, before);
        if (level.held >= level.broke) level.held = -std::numeric_limits<double>::infinity();  // theta has moved on
    } else {
        level.held = std::max(level.held, before);
        if (level.broke <= level.held) level.broke = std::numeric_limits<double>::infinity();
    }
    const bool bracketed = std::isfinite(level.held) && std::isfinite(level.broke);
    const bool closed = bracketed && (level.broke - level.held <= narrow * units_[i] || level.moves >= most_moves);
    const bool achieved_little =
        level.moves > 0 && strict * level.last > 0 && std::abs(strict) > std::abs(level.last) / 2;
    level.factor = achieved_little ? 2 * level.factor : 1;
    level.last = strict;
    const double stride = strict * level.factor;
    level.shift = closed ? level.held : bracketed ? (level.held + level.broke) / 2 : before - stride;
    ++level.moves;
    return level.shift != before;
}

}  // namespace alcole
