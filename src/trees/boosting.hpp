#pragma once

#include <alcole/context.hpp>
#include <alcole/primal.hpp>
#include <alcole/state.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/model.hpp>

#include "engine/score_space.hpp"
#include "trees/grower.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace alcole::trees {

/// Throws std::invalid_argument with a sentence when such trees cannot be asked for rows of this schema.
void check(const tabular::Trees& trees, const tabular::Schema& schema);

/// Boosted trees as the holder of theta: one round of trees is one minimisation of the Lagrangian, after which the
/// multipliers move. The functions that boosting searches are those of the problem before it is given parameters.
class Boosting final : public Primal {
  public:
    /// `held`: rows that the objective leaves out; their loss says when to stop. The state must outlive this; one that
    /// was used before goes on.
    Boosting(const tabular::Dataset& data, const tabular::Goal& goal, const tabular::Trees& options,
             const Context& context, const std::vector<bool>& held, std::uint64_t seed, State<float>& state);

    std::size_t num_constraints() const override { return space_.num_constraints(); }
    std::vector<std::string> constraint_names() const override { return names_; }
    std::vector<double> constraint_scales() const override { return scales_; }
    InnerStatus minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) override;
    void risks(std::span<double> l) override;
    bool has_strict_risks() const override { return space_.has_strict_risks(); }
    void strict_risks(std::span<double> l) override;
    Slopes slopes(std::span<const double> w) override;
    void gradient_sizes(std::span<double> sizes) override;
    /// So that slopes, which are for the trace alone, are not asked for after every round.
    std::int64_t epoch() const override { return 0; }
    double epsilon() const override { return std::numeric_limits<float>::epsilon(); }
    /// The loss of the held rows, where there are any.
    double merit(std::span<const double> risks) override;
    void keep_best(std::int64_t iteration, std::span<const double> risks) override;
    Counts counts() const override { return state_.dual.counts; }
    void save(const std::filesystem::path& file) const override { alcole::save(state_, file); }

    std::size_t num_points() const { return space_.num_points(); }
    std::int64_t rounds() const { return rounds_; }
    /// Grows rounds without constraints.
    void warm_up(std::int64_t rounds);
    /// Penalties from how the risks answer to a push, now and after every round: see boosting.cpp. `times`: where
    /// the multipliers are so many times what they would be as prices, so are the penalties.
    void choose_penalties(double times = 1);

  private:
    void grow(std::span<const double> w, std::span<const double> c);
    void note_round();
    void set_penalty(std::size_t i, double response);
    bool overfits() const;

    const tabular::Trees options_;
    const std::uint64_t seed_;
    State<float>& state_;
    engine::ScoreSpace space_;
    Grower grower_;
    std::vector<std::string> names_;
    std::vector<double> scales_;           // of the constraints: their bounds
    std::vector<double> least_responses_;  // see set_penalty
    std::vector<bool> exact_;              // those with a bound of 0, of which no share is allowed
    std::int64_t rounds_ = 0;
    struct Losses {
        double train;
        double held;
    };
    std::vector<Losses> losses_;  // round by round, where rows are held
    bool chooses_penalties_ = false;
};

}  // namespace alcole::trees
