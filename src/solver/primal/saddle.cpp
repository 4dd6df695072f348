#include "solver/primal/saddle.hpp"

#include <alcole/random.hpp>

#include "base/box.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {
namespace {

/// Curvature below this share of the largest one encountered counts as zero, because products with H may be differences
/// of gradients.
constexpr double smallest_share = 1e-6;
/// A vector counts as linearly dependent if orthogonalisation leaves less than this share of its length.
constexpr double dependent = 1e-8;
/// The number of descent steps among the directions that lead into the box, and of alternating projections per step.
constexpr int inward_steps = 40;
constexpr int inward_projections = 3;

using Vector = std::vector<double>;

double length(const Vector& v) { return std::sqrt(dot<double>(v, v)); }

/// Removes the components of v along orthonormal vectors; twice, to remove the rounding errors of the first pass.
void remove(const std::vector<Vector>& basis, Vector& v) {
    for (int pass = 0; pass < 2; ++pass)
        for (const Vector& b : basis) add_scaled<double>(-dot<double>(b, v), b, v);
}

/// Orthogonalises v against `others` and `basis`, and appends it, normalised, to the basis. Returns its length before
/// normalisation; 0, appending nothing, if it is linearly dependent.
double append_normed(std::vector<Vector>& basis, const std::vector<Vector>& others, Vector v, double size) {
    remove(others, v);
    remove(basis, v);
    const double left = length(v);
    if (!(left > dependent * size)) return 0;
    for (double& e : v) e /= left;
    basis.push_back(std::move(v));
    return left;
}

/// T - shift I = L D L^T for a tridiagonal T. Returns whether D is positive.
bool factorise(const Vector& diagonal, const Vector& off_diagonal, double shift, Vector& d) {
    for (std::size_t i = 0; i < d.size(); ++i) {
        d[i] = diagonal[i] - shift - (i == 0 ? 0 : off_diagonal[i - 1] * off_diagonal[i - 1] / d[i - 1]);
        if (!(d[i] > 0)) return false;
    }
    return true;
}

/// The unit eigenvector of the smallest eigenvalue of a tridiagonal matrix, by bisection for the eigenvalue and inverse
/// iteration just below it.
Vector lowest_of_tridiagonal(const Vector& diagonal, const Vector& off_diagonal) {
    constexpr int halvings = 50;
    constexpr int iterations = 3;
    const std::size_t k = diagonal.size();
    Vector d(k);
    double above = std::ranges::min(diagonal);
    double below = above - (off_diagonal.empty() ? 0 : 2 * std::ranges::max(off_diagonal));
    const double margin = 1e-12 * std::max(std::abs(above), std::abs(below));
    below -= margin;
    for (int n = 0; n < halvings && above - below > margin; ++n) {
        const double middle = (above + below) / 2;
        (factorise(diagonal, off_diagonal, middle, d) ? below : above) = middle;
    }
    Vector v(k, 1.0);
    if (!factorise(diagonal, off_diagonal, below, d)) return v;  // the matrix is zero
    for (int n = 0; n < iterations; ++n) {
        for (std::size_t i = 1; i < k; ++i) v[i] -= off_diagonal[i - 1] / d[i - 1] * v[i - 1];
        for (std::size_t i = k; i-- > 0;) v[i] = v[i] / d[i] - (i + 1 < k ? off_diagonal[i] / d[i] * v[i + 1] : 0);
        const double size = length(v);
        for (double& e : v) e /= size;
    }
    return v;
}

/// Lanczos' method: represents the Hessian as a tridiagonal matrix in an orthonormal basis that grows by one vector per
/// product.
template <class T>
class Lanczos {
  public:
    Lanczos(const Box<T>& box, CurvedObjective<T>& f, const Point<T>& at, double noise)
        : f_(f), noise_(noise), unit_(at.theta.size()), inward_(at.theta.size()) {
        for (std::size_t j = 0; j < unit_.size(); ++j) {
            const bool pressed = std::abs(static_cast<double>(at.gradient[j])) > noise;
            if (box.lower[j] == box.upper[j] || (pressed && base::held(box, j, at.theta[j], at.gradient[j]))) continue;
            unit_[j] = std::max(1.0, std::abs(static_cast<double>(at.theta[j])));
            inward_[j] = at.theta[j] <= box.lower[j] ? 1 : at.theta[j] >= box.upper[j] ? -1 : 0;
            free_.push_back(j);
        }
        std::vector<T> g(unit_.size());
        for (std::size_t i = 0; i < f.num_stiff() && stiff_.size() < free_.size(); ++i) {
            f.write_stiff_direction(i, g);
            Vector row(unit_.size());
            for (std::size_t j = 0; j < row.size(); ++j) row[j] = unit_[j] * static_cast<double>(g[j]);
            const double size = length(row);
            append_normed(stiff_, {}, std::move(row), size);
        }
        room_ = free_.size() - stiff_.size();
    }

    Look<T> look(std::size_t products) {
        if (room_ == 0) return {.way = {}, .complete = true};
        const bool all = run(std::min(products, room_));
        if (!std::isfinite(largest_)) return {};
        double curvature = 0;
        const Vector d = lowest(curvature);
        if (!negative(curvature)) return {.way = {}, .complete = all};
        return {.way = inward_direction(d, curvature, products)};
    }

  private:
    /// Runs Lanczos' method. Returns whether it has covered all directions, which is also the case if it ends early,
    /// since the random start has a component in every eigenspace.
    bool run(std::size_t products) {
        Vector first(unit_.size());
        Random random(1);
        for (std::size_t j = 0; j < first.size(); ++j) first[j] = unit_[j] > 0 ? random.normal() : 0;
        if (products == 0 || append_normed(basis_, stiff_, first, length(first)) == 0) return false;
        for (;;) {
            Vector next = product(basis_.back());
            diagonal_.push_back(dot<double>(next, basis_.back()));
            largest_ = std::max({largest_, std::abs(diagonal_.back()), length(next)});
            if (diagonal_.size() == products || !std::isfinite(largest_)) return products == room_;
            const double left = append_normed(basis_, stiff_, std::move(next), largest_);
            if (left == 0) return true;
            beside_.push_back(left);
        }
    }

    bool negative(double curvature) const { return curvature < -std::max(noise_, smallest_share * largest_); }

    /// The unit direction of least curvature in the span of the basis, and its curvature.
    Vector lowest(double& curvature) const {
        const Vector v = lowest_of_tridiagonal(diagonal_, beside_);
        Vector d(unit_.size());
        curvature = 0;
        for (std::size_t i = 0; i < v.size(); ++i) {
            curvature += diagonal_[i] * v[i] * v[i] + (i == 0 ? 0 : 2 * beside_[i - 1] * v[i] * v[i - 1]);
            add_scaled<double>(v[i], basis_[i], d);
        }
        return d;
    }

    /// d or -d, if one of them leads into the box. Otherwise the best result of minimising the curvature among the
    /// inward directions, starting from d, -d and each variable at a bound.
    std::optional<WayDown<T>> inward_direction(const Vector& d, double curvature, std::size_t products) {
        std::vector<Vector> starts = {d, d};
        for (double& v : starts[1]) v = -v;
        for (const Vector& start : starts)
            if (leads_inward(start)) return way(start, curvature);
        std::vector<Vector> columns;
        if (free_.size() <= products)
            for (const std::size_t j : free_) {
                columns.push_back(product(along(j, 1)));
                if (inward_[j] != 0) starts.push_back(along(j, inward_[j]));
            }
        const auto times = [&](const Vector& v) {
            if (columns.empty()) return product(v);
            Vector sum(v.size());
            for (std::size_t k = 0; k < columns.size(); ++k) add_scaled<double>(v[free_[k]], columns[k], sum);
            return sum;
        };
        const int steps = columns.empty() ? static_cast<int>(products / 2) : inward_steps;
        std::optional<WayDown<T>> best;
        for (Vector& start : starts) {
            const auto found = descend(std::move(start), steps, times);
            if (found && (!best || found->curvature < best->curvature)) best = found;
        }
        return best;
    }

    /// Gradient descent on v^T S v over inward unit vectors.
    template <class Times>
    std::optional<WayDown<T>> descend(Vector v, int steps, const Times& times) const {
        for (int k = 0; norm_inward(v); ++k) {
            const Vector s = times(v);
            const double curvature = dot<double>(v, s);
            if (k >= steps) return negative(curvature) ? std::optional(way(v, curvature)) : std::nullopt;
            for (std::size_t j = 0; j < v.size(); ++j)
                v[j] -= unit_[j] > 0 ? (s[j] - curvature * v[j]) / (2 * largest_) : 0;
        }
        return std::nullopt;
    }

    Vector along(std::size_t j, double step) const {
        Vector v(unit_.size());
        v[j] = step;
        return v;
    }
    bool leads_inward(const Vector& v) const {
        return std::ranges::all_of(free_, [&](std::size_t j) { return v[j] * inward_[j] >= 0; });
    }
    /// Projects v onto directions that lead inward and hardly change any stiff term, and normalises it. False if
    /// nothing is left of it.
    bool norm_inward(Vector& v) const {
        for (int k = 0; k < inward_projections; ++k) {
            remove(stiff_, v);
            for (const std::size_t j : free_)
                if (v[j] * inward_[j] < 0) v[j] = 0;
        }
        const double size = length(v);
        if (!(size > dependent)) return false;
        for (double& e : v) e /= size;
        return true;
    }
    WayDown<T> way(const Vector& d, double curvature) const {
        WayDown<T> found{.direction = std::vector<T>(d.size()), .curvature = curvature};
        for (std::size_t j = 0; j < d.size(); ++j) found.direction[j] = static_cast<T>(unit_[j] * d[j]);
        return found;
    }

    /// S q, with every variable in its unit.
    Vector product(const Vector& q) {
        std::vector<T> v(q.size());
        std::vector<T> h(q.size());
        for (std::size_t j = 0; j < q.size(); ++j) v[j] = static_cast<T>(unit_[j] * q[j]);
        f_.smooth_product(v, h);
        Vector p(q.size());
        for (std::size_t j = 0; j < q.size(); ++j) p[j] = unit_[j] * static_cast<double>(h[j]);
        return p;
    }

    CurvedObjective<T>& f_;
    double noise_;
    Vector unit_;                    // max(1, |theta_j|); 0 for a variable held at a bound
    Vector inward_;                  // 1 or -1 for a variable at its lower or upper bound that is not held there
    std::vector<std::size_t> free_;  // the variables that are not held
    std::vector<Vector> stiff_;      // orthonormal basis of the stiff directions
    std::size_t room_ = 0;           // the dimension of the space that remains
    std::vector<Vector> basis_;
    Vector diagonal_;
    Vector beside_;
    double largest_ = 0;
};

}  // namespace

template <class T>
Look<T> find_way_down(const Box<T>& box, CurvedObjective<T>& f, const Point<T>& at, std::size_t products,
                      double noise) {
    return Lanczos<T>(box, f, at, noise).look(products);
}

template Look<float> find_way_down(const Box<float>&, CurvedObjective<float>&, const Point<float>&, std::size_t,
                                   double);
template Look<double> find_way_down(const Box<double>&, CurvedObjective<double>&, const Point<double>&, std::size_t,
                                    double);

}  // namespace alcole::solver
