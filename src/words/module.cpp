// Modules trained elsewhere, such as in PyTorch: a page of what is known about them.
#include "words/parts.hpp"

#include <utility>

namespace alcole::words {
namespace {

using learning::ModuleTraining;

/// For certificates and held-out data: a module's rows need not be people.
constexpr std::string_view whom = "rows";
constexpr std::string_view keeps_small = "weight decay";

Card objective_card(const learning::Outcome& outcome) {
    Card card{.question = "How low is the objective?",
              .lines = {{"training", Number{outcome.train.objective, 5}, counted(outcome.train.metrics.rows, "row")}},
              .remark = "The mean that was minimised, as the training code defines it."};
    if (outcome.test)
        card.lines.push_back(
            {"held out", Number{outcome.test->objective, 5}, counted(outcome.test->metrics.rows, "row")});
    return card;
}

std::vector<Text> notes_on(const ModuleTraining& training) {
    std::vector<Text> list;
    if (training.iterate == learning::Iterate::best)
        list.push_back(kept_best(training.objective, training.last_objective));
    if (!training.held_out_objective)
        list.emplace_back("no rows were held out: nothing here shows how well it does on unseen rows");
    return list;
}

Section summary_of(const ModuleTraining& training, const learning::Outcome& outcome) {
    Section section{"summary",
                    "In short",
                    "In short",
                    {Paragraph{say(feasibility(outcome), " ", held_out(outcome, keeps_small)), true},
                     Cards{{verdicts_card(outcome), objective_card(outcome), ending_card(outcome)}}}};
    if (auto list = notes_on(training); !list.empty())
        append(section.blocks, {Heading{"Worth knowing"}, List{std::move(list)}});
    return section;
}

Section origin_of(const ModuleTraining& training, const learning::Outcome& outcome) {
    Facts::Group facts{
        "The training",
        {{"module", say(training.name, ", ", counted(training.weights, "weight"))},
         {"device", training.device},
         {"optimiser", training.optimiser},
         {"method", to_string(training.method)},
         {"rows", say(Count{training.rows}, " for training, ", Count{training.held_out_rows}, " held out")},
         {"time", Seconds{training.seconds}},
         {"alcole", outcome.version}}};
    Facts::Group options{"Options of the solver", {}};
    for (const auto& [name, value] : training.options) options.facts.emplace_back(name, value);
    Section section{"origin", "Origin", "Where it comes from", {Facts{{std::move(facts), std::move(options)}}}};
    return section;
}

}  // namespace

Document module_page(const ModuleTraining& training) {
    const learning::Outcome outcome = outcome_of(training);
    Section expert{"expert", "For experts", "For experts"};
    Section solver = solver_section(outcome);
    expert.blocks.emplace_back(Details{solver.heading, std::move(solver.blocks)});
    return {.title = "alcole module: " + training.name,
            .kicker = kicker("module"),
            .heading = answer(outcome),
            .subtitle = say(Emphasis{training.name}, ", ", counted(training.weights, "weight"), ", ",
                            to_string(training.method)),
            .sections = {summary_of(training, outcome), conflict_section(outcome), constraints_section(outcome),
                         certificate_section(outcome, whom),
                         figures_section({bounds_figure(outcome), prices_figure(outcome),
                                          trace_figure(outcome, "the trace of the result")}),
                         std::move(expert), origin_of(training, outcome)}};
}

std::vector<std::string> explain(const ModuleTraining& training) {
    const learning::Outcome outcome = outcome_of(training);
    std::vector<Text> list = {feasibility(outcome), conflict(outcome), held_out(outcome, keeps_small)};
    if (outcome.certificate) list.push_back(certified(*outcome.certificate, whom));
    list.push_back(binding(outcome));
    std::vector<std::string> paragraphs;
    for (const auto& text : list)
        if (!text.empty()) paragraphs.push_back(ascii(text));
    return paragraphs;
}

}  // namespace alcole::words
