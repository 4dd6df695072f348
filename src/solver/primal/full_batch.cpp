#include "solver/primal/full_batch.hpp"

#include "base/box.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::solver {
namespace {

constexpr std::int64_t max_idle = 50;
constexpr double fallen = 0.9;

}  // namespace

/// L(theta, lambda, alpha) at fixed (lambda, alpha), as a function of theta.
template <class T>
class FullBatch<T>::Value final : public Objective<T> {
  public:
    Value(FullBatch& owner, const Lagrangian& lagrangian, Monitor& monitor)
        : owner_(owner), lagrangian_(lagrangian), monitor_(monitor), counts_(owner.state_.dual.counts) {}

    double value(std::span<const T> theta) override {
        linearisation_ = owner_.problem_.risks(theta, owner_.l_);
        ++counts_.risks;
        return lagrangian_(owner_.l_, owner_.w_);
    }
    void gradient(std::span<T> g) override {
        linearisation_->pullback(owner_.w_, g);
        ++counts_.pullbacks;
    }
    double noise() const override {
        constexpr double rounding = std::is_same_v<T, double> ? 2e-13 : 1e-6;
        return rounding * lagrangian_.magnitude(owner_.accepted_);
    }
    void keep() override { owner_.accepted_ = owner_.l_; }
    bool stop() override { return monitor_.stop(); }

  private:
    FullBatch& owner_;
    const Lagrangian& lagrangian_;
    Monitor& monitor_;
    Counts& counts_;
    std::optional<typename AnyProblem<T>::At> linearisation_;
};

template <class T>
FullBatch<T>::FullBatch(AnyProblem<T>& problem, State<T>& state, const Options& options)
    : HeldTheta<T>(problem, state),
      max_steps_(options.inner.max_steps),
      lbfgs_(problem.facts().box, static_cast<std::size_t>(options.inner.memory), state.memory),
      point_(problem.num_variables()),
      accepted_(problem.num_constraints() + 1) {}

template <class T>
InnerStatus FullBatch<T>::minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) {
    detail::PrimalMemory<T>& memory = state_.memory;
    Counts& counts = state_.dual.counts;
    const Counts before = counts;
    this->forget_linearisation();

    Value value(*this, lagrangian, monitor);
    point_.theta = state_.theta;
    point_.value = value.value(point_.theta);
    value.keep();
    if (!this->finite(l_)) return InnerStatus::not_finite;
    value.gradient(point_.gradient);
    if (!this->finite_gradient(point_.gradient)) return InnerStatus::not_finite;
    if (memory.in_progress) {
        counts = before;  // a resumed run has counted this evaluation already
    } else {
        memory.origin = state_.theta;
        memory.steps = 0;
        memory.lowest_value = memory.lowest_slope = std::numeric_limits<double>::infinity();
        memory.idle = 0;
        memory.in_progress = true;
    }
    const InnerStatus end = descend(value, tolerance, monitor);
    if (end != InnerStatus::interrupted) memory.in_progress = false;
    return end;
}

template <class T>
InnerStatus FullBatch<T>::descend(Value& value, double tolerance, Monitor& monitor) {
    using End = typename Lbfgs<T>::End;
    detail::PrimalMemory<T>& memory = state_.memory;
    Counts& counts = state_.dual.counts;
    double slope = slope_here();
    for (;;) {
        if (slope <= tolerance) return InnerStatus::reached;
        if (memory.steps >= max_steps_) return InnerStatus::limit;
        if (memory.idle >= max_idle) return InnerStatus::stalled;
        if (monitor.stop()) return InnerStatus::interrupted;

        const Counts before = counts;
        switch (lbfgs_.step(value, point_)) {
            case End::stalled:
                return InnerStatus::stalled;
            case End::unbounded:
                return InnerStatus::unbounded;
            case End::interrupted:
                counts = before;
                return InnerStatus::interrupted;
            case End::moved:
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

template <class T>
double FullBatch<T>::slope_here() const {
    return base::projected_gradient<T>(problem_.facts().box, point_.theta, point_.gradient);
}

/// Near the limits of the arithmetic steps may go on for ever without getting anywhere.
template <class T>
void FullBatch<T>::track_progress(double slope, double noise) {
    detail::PrimalMemory<T>& memory = state_.memory;
    const bool lower = point_.value < memory.lowest_value - noise || slope < fallen * memory.lowest_slope;
    memory.idle = lower ? 0 : memory.idle + 1;
    memory.lowest_value = std::min(memory.lowest_value, point_.value);
    memory.lowest_slope = std::min(memory.lowest_slope, slope);
}

template class FullBatch<float>;
template class FullBatch<double>;

}  // namespace alcole::solver
