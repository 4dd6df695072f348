#include "engine/orders.hpp"

#include "base/fields.hpp"
#include "engine/cpu/kernels.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

namespace alcole::engine {

Phase phase_of(Order order) {
    switch (order) {
        case Order::take:
            return Phase::parts;
        case Order::forward:
        case Order::strict_risks:
        case Order::flips:
        case Order::scores:
            return Phase::risks;
        case Order::backward:
            return Phase::gradient;
        case Order::hessian_vector:
        case Order::hessian:
        case Order::preconditioner:
            return Phase::curvature;
        case Order::look:
        case Order::read:
        case Order::hand_over:
            return Phase::reading;
        default:
            return Phase::rest;
    }
}

namespace {

constexpr std::size_t beside_head = first_message - sizeof(OrderHead);
using FirstMessage = std::array<std::byte, first_message>;

/// A part of a plan, followed by the inputs of its bases.
template <class Packet>
void plan_members(Packet& packet, auto& part, auto& numbers, auto& lists, auto& ones) {
    packet(part.ordered);
    packet.lists(part.bases, part.point_base, part.point_variant, part.losses, part.rates, part.values, part.pairs,
                 part.columns, part.weights, part.constants, part.tiles, part.groups, numbers, lists.begin, lists.at,
                 lists.values, ones);
}

}  // namespace

template <class Packet, base::Is<tabular::ScoreMap> S>
void members(Packet& packet, S& s) {
    packet(s.from, s.to, s.beyond);
}

template <class Packet, class S>
requires base::Is<S, EvaluatorSetup<float>> || base::Is<S, EvaluatorSetup<double>>
void members(Packet& packet, S& s) {
    packet(s.model.hidden, s.model.activation, s.model.calibration, s.task, s.outputs, s.threads, s.inputs.num_numbers,
           s.inputs.num_inputs, s.inputs.usual, s.inputs.base_blocks, s.inputs.num_variants, s.inputs.variant_blocks,
           s.inputs.variant_ones, s.inputs.variant_values);
}

void issue(Ranks& ranks, Order order, std::uint32_t evaluator, std::span<std::byte> bytes) {
    const OrderHead head{.order = order, .evaluator = evaluator, .bytes = bytes.size()};
    FirstMessage first{};
    std::memcpy(first.data(), &head, sizeof head);
    const auto beside = bytes.first(std::min(bytes.size(), beside_head));
    std::ranges::copy(beside, first.begin() + sizeof head);
    ranks.broadcast(first);
    if (bytes.size() > beside.size()) ranks.broadcast(bytes.subspan(beside.size()));
}

OrderHead receive_order(Ranks& ranks, std::vector<std::byte>& bytes) {
    FirstMessage first{};
    ranks.broadcast(first);
    OrderHead head;
    std::memcpy(&head, first.data(), sizeof head);
    bytes.resize(head.bytes);
    const std::size_t beside = std::min(bytes.size(), beside_head);
    std::copy_n(first.begin() + sizeof head, beside, bytes.begin());
    if (bytes.size() > beside) ranks.broadcast(std::span(bytes).subspan(beside));
    return head;
}

template <class T>
void put(PacketWriter& to, const EvaluatorSetup<T>& setup) {
    to(std::uint64_t{sizeof(T)}, std::string(instruction_set()), setup);
}

/// Kernels of another instruction set round differently, so a model would depend on which rank had which points.
void check_instruction_set(std::string_view of_rank_0) {
    if (instruction_set() != of_rank_0)
        throw std::runtime_error("its processor computes with " + std::string(instruction_set()) +
                                 ", that of rank 0 with " + std::string(of_rank_0) +
                                 "; choose machines of one kind, so that the bits of a model do not depend on them");
}

std::uint64_t precision_of(std::span<const std::byte> setup) { return PacketReader(setup).get<std::uint64_t>(); }

template <class T>
EvaluatorSetup<T> setup_from(std::span<const std::byte> bytes) {
    PacketReader from(bytes);
    from.get<std::uint64_t>();
    check_instruction_set(from.get<std::string>());
    return from.get<EvaluatorSetup<T>>();
}

template <class T>
void put(PacketWriter& to, const Plan& part, const BaseInputs<T>& bases) {
    plan_members(to, part, bases.numbers, bases.lists, bases.ones);
}

template <class T>
void get(PacketReader& from, Plan& part, Inputs<T>& inputs) {
    plan_members(from, part, inputs.numbers, inputs.lists, inputs.base_ones);
    inputs.num_bases = part.bases.size();
}

template void put(PacketWriter&, const EvaluatorSetup<float>&);
template void put(PacketWriter&, const EvaluatorSetup<double>&);
template EvaluatorSetup<float> setup_from(std::span<const std::byte>);
template EvaluatorSetup<double> setup_from(std::span<const std::byte>);
template void put(PacketWriter&, const Plan&, const BaseInputs<float>&);
template void put(PacketWriter&, const Plan&, const BaseInputs<double>&);
template void get(PacketReader&, Plan&, Inputs<float>&);
template void get(PacketReader&, Plan&, Inputs<double>&);

}  // namespace alcole::engine
