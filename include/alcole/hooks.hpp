#pragma once

#include <alcole/problem.hpp>
#include <alcole/state.hpp>

#include <atomic>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <vector>

/// Hooks observe a solve. A hook is any object with any subset of the members below. An object with none of them, or
/// with a member of the wrong signature, is a compile-time error:
///
///     void on_step(const Step& step);                // after each accepted step of theta
///     void on_dual_step(const TraceRecord& record);  // after each dual step
///     void on_end(const Summary& summary);
///     bool stop_requested();                         // asked before each evaluation; true ends the solve there
///
/// Hooks are called from the thread that called solve(), between evaluations, so a slow hook delays the solve. An
/// exception thrown by a hook ends the solve and propagates to its caller. The library itself never prints; write a
/// hook to show progress.
namespace alcole {

struct Summary;
class Primal;

/// The state of a solve after a step of theta.
struct Step {
    std::int64_t iteration = 0;  ///< dual steps so far
    std::int64_t steps = 0;      ///< steps of theta so far
    double value = 0;            ///< of the Lagrangian, on all data or on the mini-batch
    std::span<const double> risks;
    std::span<const double> lambda;
    std::span<const double> alpha;
    /// The smallest residual of the dual steps so far, in units of its tolerance: a solve has converged at 1. Infinite
    /// before the first dual step, and with mini-batches, whose residuals are not computed.
    double residual = std::numeric_limits<double>::infinity();
    double width = 1;  ///< of the surrogates, see problem.hpp; a narrower one begins with an infinite residual

    const Primal* primal = nullptr;  ///< the holder of theta

    /// Writes the state to a file from which a later solve resumes; see save(State, file).
    ALCOLE_EXPORT void save(const std::filesystem::path& file) const;
};

/// A stop request that may be set from a signal handler or from another thread.
class StopFlag {
  public:
    void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
    void clear() noexcept { requested_.store(false, std::memory_order_relaxed); }
    [[nodiscard]] bool stop_requested() const noexcept { return requested_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> requested_ = false;
    static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler must be able to set the flag");
};

/// References to any number of hooks behind one type. The hooks must outlive it.
class Hooks {
  public:
    Hooks() = default;

    template <OtherThan<Hooks>... H>
    explicit Hooks(H&... hooks) : entries_{entry(hooks)...} {}

    void on_step(const Step& step) const {
        for (const auto& e : entries_)
            if (e.on_step) e.on_step(e.object, step);
    }
    void on_dual_step(const TraceRecord& record) const {
        for (const auto& e : entries_)
            if (e.on_dual_step) e.on_dual_step(e.object, record);
    }
    void on_end(const Summary& summary) const {
        for (const auto& e : entries_)
            if (e.on_end) e.on_end(e.object, summary);
    }
    [[nodiscard]] bool stop_requested() const {
        bool stop = false;
        for (const auto& e : entries_)
            if (e.stop_requested) stop = e.stop_requested(e.object) || stop;
        return stop;
    }

    /// Returns the same hooks reduced to their stop requests.
    [[nodiscard]] Hooks stops_only() const {
        Hooks stops;
        for (const auto& e : entries_)
            if (e.stop_requested) stops.entries_.push_back({.object = e.object, .stop_requested = e.stop_requested});
        return stops;
    }

  private:
    /// As for problems, a member with the right name and the wrong signature is reported, not ignored.
    struct EveryName {
        int on_step, on_dual_step, on_end, stop_requested;
    };
    template <class H>
    struct WithEveryName : H, EveryName {};
    struct Names {
        template <class H>
        static constexpr bool open = std::is_class_v<H> && !std::is_final_v<H>;
        template <class H>
        static constexpr bool on_step = open<H> && !requires {
            &WithEveryName<H>::on_step;
        };
        template <class H>
        static constexpr bool on_dual_step = open<H> && !requires {
            &WithEveryName<H>::on_dual_step;
        };
        template <class H>
        static constexpr bool on_end = open<H> && !requires {
            &WithEveryName<H>::on_end;
        };
        template <class H>
        static constexpr bool stop_requested = open<H> && !requires {
            &WithEveryName<H>::stop_requested;
        };
    };

    struct Entry {
        const void* object = nullptr;
        void (*on_step)(const void*, const Step&) = nullptr;
        void (*on_dual_step)(const void*, const TraceRecord&) = nullptr;
        void (*on_end)(const void*, const Summary&) = nullptr;
        bool (*stop_requested)(const void*) = nullptr;
    };

    template <class H>
    static H& as(const void* object) {
        return *static_cast<H*>(const_cast<void*>(object));  // NOLINT(cppcoreguidelines-pro-type-const-cast): H says
    }

    template <class H>
    static Entry entry(H& hook) {
        constexpr bool steps = requires(const Step& s) { hook.on_step(s); };
        constexpr bool dual_steps = requires(const TraceRecord& r) { hook.on_dual_step(r); };
        constexpr bool ends = requires(const Summary& s) { hook.on_end(s); };
        constexpr bool stops = requires {
            { hook.stop_requested() } -> std::convertible_to<bool>;
        };
        static_assert(steps || dual_steps || ends || stops,
                      "alcole: a hook needs at least one of on_step(const Step&), on_dual_step(const TraceRecord&), "
                      "on_end(const Summary&), bool stop_requested()");
        using Bare = std::remove_const_t<H>;
        static_assert(steps || !Names::on_step<Bare>, "alcole: on_step must be 'void on_step(const alcole::Step&)'");
        static_assert(dual_steps || !Names::on_dual_step<Bare>,
                      "alcole: on_dual_step must be 'void on_dual_step(const alcole::TraceRecord&)'");
        static_assert(ends || !Names::on_end<Bare>, "alcole: on_end must be 'void on_end(const alcole::Summary&)'");
        static_assert(stops || !Names::stop_requested<Bare>, "alcole: stop_requested must be 'bool stop_requested()'");
        Entry e{.object = &hook};
        if constexpr (steps) e.on_step = [](const void* o, const Step& s) { as<H>(o).on_step(s); };
        if constexpr (dual_steps)
            e.on_dual_step = [](const void* o, const TraceRecord& r) { as<H>(o).on_dual_step(r); };
        if constexpr (ends) e.on_end = [](const void* o, const Summary& s) { as<H>(o).on_end(s); };
        if constexpr (stops) e.stop_requested = [](const void* o) -> bool { return as<H>(o).stop_requested(); };
        return e;
    }

    std::vector<Entry> entries_;
};

}  // namespace alcole
