#pragma once

#include <span>

/// Bounds by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 2024),
/// with stakes that aim at one goal by the last value, and in many orders at once. docs/certificates.md has the proofs.
///
/// Whoever claims that the mean is at least m must offer fair bets against it: a stake s >= 0, chosen before y_t is
/// seen, changes the capital K by s (m - y_t). Where the claim is true its expectation does not grow, and so
///
///     P(K_n >= 1 / delta) <= delta        (Markov's inequality)
///
/// for the capital after the last bet, and for the mean of it over several orders of the values: a mean of variables
/// with expectations of at most 1 is one. The bound is the least m at which that mean reaches 1 / delta.
///
/// The goal is G = kappa / delta, kappa = 5/4, and nobody bets beyond it. A normal random walk is best played as one
/// hedges an option that pays G when it ends high enough (Kulldorff 1993): w = K / G is the chance of that, and
///
///     stake = G min( phi(Phi^-1(w)) / (s_{t-1} sqrt(n - t + 1)),  c w / (1 - m) ),    w <- min(1, w + stake (m - y_t)
///     / G)
///
/// c = 0.9 keeps a part of the capital whatever comes. How such a game ends hardly depends on the order, because the
/// option depends on the sum alone. s is told from the values before: with their mean m_t (and one value of 1/2),
///
///     s_t^2 = ( (1 - m_t)^2 + sum_{i <= t} (y_i - m_i)^2 ) / (t + 1)          as if the largest value were still to
///     come
///
/// w grows with m, because phi(Phi^-1(w)) is concave and 0 at both ends, so bisection finds the bound.
namespace alcole::certify {

/// Values in [0, 1]. They are sorted first and then bet on in orders that depend on their number alone: the bound is
/// the same, to the last bit, for every order of the rows.
double betting_upper_bound(std::span<const double> values, double delta);

}  // namespace alcole::certify
