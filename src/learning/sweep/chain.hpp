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
    Warm warm{};
    bool met = false;                ///< every constraint, in training
    Options::Tolerance tolerance{};  ///< that it was trained to

    double objective() const { return outcome.train.objective; }
};

/// The trainings of a sweep on one set of rows, each from where the one before ended. Bounds run from the loosest to
/// the tightest: a model under a loose bound is a good start for a tighter one, and its multipliers are lower bounds of
/// those to come, so that nothing has to be unlearned.
class SweepChain {
  public:
    /// What it is given must outlive it.
    SweepChain(const Config& config, const Source& source, Task task, const Swept& swept, experiment::Jobs& jobs);

    /// With `with_free` also without the swept constraints, and from there to the loosest bound. False: stopped.
    bool train(const std::vector<double>& loosest_first, bool with_free, const Context& context);

    /// How many trainings that is, if nothing has to be improved.
    static std::size_t num_trainings(const Config& config, std::size_t bounds, bool with_free);

    const std::optional<Link>& free() const { return free_; }
    const std::vector<Link>& links() const { return links_; }  ///< as the bounds were given
    const std::vector<bool>& swept() const { return swept_risks_; }

  private:
    bool train_bounds();
    bool try_cold();
    bool improve();
    bool improve_free(const Link& best);
    std::optional<Link> train_at(double bound, const Warm* warm);
    std::optional<Link> train_without(const Warm* warm);
    std::optional<Link> train_with(Trainer& trainer, const std::vector<double>& bounds, const Warm* warm);
    Warm with_swept(const Warm& warm) const;
    Warm without_swept(const Warm& warm) const;
    Link adopted(const Link& better, double bound) const;

    const Config& config_;
    const Source& source_;
    Task task_;
    const Swept& stated_;
    std::vector<bool> swept_risks_;
    experiment::Jobs& jobs_;
    std::optional<Trainer> trainer_;       ///< with all constraints
    std::optional<Trainer> free_trainer_;  ///< without the swept ones
    std::vector<double> bounds_;
    std::optional<Link> free_;
    std::vector<Link> links_;
};

/// Differences of the objective up to this share of it do not count.
inline constexpr double negligible = 1e-4;

}  // namespace alcole::learning
