#pragma once

#include <span>

/// Confidence bounds by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
/// JRSS B 2024), with stakes that aim at a fixed goal by the last value, over several orders of the values.
/// docs/certificates.md has the proofs.
///
/// To test the claim that the mean is at least m, bet against it, starting with a capital K_0 = 1: a stake s >= 0,
/// chosen before y_t is seen, changes the capital K by s (m - y_t). If the claim is true, the expectation of K does not
/// grow, and so
///
///     P(K_n >= 1 / delta) <= delta        (Markov's inequality)
///
/// for the capital after the last bet. The same holds for its mean over several orders of the values, which also has an
/// expectation of at most 1. The bound is the smallest m at which that mean reaches 1 / delta.
///
/// The goal is G = kappa / delta with kappa = 5/4, and betting stops once it is reached. The best strategy for a normal
/// random walk is to hedge an option that pays G if the walk ends high enough (Kulldorff 1993): w = K / G is the
/// probability of that, and
///
///     stake = G min( phi(Phi^-1(w)) / (s_{t-1} sqrt(n - t + 1)),  c w / (1 - m) )
///     w    <- min(1, w + stake (m - y_t) / G)
///
/// where c = 0.9 ensures that some capital always remains. The result hardly depends on the order of the values,
/// because the option depends only on their sum. s is estimated from the earlier values, with their mean m_t (which
/// includes one extra value of 1/2) and as if the largest possible value were still to come:
///
///     s_t^2 = ( (1 - m_t)^2 + sum_{i <= t} (y_i - m_i)^2 ) / (t + 1)
///
/// The final w increases with m, because phi(Phi^-1(w)) is concave and 0 at both ends, so bisection finds the bound.
namespace alcole::certify {

/// An upper confidence bound on the mean of values in [0, 1]. The values are sorted and then permuted in ways that
/// depend only on their number, so the bound is the same, to the last bit, for every order of the rows.
double betting_upper_bound(std::span<const double> values, double delta);

}  // namespace alcole::certify
