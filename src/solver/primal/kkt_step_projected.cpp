#include "solver/primal/kkt_step.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <utility>

namespace alcole::solver {
namespace {

/// The relative residual at which conjugate gradients stop, and the maximum number of products with H.
constexpr double exact_enough = 1e-3;
constexpr std::size_t max_kkt_products = 250;
/// A projected residual below this share of the residual itself is rounding.
constexpr double rounding = 1e-13;
/// Curvature below this share of the largest one encountered counts as zero.
constexpr double flat = 1e-10;

}  // namespace

template <class T>
ProjectedKktStep<T>::ProjectedKktStep(const KktSystem<T>& at, Product product)
    : KktStep<T>(at),
      product_(std::move(product)),
      given_(this->n_),
      made_(this->n_),
      small_(this->k_ * this->k_),
      factor_(this->k_) {}

template <class T>
std::vector<double> ProjectedKktStep<T>::times_hessian(std::span<const double> v) {
    for (std::size_t j = 0; j < v.size(); ++j) given_[j] = static_cast<T>(v[j]);
    product_(given_, made_);
    return {made_.begin(), made_.end()};
}

/// (J J^T)^-1 J force
template <class T>
std::vector<double> ProjectedKktStep<T>::multipliers_of(std::span<const double> force,
                                                        std::span<const std::size_t> rows) const {
    std::vector<double> y(rows.size());
    for (std::size_t a = 0; a < rows.size(); ++a) y[a] = this->along(rows[a], force);
    factor_.solve(y);
    return y;
}

/// Projects v onto the free variables and the null space of J.
template <class T>
void ProjectedKktStep<T>::project(std::vector<double>& v, std::span<const std::size_t> rows) const {
    this->set_free(v);
    const auto y = multipliers_of(v, rows);
    for (std::size_t a = 0; a < rows.size(); ++a)
        for (std::size_t j = 0; j < v.size(); ++j) v[j] -= y[a] * static_cast<double>(this->at_.rows[rows[a]][j]);
    this->set_free(v);
}

/// Starts with the shortest d that satisfies J d = -l, then minimises the quadratic model over the null space of J.
template <class T>
bool ProjectedKktStep<T>::solve_active() {
    const std::size_t n = this->n_;
    const auto rows = this->held_rows();
    const std::size_t k = rows.size();
    std::vector<double>& d = this->d_;
    for (std::size_t j = 0; j < n; ++j)
        if (this->free_[j]) d[j] = 0;
    std::vector<double> y(k);
    for (std::size_t a = 0; a < k; ++a) {
        y[a] = -this->at_.values[rows[a]] - this->along(rows[a], d);
        std::vector<double> row(this->at_.rows[rows[a]].begin(), this->at_.rows[rows[a]].end());
        this->set_free(row);
        for (std::size_t b = 0; b <= a; ++b) small_[a * k + b] = this->along(rows[b], row);
    }
    factor_.factorise(std::span(small_).first(k * k), k);
    factor_.solve(y);
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t a = 0; a < k && this->free_[j]; ++a)
            d[j] += y[a] * static_cast<double>(this->at_.rows[rows[a]][j]);

    this->curved_ = times_hessian(d);
    std::vector<double> rest = this->given();  // then -grad l_0 - H d
    for (std::size_t j = 0; j < n; ++j) rest[j] = -rest[j] - this->curved_[j];
    std::vector<double> open = rest;
    project(open, rows);
    std::vector<double> along = open;
    double left = dot<double>(open, open);
    const double enough = std::max(exact_enough * exact_enough * left, rounding * rounding * dot<double>(rest, rest));
    const auto limit = std::min(2 * n + 2, max_kkt_products);
    double steepest = 0;
    for (std::size_t products = 0; products < limit && left > enough; ++products) {
        const std::vector<double> curved = times_hessian(along);
        const double squares = dot<double>(along, along);
        const double curvature = dot<double>(along, curved);
        steepest = std::max(steepest, curvature / squares);
        if (!(curvature > flat * steepest * squares)) return false;
        const double t = left / curvature;
        add_scaled<double>(t, along, d);
        add_scaled<double>(t, curved, this->curved_);
        add_scaled<double>(-t, curved, rest);
        open = rest;
        project(open, rows);
        const double next = dot<double>(open, open);
        for (std::size_t j = 0; j < n; ++j) along[j] = open[j] + next / left * along[j];
        left = next;
    }
    this->set_free(rest);
    this->set_multipliers(rows, multipliers_of(rest, rows));
    return true;
}

template class ProjectedKktStep<float>;
template class ProjectedKktStep<double>;

}  // namespace alcole::solver
