#pragma once

#include <alcole/ranks.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>

#include "engine/packet.hpp"
#include "engine/plan/part.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

/// The orders that rank 0 gives to the other ranks. Each is broadcast, and all ranks, including rank 0, then perform
/// the same operation on their parts of a plan.
namespace alcole::engine {

enum class Order : std::uint32_t {
    open,            ///< create an evaluator: EvaluatorSetup
    take,            ///< change to another plan; every rank is sent its part
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
    look,          ///< check a table: every rank reports what it sees, see reading_orders.hpp
    read,          ///< read a part of it: ReadRequest; every reader reports the result
    hand_over,     ///< bool: the readers send what they have read (true) or discard it (false)
    close,         ///< destroy the evaluator
    times,         ///< report the time spent in each phase
    end            ///< stop serving
};
Phase phase_of(Order order);

struct OrderHead {
    Order order = Order::end;
    std::uint32_t evaluator = 0;  ///< the number of the evaluator
    std::uint64_t bytes = 0;      ///< the size of the payload
};

/// The size of the first message, which contains the head and as much of the payload as fits; the rest follows in a
/// second one.
constexpr std::size_t first_message = 1024;

/// On rank 0: broadcasts an order to all others.
void issue(Ranks& ranks, Order order, std::uint32_t evaluator = 0, std::span<std::byte> bytes = {});
/// On the others: receives an order.
OrderHead receive_order(Ranks& ranks, std::vector<std::byte>& bytes);

/// What every rank needs to evaluate its part: the model, and the inputs without their bases.
template <class T>
struct EvaluatorSetup {
    tabular::Model model{};
    tabular::Task task = tabular::Task::binary;
    std::uint64_t outputs = 1;
    std::uint64_t threads = 1;  ///< per rank
    Inputs<T> inputs{};
};
template <class T>
void put(PacketWriter& to, const EvaluatorSetup<T>& setup);
/// Throws std::runtime_error if this rank uses another instruction set than rank 0; setup_from() calls it.
void check_instruction_set(std::string_view of_rank_0);
/// sizeof(T) of a setup, which comes first in its bytes.
std::uint64_t precision_of(std::span<const std::byte> setup);
template <class T>
EvaluatorSetup<T> setup_from(std::span<const std::byte> bytes);

/// A part of a plan and the inputs of its bases.
template <class T>
void put(PacketWriter& to, const Plan& part, const BaseInputs<T>& bases);
template <class T>
void get(PacketReader& from, Plan& part, Inputs<T>& inputs);

}  // namespace alcole::engine
