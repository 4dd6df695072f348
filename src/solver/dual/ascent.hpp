#pragma once

#include <alcole/dual.hpp>
#include <alcole/primal.hpp>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace alcole {

/// ascend() without the on_end of the hooks, for those who climb more than once.
Summary climb(Primal& primal, DualState& state, const Options& options, const Hooks& hooks);

/// Dual ascent. run() reads like the method: minimise, evaluate, finished?, raise lambda, then alpha.
class Ascent final : public Watch {
  public:
    Ascent(Primal& primal, DualState& state, const Options& options, const Hooks& hooks);

    Summary run();

    bool stop() override;
    void accepted(double value, std::span<const double> risks, bool exact) override;

  private:
    /// What is known of theta at a dual step, with the multipliers the step leads to.
    struct Residuals {
        bool exact = true;              // of all data; otherwise only the window's mini-batches are known
        double stationarity = 0;        // unscaled, as all that is shown
        double violation = 0;           // unscaled
        double complementarity = 0;     // unscaled
        double relative_violation = 0;  // in units of each constraint
        double driven_violation = 0;    // the same of the surrogates theta is driven by; equal without surrogates
        double gradient_size = 0;       // what stationarity is measured against
    };

    // The start.
    std::optional<Status> begin();
    std::vector<double> choose_scales();
    std::vector<double> choose_alpha() const;
    double first_tolerance();

    // The steps of an iteration.
    Lagrangian lagrangian();
    Residuals evaluate();
    void observe();
    void follow_strict_risks();
    void next_lambda();
    double raised(std::size_t i, double l) const;
    Residuals residuals();
    Residuals known_without_slopes() const;
    void record(const Residuals& at);
    void keep_if_best(std::span<const double> risks);
    void watch_for_best(std::span<const double> risks);
    bool raise_alpha();
    void tighten(const Residuals& at);
    bool escape_unbounded();

    // Questions.
    static bool all_finite(std::span<const double> values);
    bool arrived(const Residuals& at) const;
    bool surrogates_agree();
    bool move_level(std::size_t i);
    std::optional<Status> hopeless(const Residuals& at);
    double in_tolerances(const Residuals& at) const;
    bool violation_is_stuck(const Residuals& at) const;
    bool multipliers_prove_infeasible();
    double violation_of(std::size_t i, double l) const;
    double relative_violation(std::span<const double> risks) const;
    double loosened_by(std::size_t i) const;
    double unit_of_lambda(std::size_t i) const { return state_.scales[0] / state_.scales[i + 1]; }
    double unit_of_alpha(std::size_t i) const { return unit_of_lambda(i) / state_.scales[i + 1]; }
    double capped(std::size_t i, double alpha) const;
    Status stopped() const;
    double elapsed() const;

    // The end.
    Summary finish(Status status);
    Status judge(Status status, const Residuals& at);
    std::vector<std::size_t> at_ceiling() const;
    std::string sentence(const Summary& summary, const Residuals& at) const;
    std::string trouble() const;
    double largest_multiplier() const;

    Primal& primal_;
    DualState& state_;
    const Options given_;
    const Options options_;
    const Hooks& hooks_;
    const std::size_t m_;
    const std::vector<Relation> relations_;
    const std::vector<std::string> names_;
    const std::vector<double> units_;  // the natural size of each constraint; 1 where the problem offers none

    std::vector<double> offset_;    // by how much each constraint is looser than its bound in this minimisation
    std::vector<double> risks_;     // m + 1: what is shown, strict where the problem has strict risks
    std::vector<double> smooth_;    // m + 1: what theta is driven by
    std::vector<double> steering_;  // m + 1: what moves the multipliers
    std::vector<double> lambda_;    // the multipliers this dual step leads to
    std::vector<double> ascent_;    // d, the gradient of the dual
    std::vector<double> weights_;   // m + 1
    bool out_of_time_ = false;
    const double seconds_before_;
    const std::chrono::steady_clock::time_point begun_;
};

}  // namespace alcole
