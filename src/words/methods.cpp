#include "words/methods.hpp"

#include <array>

namespace alcole::words {
namespace {

struct KnownMethod {
    std::string_view key;
    std::string_view name;
    std::string_view long_name;
    std::string_view explained;
};

/// In the order of their slots.
constexpr std::array<KnownMethod, 5> known_methods = {{
    {"unconstrained", "unconstrained", "unconstrained",
     "Training for accuracy alone. What the others are measured against."},
    {"lagrangian", "ordinary", "ordinary Lagrangian",
     R"(Every constraint is added to the objective at its price, and the prices follow the violations (dual ascent). The
        model of the last step is the answer.)"},
    {"lagrangian_randomised", "randomised", "ordinary Lagrangian, randomised",
     R"(The same training, but each prediction is made by a model drawn from the second half of training. This is what the
        theory of the ordinary method asks for; all those models must be kept.)"},
    {"augmented", "augmented", "augmented Lagrangian",
     R"(The same prices, and beside them a penalty that grows with the square of a violation (AL-CoLe). The model of the
        last step is the answer.)"},
    {"penalty", "penalty", "quadratic penalty",
     "No prices: a penalty grows with the square of every violation until it hurts enough."},
}};

constexpr std::size_t num_slots = 8;

}  // namespace

MethodLook look_of(std::string_view method, std::size_t position) {
    for (std::size_t i = 0; i < known_methods.size(); ++i) {
        const auto& [key, name, long_name, explained] = known_methods[i];
        if (key == method)
            return {static_cast<int>(i), std::string(name), std::string(long_name), std::string(explained)};
    }
    const std::size_t slot = known_methods.size() + position % (num_slots - known_methods.size());
    return {static_cast<int>(slot), std::string(method), std::string(method), ""};
}

}  // namespace alcole::words
