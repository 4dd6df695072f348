#include <alcole/optimality.hpp>

namespace alcole {

/// Applies to every table: cross-entropy, squared error and the smooth surrogates of rates are infinitely
/// differentiable functions of the scores, and the losses are non-negative.
std::vector<Assumption> regularity(const ModelFacts& model) {
    const auto& [linear, smooth, l2] = model;
    std::vector<Assumption> list;
    list.push_back({.name = "objective bounded below",
                    .verdict = Decision::holds,
                    .reason = "cross-entropy and squared error are at least 0"});
    list.push_back(
        {.name = "closed domain", .verdict = Decision::holds, .reason = "theta is in R^n or in a closed box"});
    list.push_back({.name = "bounded sample losses",
                    .verdict = Decision::fails,
                    .reason = "scores grow with the weights and losses with the scores; bounded only where the weights "
                              "are, as in a box or at a given theta. It serves continuity of the risks, which means "
                              "over finitely many rows have in any case"});
    if (l2 > 0 && linear)
        list.push_back({.name = "compact level sets",
                        .verdict = Decision::holds,
                        .reason = "l2 > 0 bounds the weights, and the loss the bias where every class has rows"});
    else if (l2 > 0)
        list.push_back({.name = "compact level sets",
                        .verdict = Decision::undetermined,
                        .reason = "l2 > 0 bounds the weights, but hidden biases can run away where units saturate"});
    else
        list.push_back({.name = "compact level sets",
                        .verdict = Decision::fails,
                        .reason =
                            "with l2 = 0 one-hot inputs leave a direction in which nothing changes, and separable "
                            "classes one in which the loss falls for ever"});
    if (linear || smooth)
        list.push_back({.name = "twice differentiable risks",
                        .verdict = Decision::holds,
                        .reason = linear ? "a linear model has no activation, and the losses are smooth"
                                         : "the activation and the losses are smooth"});
    else
        list.push_back({.name = "twice differentiable risks",
                        .verdict = Decision::fails,
                        .reason =
                            "relu has a kink at 0: second-order statements do not apply; sigmoid, tanh, softplus, "
                            "gelu and silu are smooth"});
    return list;
}

}  // namespace alcole
