#include "solver/primal/dense.hpp"

#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::solver {
namespace {

/// Added to the diagonal of the scaled matrix. It is well above rounding (sums of a hundred terms are accurate to
/// 1e-14) and selects the shortest of the many solutions of a singular system.
constexpr double shift = 1e-10;
/// A pivot below this is negative for reasons other than rounding.
constexpr double clearly_negative = -1e-8;

double product(const double* a, const double* b, std::size_t n) {
    return sum_over(n, [a, b](std::size_t k) { return a[k] * b[k]; });
}

}  // namespace

/// Copies the matrix, scaled so that diagonal entries are 1, -1 or, where A has none to speak of, close to 0. Returns
/// the largest |entry| off the diagonal.
double ModifiedCholesky::scale(std::span<const double> a) {
    double largest_diagonal = 0;
    for (std::size_t j = 0; j < n_; ++j) largest_diagonal = std::max(largest_diagonal, std::abs(a[j * n_ + j]));
    const double floor =
        std::max(largest_diagonal * std::numeric_limits<double>::epsilon(), std::numeric_limits<double>::min());
    for (std::size_t j = 0; j < n_; ++j) unit_[j] = 1 / std::sqrt(std::max(std::abs(a[j * n_ + j]), floor));
    double largest_entry = 0;
    for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            row(i)[j] = a[i * n_ + j] * unit_[i] * unit_[j];
            if (j < i) largest_entry = std::max(largest_entry, std::abs(row(i)[j]));
        }
        row(i)[i] += shift;
    }
    return largest_entry;
}

/// Works column by column. With c_ij the entries of column j of A minus the contribution of earlier columns, the pivot
/// becomes
///     d = max(|c_jj|, (max_i |c_ij| / beta)^2, shift),    beta^2 = max(1, max |a_ij| / n),
/// which keeps L bounded however indefinite A is.
void ModifiedCholesky::factorise(std::span<const double> a, std::size_t n) {
    n_ = n;
    const double bound = std::max(1.0, scale(a) / static_cast<double>(std::max<std::size_t>(n_, 1)));
    least_ = std::numeric_limits<double>::infinity();
    added_ = 0;
    for (std::size_t j = 0; j < n_; ++j) {
        const double pivot = row(j)[j] - product(row(j), row(j), j);
        if (pivot < least_) {
            least_ = pivot;
            lowest_ = j;
        }
        double largest_entry = 0;
        for (std::size_t i = j + 1; i < n_; ++i) {
            row(i)[j] -= product(row(i), row(j), j);
            largest_entry = std::max(largest_entry, std::abs(row(i)[j]));
        }
        const double d = std::max({std::abs(pivot), largest_entry * largest_entry / bound, shift});
        added_ = std::max(added_, d - std::max(std::abs(pivot), shift));
        const double root = std::sqrt(d);
        row(j)[j] = root;
        for (std::size_t i = j + 1; i < n_; ++i) row(i)[j] /= root;
    }
}

void ModifiedCholesky::solve(std::span<double> x) const {
    for (std::size_t i = 0; i < n_; ++i) x[i] = (x[i] * unit_[i] - product(row(i), x.data(), i)) / row(i)[i];
    for (std::size_t i = n_; i-- > 0;) {
        x[i] /= row(i)[i];
        for (std::size_t j = 0; j < i; ++j) x[j] -= row(i)[j] * x[i];
    }
    for (std::size_t i = 0; i < n_; ++i) x[i] *= unit_[i];
}

bool ModifiedCholesky::positive() const { return least_ >= clearly_negative && added_ <= -clearly_negative; }

/// Solves L^T v = e_p for the smallest pivot p. Then v^T (L D L^T) v = d_p, and v^T A v is the original pivot minus
/// what E contributes in the other entries of v, so it is negative.
bool ModifiedCholesky::negative_curvature(std::span<double> v) const {
    if (!(least_ < clearly_negative)) return false;
    std::ranges::fill(v, 0.0);
    v[lowest_] = 1;
    for (std::size_t i = lowest_ + 1; i-- > 0;) {
        if (i < lowest_) v[i] /= row(i)[i];
        for (std::size_t j = 0; j < i; ++j) v[j] -= row(i)[j] * v[i];
    }
    double squares = 0;
    for (std::size_t i = 0; i < n_; ++i) squares += v[i] * v[i];
    for (std::size_t i = 0; i < n_; ++i) v[i] *= unit_[i] / std::sqrt(squares);
    return true;
}

}  // namespace alcole::solver
