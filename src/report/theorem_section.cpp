// What the paper's theorem promises, folded away: mostly it promises nothing, and says so.
#include "report/format.hpp"
#include "report/html.hpp"
#include "report/run_sections.hpp"

namespace alcole::report {
namespace {

std::string or_vacuous(bool vacuous) { return vacuous ? badge(Tone::open, "\u2013", "vacuous") : std::string(); }

std::string table_of(const run::Outcome& outcome) {
    const auto& promises = outcome.theorem->promises;
    NumberTable table("The theorem's quantities", {{"quantity", ""}, {"value", ""}, {"", "", true}});
    const auto row = [&](std::string_view name, double value, const std::string& remark) {
        table.begin_row(name);
        table.cell(number(value));
        table.word_cell(remark);
        table.end_row();
    };
    row("\u03b6 of the objective", promises.zeta_objective, "");
    row("\u03b6, the largest of all", promises.zeta_bar, "");
    row("\u0394 of the multipliers", promises.delta_lambda, "");
    row("\u0394 of alpha", promises.delta_alpha, "");
    row("objective: at most this far from the best possible", promises.objective_bound,
        or_vacuous(promises.objective_vacuous));
    for (std::size_t i = 0; i < promises.zeta.size(); ++i)
        row(cat("over the bound at most: ", outcome.constraints[i].name), promises.zeta[i],
            or_vacuous(promises.feasibility_vacuous[i]));
    return table.html();
}

}  // namespace

std::string theorem_section(const run::Outcome& outcome) {
    if (!outcome.theorem) return "";
    const auto& theorem = *outcome.theorem;
    if (!theorem.reason.empty())
        return section("theorem", "What the theorem promises",
                       cat("<p>Nothing here: ", escape(theorem.reason), ".</p>\n"));
    return section(
        "theorem", "What the theorem promises",
        cat("<p>With probability ", number(theorem.promises.probability),
            ", for the solution of this sample's problem, from uniform convergence over all models with such weights, "
            "and "
            "provided that no row to come has inputs of a larger norm than those of training (",
            number(theorem.largest_input),
            ") and that the population's own solution is among these models. A bound that is vacuous says no more than "
            "what is so anyway; a certificate on rows held apart is what to rely on.</p>\n<details><summary>Show the "
            "quantities</summary>",
            table_of(outcome), "</details>\n"));
}

}  // namespace alcole::report
