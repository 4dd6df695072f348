#include "studies/pages/methods.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace alcole::report {
namespace {

struct KnownMethod {
    std::string_view key;
    std::string_view name;
    std::string_view training;
    std::string_view long_name;
    std::string_view explained;
};

/// In the order of their slots.
constexpr std::array<KnownMethod, 5> known_methods = {{
    {"unconstrained", "unconstrained", "no constraints", "unconstrained",
     "Training for accuracy alone. What the others are measured against."},
    {"lagrangian", "ordinary", "ordinary Lagrangian", "ordinary Lagrangian, last model",
     "Every constraint is added to the objective at its price, and the prices follow the violations (dual ascent). The "
     "model of the last step is the answer."},
    {"lagrangian_randomised", "randomised", "ordinary Lagrangian", "ordinary Lagrangian, randomised",
     "The same training, but each prediction is made by a model drawn from the second half of training. This is what "
     "the theory of the ordinary method asks for; all those models must be kept."},
    {"augmented", "augmented", "augmented Lagrangian", "augmented Lagrangian, last model",
     "The same prices, and beside them a penalty that grows with the square of a violation (AL-CoLe). The model of the "
     "last step is the answer."},
    {"penalty", "penalty", "quadratic penalty", "quadratic penalty",
     "No prices: a penalty grows with the square of every violation until it hurts enough."},
}};

constexpr std::size_t num_slots = 8;

bool contains_word(std::string_view text, std::string_view word) {
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

}  // namespace

MethodLook look_of(std::string_view method, std::size_t position) {
    for (std::size_t i = 0; i < known_methods.size(); ++i)
        if (known_methods[i].key == method)
            return {static_cast<int>(i), std::string(known_methods[i].name), std::string(known_methods[i].training),
                    std::string(known_methods[i].long_name), std::string(known_methods[i].explained)};
    const std::size_t slot = known_methods.size() + position % (num_slots - known_methods.size());
    return {static_cast<int>(slot), std::string(method), std::string(method), std::string(method), ""};
}

MethodLook look_of(const studies::Study& study, std::string_view method) {
    const auto at = std::ranges::find(study.methods, method, &studies::MethodResult::name);
    return look_of(method, static_cast<std::size_t>(at - study.methods.begin()));
}

const studies::MethodResult* find_method(const studies::Study& study, std::string_view name) {
    const auto at = std::ranges::find(study.methods, name, &studies::MethodResult::name);
    return at == study.methods.end() ? nullptr : &*at;
}

bool is_dual(const studies::MethodResult& method) {
    return method.name != known_methods[0].key && !method.runs.empty() && !method.runs.front().trace.lambda.empty();
}

std::vector<const studies::MethodResult*> traced_methods(const studies::Study& study) {
    std::vector<const studies::MethodResult*> traced;
    for (const auto& method : study.methods)
        if (is_dual(method)) traced.push_back(&method);
    return traced;
}

std::vector<std::size_t> hard_first(const studies::Study& study) {
    std::vector<std::size_t> order(study.constraints.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return study.constraints[i].hard; });
    return order;
}

Reference reference_constraint(const studies::Study& study) {
    for (std::size_t i = 0; i < study.constraints.size(); ++i)
        for (const auto* word : {"sex", "gender"})
            if (contains_word(study.constraints[i].name, word)) return {i, true};
    return {};
}

std::size_t num_runs(const studies::Study& study) {
    std::size_t most = 0;
    for (const auto& method : study.methods) most = std::max(most, method.runs.size());
    return most;
}

}  // namespace alcole::report
