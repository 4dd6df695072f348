#include "engine/orders.hpp"

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
            return Phase::curvature;
        default:
            return Phase::rest;
    }
}

void tell(Ranks& ranks, Order order, std::uint32_t evaluator, std::span<std::byte> bytes) {
    OrderHead head{.order = order, .evaluator = evaluator, .bytes = bytes.size()};
    ranks.broadcast(std::as_writable_bytes(std::span(&head, 1)));
    if (!bytes.empty()) ranks.broadcast(bytes);
}

OrderHead hear(Ranks& ranks, std::vector<std::byte>& bytes) {
    OrderHead head;
    ranks.broadcast(std::as_writable_bytes(std::span(&head, 1)));
    bytes.resize(head.bytes);
    if (!bytes.empty()) ranks.broadcast(bytes);
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
    to.put(inputs.num_numbers);
    to.put(inputs.num_inputs);
    to.put(inputs.base_blocks);
    to.put(inputs.num_variants);
    to.put(inputs.variant_blocks);
    to.put(inputs.variant_ones);
    to.put(inputs.variant_values);
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
    inputs.num_numbers = from.get<std::size_t>();
    inputs.num_inputs = from.get<std::size_t>();
    inputs.base_blocks = from.get<std::size_t>();
    inputs.num_variants = from.get<std::size_t>();
    inputs.variant_blocks = from.get<std::size_t>();
    from.get(inputs.variant_ones);
    from.get(inputs.variant_values);
    return opening;
}

template <class T>
void put(PacketWriter& to, const Plan& part, const BaseInputs<T>& bases) {
    to.put(part.bases);
    to.put(part.point_base);
    to.put(part.point_variant);
    to.put(part.losses);
    to.put(part.rates);
    to.put(part.values);
    to.put(part.pairs);
    to.put(part.constants);
    to.put(part.tiles);
    to.put(part.groups);
    to.put(part.ordered);
    to.put(bases.numbers);
    to.put(bases.ones);
}

template <class T>
void get(PacketReader& from, Plan& part, Inputs<T>& inputs) {
    from.get(part.bases);
    from.get(part.point_base);
    from.get(part.point_variant);
    from.get(part.losses);
    from.get(part.rates);
    from.get(part.values);
    from.get(part.pairs);
    from.get(part.constants);
    from.get(part.tiles);
    from.get(part.groups);
    part.ordered = from.get<bool>();
    from.get(inputs.numbers);
    from.get(inputs.base_ones);
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
