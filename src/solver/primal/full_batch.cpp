#include "solver/primal/full_batch.hpp"

#include "base/box.hpp"
#include "base/unwritten.hpp"
#include "solver/primal/saddle.hpp"
#include "solver/primal/truncated.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

namespace alcole::solver {
namespace {

constexpr std::int64_t max_idle = 50;
constexpr double fallen = 0.9;
/// A Newton step of so many operations takes some tenths of a second, in which L-BFGS takes few steps.
constexpr double affordable_step = 4e8;
/// Stiff penalties on more variables than these take L-BFGS many fewer steps with a longer memory, which up to so many
/// is no burden.
constexpr std::size_t few = 20;
constexpr std::size_t too_many = 100'000;
/// Of so few variables all curvature is looked at.
constexpr std::size_t small_problem = 20;
/// Otherwise with so many products at least, fewer tell nothing, and at most, as long as no more than so many numbers
/// are to be kept.
constexpr std::int64_t min_look = 5;
constexpr std::int64_t max_look = 30;
constexpr std::size_t most_kept = 10'000'000;

}  // namespace

/// L(theta, lambda, alpha) at fixed (lambda, alpha), as a function of theta. Its Hessian is
///     sum_i w_i Hessian of l_i + sum_i c_i grad l_i grad l_i^T,    w_i = dL / dl_i,   c_i = d^2 L / dl_i^2.
template <class T>
class FullBatch<T>::Value final : public CurvedObjective<T> {
  public:
    Value(FullBatch& owner, const Lagrangian& lagrangian, Monitor& monitor)
        : owner_(owner), lagrangian_(lagrangian), monitor_(monitor), counts_(owner.state_.dual.counts) {}

    /// The value at the problem's theta, which may be known.
    double begin() {
        turn_to_kept();
        owner_.risks(owner_.l_);
        return lagrangian_(owner_.l_, owner_.w_);
    }
    /// Hands the last evaluation over, should it be that of theta.
    void end() {
        if (at_kept_) owner_.know_risks(*linearisation_, owner_.accepted_);
    }
    double value(std::span<const T> theta) override {
        linearisation_ = owner_.problem_.risks(theta, owner_.l_);
        at_kept_ = false;
        ++counts_.risks;
        return lagrangian_(owner_.l_, owner_.w_);
    }
    void gradient(std::span<T> g) override {
        linearisation_->pullback(owner_.w_, g);
        ++counts_.pullbacks;
    }
    double noise() const override { return HeldTheta<T>::value_rounding * lagrangian_.magnitude(owner_.accepted_); }
    void keep() override {
        owner_.accepted_ = owner_.l_;
        at_kept_ = true;
    }
    bool stop() override { return monitor_.stop(); }
    /// A search may have kept a point on its way and yet end where it began: what it kept is not where theta is.
    void begin_step() { owner_.before_step_ = owner_.accepted_; }
    void take_back() {
        owner_.accepted_ = owner_.before_step_;
        at_kept_ = false;
    }

    void turn_to(std::span<const T> theta) override {
        turn_to_kept();
        theta_ = theta;
        lagrangian_(owner_.accepted_, owner_.w_);
        lagrangian_.curvatures(owner_.accepted_, owner_.curvatures_);
        owner_.active_.clear();
        for (std::size_t i = 0; i < owner_.curvatures_.size(); ++i)
            if (owner_.curvatures_[i] > 0) owner_.active_.push_back(i);
        if (owner_.gradients_.empty()) return;
        for (std::size_t k = 0; k < num_stiff(); ++k) risk_gradient(owner_.active_[k], gradient_of(k));
    }
    void hessian(std::span<double> h) override {
        owner_.problem_.hessian(theta_, owner_.w_, h);
        ++counts_.hessians;
        const std::span<T> g = owner_.g_;
        for (const std::size_t i : owner_.active_) {
            risk_gradient(i, g);
            for (std::size_t a = 0; a < g.size(); ++a) {
                const double factor = owner_.curvatures_[i] * static_cast<double>(g[a]);
                if (factor == 0) continue;  // many constraints know few of the variables
                double* row = h.data() + a * g.size();
                for (std::size_t b = 0; b <= a; ++b) row[b] += factor * static_cast<double>(g[b]);
            }
        }
    }
    /// Of the problem itself; else, in double, from the gradients here and a small step along v.
    void smooth_product(std::span<const T> v, std::span<T> h) override {
        if (owner_.problem_.facts().has_hessian_vector) {
            owner_.problem_.hessian_vector(theta_, owner_.w_, v, h);
            ++counts_.hessian_vectors;
            return;
        }
        difference(v, h);
    }
    std::size_t num_stiff() const override { return owner_.active_.size(); }
    double stiffness(std::size_t k) const override { return owner_.curvatures_[owner_.active_[k]]; }
    std::span<const T> stiff_direction(std::size_t k) const override { return gradient_of(k); }
    void write_stiff_direction(std::size_t k, std::span<T> a) override {
        if (owner_.gradients_.empty())
            risk_gradient(owner_.active_[k], a);
        else
            std::ranges::copy(gradient_of(k), a.begin());
    }

  private:
    /// Each variable moves to the side of the box that has more room. Those that move against v count with the opposite
    /// sign, in a difference of their own.
    void difference(std::span<const T> v, std::span<T> h) {
        const auto& here = owner_.point_;
        const Box<T>& box = owner_.problem_.facts().box;
        double step = std::sqrt(owner_.epsilon()) * std::max(1.0, largest<T>(here.theta)) / largest<T>(v);
        std::vector<bool> against(v.size());
        for (std::size_t j = 0; j < v.size(); ++j) {
            const T below = here.theta[j] - box.lower[j];
            const T above = box.upper[j] - here.theta[j];
            const double size = std::abs(static_cast<double>(v[j]));
            if (step * size <= static_cast<double>(v[j] > 0 ? above : below)) continue;
            against[j] = v[j] > 0 ? below > above : above > below;
            if (size > 0) step = std::min(step, static_cast<double>(std::max(below, above)) / size);
        }
        std::ranges::fill(h, T{0});
        std::vector<T> moved(v.size());
        std::vector<T> there(v.size(), base::unwritten<T>);
        for (const bool side : {false, true}) {
            if (std::ranges::find(against, side) == against.end()) continue;
            const T t = static_cast<T>(side ? -step : step);
            for (std::size_t j = 0; j < v.size(); ++j)
                moved[j] = against[j] != side ? here.theta[j]
                                              : std::clamp(here.theta[j] + t * v[j], box.lower[j], box.upper[j]);
            owner_.problem_.risks(moved, owner_.l_).pullback(owner_.w_, there);
            at_kept_ = false;
            ++counts_.risks;
            ++counts_.pullbacks;
            for (std::size_t j = 0; j < v.size(); ++j) h[j] += (there[j] - here.gradient[j]) / t;
        }
    }
    std::span<T> gradient_of(std::size_t k) const {
        const std::size_t n = owner_.g_.size();
        return std::span(owner_.gradients_).subspan(k * n, n);
    }
    /// A line search may have looked further than where it ended: then the risks there are wanted again.
    void turn_to_kept() {
        if (!at_kept_) linearisation_ = owner_.linearised();
        at_kept_ = true;
    }
    void risk_gradient(std::size_t i, std::span<T> g) {
        owner_.unit_[i] = 1;
        linearisation_->pullback(owner_.unit_, g);
        owner_.unit_[i] = 0;
        ++counts_.pullbacks;
    }

    FullBatch& owner_;
    const Lagrangian& lagrangian_;
    Monitor& monitor_;
    Counts& counts_;
    std::optional<typename AnyProblem<T>::At> linearisation_;
    bool at_kept_ = false;  // the linearisation is that of the last keep()
    std::span<const T> theta_;
};

namespace {

/// What the gradients of m active constraints cost a Newton step: their products with each other, and the factor of
/// those.
double cost_of_gradients(double n, double m) { return m * m * n + m * m * m / 3; }

/// The factor of the Hessian, and what the penalties add to it, besides.
double cost_of_factors(double n, double m) { return n * n * n / 3 + m * n * n + cost_of_gradients(n, m); }

}  // namespace

template <class T>
Options::Inner used_inner(const ProblemFacts<T>& problem, Options::Inner inner) {
    const auto [n, m] = std::pair(problem.num_variables, problem.num_constraints);
    if (inner.memory == 0) inner.memory = n <= few || n > too_many ? 20 : 60;
    const Minimiser asked = inner.minimiser;
    if (asked == Minimiser::newton && !problem.has_hessian)
        throw std::invalid_argument("option 'inner.minimiser' is 'newton', but the problem offers no hessian()");
    if (asked == Minimiser::newton_cg && !problem.has_hessian_vector)
        throw std::invalid_argument(
            "option 'inner.minimiser' is 'newton_cg', but the problem offers no hessian_vector()");
    if (asked != Minimiser::automatic) return inner;
    const bool products = problem.has_hessian_vector && std::is_same_v<T, double>;
    const auto [variables, constraints] = std::pair(static_cast<double>(n), static_cast<double>(m));
    if (problem.has_hessian && cost_of_factors(variables, constraints) <= affordable_step)
        inner.minimiser = Minimiser::newton;
    else if (products && cost_of_gradients(variables, constraints) <= affordable_step)
        inner.minimiser = Minimiser::newton_cg;
    else
        inner.minimiser = Minimiser::lbfgs;
    return inner;
}

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
    point_.theta.clear();  // until L is evaluated somewhere
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
        counts = before;  // a resumed run has counted this evaluation already
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
    this->know_slope(w_, slope_here());
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

/// Of Newton's method, as exact as it needs to be this far from the tolerance; where it leads nowhere, of L-BFGS.
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

/// The constraints that may hold theta: equalities, those with a multiplier, and those that are broken.
template <class T>
KktSystem<T> FullBatch<T>::kkt_system(const Lagrangian& lagrangian, std::vector<std::size_t>& which) {
    const auto at = this->linearised();
    this->risks(l_);
    const auto gradient = [&](std::size_t i) {
        std::vector<T> g(state_.theta.size());
        unit_[i] = 1;
        at.pullback(unit_, g);
        unit_[i] = 0;
        ++state_.dual.counts.pullbacks;
        return g;
    };
    KktSystem<T> system{.theta = state_.theta, .box = problem_.facts().box, .objective = gradient(0)};
    for (std::size_t i = 0; i < lagrangian.lambda.size(); ++i) {
        const double l = l_[i + 1] - lagrangian.offset[i];
        const double lambda = lagrangian.lambda[i];
        const bool equality = lagrangian.relations[i] == Relation::equal_zero;
        if (!equality && !(lambda > 0) && !(l > 0)) continue;
        which.push_back(i);
        system.rows.push_back(gradient(i + 1));
        system.values.push_back(l);
        system.lambda.push_back(lambda);
        system.stiffness.push_back(2 * lagrangian.alpha[i]);
        system.equality.push_back(equality);
    }
    return system;
}

template <class T>
bool FullBatch<T>::step_to_kkt(const Lagrangian& lagrangian, std::span<double> lambda) {
    if (!newton_) return false;
    Counts& counts = state_.dual.counts;
    const std::size_t n = state_.theta.size();
    std::vector<std::size_t> which;
    const KktSystem<T> system = kkt_system(lagrangian, which);
    w_[0] = 1;
    std::ranges::copy(lagrangian.lambda, w_.begin() + 1);
    std::unique_ptr<KktStep<T>> step;
    if (gradients_.empty()) {
        std::vector<double> hessian(n * n);
        problem_.hessian(state_.theta, w_, hessian);
        ++counts.hessians;
        step = std::make_unique<DenseKktStep<T>>(system, std::move(hessian));
    } else {
        step = std::make_unique<ProjectedKktStep<T>>(system, [&](std::span<const T> v, std::span<T> h) {
            problem_.hessian_vector(state_.theta, w_, v, h);
            ++counts.hessian_vectors;
        });
    }
    if (!step->solve()) return false;
    std::ranges::fill(lambda, 0.0);
    for (std::size_t a = 0; a < which.size(); ++a) lambda[which[a]] = step->multipliers()[a];
    state_.memory.origin = state_.theta;
    state_.memory.convex = gradients_.empty();
    this->forget_theta();
    point_.theta.clear();  // L has not been evaluated where theta goes
    for (std::size_t j = 0; j < n; ++j) state_.theta[j] += static_cast<T>(step->direction()[j]);
    base::project<T>(problem_.facts().box, state_.theta);
    return true;
}

/// How many products with the Hessian a look at the curvature may take, once the gradients of the active constraints
/// are paid for: a twentieth of what the solve has cost, all there are for small problems, and some where the start is
/// stationary, which nothing else would leave. 0: too few to look.
template <class T>
std::size_t FullBatch<T>::affordable_products() const {
    const Counts& counts = state_.dual.counts;
    const std::size_t n = state_.theta.size();
    if (n <= small_problem) return n;
    if (n * (active_.size() + 1) > most_kept) return 0;
    const std::int64_t price = problem_.facts().has_hessian_vector ? 3 : 1;
    const std::int64_t spent = counts.pullbacks + price * counts.hessian_vectors;
    const std::int64_t left = (spent / 20 - static_cast<std::int64_t>(active_.size())) / price;
    const std::int64_t products = counts.steps == 0 ? max_look : std::min(left, max_look);
    return products < min_look ? 0 : static_cast<std::size_t>(products);
}

/// theta is a stationary point of this Lagrangian. Newton's method has seen the curvature of all variables but those
/// that are held; they must be held firmly.
template <class T>
Curvature FullBatch<T>::leave_saddle(const Lagrangian& lagrangian, Monitor& monitor) {
    const bool products = problem_.facts().has_hessian_vector || std::is_same_v<T, double>;
    if (!products) return state_.memory.convex ? Curvature::positive : Curvature::unknown;
    Value value(*this, lagrangian, monitor);
    if (point_.theta != state_.theta) {  // it came here by another way than by minimising
        point_.theta = state_.theta;
        point_.value = value.begin();
        value.keep();
        value.gradient(point_.gradient);
    }
    const double noise = 1e-6 * this->known_objective_slope() * std::max(1.0, largest<T>(point_.theta));
    if (state_.memory.convex && !loosely_held(noise)) return Curvature::positive;
    value.turn_to(point_.theta);
    const std::size_t affordable = affordable_products();
    if (affordable == 0) return Curvature::unknown;
    const Look<T> seen = find_way_down<T>(problem_.facts().box, value, point_, affordable, noise);
    if (!seen.way) return seen.complete ? Curvature::positive : Curvature::unknown;
    return go_down(value, *seen.way, monitor) ? Curvature::left : Curvature::unknown;
}

/// Whether a variable is at a bound with next to no slope that would hold it there.
template <class T>
bool FullBatch<T>::loosely_held(double noise) const {
    const Box<T>& box = problem_.facts().box;
    for (std::size_t j = 0; j < point_.theta.size(); ++j)
        if (box.lower[j] < box.upper[j] && base::held(box, j, point_.theta[j], point_.gradient[j]) &&
            std::abs(static_cast<double>(point_.gradient[j])) <= noise)
            return true;
    return false;
}

/// Along the direction or against it, as far as L falls by half of what its curvature promises.
template <class T>
bool FullBatch<T>::go_down(Value& value, const WayDown<T>& way, Monitor& monitor) {
    const Box<T>& box = problem_.facts().box;
    const double noise = value.noise();
    std::vector<T> there(point_.theta.size());
    double t = 0.25;
    for (int tries = 0; tries < 10; ++tries, t /= 4)
        for (const double step : {t, -t}) {
            for (std::size_t j = 0; j < there.size(); ++j)
                there[j] =
                    std::clamp(point_.theta[j] + static_cast<T>(step) * way.direction[j], box.lower[j], box.upper[j]);
            const double reached = value.value(there);
            const double wanted = std::max(noise, -way.curvature * t * t / 4);
            if (!(reached < point_.value - wanted) || !std::isfinite(reached)) continue;
            value.keep();
            this->go_to(there);
            ++state_.dual.counts.steps;
            monitor.accepted(reached, accepted_, true);
            return true;
        }
    return false;
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

template Options::Inner used_inner(const ProblemFacts<float>&, Options::Inner);
template Options::Inner used_inner(const ProblemFacts<double>&, Options::Inner);
template class FullBatch<float>;
template class FullBatch<double>;

}  // namespace alcole::solver
