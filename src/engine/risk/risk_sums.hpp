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

/// Computes the risks of a plan from the scores of its points, and their gradient with respect to the scores,
/// regardless of where the scores come from: a network, trees or a test.
///
///     RiskSums sums(Task::binary, 1, pool);
///     std::ranges::copy(scores, sums.start(plan).begin());
///     sums.risks(l);
///     const auto by_score = sums.gradient(w);
///
/// Sums are computed per group of tiles and added in the order of the groups, so the bits are the same for any number
/// of threads and ranks. Rank 0 gets the risks of all ranks.
class RiskSums {
  public:
    RiskSums(tabular::Task task, std::size_t outputs, ThreadPool& pool)
        : predictions_(task, outputs), outputs_(outputs), pool_(pool) {}

    /// The buffer for the scores of the plan's points, points x outputs. The plan must outlive the calls below.
    std::span<double> start(const Plan& plan);

    /// Sets the width of surrogates, from the next risks() on; initially 1.
    void set_width(double width) { width_ = width; }
    /// Computes the risks, one entry per risk, without subtracting bounds. Must be called before the functions below.
    /// `strict`, unless it is empty, receives strict_risks() from the same pass.
    void risks(std::span<double> l, std::span<double> strict = {});
    /// The same with predicted classes in place of probabilities. A point whose predicted class could change with an
    /// error of `doubt` in its scores counts against every risk.
    void strict_risks(std::span<double> l, double doubt = 0);
    /// For each risk, the total weight of the pairs whose predicted classes differ.
    void flips(std::span<double> l);
    /// d sum_i w_i l_i / d scores, points x outputs; valid until the next call.
    std::span<const double> gradient(std::span<const double> w);

    /// The change of gradient(w) if the scores move along ds (points x outputs): the second derivative times ds. Valid
    /// until the next call.
    std::span<const double> curvature(std::span<const double> w, std::span<const double> ds);
    /// The second derivative itself; valid until the next call.
    const ScoreCurvature& curvature(std::span<const double> w);

    /// What a step in the space of scores needs; each is points x outputs.
    struct Push {
        std::span<const double> gradient{};  ///< gradient(w)
        /// A diagonal for steps of rate `rate` along the gradient: the curvature of losses, plus `rate` times a bound
        /// on the curvature of everything that couples scores or is not convex.
        std::span<const double> bound{};
        std::vector<std::span<const double>> alone{};  ///< the gradients of individual risks
    };
    /// Computes a Push in one pass over the points; `alone` lists the risks for Push::alone. Valid until the next call.
    Push push(std::span<const double> w, double rate, std::span<const std::size_t> alone = {});

    const Predictions& predictions() const { return predictions_; }

  private:
    // `binary`: for two classes. The loops are written once, and compiled for two classes and for all other tasks.
    template <bool binary>
    Prediction at(std::size_t point) const {
        return binary ? predictions_.at_binary(point) : predictions_.at(point);
    }
    template <bool binary>
    Prediction of_rate(const auto& rates, std::size_t point) const {
        if (width_of(rates) == 1) return at<binary>(point);
        if (rates.width == 0)
            return binary ? predictions_.at_surrogate_width_binary(point) : predictions_.at_surrogate_width(point);
        return binary ? predictions_.at_own_width_binary(point) : predictions_.at_own_width(point);
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
    void add_rates(IndexRange rates, double* risks, double* strict, double doubt) const;
    void add_columns(const Plan::Tile& tile, double* fixed, double* risks, double* strict, double doubt) const;
    double count_column(const Plan::Tile& tile, const double* weight, double doubt) const;
    void add_column_gradients(const Plan::Tile& tile, std::span<const double> w);
    void add_column_pushes(const Plan::Tile& tile, std::span<const double> w, double rate,
                           std::span<double* const> alone);
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
    bool has_rates(const Plan::Tile& tile) const;
    template <bool binary>
    void find_each_row(const Plan::Tile& tile);
    /// Of a rate or a column of rates; 1 for a column of losses.
    double width_of(const auto& rates) const { return rates.width == 0 ? width_ : rates.width; }
    double own_width(const Plan::Tile& tile) const;
    /// The probabilities that the points of a column count as.
    const double* probabilities_of(const Plan::Column& column, std::size_t first) const {
        if (width_of(column) == 1) return predictions_.probabilities_from(first);
        return column.width == 0 ? predictions_.at_surrogate_width_from(first) : predictions_.at_own_width_from(first);
    }

    Predictions predictions_;
    std::size_t outputs_;
    ThreadPool& pool_;
    const Plan* plan_ = nullptr;
    double width_ = 1;
    std::size_t groups_ = 0;           // the number of groups whose sums are present
    std::vector<double> group_sums_;   // groups x risks
    std::vector<double> both_sums_;    // of the last risks(), per group: terms without a surrogate, then the rest
    std::vector<double> strict_sums_;  // the same for strict risks
    std::vector<double> each_row_;     // risks of single rows at the last risks()
    std::vector<double> gradient_;     // points x outputs
    std::vector<double> change_;       // of the gradient, points x outputs
    std::vector<std::vector<double>> alone_;  // gradients of individual risks
    ScoreCurvature blocks_;
    std::vector<double> units_;   // outputs x outputs, the identity, and a row of zeros
    std::vector<double> unused_;  // per thread, a row for output that is discarded
};

}  // namespace alcole::engine
