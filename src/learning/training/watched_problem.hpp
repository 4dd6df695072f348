#pragma once

#include <alcole/context.hpp>
#include <alcole/tabular/learning.hpp>

#include "base/stopwatch.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

/// A learning problem that can be stopped between evaluations and counts them. Whoever evaluates it (an eigenvalue
/// solver, a minimiser) need not know.
namespace alcole::learning {

/// Thrown from an evaluation if a stop was requested or time has run out.
struct Stopped {};

/// Counts evaluations and estimates how many are left.
class Meter {
  public:
    /// `seconds`: the time limit.
    Meter(const Context& context, double seconds) : context_(context), seconds_(seconds) {}

    /// Begins a stage with at most `expected` evaluations, and `later` in the stages after it.
    void begin(std::string what, double expected, double later) {
        what_ = std::move(what);
        expect(expected, later);
    }
    /// Updates the estimate of what is left.
    void expect(double expected, double later) {
        end_ = static_cast<double>(done_) + expected;
        later_ = later;
    }
    std::size_t done() const { return done_; }

    void count_one() {
        const double seconds = watch_.seconds();
        if (context_.stop_requested() || seconds > seconds_) throw Stopped{};
        ++done_;
        if (!context_.wants_progress()) return;
        const auto done = static_cast<double>(done_);
        context_.report({.stage = what_,
                         .unit = "evaluations of all rows",
                         .done = static_cast<std::int64_t>(done_),
                         .seconds = seconds,
                         .left = seconds / done * (std::max(0.0, end_ - done) + later_)});
    }

  private:
    const Context& context_;
    const double seconds_;
    std::string what_;
    double end_ = 0;
    double later_ = 0;
    std::size_t done_ = 0;
    base::Stopwatch watch_;
};

template <class T>
class WatchedProblem {
  public:
    WatchedProblem(tabular::LearningProblem<T>& problem, Meter& meter) : problem_(problem), meter_(meter) {}

    std::size_t num_variables() const { return problem_.num_variables(); }
    std::size_t num_constraints() const { return problem_.num_constraints(); }
    std::vector<std::string> constraint_names() const { return problem_.constraint_names(); }
    std::vector<double> constraint_scales() const { return problem_.constraint_scales(); }
    auto risks(std::span<const T> theta, std::span<double> l) {
        meter_.count_one();
        return problem_.risks(theta, l);
    }
    void hessian_vector(std::span<const T> theta, std::span<const double> w, std::span<const T> v, std::span<T> h) {
        meter_.count_one();
        problem_.hessian_vector(theta, w, v, h);
    }
    bool has_hessian() const { return problem_.has_hessian(); }
    void hessian(std::span<const T> theta, std::span<const double> w, std::span<double> h) {
        meter_.count_one();
        problem_.hessian(theta, w, h);
    }

  private:
    tabular::LearningProblem<T>& problem_;
    Meter& meter_;
};

}  // namespace alcole::learning
