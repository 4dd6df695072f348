#include <alcole/ranks.hpp>

namespace alcole {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

std::string_view to_string(Phase phase) {
    constexpr std::array<std::string_view, num_phases> names = {"reading",  "parts",     "risks",
                                                                "gradient", "curvature", "rest"};
    return names[static_cast<std::size_t>(phase)];
}

void Ranks::broadcast(std::span<std::byte> bytes) {
    const auto begin = Clock::now();
    do_broadcast(bytes);
    now().waiting += seconds_since(begin);
    (rank() == 0 ? now().sent : now().received) += bytes.size();
}

void Ranks::send(std::size_t to, std::span<const std::byte> bytes) {
    const auto begin = Clock::now();
    do_send(to, bytes);
    now().waiting += seconds_since(begin);
    now().sent += bytes.size();
}

void Ranks::receive(std::size_t from, std::span<std::byte> bytes) {
    const auto begin = Clock::now();
    do_receive(from, bytes);
    now().waiting += seconds_since(begin);
    now().received += bytes.size();
}

void Ranks::receive(std::span<const Message> messages) {
    const auto begin = Clock::now();
    do_receive(messages);
    now().waiting += seconds_since(begin);
    for (const Message& message : messages) now().received += message.bytes.size();
}

void Ranks::do_receive(std::span<const Message> messages) {
    for (const Message& message : messages) do_receive(message.from, message.bytes);
}

void Ranks::enter(Phase phase) {
    const auto time = Clock::now();
    now().seconds += std::chrono::duration<double>(time - since_).count();
    since_ = time;
    phase_ = phase;
    ++now().times;
}

const PhaseTimes& Ranks::times() {
    enter(phase_);
    --now().times;
    return times_;
}

}  // namespace alcole
