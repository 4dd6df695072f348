#pragma once

#include <alcole/export.hpp>
#include <alcole/hooks.hpp>
#include <alcole/interval.hpp>
#include <alcole/ranks.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

/// How work is carried out: the threads and ranks it may use, when to stop, and who receives progress reports. Nothing
/// in a Context changes a result: the same data, options and seed give the same bits with any Context. (The seed is
/// therefore an option, not part of the Context.)
///
///     alcole::StopFlag stop;                                   // set by a signal handler, say
///     const alcole::Context context({.threads = 4, .stop = &stop});
///     const auto fitted = alcole::learning::fit(data, goal, options, context);
///
/// The library alcole::tabular defines it; the solver by itself takes Hooks (hooks.hpp).
namespace alcole {

class Context;
namespace engine {
class ThreadPool;
ThreadPool& pool_of(const Context& context);
}  // namespace engine

/// The progress of a long computation. Members that do not apply are empty.
struct Progress {
    std::string stage{};                   ///< the current part of the work: "tighter bounds 2", "curvature"
    std::string unit{};                    ///< what `done` counts: "epoch", "dual step", "training"
    std::int64_t done = 0;                 ///< units finished
    std::optional<std::int64_t> total{};   ///< total number of units, if known
    std::optional<double> objective{};     ///< of the current iterate
    std::optional<double> worst{};         ///< largest slack, in units of its bound; positive if violated
    std::string worst_name{};              ///< the constraint with that slack
    std::optional<double> residual{};      ///< smallest so far, in units of its tolerance; the search converges at 1
    double seconds = 0;                    ///< elapsed
    std::optional<double> left{};          ///< estimated seconds remaining
    std::optional<Interval> left_about{};  ///< the same if only its order of magnitude is known, with its usual range
    std::optional<double> at_most{};       ///< upper limit on the seconds remaining, not an estimate
};

/// Copies share one thread pool, which starts when it is first needed. Only one computation at a time may use a
/// Context. To run several at once, give each its own `context.with_threads(n)`.
class ALCOLE_EXPORT Context {
  public:
    struct Settings {
        std::size_t threads = 0;         ///< 0: one per core
        const StopFlag* stop = nullptr;  ///< must outlive the Context; may be set from any thread or signal handler
        std::function<void(const Progress&)> on_progress{};  ///< called from one thread at a time
        Ranks* ranks = nullptr;  ///< processes that share evaluations, each with `threads` threads; must outlive this
        bool timings = false;    ///< record in outcomes where the time went
    };

    /// Uses all cores, with no stop request and no progress reports.
    Context();
    explicit Context(Settings settings);

    [[nodiscard]] std::size_t threads() const;
    /// Null if a single process works alone.
    [[nodiscard]] Ranks* ranks() const;
    [[nodiscard]] bool wants_timings() const;
    /// Polled often. A Context can be passed to solve() as a hook; the solve then stops when this returns true.
    [[nodiscard]] bool stop_requested() const;
    /// Calls on_progress if it is set. Check wants_progress() first to avoid computing a report that nobody receives.
    void report(const Progress& progress) const;
    [[nodiscard]] bool wants_progress() const;

    /// Returns a Context with the same stop request and its own threads, without ranks or progress reports: for one of
    /// several concurrent computations.
    [[nodiscard]] Context with_threads(std::size_t threads) const;
    /// Returns a Context with the same threads, ranks and stop request that reports progress elsewhere.
    [[nodiscard]] Context with_progress(std::function<void(const Progress&)> on_progress) const;

    /// Calls f(0) to f(count - 1) on the threads, started in that order. After an exception or a stop request no
    /// further calls are started; the first exception is rethrown once all running calls have finished. f must not use
    /// this Context itself.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& f) const;

  private:
    struct Pool;
    Context(Settings settings, std::shared_ptr<Pool> pool);
    friend engine::ThreadPool& engine::pool_of(const Context& context);
    Settings settings_;
    std::shared_ptr<Pool> pool_;
};

}  // namespace alcole
