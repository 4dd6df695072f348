#pragma once

#include <cstddef>

/// How far one rate may lie above another, given counts from two groups that share no row: an exact unconditional
/// bound (Buehler 1957 for the idea, Berger and Boos 1994 for the nuisance). docs/certificates.md has the proof.
///
/// With X_k ~ Bin(n_k, p_k) independent, outcomes are ordered by an approximate upper bound T of p_1 - p_2, and
///
///     U(x) = sup { p_1 - p_2 :  p in C(x),  P_p(T(X) <= T(x)) > delta - gamma }
///
/// where C(x) is a rectangle that holds (p_1, p_2) with probability 1 - gamma, gamma = delta / 100. The truth p is in
/// the set unless C(x) misses it (at most gamma) or T(x) is among the lowest delta - gamma of its distribution under p
/// itself: P(U < p_1 - p_2) <= delta, whatever p_1, p_2, n_1, n_2 are.
///
/// The supremum is not sampled. T grows with x_1 and falls with x_2, so the probability falls with p_1 and grows with
/// p_2, and at the corner (least p_1, largest p_2) it bounds the probability on a whole cell. Cells are halved
/// where their corner does not rule them out, and at the finest width the bound is raised until it does.
namespace alcole::certify {

/// `ones` of `rows` draws were 1.
struct Count {
    std::size_t ones = 0;
    std::size_t rows = 0;
};

/// U with P(p_1 - p_2 <= U) >= 1 - delta; 1 where a group has no rows. It lies above the supremum by at most a
/// hundredth of sqrt(1 / (4 n_1) + 1 / (4 n_2)). Time goes with the square root of the rows.
double difference_upper_bound(Count one, Count other, double delta);

/// The order of outcomes: Newcombe's upper limit (1998, method 10) at z standard deviations,
///
///     T = y_1 - y_2 + sqrt( (u_1 - y_1)^2 + (y_2 - l_2)^2 ),       y_k = x_k / n_k
///
/// with u and l the ends of Wilson's intervals. It grows with y_1, because its slope is at least that of u_1 > 0, and
/// falls with y_2 likewise.
double newcombe_upper_limit(Count one, Count other, double z);

}  // namespace alcole::certify
