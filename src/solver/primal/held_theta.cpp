#include "solver/primal/held_theta.hpp"

#include "base/box.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {

template <class T>
HeldTheta<T>::HeldTheta(AnyProblem<T>& problem, State<T>& state)
    : problem_(problem),
      state_(state),
      l_(problem.num_constraints() + 1),
      w_(problem.num_constraints() + 1),
      g_(problem.num_variables()) {
    base::project<T>(problem.facts().box, state.theta);
    if (state.dual.memory.scales.empty()) state.memory.start = state.theta;
}

template <class T>
void HeldTheta<T>::risks(std::span<double> l) {
    linearisation_ = problem_.risks(state_.theta, l);
    ++state_.dual.counts.risks;
}

/// The linearisation at theta: the one risks() left, unless theta has moved since or someone else has evaluated.
template <class T>
typename AnyProblem<T>::At HeldTheta<T>::linearised() {
    if (!linearisation_ || !linearisation_->current()) risks(l_);
    return *linearisation_;
}

template <class T>
void HeldTheta<T>::strict_risks(std::span<double> l) {
    problem_.strict_risks(state_.theta, l);
    ++state_.dual.counts.strict_risks;
}

template <class T>
Slopes HeldTheta<T>::slopes(std::span<const double> w) {
    Counts& counts = state_.dual.counts;
    const auto at = linearised();
    at.pullback(w, g_);
    Slopes slopes{.stationarity = base::projected_gradient<T>(problem_.facts().box, state_.theta, g_)};
    std::ranges::fill(w_, 0.0);
    w_[0] = 1;
    at.pullback(w_, g_);
    slopes.objective = largest<T>(g_);
    slopes.theta_size = std::max(1.0, largest<T>(state_.theta));
    counts.pullbacks += 2;
    return slopes;
}

template <class T>
void HeldTheta<T>::gradient_sizes(std::span<double> sizes) {
    Counts& counts = state_.dual.counts;
    const auto at = linearised();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::ranges::fill(w_, 0.0);
        w_[i] = 1;
        at.pullback(w_, g_);
        sizes[i] = largest<T>(g_);
        ++counts.pullbacks;
    }
}

template <class T>
bool HeldTheta<T>::finite(std::span<const double> risks) {
    const auto bad = std::ranges::find_if(risks, [](double v) { return !std::isfinite(v); });
    if (bad == risks.end()) return true;
    trouble_ =
        problem_.facts().risk_name(static_cast<std::size_t>(bad - risks.begin())) + " is " + std::to_string(*bad);
    return false;
}

template <class T>
bool HeldTheta<T>::finite_gradient(std::span<const T> g) {
    const auto bad = std::ranges::find_if(g, [](T v) { return !std::isfinite(v); });
    if (bad == g.end()) return true;
    trouble_ = "entry " + std::to_string(bad - g.begin()) + " of the gradient is " + std::to_string(*bad);
    return false;
}

template <class T>
Kept<T> HeldTheta<T>::kept(std::int64_t iteration, std::span<const double> risks) const {
    return {.iteration = iteration, .risks = {risks.begin(), risks.end()}, .theta = state_.theta};
}

template <class T>
void HeldTheta<T>::keep_best(std::int64_t iteration, std::span<const double> risks) {
    if (!state_.best) {
        state_.best = kept(iteration, risks);
        return;
    }
    state_.best->iteration = iteration;
    state_.best->risks.assign(risks.begin(), risks.end());
    state_.best->theta.assign(state_.theta.begin(), state_.theta.end());
}

template <class T>
void HeldTheta<T>::keep_sample(std::int64_t iteration, std::span<const double> risks) {
    state_.samples.push_back(kept(iteration, risks));
}

template class HeldTheta<float>;
template class HeldTheta<double>;

}  // namespace alcole::solver
