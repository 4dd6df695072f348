#include "solver/primal/saddle.hpp"

#include <alcole/random.hpp>

#include "base/box.hpp"
#include "solver/primal/dense.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace alcole::solver {
namespace {

/// Curvature below this share of the largest one met is none: products may be differences of gradients.
constexpr double least_share = 1e-6;
/// A vector that keeps less than this of its length beside others lies in their span.
constexpr double dependent = 1e-8;

using Vector = std::vector<double>;

double length(const Vector& v) { return std::sqrt(dot<double>(v, v)); }

/// Takes the parts along orthonormal vectors out of v; twice, because once leaves rounding.
void remove(const std::vector<Vector>& basis, Vector& v) {
    for (int pass = 0; pass < 2; ++pass)
        for (const Vector& b : basis) add_scaled<double>(-dot<double>(b, v), b, v);
}

/// Adds v, without its parts along the basis, to it. Returns how long that was; 0 where nothing to speak of is left.
double append_normed(std::vector<Vector>& basis, const std::vector<Vector>& others, Vector v, double size) {
    remove(others, v);
    remove(basis, v);
    const double left = length(v);
    if (!(left > dependent * size)) return 0;
    for (double& e : v) e /= left;
    basis.push_back(std::move(v));
    return left;
}

/// The Hessian in an orthonormal basis that grows product by product: Lanczos' method, a tridiagonal matrix.
template <class T>
class Lanczos {
  public:
    Lanczos(const Box<T>& box, CurvedObjective<T>& f, const Point<T>& at) : f_(f), unit_(at.theta.size()) {
        for (std::size_t j = 0; j < unit_.size(); ++j)
            if (!base::held(box, j, at.theta[j], at.gradient[j]) && box.lower[j] < box.upper[j])
                unit_[j] = std::max(1.0, std::abs(static_cast<double>(at.theta[j])));
        std::vector<T> g(unit_.size());
        const auto free = static_cast<std::size_t>(std::ranges::count_if(unit_, [](double u) { return u > 0; }));
        for (std::size_t i = 0; i < f.num_stiff() && stiff_.size() < free; ++i) {
            f.write_stiff_direction(i, g);
            Vector row(unit_.size());
            for (std::size_t j = 0; j < row.size(); ++j) row[j] = unit_[j] * static_cast<double>(g[j]);
            const double size = length(row);
            append_normed(stiff_, {}, std::move(row), size);
        }
        room_ = free - stiff_.size();
    }

    void run(std::size_t products) {
        products = std::min(products, room_);
        Vector first(unit_.size());
        Random random(1);
        for (std::size_t j = 0; j < first.size(); ++j) first[j] = unit_[j] > 0 ? random.normal() : 0;
        if (products == 0 || append_normed(basis_, stiff_, first, length(first)) == 0) return;
        for (;;) {
            Vector next = product(basis_.back());
            diagonal_.push_back(dot<double>(next, basis_.back()));
            largest_ = std::max({largest_, std::abs(diagonal_.back()), length(next)});
            if (diagonal_.size() == products || !std::isfinite(largest_)) return;
            const double left = append_normed(basis_, stiff_, std::move(next), largest_);
            if (left == 0) return;
            beside_.push_back(left);
        }
    }

    std::optional<WayDown<T>> way_down(double noise) const {
        const std::size_t k = diagonal_.size();
        if (k == 0 || !std::isfinite(largest_)) return std::nullopt;
        Vector small(k * k);
        for (std::size_t i = 0; i < k; ++i) small[i * k + i] = diagonal_[i];
        for (std::size_t i = 1; i < k; ++i) small[i * k + i - 1] = beside_[i - 1];
        ModifiedCholesky cholesky(k);
        cholesky.factorise(small, k);
        Vector v(k);
        if (!cholesky.negative_curvature(v)) return std::nullopt;
        const double size = length(v);
        Vector d(unit_.size());
        double curvature = 0;
        for (std::size_t i = 0; i < k; ++i) {
            v[i] /= size;
            curvature += diagonal_[i] * v[i] * v[i] + (i == 0 ? 0 : 2 * beside_[i - 1] * v[i] * v[i - 1]);
            add_scaled<double>(v[i], basis_[i], d);
        }
        if (!(curvature < -std::max(noise, least_share * largest_))) return std::nullopt;
        WayDown<T> found{.direction = std::vector<T>(d.size()), .curvature = curvature};
        for (std::size_t j = 0; j < d.size(); ++j) found.direction[j] = static_cast<T>(unit_[j] * d[j]);
        return found;
    }

  private:
    /// In units of the variables.
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
    Vector unit_;                // of each variable; 0 for one that the box holds
    std::vector<Vector> stiff_;  // orthonormal
    std::size_t room_ = 0;       // how many directions are left
    std::vector<Vector> basis_;
    Vector diagonal_;
    Vector beside_;
    double largest_ = 0;
};

}  // namespace

template <class T>
std::optional<WayDown<T>> find_way_down(const Box<T>& box, CurvedObjective<T>& f, const Point<T>& at,
                                        std::size_t products, double noise) {
    Lanczos<T> lanczos(box, f, at);
    lanczos.run(products);
    return lanczos.way_down(noise);
}

template std::optional<WayDown<float>> find_way_down(const Box<float>&, CurvedObjective<float>&, const Point<float>&,
                                                     std::size_t, double);
template std::optional<WayDown<double>> find_way_down(const Box<double>&, CurvedObjective<double>&,
                                                      const Point<double>&, std::size_t, double);

}  // namespace alcole::solver
