// Sections shared by the pages of runs and of modules.
#include "words/parts.hpp"

#include <algorithm>

namespace alcole::words {

using learning::ConstraintStatus;
using learning::Outcome;

Card verdicts_card(const Outcome& outcome) {
    Card card{.question = "Does it meet its constraints?", .remark = met_means};
    for (const auto status : {ConstraintStatus::met, ConstraintStatus::met_in_training, ConstraintStatus::not_met}) {
        const auto n =
            std::ranges::count(one_per_gap(outcome.constraints), status, &learning::ConstraintOutcome::verdict);
        if (!outcome.constraints.empty() && (n > 0 || status == ConstraintStatus::met))
            card.lines.push_back({badge(status), Count{static_cast<std::size_t>(n)}});
    }
    return card;
}

Card ending_card(const Outcome& outcome) {
    return {.question = "Did training converge?",
            .lines = {{"ended", name_of(outcome.status)},
                      {"dual steps", Count{outcome.trace.size()}},
                      {"time", Seconds{outcome.seconds}}},
            .remark = "What the solver reports is in the part for experts."};
}

Section conflict_section(const Outcome& outcome) {
    Section section{"conflict", "Conflict", "Why they cannot be met"};
    if (!outcome.conflict) return section;
    section.blocks = {Paragraph{say(conflict(outcome), R"( The numbers below are those of the model that training ended
                                    with.)")}};
    if (Table table = conflict_table(outcome); !table.rows.empty()) section.blocks.emplace_back(std::move(table));
    return section;
}

Section constraints_section(const Outcome& outcome) {
    Section section{"constraints", "Constraints", "The constraints"};
    if (!outcome.constraints.empty())
        section.blocks = {Paragraph{binding(outcome)}, constraints_table(outcome, true), Paragraph{left_out(outcome)}};
    append(section.blocks, most_expensive_rows(outcome));
    return section;
}

Section certificate_section(const Outcome& outcome, std::string_view whom) {
    Section section{"certificate", "Certificate", "For " + std::string(whom) + " not yet seen"};
    if (!outcome.certificate) return section;
    std::vector<std::optional<double>> tightened;
    for (const auto& constraint : outcome.constraints) tightened.push_back(constraint.tightened);
    section.blocks = {Paragraph{certified(*outcome.certificate, whom)}};
    append(section.blocks, certificate_parts(*outcome.certificate, tightened));
    return section;
}

Section solver_section(const Outcome& outcome) {
    Section section{.heading = "What the solver reports", .blocks = {Paragraph{to_string(outcome.ending)}}};
    const auto& [stationarity, violation, complementarity] = outcome.residuals;
    if (!outcome.constraints.empty() || stationarity > 0)
        section.blocks.emplace_back(
            Table{.label = "Residuals",
                  .columns = {{"residual"}, {"value"}, {"what it measures", "", in_sentences}},
                  .rows = {{{"stationarity", Number{stationarity},
                             "how far the weights are from a point where no small change helps"}},
                           {{"violation", Number{violation}, "the largest positive slack; 0 when all are met"}},
                           {{"complementarity", Number{complementarity},
                             "the largest product of a multiplier and the slack of its constraint"}}}});
    section.blocks.emplace_back(Paragraph{clashes(outcome, outcome.clashes.size())});
    return section;
}

}  // namespace alcole::words
