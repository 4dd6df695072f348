#include "solver/primal/held_theta.hpp"

#include <alcole/random.hpp>

#include "base/box.hpp"
#include "base/unwritten.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace alcole::solver {
namespace {

/// The number of random directions; this many determine the norms of all gradients to within about a third.
constexpr std::uint64_t size_samples = 8;

}  // namespace

template <class T>
HeldTheta<T>::HeldTheta(AnyProblem<T>& problem, State<T>& state)
    : problem_(problem),
      state_(state),
      l_(problem.num_constraints() + 1, base::unwritten<double>),
      w_(problem.num_constraints() + 1),
      g_(problem.num_variables(), base::unwritten<T>),
      known_risks_(l_.size(), base::unwritten<double>) {
    base::project<T>(problem.facts().box, state.theta);
    if (state.dual.memory.scales.empty()) state.memory.start = state.theta;
}

/// An evaluation of the same theta is counted only once, also across a resume, where the linearisation must be computed
/// again.
template <class T>
typename AnyProblem<T>::At HeldTheta<T>::linearised() {
    if (!linearisation_ || !linearisation_->current()) {
        linearisation_ = problem_.risks(state_.theta, known_risks_);
        bool& evaluated = state_.dual.memory.evaluated;
        if (!std::exchange(evaluated, true)) ++state_.dual.counts.risks;
    }
    return *linearisation_;
}

template <class T>
void HeldTheta<T>::risks(std::span<double> l) {
    linearised();
    std::ranges::copy(known_risks_, l.begin());
}

template <class T>
void HeldTheta<T>::strict_risks(std::span<double> l) {
    problem_.strict_risks(state_.theta, l);
    ++state_.dual.counts.strict_risks;
}

template <class T>
void HeldTheta<T>::go_to(const std::vector<T>& theta) {
    forget_theta();
    state_.theta = theta;
    state_.memory.pairs = 0;
    state_.memory.convex = false;
}

template <class T>
bool HeldTheta<T>::return_to_best() {
    if (!state_.best) return false;
    go_to(state_.best->theta);
    return true;
}

template <class T>
bool HeldTheta<T>::return_to_closest() {
    if (state_.memory.closest.empty()) return false;
    go_to(state_.memory.closest);
    return true;
}

template <class T>
void HeldTheta<T>::record_slope(std::span<const double> w, double stationarity) {
    known_weights_.assign(w.begin(), w.end());
    known_slope_ = stationarity;
}

template <class T>
double HeldTheta<T>::objective_slope(typename AnyProblem<T>::At at) {
    if (!std::isnan(objective_slope_)) return objective_slope_;
    std::ranges::fill(w_, 0.0);
    w_[0] = 1;
    at.pullback(w_, g_);
    ++state_.dual.counts.pullbacks;
    return objective_slope_ = largest<T>(g_);
}

template <class T>
Slopes HeldTheta<T>::slopes(std::span<const double> w) {
    const auto at = linearised();
    Slopes slopes{.stationarity = known_slope_, .theta_size = std::max(1.0, largest<T>(state_.theta))};
    if (!std::ranges::equal(w, known_weights_)) {
        at.pullback(w, g_);
        ++state_.dual.counts.pullbacks;
        slopes.stationarity = base::projected_gradient<T>(problem_.facts().box, state_.theta, g_);
    }
    slopes.objective = objective_slope(at);
    return slopes;
}

template <class T>
void HeldTheta<T>::gradient_sizes(std::span<double> sizes) {
    const auto all_data = [this](std::span<const T> theta, std::span<double> l) {
        if (std::ranges::equal(theta, state_.theta)) return risks(l);
        problem_.risks(theta, l);
        ++state_.dual.counts.risks;
    };
    const bool estimated = sizes.size() > many_constraints && sizes_by_differences(sizes, all_data);
    const auto at = linearised();
    sizes[0] = objective_slope(at);
    if (estimated) return;
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        std::ranges::fill(w_, 0.0);
        w_[i] = 1;
        at.pullback(w_, g_);
        sizes[i] = largest<T>(g_);
        ++state_.dual.counts.pullbacks;
    }
}

/// Estimates the Euclidean norms of all gradients from few evaluations. For a direction v of random signs,
/// (l_i(theta + h v) - l_i(theta)) / h is close to v . grad l_i for all i at once, and its square has the mean
/// |grad l_i|^2. False if the risks are not finite near theta.
template <class T>
bool HeldTheta<T>::sizes_by_differences(std::span<double> sizes, const RisksAt& risks_at) {
    const Box<T>& box = problem_.facts().box;
    const double h = std::cbrt(this->epsilon()) * std::max(1.0, largest<T>(state_.theta));
    std::vector<double> here(sizes.size());
    std::vector<double> squares(sizes.size());
    std::vector<T> moved(state_.theta.size());
    std::vector<double> there(sizes.size());
    risks_at(state_.theta, here);
    for (std::uint64_t k = 0; k < size_samples; ++k) {
        Random random(k);
        for (std::size_t j = 0; j < moved.size(); ++j) {
            const T step = static_cast<T>(random.uniform() < 0.5 ? -h : h);
            const T ahead = state_.theta[j] + step;
            moved[j] = ahead < box.lower[j] || ahead > box.upper[j] ? state_.theta[j] - step : ahead;
        }
        base::project<T>(box, moved);
        risks_at(moved, there);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const double slope = (there[i] - here[i]) / h;
            if (!std::isfinite(slope)) return false;
            squares[i] += slope * slope;
        }
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = std::sqrt(squares[i] / static_cast<double>(size_samples));
    return true;
}

/// The largest change of an entry of the objective's gradient over a downhill step of a tenth of theta's size.
template <class T>
double HeldTheta<T>::gradient_unit() {
    const Box<T>& box = problem_.facts().box;
    std::vector<double> w(w_.size());
    w[0] = 1;
    std::vector<T> here(g_.size(), base::unwritten<T>);
    linearised().pullback(w, here);
    const double steepest = largest<T>(here);
    std::vector<T> moved = state_.theta;
    for (std::size_t j = 0; j < moved.size(); ++j) {
        const T step = static_cast<T>(0.1) * std::max(T{1}, std::abs(moved[j]));
        const T down = steepest > 0 ? static_cast<T>(static_cast<double>(-here[j]) / steepest) * step : step;
        const T there = std::clamp(moved[j] + down, box.lower[j], box.upper[j]);
        moved[j] = there != moved[j] ? there : std::clamp(moved[j] - down, box.lower[j], box.upper[j]);
    }
    problem_.risks(moved, l_).pullback(w, g_);
    state_.dual.counts.risks += 1;
    state_.dual.counts.pullbacks += 2;
    double largest_change = 0;
    for (std::size_t j = 0; j < here.size(); ++j)
        largest_change = std::max(largest_change, std::abs(static_cast<double>(g_[j]) - static_cast<double>(here[j])));
    return std::isfinite(largest_change) ? largest_change : 0;
}

/// Two reasons for true. Either the gradient is no larger than the change that the last digits of theta cause, which is
/// measured by moving every variable up or down at random by 2 epsilon |theta_j|. Or the remaining gain is lost in the
/// rounding of L: with slope d and curvature c > 0 along steepest descent, the gain is at most |d|^2 / (2 c).
template <class T>
bool HeldTheta<T>::limited_by_rounding(const Lagrangian& lagrangian, std::span<const double> w) {
    constexpr double margin = 10;
    const Box<T>& box = problem_.facts().box;
    const std::size_t n = state_.theta.size();
    std::vector<T> d(n, base::unwritten<T>);
    std::vector<T> here = d;
    std::vector<T> there = d;
    const auto at = linearised();
    at.pullback(w, d);
    const double slope = base::projected_gradient<T>(box, state_.theta, d);
    if (slope == 0) return true;
    risks(l_);
    const double noise = value_rounding * lagrangian.magnitude(l_);
    lagrangian(l_, w_);
    at.pullback(w_, here);
    for (std::size_t j = 0; j < n; ++j) d[j] = base::held(box, j, state_.theta[j], d[j]) ? T{0} : -d[j];

    std::vector<T> moved(n);
    const auto gradient_at = [&](auto step) {
        for (std::size_t j = 0; j < n; ++j) moved[j] = state_.theta[j] + static_cast<T>(step(j));
        base::project<T>(box, moved);
        const auto beside = problem_.risks(moved, l_);
        lagrangian(l_, w_);
        beside.pullback(w_, there);
        for (std::size_t j = 0; j < n; ++j) there[j] -= here[j];
    };
    Random random(2);
    gradient_at([&](std::size_t j) {
        return (random.uniform() < 0.5 ? -2 : 2) * this->epsilon() * std::abs(static_cast<double>(state_.theta[j]));
    });
    if (slope <= margin * base::projected_gradient<T>(box, state_.theta, there)) return true;
    const double t = std::sqrt(this->epsilon()) * std::max(1.0, largest<T>(state_.theta)) / slope;
    gradient_at([&](std::size_t j) { return t * static_cast<double>(d[j]); });
    for (std::size_t j = 0; j < n; ++j) moved[j] -= state_.theta[j];
    const double curvature = dot<T>(there, moved) / dot<T>(moved, moved);
    return curvature > 0 && dot<T>(d, d) <= 2 * curvature * margin * noise;
}

template <class T>
bool HeldTheta<T>::finite(std::span<const double> risks) {
    const auto bad = std::ranges::find_if(risks, [](double v) { return !std::isfinite(v); });
    if (bad == risks.end()) return true;
    not_finite_ = {.what = NotFinite::What::risk,
                   .risk = static_cast<std::size_t>(bad - risks.begin()),
                   .value = NotFinite::number_of(*bad)};
    return false;
}

template <class T>
bool HeldTheta<T>::finite_gradient(std::span<const T> g) {
    const auto bad = std::ranges::find_if(g, [](T v) { return !std::isfinite(v); });
    if (bad == g.end()) return true;
    not_finite_ = {.what = NotFinite::What::gradient,
                   .entry = static_cast<std::size_t>(bad - g.begin()),
                   .value = NotFinite::number_of(*bad)};
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
