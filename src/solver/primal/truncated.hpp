#pragma once

#include "solver/primal/newton.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::solver {

/// Truncated conjugate gradients, which need only products of H with vectors, for any number of variables. With
/// H = S + A^T C A, where the rows of A are the few stiff directions, the preconditioner is  sigma I + A^T C A,  where
/// sigma is the curvature of S along the gradient. Penalties then cost no iterations, however stiff they are. A
/// direction of negative curvature ends the iteration and becomes part of the step.
template <class T>
class TruncatedDirection final : public NewtonDirection<T> {
  public:
    /// For n variables and at most `stiff` stiff terms.
    TruncatedDirection(std::size_t n, std::size_t stiff);
    double find(CurvedObjective<T>& f, const Point<T>& at, std::span<const T> free, double share,
                std::span<T> d) override;

  private:
    void prepare(CurvedObjective<T>& f, const Point<T>& at, std::span<const T> free);
    void multiply(CurvedObjective<T>& f, std::span<const T> free);
    void precondition(const CurvedObjective<T>& f, std::span<const T> free);

    std::vector<T> rest_;     // the residual -g - H d
    std::vector<T> eased_;    // the preconditioned residual
    std::vector<T> along_;    // the conjugate direction
    std::vector<T> product_;  // H times along_
    double sigma_ = 1;
    std::vector<double> stiff_;  // buffer with one entry per stiff term
    std::vector<double> small_;  // sigma C^-1 + A A^T
    ModifiedCholesky factor_;    // of small_
};

}  // namespace alcole::solver
