#pragma once

#include <alcole/context.hpp>
#include <alcole/tabular/learning.hpp>

#include "base/stopwatch.hpp"
#include "learning/training/task.hpp"

#include <concepts>
#include <memory>

namespace alcole::learning {

/// The problem of a task on its training rows, in single and in double precision. Each is built on first use and then
/// reused with any bounds: searching, judging and examining share them. They also share a clock, because the time limit
/// covers everything that is done with them.
class Problems {
  public:
    Problems(const TrainingTask& task, const Context& context) : task_(task), context_(context) {}

    template <class T>
    const std::shared_ptr<tabular::LearningProblem<T>>& get() {
        using Problem = tabular::LearningProblem<T>;
        auto& kept = kept_for<T>();
        if (kept) return kept;
        if (const auto& other = kept_for<typename Problem::OtherPrecision>()) {
            kept = std::make_shared<Problem>(*other);
            kept->set_bounds(task_.goal.bounds());
        } else {
            kept = std::make_shared<Problem>(task_.train, task_.goal, task_.shape, context_, task_.batches);
        }
        return kept;
    }
    /// The problem with these bounds, one per constraint.
    template <class T>
    tabular::LearningProblem<T>& with_bounds(std::span<const double> bounds) {
        get<T>()->set_bounds(bounds);
        return *get<T>();
    }

    /// Sets the clock to `seconds`; it runs on from there.
    void set_clock(double seconds) {
        before_ = seconds;
        watch_ = {};
    }
    double seconds() const { return before_ + watch_.seconds(); }

    const TrainingTask& task() const { return task_; }
    const Context& context() const { return context_; }

  private:
    template <class T>
    auto& kept_for() {
        if constexpr (std::same_as<T, float>)
            return single_;
        else
            return double_;
    }

    const TrainingTask& task_;
    Context context_;
    std::shared_ptr<tabular::LearningProblem<float>> single_;
    std::shared_ptr<tabular::LearningProblem<double>> double_;
    double before_ = 0;
    base::Stopwatch watch_;
};

}  // namespace alcole::learning
