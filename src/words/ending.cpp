// How a search ended, in a sentence.
#include <alcole/learning/outcome.hpp>

#include "base/text.hpp"

namespace alcole::learning {
namespace {

using base::short_number;

std::string at_time_limit(const Ending& solver) {
    if (solver.status != Status::time_limit) return {};
    return "stopped at the time limit of " + short_number(solver.max_seconds) +
           (solver.max_seconds == 1 ? " second: " : " seconds: ");
}

std::string on_growth(const SearchEnding& ending, const Growth& growth) {
    const bool infeasible = ending.solver.status == Status::infeasible;
    std::string said = (infeasible ? "infeasible: " : at_time_limit(ending.solver)) + "grown in " +
                       base::plural(static_cast<std::size_t>(growth.rounds), "round") + " of trees";
    if (ending.iterate == Iterate::constant)
        return said +
               ", none of which meets every constraint and beats giving everyone the same answer; this model gives "
               "everyone the same answer, with an objective of " +
               short_number(ending.objective, 6);
    if (growth.kept < growth.rounds)
        said += ", of which the first " + std::to_string(growth.kept) + " are kept: " +
                (!ending.met           ? "those that violate the constraints least"
                 : growth.by_held_rows ? "the best on rows that were split off for this"
                                       : "the best that meets every constraint");
    if (!growth.constrained) return said;
    if (ending.met)
        return said + "; every constraint is met" +
               (growth.second_search ? ", but only by a second search that put the constraints first, so that its "
                                       "multipliers are not prices"
                                     : "");
    said += "; no round met every constraint";
    if (growth.second_search)
        said += ", even in a second search that put the constraints first";
    else if (infeasible)
        said += " and no tree lowers the violation any more";
    return said + ": " + base::quoted(growth.most_violated) + " misses its bound by " + short_number(growth.missed_by) +
           (infeasible && growth.second_search ? "; more rounds or deeper trees may reach it" : "");
}

std::string on_model(const SearchEnding& ending) {
    switch (ending.iterate) {
        case Iterate::best:
            return at_time_limit(ending.solver) +
                   "the search ended at a model that is worse or misses a constraint; of the models on the way that "
                   "meet every constraint this one has the lowest objective, " +
                   short_number(ending.objective, 6);
        case Iterate::constant:
            return at_time_limit(ending.solver) +
                   "no model was found that meets every constraint and beats giving everyone the same answer; this "
                   "model gives everyone the same answer, with an objective of " +
                   short_number(ending.objective, 6);
        case Iterate::last:
            if (ending.settled)
                return "settled: every constraint is met, and nothing better was found; the search did not converge, "
                       "so its multipliers are not prices";
            break;
        case Iterate::least_violating:
            break;
    }
    return to_string(ending.solver);
}

}  // namespace

std::string to_string(const SearchEnding& ending) {
    const Ending& solver = ending.solver;
    if (ending.growth && solver.status != Status::not_finite) return on_growth(ending, *ending.growth);
    const bool unmet = solver.status == Status::time_limit && !ending.met && solver.method == Method::augmented;
    return on_model(ending) + (unmet ? "; no model that meets every constraint has been found yet" : "");
}

}  // namespace alcole::learning
