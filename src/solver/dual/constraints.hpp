#pragma once

#include <alcole/problem.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace alcole::solver {

/// What the outer loop knows about the m constraints.
struct Constraints {
    std::vector<Relation> relations;
    std::vector<std::string> names;
    std::vector<double> units;  // the unit in which each violation is measured; see tiny_units() for the default
    std::vector<bool> rates;    // the strict risks that move in steps

    std::size_t size() const { return relations.size(); }
    bool equality(std::size_t i) const { return relations[i] == Relation::equal_zero; }
    double violation(std::size_t i, double l) const { return equality(i) ? std::abs(l) : std::max(0.0, l); }
    double relative_violation(std::size_t i, double l) const { return violation(i, l) / units[i]; }
    /// The largest over m + 1 risks.
    double relative_violation(std::span<const double> risks) const {
        double largest = 0;
        for (std::size_t i = 0; i < size(); ++i) largest = std::max(largest, relative_violation(i, risks[i + 1]));
        return largest;
    }

    /// Whether the strict risk of constraint i is a rate; equalities have none.
    bool is_rate(std::size_t i) const { return rates[i] && !equality(i); }
    /// By how much risk i may exceed its bound. The tolerance is for what is minimised. A rate moves in steps, and the
    /// bound of its surrogate is shifted until the rate meets its own, so that no more than rounding is left over.
    double allowed(std::size_t i, double tolerance) const {
        constexpr double rounding = 1e-8;
        return units[i] * (is_rate(i) ? std::min(tolerance, rounding) : tolerance);
    }
    /// Whether all risks that decide feasibility are within their bounds.
    bool met(std::span<const double> risks, double tolerance) const {
        for (std::size_t i = 0; i < size(); ++i)
            if (!(violation(i, risks[i + 1]) <= allowed(i, tolerance))) return false;
        return true;
    }
};

}  // namespace alcole::solver
