#pragma once

#include "solver/primal/newton.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::solver {

/// By conjugate gradients that stop early, from products of H with vectors alone: for any number of variables. With
/// H = S + A^T C A, A the few stiff directions, they are preconditioned by  sigma + A^T C A,  sigma being S along the
/// gradient: the penalties, however stiff, cost no iterations. A direction of negative curvature ends
/// them and becomes part of the step.
template <class T>
class TruncatedDirection final : public NewtonDirection<T> {
  public:
    /// Of n variables and at most so many stiff terms.
    TruncatedDirection(std::size_t n, std::size_t stiff);
    double find(CurvedObjective<T>& f, const Point<T>& at, std::span<const T> free, double share,
                std::span<T> d) override;

  private:
    void prepare(CurvedObjective<T>& f, const Point<T>& at, std::span<const T> free);
    void multiply(CurvedObjective<T>& f, std::span<const T> free);
    void precondition(const CurvedObjective<T>& f, std::span<const T> free);

    std::vector<T> rest_;     // -g - H d
    std::vector<T> eased_;    // the preconditioned rest
    std::vector<T> along_;    // the conjugate direction
    std::vector<T> product_;  // H times it
    double sigma_ = 1;
    std::vector<double> stiff_;  // one per stiff term
    std::vector<double> small_;  // sigma C^-1 + A A^T
    ModifiedCholesky factor_;    // of it
};

}  // namespace alcole::solver
