#include "studies/pages/methods.hpp"

#include <algorithm>
#include <cctype>

namespace alcole::studies {
namespace {

bool contains_word(std::string_view text, std::string_view word) {
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

}  // namespace

words::MethodLook look_of(const Study& study, std::string_view method) {
    const auto at = std::ranges::find(study.methods, method, &MethodResult::name);
    return words::look_of(method, static_cast<std::size_t>(at - study.methods.begin()));
}

const MethodResult* find_method(const Study& study, std::string_view name) {
    const auto at = std::ranges::find(study.methods, name, &MethodResult::name);
    return at == study.methods.end() ? nullptr : &*at;
}

bool is_dual(const MethodResult& method) {
    return method.name != "unconstrained" && !method.runs.empty() && !method.runs.front().trace.lambda.empty();
}

std::vector<const MethodResult*> traced_methods(const Study& study) {
    std::vector<const MethodResult*> traced;
    for (const auto& method : study.methods)
        if (is_dual(method)) traced.push_back(&method);
    return traced;
}

std::vector<std::size_t> hard_first(const Study& study) {
    std::vector<std::size_t> order(study.constraints.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return study.constraints[i].hard; });
    return order;
}

Reference reference_constraint(const Study& study) {
    for (std::size_t i = 0; i < study.constraints.size(); ++i)
        for (const auto* word : {"sex", "gender"})
            if (contains_word(study.constraints[i].name, word)) return {i, true};
    return {};
}

std::size_t num_runs(const Study& study) {
    std::size_t most = 0;
    for (const auto& method : study.methods) most = std::max(most, method.runs.size());
    return most;
}

}  // namespace alcole::studies
