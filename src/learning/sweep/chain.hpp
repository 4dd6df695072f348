#pragma once

#include "experiment/jobs.hpp"
#include "learning/sweep/swept.hpp"
#include "learning/training/train.hpp"

#include <optional>
#include <vector>

namespace alcole::learning {

/// One model of a chain.
struct Link {
    Outcome outcome{};
    WarmStart warm{};
    bool met = false;                ///< every constraint is met on the training rows
    Options::Tolerance tolerance{};  ///< tolerances of its training

    double objective() const { return outcome.train.objective; }
};

/// The trainings of a sweep on one set of rows, each starting where the previous one ended. Bounds run from loosest to
/// tightest: a model under a loose bound is a good start for a tighter one, and its multipliers are lower bounds of
/// those to come, so nothing has to be undone.
class SweepChain {
  public:
    /// The arguments must outlive this object.
    SweepChain(const Config& config, const Source& source, TrainingTask task, const Swept& swept,
               experiment::Jobs& jobs);

    /// If `with_free`, first trains without the swept constraints, and continues from there to the loosest bound.
    /// Returns false if stopped.
    bool train(const std::vector<double>& loosest_first, bool with_free, const Context& context);

    /// The number of trainings, if nothing has to be improved.
    static std::size_t num_trainings(const Config& config, std::size_t bounds, bool with_free);

    const std::optional<Link>& free() const { return free_; }
    const std::vector<Link>& links() const { return links_; }  ///< in the order of the bounds
    const std::vector<bool>& swept() const { return swept_risks_; }

  private:
    bool train_bounds();
    bool try_cold();
    bool improve();
    bool improve_free(const Link& best);
    Trainer& trainer_for_fractions(double bound);
    std::optional<Link> train_at(double bound, const WarmStart* warm);
    std::optional<Link> train_without(const WarmStart* warm);
    std::optional<Link> train_with(Trainer& trainer, const std::vector<double>& bounds, const WarmStart* warm);
    WarmStart with_swept(const WarmStart& warm) const;
    WarmStart without_swept(const WarmStart& warm) const;
    Link adopted(const Link& better, double bound) const;

    const Config& config_;
    const Source& source_;
    TrainingTask task_;
    const Swept& stated_;
    std::vector<bool> swept_risks_;
    experiment::Jobs& jobs_;
    std::optional<Context> context_;
    std::optional<Trainer> trainer_;       ///< with all constraints
    std::optional<Trainer> free_trainer_;  ///< without the swept ones
    std::vector<double> bounds_;
    std::optional<Link> free_;
    std::vector<Link> links_;
};

/// Differences of the objective up to this share of it are negligible.
inline constexpr double negligible = 1e-4;

}  // namespace alcole::learning
