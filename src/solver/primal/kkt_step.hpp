#pragma once

#include <alcole/problem.hpp>

#include "solver/primal/dense.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace alcole::solver {

/// The problem near a KKT point, restricted to the constraints that appear to be active.
template <class T>
struct KktSystem {
    std::span<const T> theta;            // n
    const Box<T>& box;                   //
    std::vector<T> objective{};          // n, the gradient of l_0
    std::vector<std::vector<T>> rows{};  // k, the gradients of the constraints
    std::vector<double> values{};        // k, the values of the constraints
    std::vector<double> lambda{};        // k
    std::vector<double> stiffness{};     // k, twice the penalties
    std::vector<bool> equality{};        // k
    std::vector<double> prices{};        // k, the maximum multipliers
};

/// One Newton step for theta and the multipliers together: with H the Hessian of l_0 + sum_i lambda_i l_i, J the
/// gradients of the active constraints and l their values,
///
///     H d + J^T y = -grad l_0,    J d = -l,
///
/// over the free variables. Dual ascent converges to the same point, but only linearly. The active constraints and
/// bounds are found as in an active-set method for quadratic programs: those with a negative multiplier are dropped,
/// and those that d would violate are added. A constraint whose multiplier would exceed its price gives way: its y is
/// the price, and it is not held at its bound until d would meet it.
template <class T>
class KktStep {
  public:
    explicit KktStep(const KktSystem<T>& at);
    KktStep(const KktStep&) = delete;
    KktStep& operator=(const KktStep&) = delete;
    virtual ~KktStep() = default;

    /// False if there is no such step: H has negative curvature within the active constraints, or the active set does
    /// not settle.
    bool solve();
    std::span<const double> direction() const { return d_; }
    std::span<const double> multipliers() const { return y_; }

  protected:
    /// Computes d, y and H d for the current active set; variables that are not free keep their d. False if there is no
    /// solution.
    virtual bool solve_active() = 0;
    virtual int max_rounds() const = 0;

    /// A constraint that is not held at its bound is either met, with y = 0, or gives way, with y at its price.
    enum class Side : std::uint8_t { met, held, gives_way };

    double along(std::size_t i, std::span<const double> v) const;
    /// The gradient of l_0 plus those of the constraints that give way, at their prices.
    std::vector<double> given() const;
    /// Writes y: those of `rows`, which are held, and what follows from the sides of the others.
    void set_multipliers(std::span<const std::size_t> rows, std::span<const double> y);
    void set_free(std::span<double> v) const;
    std::vector<std::size_t> held_rows() const;

    const KktSystem<T>& at_;
    const std::size_t n_;
    const std::size_t k_;
    std::vector<bool> free_;
    std::vector<Side> side_;
    std::vector<double> d_;
    std::vector<double> curved_;  // H d
    std::vector<double> y_;

  private:
    Side side_after_step(std::size_t i) const;
    bool revise();
    double push(std::size_t j) const;
};

/// Uses the full H and factorisations. H need not be positive definite, but H + J^T C J must be, where C is the
/// diagonal of the penalties. Because J d = -l, the first equation is equivalent to
///     (H + J^T C J) d + J^T y = -grad l_0 - J^T C l.
template <class T>
class DenseKktStep final : public KktStep<T> {
  public:
    /// `hessian`: n x n, stored by rows; only the lower triangle is read.
    DenseKktStep(const KktSystem<T>& at, std::vector<double> hessian);

  private:
    bool solve_active() override;
    int max_rounds() const override { return 10; }
    void limit_stiffness();
    bool factorise();
    std::vector<double> times_hessian(std::span<const double> v) const;

    std::vector<double> hessian_;
    std::vector<double> c_;
    std::vector<double> stiff_;  // H + J^T C J for the free variables, the identity for the others
    std::vector<double> small_;  // J (H + J^T C J)^-1 J^T
    ModifiedCholesky large_factor_;
    ModifiedCholesky small_factor_;
};

/// Uses products with H and conjugate gradients in the null space of J.
template <class T>
class ProjectedKktStep final : public KktStep<T> {
  public:
    using Product = std::function<void(std::span<const T> v, std::span<T> h)>;
    ProjectedKktStep(const KktSystem<T>& at, Product product);

  private:
    bool solve_active() override;
    int max_rounds() const override { return 3; }
    std::vector<double> times_hessian(std::span<const double> v);
    std::vector<double> multipliers_of(std::span<const double> force, std::span<const std::size_t> rows) const;
    void project(std::vector<double>& v, std::span<const std::size_t> rows) const;

    Product product_;
    std::vector<T> given_;
    std::vector<T> made_;
    std::vector<double> small_;  // J J^T
    ModifiedCholesky factor_;
};

}  // namespace alcole::solver
