#pragma once

#include <alcole/problem.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace alcole::solver {

/// What the outer loop knows about the m constraints.
struct Constraints {
    std::vector<Relation> relations;
    std::vector<std::string> names;
    std::vector<double> units;     // the unit in which each violation is measured; see tiny_units() for the default
    std::vector<bool> rates;       // the strict risks that move in steps
    std::vector<double> prices{};  // maximum prices, infinite for constraints that must be met; empty: all must be met

    std::size_t size() const { return relations.size(); }
    bool equality(std::size_t i) const { return relations[i] == Relation::equal_zero; }
    double violation(std::size_t i, double l) const { return equality(i) ? std::abs(l) : std::max(0.0, l); }
    double relative_violation(std::size_t i, double l) const { return violation(i, l) / units[i]; }

    double price(std::size_t i) const { return prices.empty() ? std::numeric_limits<double>::infinity() : prices[i]; }
    bool must_be_met(std::size_t i) const { return !std::isfinite(price(i)); }
    /// Whether constraint i gives way where it is violated.
    bool at_price(std::size_t i, double lambda) const {
        constexpr double rounding = 1e-9;
        return price(i) <= (1 + rounding) * lambda;
    }
    /// A constraint may be violated as far as its multiplier is at its price. So the residual of a violation is its
    /// size or the relative distance of the multiplier from the price, whichever is smaller.
    double relative_residual(std::size_t i, double l, double lambda) const {
        return std::min(relative_violation(i, l), price(i) / std::max(0.0, lambda) - 1);
    }
    double residual(std::size_t i, double l, double lambda) const {
        return std::min(violation(i, l), units[i] * (price(i) / std::max(0.0, lambda) - 1));
    }
    /// The product of slack and multiplier that vanishes at a KKT point. Beyond its bound, a constraint with a price
    /// must have its multiplier at one end of its range: at the price, or at 0 as far as the violation is tolerated.
    double product(std::size_t i, double l, double lambda) const {
        return (l > 0 ? std::min(lambda, price(i) - lambda) : lambda) * std::abs(l);
    }

    /// Whether the strict risk of constraint i is a rate; equalities have none.
    bool is_rate(std::size_t i) const { return rates[i] && !equality(i); }
    /// By how much risk i may exceed its bound. The tolerance is for what is minimised. A rate moves in steps, and the
    /// bound of its surrogate is shifted until the rate meets its own, so that no more than rounding is left over.
    double allowed(std::size_t i, double tolerance) const {
        constexpr double rounding = 1e-8;
        return units[i] * (is_rate(i) ? std::min(tolerance, rounding) : tolerance);
    }
    /// Whether all risks that decide feasibility are within their bounds. Constraints that may give way have no say.
    bool met(std::span<const double> risks, double tolerance) const {
        for (std::size_t i = 0; i < size(); ++i)
            if (must_be_met(i) && !(violation(i, risks[i + 1]) <= allowed(i, tolerance))) return false;
        return true;
    }
};

}  // namespace alcole::solver
