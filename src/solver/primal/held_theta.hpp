#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/primal.hpp>
#include <alcole/state.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace alcole::solver {

/// What both regimes share: a theta in memory, its problem, and the State, which holds everything that must last.
template <class T>
class HeldTheta : public Primal {
  public:
    HeldTheta(AnyProblem<T>& problem, State<T>& state);

    std::size_t num_constraints() const override { return problem_.num_constraints(); }
    std::vector<Relation> relations() const override { return problem_.facts().relations; }
    std::vector<std::string> constraint_names() const override { return problem_.facts().constraint_names; }
    std::vector<double> constraint_scales() const override { return problem_.facts().constraint_scales; }
    std::vector<double> constraint_prices() const override { return problem_.facts().constraint_prices; }

    void risks(std::span<double> l) override;
    bool has_strict_risks() const override { return problem_.facts().has_strict_risks; }
    void strict_risks(std::span<double> l) override;
    std::vector<bool> rates() const override { return problem_.facts().rates; }
    bool has_width() const override { return problem_.facts().has_width; }
    void set_width(double width) override {
        forget_theta();
        problem_.set_width(width);
    }
    Slopes slopes(std::span<const double> w) override;
    void gradient_sizes(std::span<double> sizes) override;
    double gradient_unit() override;
    bool limited_by_rounding(const Lagrangian& lagrangian, std::span<const double> w) override;
    double epsilon() const override { return static_cast<double>(std::numeric_limits<T>::epsilon()); }

    void keep_best(std::int64_t iteration, std::span<const double> risks) override;
    void keep_sample(std::int64_t iteration, std::span<const double> risks) override;
    void keep_closest() override { state_.memory.closest = state_.theta; }
    void restore() override { go_to(state_.memory.origin); }
    bool return_to_best() override;
    bool return_to_closest() override;
    NotFinite not_finite() const override { return not_finite_; }
    Counts counts() const override { return state_.dual.counts; }
    void save(const std::filesystem::path& file) const override { alcole::save(state_, file); }

  protected:
    /// With more risks than this, a backward pass for each would be most of the work of a solve; gradient_sizes() uses
    /// differences instead.
    static constexpr std::size_t many_constraints = 256;
    using RisksAt = std::function<void(std::span<const T> theta, std::span<double> l)>;
    bool sizes_by_differences(std::span<double> sizes, const RisksAt& risks_at);

    /// The relative rounding error of the value of L, as a share of the sum of its terms' magnitudes.
    static constexpr double value_rounding = std::is_same_v<T, double> ? 2e-13 : 1e-6;
    /// Must be called before theta moves: discards what is known about the old theta.
    void forget_theta() {
        linearisation_.reset();
        forget_slopes();
        state_.dual.memory.evaluated = false;
    }
    void forget_slopes() {
        known_weights_.clear();
        objective_slope_ = std::numeric_limits<double>::quiet_NaN();
    }
    /// Records the evaluation at the current theta, which must be the problem's last.
    void record_risks(typename AnyProblem<T>::At at, std::span<const double> risks) {
        linearisation_ = at;
        std::ranges::copy(risks, known_risks_.begin());
    }
    /// The linearisation at theta. Evaluates the problem only if its last evaluation was at another theta.
    typename AnyProblem<T>::At linearised();
    /// Moves theta to another point and drops the pairs of L-BFGS, which do not apply there.
    void go_to(const std::vector<T>& theta);
    /// The slope of the objective at theta; 0 if it is not known.
    double known_objective_slope() const { return std::isnan(objective_slope_) ? 0 : objective_slope_; }
    /// Records the slope at theta for these weights.
    void record_slope(std::span<const double> w, double stationarity);
    Kept<T> kept(std::int64_t iteration, std::span<const double> risks) const;
    /// Whether all are finite; if not, not_finite() says which is not.
    bool finite(std::span<const double> risks);
    bool finite_gradient(std::span<const T> g);

    AnyProblem<T>& problem_;
    State<T>& state_;
    std::vector<double> l_;
    std::vector<double> w_;
    std::vector<T> g_;
    NotFinite not_finite_;

  private:
    double objective_slope(typename AnyProblem<T>::At at);

    std::optional<typename AnyProblem<T>::At> linearisation_;
    std::vector<double> known_risks_;    // the risks at linearisation_
    std::vector<double> known_weights_;  // the weights of known_slope_; empty if it is not known
    double known_slope_ = 0;
    double objective_slope_ = std::numeric_limits<double>::quiet_NaN();  // NaN: not known
};

}  // namespace alcole::solver
