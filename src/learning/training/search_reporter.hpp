#pragma once

#include <alcole/alcole.hpp>
#include <alcole/interval.hpp>

#include "base/stopwatch.hpp"
#include "learning/training/reporting.hpp"
#include "learning/training/steps_left.hpp"

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
        double batches = 1;                ///< mini-batches in an epoch
        double before = 0;                 ///< seconds spent before this search
        std::optional<SearchKind> kind{};  ///< of a search on all data that starts anew
    };

    SearchReporter(const Context& context, const tabular::Goal& goal, Places places, const Options& options, Plan plan)
        : context_(context), goal_(goal), places_(places), options_(options), plan_(std::move(plan)) {}

    void on_step(const Step& step) {
        if (options_.regime != Regime::full) return;
        residual_ = step.residual;
        if (plan_.kind) guess_left(*plan_.kind, step);
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
                          .left_about = left_about(),
                          .at_most = at_most()};
        if (std::isfinite(residual_)) progress.residual = residual_;
        report_progress(context_, goal_, progress, worst_risks(places_, risks));
    }

    /// For mini-batches: their estimate, but no later than the time limit.
    std::optional<double> left() const {
        if (may_settle() || !left_) return std::nullopt;
        return std::min(*left_, until_limit().value_or(*left_));
    }
    /// For steps over all data: an estimate with a range that ends no later than the time limit. Nothing is said in the
    /// first second, when trainings that need no estimate are over.
    std::optional<Interval> left_about() const {
        constexpr double soon = 1;
        if (!left_about_ || watch_.seconds() < soon) return std::nullopt;
        return until(until_limit().value_or(left_about_->high), *left_about_);
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
        const double steps = static_cast<double>(options_.stochastic.max_epochs) * plan_.batches - done;
        if (const auto pace = seconds_per_step(record.steps)) left_ = std::max(0.0, steps) * *pace;
    }
    void guess_left(const SearchKind& kind, const Step& step) {
        const auto pace = seconds_per_step(step.steps);
        if (!pace) return;
        const Interval steps = steps_left(kind, step);
        left_about_ = {.estimate = *pace * steps.estimate, .low = *pace * steps.low, .high = *pace * steps.high};
    }
    /// Since the first report, before which an interrupted search may have taken steps.
    std::optional<double> seconds_per_step(std::int64_t done) {
        if (first_ < 0) {
            begun_ = watch_.seconds();
            first_ = done;
        }
        if (done == first_) return std::nullopt;
        return (watch_.seconds() - begun_) / static_cast<double>(done - first_);
    }

    double seconds() const { return plan_.before + watch_.seconds(); }

    const Context& context_;
    const tabular::Goal& goal_;
    const Places places_;
    const Options& options_;
    const Plan plan_;
    base::Stopwatch watch_;
    std::optional<double> left_;
    std::optional<Interval> left_about_;
    double residual_ = std::numeric_limits<double>::infinity();
    std::int64_t first_ = -1;
    double begun_ = 0;
};

}  // namespace alcole::learning
