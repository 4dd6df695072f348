#pragma once

#include <alcole/ranks.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>

#include "engine/packet.hpp"
#include "engine/plan/part.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

/// What rank 0 asks of the other ranks. Each order is broadcast, and all ranks, rank 0 among them, then do the same to
/// their parts of a plan.
namespace alcole::engine {

enum class Order : std::uint32_t {
    open,            ///< make an evaluator: Opening
    take,            ///< evaluate another plan: every rank is sent its part
    set_width,       ///< double
    forward,         ///< theta
    backward,        ///< w
    hessian_vector,  ///< w, v
    hessian,         ///< w
    preconditioner,  ///< w
    strict_risks,    ///< double: doubt
    flips,
    scores,
    limit_memory,  ///< std::uint64_t: bytes
    look,          ///< at a table: every rank says what it sees of it, see reading_orders.hpp
    read,          ///< a part of it: ReadRequest; every reader says how it went
    hand_over,     ///< bool: the readers send what they have read, or let go of it
    close,         ///< the evaluator is not needed any more
    times,         ///< say how long everything took
    end            ///< nothing is needed any more
};
Phase phase_of(Order order);

struct OrderHead {
    Order order = Order::end;
    std::uint32_t evaluator = 0;  ///< its number
    std::uint64_t bytes = 0;      ///< of what follows
};

/// What is told goes with the head where it fits into one message of this size, and else the rest of it follows.
constexpr std::size_t first_message = 1024;

/// Rank 0: tells all others.
void tell(Ranks& ranks, Order order, std::uint32_t evaluator = 0, std::span<std::byte> bytes = {});
/// The others: hear it.
OrderHead hear(Ranks& ranks, std::vector<std::byte>& bytes);

/// What every rank must know to evaluate its part: the model, and the inputs without their bases.
template <class T>
struct Opening {
    tabular::Model model{};
    tabular::Task task = tabular::Task::binary;
    std::uint64_t outputs = 1;
    std::uint64_t threads = 1;  ///< of each rank
    Inputs<T> inputs{};
};
template <class T>
void put(PacketWriter& to, const Opening<T>& opening);
/// Throws std::runtime_error where this rank computes with another one than rank 0; opening_from() asks.
void check_instruction_set(std::string_view of_rank_0);
/// What comes first in an opening.
std::uint64_t precision_of(std::span<const std::byte> opening);
template <class T>
Opening<T> opening_from(std::span<const std::byte> bytes);

/// A part of a plan and the bases it reads.
template <class T>
void put(PacketWriter& to, const Plan& part, const BaseInputs<T>& bases);
template <class T>
void get(PacketReader& from, Plan& part, Inputs<T>& inputs);

}  // namespace alcole::engine
