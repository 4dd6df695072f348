#include "solver/primal/full_batch.hpp"

#include "solver/primal/box.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole {
namespace {

constexpr std::int64_t max_idle = 50;
constexpr double fallen = 0.9;

}  // namespace

/// L(theta, lambda, alpha) at fixed (lambda, alpha), as a function of theta.
template <class T>
class FullBatch<T>::Value final : public Objective<T> {
  public:
    Value(FullBatch& owner, const Lagrangian& lagrangian, Watch& watch)
        : owner_(owner), lagrangian_(lagrangian), watch_(watch), counts_(owner.state_.dual.counts) {}

    double value(std::span<const T> theta) override {
        at_ = owner_.problem_.risks(theta, owner_.l_);
        ++counts_.risks;
        return lagrangian_(owner_.l_, owner_.w_);
    }
    void gradient(std::span<T> g) override {
        at_->pullback(owner_.w_, g);
        ++counts_.pullbacks;
    }
    double noise() const override {
        constexpr double rounding = std::is_same_v<T, double> ? 2e-13 : 1e-6;
        return rounding * lagrangian_.magnitude(owner_.accepted_);
    }
    void keep() override { owner_.accepted_ = owner_.l_; }
    bool stop() override { return watch_.stop(); }

  private:
    FullBatch& owner_;
    const Lagrangian& lagrangian_;
    Watch& watch_;
    Counts& counts_;
    std::optional<typename AnyProblem<T>::At> at_;
};

template <class T>
FullBatch<T>::FullBatch(AnyProblem<T>& problem, State<T>& state, const Options& options)
    : HeldTheta<T>(problem, state),
      max_steps_(options.inner.max_steps),
      lbfgs_(problem.facts().box, static_cast<std::size_t>(options.inner.memory), state.primal),
      at_(problem.num_variables()),
      accepted_(problem.num_constraints() + 1) {}

template <class T>
Inner FullBatch<T>::minimise(const Lagrangian& lagrangian, double tolerance, Watch& watch) {
    PrimalState<T>& primal = this->state_.primal;
    Counts& counts = this->state_.dual.counts;
    const Counts before = counts;
    this->forget_linearisation();

    Value value(*this, lagrangian, watch);
    at_.theta = this->state_.theta;
    at_.value = value.value(at_.theta);
    value.keep();
    if (!this->finite(this->l_)) return Inner::not_finite;
    value.gradient(at_.gradient);
    if (!this->finite_gradient(at_.gradient)) return Inner::not_finite;
    if (primal.in_progress) {
        counts = before;  // a resumed run has counted this evaluation already
    } else {
        primal.origin = this->state_.theta;
        primal.steps = 0;
        primal.lowest_value = primal.lowest_slope = std::numeric_limits<double>::infinity();
        primal.idle = 0;
        primal.in_progress = true;
    }
    const Inner end = descend(value, tolerance, watch);
    if (end != Inner::interrupted) primal.in_progress = false;
    return end;
}

template <class T>
Inner FullBatch<T>::descend(Value& value, double tolerance, Watch& watch) {
    using End = typename Lbfgs<T>::End;
    PrimalState<T>& primal = this->state_.primal;
    Counts& counts = this->state_.dual.counts;
    double slope = slope_here();
    for (;;) {
        if (slope <= tolerance) return Inner::reached;
        if (primal.steps >= max_steps_) return Inner::limit;
        if (primal.idle >= max_idle) return Inner::stalled;
        if (watch.stop()) return Inner::interrupted;

        const Counts before = counts;
        switch (lbfgs_.step(value, at_)) {
            case End::stalled:
                return Inner::stalled;
            case End::unbounded:
                return Inner::unbounded;
            case End::interrupted:
                counts = before;
                return Inner::interrupted;
            case End::moved:
                break;
        }
        slope = slope_here();
        track_progress(slope, value.noise());
        this->state_.theta = at_.theta;
        ++primal.steps;
        ++counts.steps;
        watch.accepted(at_.value, accepted_, true);
    }
}

template <class T>
double FullBatch<T>::slope_here() const {
    return projected_gradient<T>(this->problem_.facts().box, at_.theta, at_.gradient);
}

/// Near the limits of the arithmetic steps may go on for ever without getting anywhere.
template <class T>
void FullBatch<T>::track_progress(double slope, double noise) {
    PrimalState<T>& primal = this->state_.primal;
    const bool lower = at_.value < primal.lowest_value - noise || slope < fallen * primal.lowest_slope;
    primal.idle = lower ? 0 : primal.idle + 1;
    primal.lowest_value = std::min(primal.lowest_value, at_.value);
    primal.lowest_slope = std::min(primal.lowest_slope, slope);
}

template class FullBatch<float>;
template class FullBatch<double>;

}  // namespace alcole
