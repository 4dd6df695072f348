#pragma once

#include <span>
#include <vector>

/// Bounds by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 2023).
///
/// Whoever claims that the mean is at least m must offer fair bets against it: a stake lambda_t, chosen before y_t is
/// seen, multiplies the capital by 1 + lambda_t (m - y_t). With 0 <= lambda_t <= 1 / (1 - m) it stays positive, and
/// where the claim is true its expectation does not grow, so that by Ville's inequality
///
///     P(the capital ever reaches 1 / delta) <= delta.
///
/// The bound is the least m at which it did. It is the running maximum that counts, not the last value: Ville's
/// inequality is about the whole path, and so the maximum costs nothing. The stakes are theirs for a known n,
///
///     lambda_t = min( sqrt(2 log(1 / delta) / (n s_{t-1}^2)),  c / (1 - m) )
///     s_t^2 = (1/4 + sum_{i <= t} (y_i - m_i)^2) / (t + 1),    m_t = (1/2 + sum_{i <= t} y_i) / (t + 1)
///
/// Both branches of the minimum make the factor grow with m (the second: its slope is c (1 - y) / (1 - m)^2), so the
/// capital does, and bisection finds the bound.
namespace alcole::certify {

/// Values in [0, 1]. They are bet on in a random order that depends on their number alone: a file may be sorted, and a
/// sorted one would be learned from too late. Rows of a table are exchangeable, so any such order is as good.
double betting_upper_bound(std::span<const double> values, double delta);

}  // namespace alcole::certify
