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

/// Throws std::invalid_argument with a sentence if these options do not fit the schema.
void check(const tabular::Trees& trees, const tabular::Schema& schema);

/// Boosted trees as the primal side: growing one round of trees takes the place of minimising the Lagrangian, and each
/// round is followed by a dual step. Boosting searches over functions of the inputs, that is, in the space of scores.
class Boosting final : public Primal {
  public:
    /// `held`: rows that the objective leaves out; their loss decides when to stop. The state must outlive this object;
    /// a state that already has trees is continued.
    Boosting(const tabular::Dataset& data, const tabular::Goal& goal, const tabular::Trees& options,
             const Context& context, const std::vector<bool>& held, std::uint64_t seed, State<float>& state);

    std::size_t num_constraints() const override { return space_.num_constraints(); }
    std::vector<std::string> constraint_names() const override { return names_; }
    std::vector<double> constraint_scales() const override { return scales_; }
    std::vector<double> constraint_prices() const override { return prices_; }
    InnerStatus minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) override;
    void risks(std::span<double> l) override;
    bool has_strict_risks() const override { return space_.has_strict_risks(); }
    void strict_risks(std::span<double> l) override;
    std::vector<bool> rates() const override { return rates_; }
    Slopes slopes(std::span<const double> w) override;
    void gradient_sizes(std::span<double> sizes) override;
    /// Always 0, so that slopes, which only the trace needs, are not computed after every round.
    std::int64_t epoch() const override { return 0; }
    double epsilon() const override { return std::numeric_limits<float>::epsilon(); }
    /// The held-out loss, or the objective if no rows are held out; infinite if a constraint with bound 0 that
    /// must be met is violated.
    double merit(std::span<const double> risks) override;
    void keep_best(std::int64_t iteration, std::span<const double> risks) override;
    Counts counts() const override { return state_.dual.counts; }
    void save(const std::filesystem::path& file) const override { alcole::save(state_, file); }

    std::size_t num_points() const { return space_.num_points(); }
    std::int64_t rounds() const { return rounds_; }
    /// Grows trees without constraints until there are `rounds` rounds.
    void warm_up(std::int64_t rounds);
    /// Sets the penalties from the responses of the risks, now and after every round; see set_penalty(). `times` raises
    /// the largest possible penalty by this factor, for multipliers that are as many times larger than prices.
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
    std::vector<double> scales_;  // of the constraints: |bound|, or a hundredth of the risk's unit for bound 0
    std::vector<double> prices_;  // infinite for constraints that must be met
    std::vector<bool> rates_;
    std::vector<double> smallest_responses_;  // lower bounds on responses; see set_penalty
    std::vector<bool> exact_;  // whether the bound is 0 and must be met, so that no relative violation is tolerable
    std::int64_t rounds_ = 0;
    struct Losses {
        double train;
        double held;
    };
    std::vector<Losses> losses_;  // one entry per round; empty if no rows are held out
    bool chooses_penalties_ = false;
};

}  // namespace alcole::trees
