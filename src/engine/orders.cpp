#include "engine/orders.hpp"

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

}  // namespace

void tell(Ranks& ranks, Order order, std::uint32_t evaluator, std::span<std::byte> bytes) {
    const OrderHead head{.order = order, .evaluator = evaluator, .bytes = bytes.size()};
    FirstMessage first{};
    std::memcpy(first.data(), &head, sizeof head);
    const auto beside = bytes.first(std::min(bytes.size(), beside_head));
    std::ranges::copy(beside, first.begin() + sizeof head);
    ranks.broadcast(first);
    if (bytes.size() > beside.size()) ranks.broadcast(bytes.subspan(beside.size()));
}

OrderHead hear(Ranks& ranks, std::vector<std::byte>& bytes) {
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
void put(PacketWriter& to, const Opening<T>& opening) {
    const auto& [model, task, outputs, threads, inputs] = opening;
    to.put(std::uint64_t{sizeof(T)});
    to.put(model.hidden);
    to.put(model.activation);
    to.put(model.calibration.has_value());
    if (model.calibration) {
        to.put(model.calibration->from);
        to.put(model.calibration->to);
        to.put(model.calibration->beyond);
    }
    to.put(task);
    to.put(outputs);
    to.put(threads);
    to.put(std::span<const char>(instruction_set()));
    to.put(inputs.num_numbers);
    to.put(inputs.num_inputs);
    to.put(inputs.usual);
    to.put(inputs.base_blocks);
    to.put(inputs.num_variants);
    to.put(inputs.variant_blocks);
    to.put(inputs.variant_ones);
    to.put(inputs.variant_values);
}

/// Kernels of another instruction set round differently, so a model would depend on which rank had which points.
void check_instruction_set(std::string_view of_rank_0) {
    if (instruction_set() != of_rank_0)
        throw std::runtime_error("its processor computes with " + std::string(instruction_set()) +
                                 ", that of rank 0 with " + std::string(of_rank_0) +
                                 "; choose machines of one kind, so that the bits of a model do not depend on them");
}

std::uint64_t precision_of(std::span<const std::byte> opening) { return PacketReader(opening).get<std::uint64_t>(); }

template <class T>
Opening<T> opening_from(std::span<const std::byte> bytes) {
    PacketReader from(bytes);
    from.get<std::uint64_t>();
    Opening<T> opening;
    auto& [model, task, outputs, threads, inputs] = opening;
    from.get(model.hidden);
    model.activation = from.get<tabular::Activation>();
    if (from.get<bool>()) {
        auto& map = model.calibration.emplace();
        from.get(map.from);
        from.get(map.to);
        map.beyond = from.get<double>();
    }
    task = from.get<tabular::Task>();
    outputs = from.get<std::uint64_t>();
    threads = from.get<std::uint64_t>();
    std::vector<char> set;
    from.get(set);
    check_instruction_set({set.data(), set.size()});
    inputs.num_numbers = from.get<std::size_t>();
    inputs.num_inputs = from.get<std::size_t>();
    from.get(inputs.usual);
    inputs.base_blocks = from.get<std::size_t>();
    inputs.num_variants = from.get<std::size_t>();
    inputs.variant_blocks = from.get<std::size_t>();
    from.get(inputs.variant_ones);
    from.get(inputs.variant_values);
    return opening;
}

template <class T>
void put(PacketWriter& to, const Plan& part, const BaseInputs<T>& bases) {
    to.put(part.ordered);
    to.put_all(part.bases, part.point_base, part.point_variant, part.losses, part.rates, part.values, part.pairs,
               part.columns, part.weights, part.constants, part.tiles, part.groups, bases.numbers, bases.lists.begin,
               bases.lists.at, bases.lists.values, bases.ones);
}

template <class T>
void get(PacketReader& from, Plan& part, Inputs<T>& inputs) {
    part.ordered = from.get<bool>();
    from.get_all(part.bases, part.point_base, part.point_variant, part.losses, part.rates, part.values, part.pairs,
                 part.columns, part.weights, part.constants, part.tiles, part.groups, inputs.numbers,
                 inputs.lists.begin, inputs.lists.at, inputs.lists.values, inputs.base_ones);
    inputs.num_bases = part.bases.size();
}

template void put(PacketWriter&, const Opening<float>&);
template void put(PacketWriter&, const Opening<double>&);
template Opening<float> opening_from(std::span<const std::byte>);
template Opening<double> opening_from(std::span<const std::byte>);
template void put(PacketWriter&, const Plan&, const BaseInputs<float>&);
template void put(PacketWriter&, const Plan&, const BaseInputs<double>&);
template void get(PacketReader&, Plan&, Inputs<float>&);
template void get(PacketReader&, Plan&, Inputs<double>&);

}  // namespace alcole::engine
