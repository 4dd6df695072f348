#include "words/certificate_plan.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::words {
namespace {

using certify::PlannedConstraint;

/// How far a model must stay away from the bound, as a share of the bound's room; 1 if no model suffices.
double margin(const PlannedConstraint& one) {
    if (!one.reach.needed) return 1;
    const double room = one.at_least ? 1 - one.bound : std::abs(one.bound);
    return std::abs(one.bound - *one.reach.needed) / std::max(room, 1e-12);
}

Text enough(const PlannedConstraint& one) {
    if (!one.reach.enough) return "";
    return say("; with about ", Number{*one.reach.enough, 2}, " rows set aside half of the room would be enough");
}

}  // namespace

Text reach_of(const PlannedConstraint& one) {
    if (one.reach.unknown) return "";
    const Text rows = say(Name{one.name}, ": with ", Count{one.reach.rows}, " rows in its smallest group, a bound of ",
                          one.at_least ? "at least " : "at most ", Number{one.bound}, " can");
    if (!one.reach.needed) return say(rows, "not be certified for any model", enough(one), ".");
    return say(rows, " be certified only if the true value is ", one.at_least ? "above " : "below ",
               Number{*one.reach.needed}, enough(one), ".");
}

Text hardest_reach(const std::vector<PlannedConstraint>& planned) {
    const PlannedConstraint* hardest = nullptr;
    for (const auto& one : planned)
        if (!one.reach.unknown && (hardest == nullptr || margin(one) > margin(*hardest))) hardest = &one;
    return hardest == nullptr ? Text() : reach_of(*hardest);
}

Document plan_summary(const std::vector<PlannedConstraint>& planned, std::size_t rows, double confidence,
                      const std::string& run_file) {
    Table table{.label = "What can be certified",
                .columns = {{"constraint"},
                            {"bound"},
                            {"rows", "of the smallest group"},
                            {"certified if", "the true value is"},
                            {"rows for half the room", "set aside in all"}}};
    List list;
    for (const auto& one : planned) {
        const bool known = !one.reach.unknown;
        const Text needed = one.reach.needed ? bound(*one.reach.needed, one.at_least) : Text("never");
        table.rows.push_back(
            {{one.name, bound(one.bound, one.at_least), Count{one.reach.rows}, known ? needed : Text(Nothing{}),
              one.reach.enough ? Text(Number{*one.reach.enough, 2}) : Text(Nothing{})}});
        if (!known) list.items.push_back(say(Name{one.name}, ": ", to_string(*one.reach.unknown)));
    }
    return {
        .heading = say(run_file, ": what ", Count{rows}, " rows set aside can certify, with confidence ",
                       Number{confidence, 4}),
        .sections = {{.blocks = {Paragraph{R"(Computed from the number of rows alone, before any training. Every rate is
                          taken to be one half, where bounds are widest, and the rows to show the true value.)"},
                                 table, list}}}};
}

}  // namespace alcole::words
