#include "solver/dual/check_fit.hpp"

#include "base/check_size.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace alcole::solver {
namespace {

using base::check_size;

/// A resumed run must keep the options it started with, except those that the table marks as free_on_resume.
void check_same_run(const DualState& state, const Options& options) {
    for (const auto& option : option_table()) {
        const std::string before = get_option(state.options, option.name);
        const std::string now = get_option(options, option.name);
        if (option.free_on_resume || before == now) continue;
        throw std::invalid_argument("the state was saved under " + option.name + " = " + before +
                                    " and cannot be resumed under " + now +
                                    "; use warm_start(state) to start afresh from its theta and lambda");
    }
}

}  // namespace

void check_fit(const Primal& primal, const DualState& state, const Options& options) {
    const std::size_t m = primal.num_constraints();
    const auto relations = primal.relations();
    check_size("relations()", relations.size(), m, "one per constraint");
    check_size("constraint_names()", primal.constraint_names().size(), m, "one per constraint");
    check_size("constraint_prices()", primal.constraint_prices().size(), m, "one per constraint");
    const bool natural = !primal.constraint_scales().empty();
    if (natural) check_size("constraint_scales()", primal.constraint_scales().size(), m, "one per constraint");
    if (options.scaling == Scaling::natural && !natural)
        throw std::invalid_argument("option 'scaling' is 'natural', but the problem offers no constraint_scales()");
    for (const auto& [what, values] : {std::pair("lambda", &state.lambda), {"alpha", &state.alpha}}) {
        if (values->empty()) continue;
        check_size(what, values->size(), m, "one per constraint");
        if (!std::ranges::all_of(*values, [](double v) { return std::isfinite(v); }))
            throw std::invalid_argument(std::string(what) + " has an entry that is not finite");
    }
    if (std::ranges::any_of(state.alpha, [](double v) { return v <= 0; }))
        throw std::invalid_argument("alpha has an entry that is not positive");
    for (std::size_t i = 0; i < state.lambda.size(); ++i)
        if (state.lambda[i] < 0 && relations[i] == Relation::at_most_zero && options.dual.rule != DualRule::printed)
            throw std::invalid_argument("lambda[" + std::to_string(i) +
                                        "] is negative; only equalities have multipliers of either sign");
    if (state.memory.scales.empty()) return;
    check_same_run(state, options);
    check_size("scales of the resumed state", state.memory.scales.size(), m + 1, "one per risk");
    check_size("units of the resumed state", state.memory.units.size(), m, "one per constraint");
    check_size("marks of the resumed state", state.memory.stagnation.mark_lambda.size(), m, "one per constraint");
    if (std::isfinite(state.memory.closest.residual))
        check_size("closest step of the resumed state", state.memory.closest.lambda.size(), m, "one per constraint");
    check_size("progress of the resumed state", state.memory.stagnation.last_ascent.size(), m, "one per constraint");
    check_size("levels of the resumed state", state.memory.levels.size(), m, "one per constraint");
}

}  // namespace alcole::solver
