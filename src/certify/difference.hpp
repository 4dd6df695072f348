#pragma once

#include <cstddef>

/// An exact unconditional upper bound on the difference of two rates, given counts from two groups that share no row.
/// The idea is Buehler's (1957); the nuisance parameter is treated as by Berger and Boos (1994). docs/certificates.md
/// has the proof.
///
/// With X_k ~ Bin(n_k, p_k) independent, outcomes are ordered by an approximate upper bound T on p_1 - p_2, and
///
///     U(x) = sup { p_1 - p_2 :  p in C(x),  P_p(T(X) <= T(x)) > delta - gamma }
///
/// where C(x) is a rectangle that contains (p_1, p_2) with probability 1 - gamma, gamma = delta / 100. The true p is in
/// the set unless C(x) misses it (probability at most gamma) or T(x) is in the lower tail of probability delta - gamma
/// of its distribution under p. So P(U < p_1 - p_2) <= delta for all p_1, p_2, n_1, n_2.
///
/// The supremum is bounded rigorously, not sampled. T increases with x_1 and decreases with x_2, so the probability
/// decreases with p_1 and increases with p_2, and its value at the corner (smallest p_1, largest p_2) is an upper bound
/// on a whole cell. A cell that its corner does not rule out is halved; at the finest width, the bound is raised until
/// the corner does.
namespace alcole::certify {

/// `ones` of `rows` draws were 1.
struct Count {
    std::size_t ones = 0;
    std::size_t rows = 0;
};

/// U with P(p_1 - p_2 <= U) >= 1 - delta; 1 if a group has no rows. It exceeds the supremum by at most a hundredth of
/// sqrt(1 / (4 n_1) + 1 / (4 n_2)). The time grows with the square root of the number of rows.
double difference_upper_bound(Count one, Count other, double delta);

/// The order of outcomes: Newcombe's upper limit (1998, method 10) at z standard deviations,
///
///     T = y_1 - y_2 + sqrt( (u_1 - y_1)^2 + (y_2 - l_2)^2 ),       y_k = x_k / n_k
///
/// where u and l are the ends of Wilson's intervals. T increases with y_1, because its slope is at least that of u_1,
/// which is positive; likewise it decreases with y_2.
double newcombe_upper_limit(Count one, Count other, double z);

}  // namespace alcole::certify
