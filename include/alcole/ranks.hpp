#pragma once

#include <alcole/export.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Processes that train one model together: rank 0 runs the program, the others serve its evaluations.
///
///     const auto ranks = ...;                                        // by MPI, say
///     if (ranks->rank() > 0) return alcole::serve(*ranks), 0;        // until rank 0 calls dismiss()
///     const alcole::Context context({.ranks = ranks.get()});
///     const auto fitted = alcole::learning::fit(data, goal, options, context);
///     alcole::dismiss(*ranks);
///
/// Rank 0 cuts the points that are to be evaluated between two of their groups and sends every rank its part. At each
/// evaluation it broadcasts theta; every rank sums risks, or gradients, group by group, and rank 0 adds the groups in
/// the order in which one process adds them. A model is therefore the same bits with any number of ranks.
namespace alcole {

/// What a rank is doing.
enum class Phase : std::uint8_t {
    reading,    ///< a table is read, each rank a part of it
    parts,      ///< the points of a plan are sent, or received
    risks,      ///< scores and risks
    gradient,   ///< of them
    curvature,  ///< second derivatives
    rest,       ///< rank 0: everything else, such as the solver's own work; others: waiting for rank 0
};
constexpr std::size_t num_phases = 6;
ALCOLE_EXPORT std::string_view to_string(Phase phase);

/// How often, and how long, a rank was in a phase, and what it moved in it.
struct PhaseTime {
    std::uint64_t times = 0;
    double seconds = 0;
    double waiting = 0;  ///< of these seconds, for messages to be sent or to arrive
    std::uint64_t sent = 0;
    std::uint64_t received = 0;  ///< bytes; a broadcast counts once at rank 0

    bool empty() const { return times == 0; }
};
using PhaseTimes = std::array<PhaseTime, num_phases>;

/// How ranks reach each other. What fails here does not come back: an implementation ends all of them with a message.
class ALCOLE_EXPORT Ranks {
  public:
    Ranks() = default;
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    virtual ~Ranks() = default;

    virtual std::size_t rank() const = 0;
    virtual std::size_t size() const = 0;
    /// Rank 0's bytes to all others; as many everywhere.
    void broadcast(std::span<std::byte> bytes);
    /// From one rank to another, in the order they are sent. The receiver knows how many they are.
    void send(std::size_t to, std::span<const std::byte> bytes);
    void receive(std::size_t from, std::span<std::byte> bytes);
    /// What several ranks send, one message of each: whoever is ready first need not wait for the others.
    struct Message {
        std::size_t from = 0;
        std::span<std::byte> bytes{};
    };
    void receive(std::span<const Message> messages);
    /// Ends the processes of all ranks with a message.
    [[noreturn]] virtual void abort(std::string_view message) = 0;

    /// What this rank does from now on.
    void enter(Phase phase);
    /// What it has done so far.
    const PhaseTimes& times();

  private:
    virtual void do_broadcast(std::span<std::byte> bytes) = 0;
    virtual void do_send(std::size_t to, std::span<const std::byte> bytes) = 0;
    virtual void do_receive(std::size_t from, std::span<std::byte> bytes) = 0;
    /// One after the other, unless an implementation can do better.
    virtual void do_receive(std::span<const Message> messages);

    using Clock = std::chrono::steady_clock;
    PhaseTime& now() { return times_[static_cast<std::size_t>(phase_)]; }

    PhaseTimes times_{};
    Phase phase_ = Phase::rest;
    Clock::time_point since_ = Clock::now();
};

/// Serves the evaluations of rank 0 until it dismisses the others.
ALCOLE_EXPORT void serve(Ranks& ranks);
/// Rank 0: what every rank has done so far.
[[nodiscard]] ALCOLE_EXPORT std::vector<PhaseTimes> times_of(Ranks& ranks);
/// Rank 0: every other rank keeps within so many bytes of memory, each of them, with the rest on its disk. For programs
/// whose `new` is the command line's; others know nothing of limits.
ALCOLE_EXPORT void limit_memory(Ranks& ranks, std::uint64_t bytes);
/// Rank 0: nothing more is to be evaluated.
ALCOLE_EXPORT void dismiss(Ranks& ranks);

}  // namespace alcole
