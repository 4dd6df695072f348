#pragma once

#include "engine/cpu/thread_pool.hpp"
#include "engine/plan/plan.hpp"
#include "engine/plan/scorer.hpp"
#include "engine/risk/predictions.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace alcole::engine {

/// Computes a plan's risks, and their gradient by score, from the scores of its points. Where the scores come from does
/// not matter: a network, trees, or a test that writes them down.
///
///     RiskSums sums(Task::binary, 1, pool);
///     std::ranges::copy(scores, sums.start(plan).begin());
///     sums.risks(l);
///     const auto by_score = sums.gradient(w);
///
/// Sums are taken per group of tiles and added in the order of the groups, so the bits are the same for any number of
/// threads and ranks. Rank 0 gets the risks of all ranks.
class RiskSums {
  public:
    RiskSums(tabular::Task task, std::size_t outputs, ThreadPool& pool)
        : predictions_(task, outputs), outputs_(outputs), pool_(pool) {}

    /// Returns where to write the scores of the plan's points, points x outputs. The plan must outlive every question
    /// about it.
    std::span<double> start(const Plan& plan);

    /// Sets the width of the smooth form of rates, from the next risks() on; 1 at first.
    void set_width(double width) { width_ = width; }
    /// Computes the risks of the scores, one entry per risk, without their bounds. Must be called before the functions
    /// below. Unless `strict` is empty, the same pass writes strict_risks() to it.
    void risks(std::span<double> l, std::span<double> strict = {});
    /// The same with predicted classes in place of probabilities. A point whose predicted class could change if its
    /// scores moved by `doubt` counts against every risk.
    void strict_risks(std::span<double> l, double doubt = 0);
    /// For each risk, the total weight of the pairs whose predicted classes differ.
    void flips(std::span<double> l);
    /// d sum_i w_i l_i / d scores, points x outputs; valid until the next call.
    std::span<const double> gradient(std::span<const double> w);

    /// How gradient(w) changes when the scores move along ds, points x outputs: the second derivative times ds. Valid
    /// until the next call.
    std::span<const double> curvature(std::span<const double> w, std::span<const double> ds);
    /// The second derivative itself; valid until the next call.
    const ScoreCurvature& curvature(std::span<const double> w);

    /// The ingredients of a step in the space of scores, points x outputs each.
    struct Push {
        std::span<const double> gradient{};  ///< gradient(w)
        /// A diagonal for steps of length `rate`: the curvature of the losses plus `rate` times a bound on the
        /// curvature of everything that couples scores or is not convex.
        std::span<const double> bound{};
        std::vector<std::span<const double>> alone{};  ///< the gradients of single risks
    };
    /// Computes all of it in one pass over the points; `alone` lists the single risks. Valid until the next call of any
    /// function.
    Push push(std::span<const double> w, double rate, std::span<const std::size_t> alone = {});

    const Predictions& predictions() const { return predictions_; }

  private:
    // `binary`: two classes. The loops are written once and compiled for two classes and for all other tasks.
    template <bool binary>
    Prediction at(std::size_t point) const {
        return binary ? predictions_.at_binary(point) : predictions_.at(point);
    }
    template <bool binary>
    Prediction of_rate(std::size_t point, bool narrow) const {
        if (!narrow) return at<binary>(point);
        return binary ? predictions_.narrowed_binary(point) : predictions_.narrowed(point);
    }
    /// Calls job(std::true_type) for two classes, otherwise job(std::false_type).
    template <class Job>
    void by_task(Job job) const {
        predictions_.is_binary() ? job(std::true_type()) : job(std::false_type());
    }
    template <bool binary>
    void add_push(const Plan::Tile& tile, std::span<const double> w, double rate, std::span<double* const> alone);
    template <bool binary>
    void add_fixed_risks(const Plan::Tile& tile, double* risks) const;
    template <bool binary>
    void add_rates(const Plan::Tile& tile, double* risks, double* strict, double doubt) const;
    void add_measures(const Plan::Tile& tile, double* risks, double* strict, double doubt) const;
    template <bool binary>
    void add_gradient(const Plan::Tile& tile, std::span<const double> w);
    template <class Along, class To>
    void add_curvature_of_points(const Plan::Tile& tile, std::span<const double> w, Along along, To to) const;
    template <class Job>
    void for_each_pair(const Plan::Tile& tile, std::span<const double> w, Job job) const;
    void add_curvature(const Plan::Tile& tile, std::span<const double> w, std::span<const double> ds);
    void add_blocks(const Plan::Tile& tile, std::span<const double> w, double* unused);
    /// Calls job(tile, thread). Tiles share no point and no pair, so they can be processed in any order.
    template <class Job>
    void for_each_tile(Job job) {
        pool_.run(plan_->groups.size(), [&](std::size_t group, std::size_t thread) {
            for (std::size_t tile = plan_->groups[group].begin; tile < plan_->groups[group].end; ++tile)
                job(plan_->tiles[tile], thread);
        });
    }
    template <class Add>
    void sum_over_groups(std::vector<double>& all, std::size_t entries, Add add);
    void add_groups(const std::vector<double>& sums, std::size_t entries, std::size_t first, std::span<double> l) const;
    void add_up(const std::vector<double>& sums, std::size_t entries, std::size_t first, std::span<double> l) const;
    template <bool binary>
    void find_each_row(const Plan::Tile& tile);
    double width_of(const Plan::Rate& rate) const { return rate.as_it_is ? 1 : width_; }

    Predictions predictions_;
    std::size_t outputs_;
    ThreadPool& pool_;
    const Plan* plan_ = nullptr;
    double width_ = 1;
    std::size_t groups_ = 0;           // number of groups with sums
    std::vector<double> group_sums_;   // groups x risks
    std::vector<double> both_sums_;    // per group, of the last risks(): risks that are their own strict form, others
    std::vector<double> strict_sums_;  // likewise
    std::vector<double> each_row_;     // the risks of single rows in the last risks()
    std::vector<double> gradient_;     // points x outputs
    std::vector<double> change_;       // of the gradient, points x outputs
    std::vector<std::vector<double>> alone_;  // gradients of single risks
    ScoreCurvature blocks_;
    std::vector<double> units_;   // the identity, outputs x outputs, followed by a row of zeros
    std::vector<double> unused_;  // for each thread, a row that is never read
};

}  // namespace alcole::engine
