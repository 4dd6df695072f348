#include <alcole/optimality.hpp>

namespace alcole {

/// Applies to every table: cross-entropy, squared error and the smooth surrogates of rates are infinitely
/// differentiable functions of the scores, and the losses are non-negative.
std::vector<Assumption> regularity(const ModelFacts& model) {
    using enum Assumption::Kind;
    using enum Decision;
    const Decision with_l2 = model.linear ? holds : undetermined;
    return {{.kind = objective_bounded_below, .verdict = holds},
            {.kind = closed_domain, .verdict = holds},
            {.kind = bounded_sample_losses, .verdict = fails},
            {.kind = compact_level_sets, .verdict = model.l2 > 0 ? with_l2 : fails},
            {.kind = twice_differentiable_risks, .verdict = model.linear || model.smooth ? holds : fails}};
}

}  // namespace alcole
