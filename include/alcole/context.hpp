#pragma once

#include <alcole/export.hpp>
#include <alcole/hooks.hpp>
#include <alcole/ranks.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

/// How work is done: on how many threads and ranks, until when, and who is told. Nothing in a Context changes a result:
/// the same data, options and seed give the same bits with any Context. (The seed is therefore an option, not part of
/// it.)
///
///     alcole::StopFlag stop;                                   // set by a signal handler, say
///     const alcole::Context context({.threads = 4, .stop = &stop});
///     const auto fitted = alcole::learning::fit(data, goal, options, context);
namespace alcole {

namespace engine {
class ThreadPool;
}

/// How far long work is. What does not apply is empty.
struct Progress {
    std::string stage{};                  ///< which part of the work: "tighter bounds 2", "curvature"
    std::string unit{};                   ///< what `done` counts: "epoch", "dual step", "training"
    std::int64_t done = 0;                ///< units finished
    std::optional<std::int64_t> total{};  ///< units in all, where that is known
    std::optional<double> objective{};    ///< of the current iterate
    std::optional<double> worst{};        ///< largest slack, in units of its bound: above 0 is violated
    std::string worst_name{};             ///< the constraint it belongs to
    double seconds = 0;                   ///< so far
    std::optional<double> left{};         ///< seconds, an estimate
    std::optional<double> at_most{};      ///< seconds, no estimate but a limit
};

/// Copies share one pool of threads, which is started when it is first needed. One piece of work at a time may use a
/// Context; whoever runs several at once gives each of them `context.with_threads(n)`.
class ALCOLE_EXPORT Context {
  public:
    struct Settings {
        std::size_t threads = 0;         ///< 0: one per core
        const StopFlag* stop = nullptr;  ///< must outlive the Context; may be set from any thread or signal handler
        std::function<void(const Progress&)> on_progress{};  ///< called from one thread at a time
        Ranks* ranks = nullptr;  ///< processes that share evaluations, each with so many threads; must outlive it
        bool timings = false;    ///< outcomes say where the time went
    };

    /// All cores; nobody stops it and nobody is told.
    Context();
    explicit Context(Settings settings);

    std::size_t threads() const;
    /// None where one process works alone.
    Ranks* ranks() const;
    bool wants_timings() const;
    /// Asked often. A Context can be passed to solve() as a hook, which then stops when this is true.
    bool stop_requested() const;
    /// Calls on_progress, where there is one. `wants_progress` saves the trouble of finding out what nobody hears.
    void report(const Progress& progress) const;
    bool wants_progress() const;

    /// The same stop request with threads of its own, without ranks, told to nobody: for one of several pieces of work.
    [[nodiscard]] Context with_threads(std::size_t threads) const;
    /// The same threads, ranks and stop request, told to somebody else.
    [[nodiscard]] Context with_progress(std::function<void(const Progress&)> on_progress) const;

    /// Calls f(0) to f(count - 1) on the threads, begun in that order. After an exception, and when a stop is
    /// requested, no further call is begun; the first exception is thrown again when all calls are done. f must not use
    /// this Context for work of its own.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& f) const;

    /// The threads, for the engine.
    engine::ThreadPool& pool() const;

  private:
    struct Pool;
    Context(Settings settings, std::shared_ptr<Pool> pool);
    Settings settings_;
    std::shared_ptr<Pool> pool_;
};

}  // namespace alcole
