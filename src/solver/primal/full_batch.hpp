#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/primal.hpp>

#include "solver/primal/held_theta.hpp"
#include "solver/primal/kkt_step.hpp"
#include "solver/primal/lbfgs.hpp"
#include "solver/primal/newton.hpp"
#include "solver/primal/saddle.hpp"

#include <optional>
#include <type_traits>

namespace alcole::solver {

/// The full-batch regime: minimises L to a tolerance by Newton's method or L-BFGS, starting from the last theta. A
/// Newton step that fails is replaced by a step of L-BFGS.
template <class T>
class FullBatch final : public HeldTheta<T> {
  public:
    FullBatch(AnyProblem<T>& problem, State<T>& state, const Options::Inner& used);

    InnerStatus minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) override;
    bool step_to_kkt(const Lagrangian& lagrangian, std::span<double> lambda) override;
    Curvature leave_saddle(const Lagrangian& lagrangian, Monitor& monitor) override;
    bool refines() const override { return newton_ && gradients_.empty() && std::is_same_v<T, double>; }

  private:
    using HeldTheta<T>::problem_;
    using HeldTheta<T>::state_;
    using HeldTheta<T>::l_;
    using HeldTheta<T>::w_;

    class Value;
    KktSystem<T> kkt_system(const Lagrangian& lagrangian, std::vector<std::size_t>& which);
    InnerStatus descend(Value& value, double tolerance, Monitor& monitor);
    StepEnd step(Value& value, double tolerance, double slope);
    double slope_here() const;
    std::size_t affordable_products() const;
    bool loosely_held(double noise) const;
    bool go_down(Value& value, const WayDown<T>& way, Monitor& monitor);
    void track_progress(double slope, double noise);

    std::int64_t max_steps_;
    Lbfgs<T> lbfgs_;
    std::optional<Newton<T>> newton_;
    Point<T> point_;
    std::vector<double> accepted_;     // the risks at point_
    std::vector<double> before_step_;  // the risks before the current step
    std::vector<double> curvatures_;   // d^2 L / d l_i^2 at point_
    std::vector<std::size_t> active_;  // the constraints whose curvature is not zero
    std::vector<T> gradients_;         // the gradients of active_, if products with H are needed
    std::vector<double> unit_;         // weights; zero except while one entry is temporarily 1
};

}  // namespace alcole::solver
