#pragma once

#include <alcole/alcole.hpp>

#include "base/stopwatch.hpp"
#include "learning/training/reporting.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace alcole::learning {

/// Reports progress: after every step for full batches; after every dual step for mini-batches, whose risks are noisy
/// in between.
class SearchReporter {
  public:
    /// What the reporter needs to know to estimate the remaining time.
    struct Plan {
        std::string stage{};
        double batches = 1;  ///< mini-batches in an epoch
        double before = 0;   ///< seconds spent before this search
    };

    SearchReporter(const Context& context, const tabular::Goal& goal, Places places, const Options& options, Plan plan)
        : context_(context), goal_(goal), places_(places), options_(options), plan_(std::move(plan)) {}

    void on_step(const Step& step) {
        if (options_.regime != Regime::full) return;
        residual_ = step.residual;
        report(step.iteration + 1, step.risks);
    }
    void on_dual_step(const TraceRecord& record) {
        if (options_.regime == Regime::stochastic) guess_left(record);
        report(options_.regime == Regime::full ? record.iteration + 1 : record.steps, record.risks);
    }
    bool stop_requested() const { return context_.stop_requested(); }

  private:
    void report(std::int64_t done, std::span<const double> risks) const {
        if (!context_.wants_progress()) return;
        const char* unit = options_.regime == Regime::stochastic ? "mini-batch" : "step";
        Progress progress{.stage = plan_.stage,
                          .unit = unit,
                          .done = done,
                          .seconds = seconds(),
                          .left = left(),
                          .at_most = at_most()};
        if (std::isfinite(residual_)) progress.residual = residual_;
        report_progress(context_, goal_, progress, worst_risks(places_, risks));
    }

    /// For mini-batches: their estimate, but no later than the time limit. For full batches no estimate is given,
    /// because one minimisation in ten takes most of the steps, and which one is known only when it is over. In 14
    /// trainings of 4 to 140 s, a power law fitted to the gradients was right within a factor of two for at most a
    /// fifth of the waiting time, and "as long again as so far" for 40 % of it; a model fitted to 13 of the trainings,
    /// with steps, gradients and decreases of the objective as inputs, was right for 46 % of the remaining one. A pilot
    /// on a quarter of the rows was right for 67 %, but takes another 18 % of CPU.
    std::optional<double> left() const {
        if (may_settle() || !left_) return std::nullopt;
        return std::min(*left_, until_limit().value_or(*left_));
    }
    /// An upper bound: the time limit, or the last epoch of mini-batches that may end earlier, whichever comes first.
    std::optional<double> at_most() const {
        const auto limit = until_limit();
        if (!may_settle() || !left_) return limit;
        return std::min(*left_, limit.value_or(*left_));
    }

    std::optional<double> until_limit() const {
        if (options_.max_seconds <= 0) return std::nullopt;
        return std::max(0.0, options_.max_seconds - seconds());
    }
    /// Unless their rate falls to zero, mini-batches may end before their last epoch.
    bool may_settle() const {
        const auto& batches = options_.stochastic;
        return options_.regime == Regime::stochastic && batches.settle && batches.rate_schedule != RateSchedule::cosine;
    }

    /// Time for the remaining mini-batches at the speed so far. (Full batches follow only if the mini-batches have not
    /// settled.)
    void guess_left(const TraceRecord& record) {
        const auto done = static_cast<double>(record.steps);
        if (first_ < 0) {
            begun_ = record.seconds;
            first_ = done;
        }
        const double steps = static_cast<double>(options_.stochastic.max_epochs) * plan_.batches - done;
        if (done > first_) left_ = std::max(0.0, steps) * (record.seconds - begun_) / (done - first_);
    }

    double seconds() const { return plan_.before + watch_.seconds(); }

    const Context& context_;
    const tabular::Goal& goal_;
    const Places places_;
    const Options& options_;
    const Plan plan_;
    base::Stopwatch watch_;
    std::optional<double> left_;
    double residual_ = std::numeric_limits<double>::infinity();
    double first_ = -1;
    double begun_ = 0;
};

}  // namespace alcole::learning
