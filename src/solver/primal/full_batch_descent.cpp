#include "base/box.hpp"
#include "solver/primal/full_batch_value.hpp"
#include "solver/primal/truncated.hpp"

#include <algorithm>
#include <limits>
#include <memory>

namespace alcole::solver {
namespace {

/// Steps without progress before a minimisation counts as stalled.
constexpr std::int64_t max_idle = 50;
/// A slope counts as progress if it falls below this share of the lowest so far.
constexpr double clear_decrease = 0.9;

}  // namespace

template <class T>
FullBatch<T>::FullBatch(AnyProblem<T>& problem, State<T>& state, const Options::Inner& used)
    : HeldTheta<T>(problem, state),
      max_steps_(used.max_steps),
      lbfgs_(problem.facts().box, static_cast<std::size_t>(used.memory), state.memory),
      point_(problem.num_variables()),
      accepted_(problem.num_constraints() + 1),
      before_step_(accepted_.size()),
      curvatures_(accepted_.size()),
      unit_(accepted_.size()) {
    point_.theta.clear();  // until L has been evaluated somewhere
    const std::size_t n = problem.num_variables();
    const std::size_t m = problem.num_constraints();
    if (used.minimiser == Minimiser::lbfgs) return;
    active_.reserve(m);
    if (used.minimiser == Minimiser::newton) {
        newton_.emplace(problem.facts().box, std::make_unique<DenseDirection<T>>(n));
    } else {
        gradients_.resize(m * n);
        newton_.emplace(problem.facts().box, std::make_unique<TruncatedDirection<T>>(n, m));
    }
}

template <class T>
InnerStatus FullBatch<T>::minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) {
    detail::PrimalMemory<T>& memory = state_.memory;
    Counts& counts = state_.dual.counts;
    const Counts before = counts;
    this->forget_slopes();

    Value value(*this, lagrangian, monitor);
    point_.theta = state_.theta;
    point_.value = value.begin();
    value.keep();
    if (!this->finite(l_)) return InnerStatus::not_finite;
    value.gradient(point_.gradient);
    if (!this->finite_gradient(point_.gradient)) return InnerStatus::not_finite;
    if (memory.in_progress) {
        counts = before;  // the run counted this evaluation before it was interrupted
    } else {
        memory.origin = state_.theta;
        memory.steps = 0;
        memory.lowest_value = memory.lowest_slope = std::numeric_limits<double>::infinity();
        memory.idle = 0;
        memory.in_progress = true;
    }
    const InnerStatus end = descend(value, tolerance, monitor);
    if (end == InnerStatus::interrupted) return end;
    value.end();
    memory.in_progress = false;
    lagrangian(accepted_, w_);
    this->record_slope(w_, slope_here());
    return end == InnerStatus::stalled && memory.steps == 0 ? InnerStatus::unmoved : end;
}

template <class T>
InnerStatus FullBatch<T>::descend(Value& value, double tolerance, Monitor& monitor) {
    detail::PrimalMemory<T>& memory = state_.memory;
    Counts& counts = state_.dual.counts;
    double slope = slope_here();
    for (;;) {
        if (slope <= tolerance) return InnerStatus::reached;
        if (memory.steps >= max_steps_) return InnerStatus::limit;
        if (memory.idle >= max_idle) return InnerStatus::stalled;
        if (monitor.stop()) return InnerStatus::interrupted;
        if (!newton_) lbfgs_.learn(value, point_);

        const Counts before = counts;
        value.begin_step();
        const StepEnd end = step(value, tolerance, slope);
        if (end != StepEnd::moved) value.take_back();
        switch (end) {
            case StepEnd::stalled:
                return InnerStatus::stalled;
            case StepEnd::unbounded:
                return InnerStatus::unbounded;
            case StepEnd::interrupted:
                counts = before;
                return InnerStatus::interrupted;
            case StepEnd::moved:
                break;
        }
        slope = slope_here();
        track_progress(slope, value.noise());
        state_.theta = point_.theta;
        ++memory.steps;
        ++counts.steps;
        monitor.accepted(point_.value, accepted_, true);
    }
}

/// A step of Newton's method, only as exact as the distance to the tolerance requires; if it leads nowhere, a step of
/// L-BFGS.
template <class T>
StepEnd FullBatch<T>::step(Value& value, double tolerance, double slope) {
    if (newton_) {
        const double share = std::max(0.3 * tolerance / slope, 0.1);
        const StepEnd end = newton_->step(value, point_, share);
        if (end != StepEnd::interrupted) state_.memory.convex = newton_->convex();
        if (end != StepEnd::stalled) return end;
        value.take_back();
    }
    return lbfgs_.step(value, point_);
}

template <class T>
double FullBatch<T>::slope_here() const {
    return base::projected_gradient<T>(problem_.facts().box, point_.theta, point_.gradient);
}

/// Near the limits of the arithmetic, steps could go on for ever without progress.
template <class T>
void FullBatch<T>::track_progress(double slope, double noise) {
    detail::PrimalMemory<T>& memory = state_.memory;
    const bool lower = point_.value < memory.lowest_value - noise || slope < clear_decrease * memory.lowest_slope;
    memory.idle = lower ? 0 : memory.idle + 1;
    memory.lowest_value = std::min(memory.lowest_value, point_.value);
    memory.lowest_slope = std::min(memory.lowest_slope, slope);
}

template class FullBatch<float>;
template class FullBatch<double>;

}  // namespace alcole::solver
