#pragma once

#include <alcole/export.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Processes that train one model together. Rank 0 runs the program; the others serve its evaluations.
///
///     const auto ranks = ...;                                        // by MPI, say
///     if (ranks->rank() > 0) return alcole::serve(*ranks), 0;        // until rank 0 calls dismiss()
///     const alcole::Context context({.ranks = ranks.get()});
///     const auto fitted = alcole::learning::fit(data, goal, options, context);
///     alcole::dismiss(*ranks);
///
/// Rank 0 divides the points to evaluate at group boundaries and sends every rank its part. At each evaluation it
/// broadcasts theta. Every rank sums risks or gradients group by group, and rank 0 adds the groups in the order in
/// which a single process would. A model therefore has the same bits with any number of ranks.
///
/// The library alcole::tabular defines the functions; the one implementation with MPI belongs to the command line.
namespace alcole {

/// What a rank is doing.
enum class Phase : std::uint8_t {
    reading,    ///< reading a table, each rank a part of it
    parts,      ///< sending or receiving the points of a plan
    risks,      ///< scores and risks
    gradient,   ///< gradients of the risks
    curvature,  ///< second derivatives
    rest,       ///< rank 0: everything else, such as the solver itself; others: waiting for rank 0
};
constexpr std::size_t num_phases = 6;
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Phase phase);

/// How often and for how long a rank was in a phase, and how much it sent and received.
struct PhaseTime {
    std::uint64_t times = 0;
    double seconds = 0;
    double waiting = 0;  ///< seconds of these spent waiting for messages to be sent or to arrive
    std::uint64_t sent = 0;
    std::uint64_t received = 0;  ///< bytes; a broadcast counts once at rank 0

    [[nodiscard]] bool empty() const { return times == 0; }
};
using PhaseTimes = std::array<PhaseTime, num_phases>;

/// Communication between ranks, from one thread of each process at a time. Failures are not reported to the caller: an
/// implementation ends all ranks with a message.
class ALCOLE_EXPORT Ranks {
  public:
    Ranks() = default;
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    virtual ~Ranks() = default;

    [[nodiscard]] virtual std::size_t rank() const = 0;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// Sends the bytes of rank 0 to all others. All ranks must pass the same number of bytes.
    void broadcast(std::span<std::byte> bytes);
    /// Messages from one rank to another arrive in the order in which they are sent. The receiver must know their size.
    void send(std::size_t to, std::span<const std::byte> bytes);
    void receive(std::size_t from, std::span<std::byte> bytes);
    /// One message from each of several ranks, received in any order, so that a rank that is ready need not wait for
    /// the others.
    struct Message {
        std::size_t from = 0;
        std::span<std::byte> bytes{};
    };
    void receive(std::span<const Message> messages);
    /// Ends the processes of all ranks with a message.
    [[noreturn]] virtual void abort(std::string_view message) = 0;

    /// Starts timing another phase of this rank.
    void enter(Phase phase);
    /// The times of this rank so far.
    const PhaseTimes& times();

  private:
    virtual void do_broadcast(std::span<std::byte> bytes) = 0;
    virtual void do_send(std::size_t to, std::span<const std::byte> bytes) = 0;
    virtual void do_receive(std::size_t from, std::span<std::byte> bytes) = 0;
    /// Receives one after the other, unless an implementation can do better.
    virtual void do_receive(std::span<const Message> messages);

    using Clock = std::chrono::steady_clock;
    PhaseTime& now() { return times_[static_cast<std::size_t>(phase_)]; }

    PhaseTimes times_{};
    Phase phase_ = Phase::rest;
    Clock::time_point since_ = Clock::now();
};

/// Serves the evaluations of rank 0 until rank 0 calls dismiss().
ALCOLE_EXPORT void serve(Ranks& ranks);
/// For rank 0: the times of every rank so far.
[[nodiscard]] ALCOLE_EXPORT std::vector<PhaseTimes> times_of(Ranks& ranks);
/// For rank 0: limits each of the other ranks to `bytes` of memory, with the rest on its disk. Only programs that use
/// the operator new of the command line obey the limit.
ALCOLE_EXPORT void limit_memory(Ranks& ranks, std::uint64_t bytes);
/// For rank 0: ends serve() on all other ranks.
ALCOLE_EXPORT void dismiss(Ranks& ranks);

}  // namespace alcole
