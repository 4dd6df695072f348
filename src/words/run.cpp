#include "words/parts.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace alcole::words {
namespace {

using learning::ConstraintStatus;
using learning::Outcome;

Card quality_card(const Outcome& outcome) {
    const auto& here = judged_side(outcome).metrics;
    const auto& train = outcome.train.metrics;
    const auto& baseline = judged_side(outcome).baseline;
    Card card{.question = "How well does it predict?",
              .remark = outcome.test ? say("On ", counted(here.rows, "row"), " not seen in training.")
                                     : Text("No rows were held out; it will do worse on other rows.")};
    const auto add = [&](const char* name, std::optional<double> tabular::Metrics::*value, auto text_of) {
        if (here.*value)
            card.lines.push_back({name, text_of(here.*value),
                                  outcome.test ? say("in training ", text_of(train.*value)) : Text("in training")});
    };
    const auto plain = [](const std::optional<double>& value) { return or_dash(value); };
    add("accuracy", &tabular::Metrics::accuracy, percent_or_dash);
    add("area under ROC", &tabular::Metrics::auc, plain);
    add("r squared", &tabular::Metrics::r_squared, plain);
    add("mean absolute error", &tabular::Metrics::mean_absolute_error, plain);
    add("mean squared error", &tabular::Metrics::mean_squared_error, plain);
    if (const auto& without = outcome.unconstrained) {
        const auto& there = judged_side(*without).metrics;
        if (there.accuracy)
            card.lines.push_back({"unconstrained accuracy", Percent{*there.accuracy}, "without the constraints"});
        if (there.r_squared)
            card.lines.push_back({"unconstrained r squared", Number{*there.r_squared}, "without the constraints"});
    }
    if (baseline && baseline->accuracy)
        card.lines.push_back({"baseline accuracy", Percent{*baseline->accuracy}, "one answer for all"});
    if (baseline && baseline->mean_squared_error)
        card.lines.push_back({"baseline error", Number{*baseline->mean_squared_error}, "the mean for all"});
    return card;
}

Section in_short(const Outcome& outcome) {
    Section section{
        "summary",
        "In short",
        "In short",
        {Paragraph{in_brief(outcome), true},
         Cards{{verdicts_card(outcome), quality_card(outcome), ending_card(outcome)}},
         Paragraph{say(feasibility(outcome), " ", held_out(outcome), " ", quality(outcome), " ", cost(outcome))}}};
    if (auto list = notes(outcome); !list.empty())
        append(section.blocks, {Heading{"Worth knowing"}, List{std::move(list)}});
    return section;
}

Section groups_section(const Outcome& outcome) {
    const auto& side = judged_side(outcome);
    const auto& groups = side.groups;
    Section section{"groups", "Groups", "The groups"};
    Table table = groups_table(groups);
    if (table.rows.empty()) return section;
    const Text positive = outcome.positive.empty()
                              ? Text()
                              : say("; the positive class of ", Name{outcome.target}, " is ", Name{outcome.positive});
    section.blocks = {Paragraph{say("On ", judged_rows(outcome), " rows", positive, R"(. A dash means
                                    that a group has no rows for this rate. )",
                                    about_intervals(side))},
                      std::move(table), gaps_table(side)};
    if (auto figure = groups_figure(groups)) section.blocks.emplace_back(std::move(*figure));
    return section;
}

Section quality_section(const Outcome& outcome) {
    Section section{
        "quality", "Quality", "How well it predicts", {quality_table(outcome), Paragraph{about_baseline(outcome)}}};
    if (const auto& confusion = judged_side(outcome).metrics.confusion; !confusion.empty())
        append(
            section.blocks,
            {Paragraph{say("Predicted classes on ", judged_rows(outcome),
                           " rows. Recall is the share of a class's rows that are predicted correctly, precision the "
                           "share of the rows predicted as a class that belong to it, and the F score their harmonic "
                           "mean.")},
             confusion_table(confusion)});
    if (auto figure = reliability_figure(outcome)) section.blocks.emplace_back(std::move(*figure));
    return section;
}

/// What the paper's theorem promises: usually nothing, which is said as well.
Section theorem_section(const Outcome& outcome) {
    Section section{.heading = "What the theorem promises"};
    if (!outcome.theorem) return section;
    const auto& [delta, largest_input, promises, silent] = *outcome.theorem;
    if (silent) {
        section.blocks = {Paragraph{say("Nothing here: ", to_string(*silent), ".")}};
        return section;
    }
    Table table{.label = "The theorem's quantities", .columns = {{"quantity"}, {"value"}, {"", "", in_words}}};
    const auto add = [&](const Text& name, double value, bool vacuous) {
        table.rows.push_back({{name, Number{value}, vacuous ? Text(Badge{Tone::open, "vacuous", "\u2013"}) : Text()}});
    };
    add("\u03b6 of the objective", promises.zeta_objective, false);
    add("\u03b6, the largest of all", promises.zeta_bar, false);
    add("\u0394 of the multipliers", promises.delta_lambda, false);
    add("\u0394 of alpha", promises.delta_alpha, false);
    add("objective: at most this far from the best possible", promises.objective_bound, promises.objective_vacuous);
    for (std::size_t i = 0; i < promises.zeta.size(); ++i)
        add(say("over the bound at most: ", outcome.constraints[i].name), promises.zeta[i],
            promises.feasibility_vacuous[i]);
    section.blocks = {
        Paragraph{
            say("With probability ", Number{promises.probability}, R"(, for the solution of this sample's problem, from
                      uniform convergence over all models with such weights, and provided that no future row has inputs of
                      a larger norm than the training rows ()",
                Number{largest_input}, R"() and that the population's own solution is among these models. A vacuous
                      bound says no more than what holds anyway; rely on a certificate on held-out rows instead.)")},
        std::move(table)};
    return section;
}

/// Folded, for readers who know what a multiplier is.
Section expert_section(const Outcome& outcome) {
    Section section{"expert", "For experts", "For experts"};
    for (Section part : {Section{"", "", "Is it a solution?", examination_parts(outcome)}, theorem_section(outcome),
                         solver_section(outcome), timings_section(outcome)})
        if (!part.blocks.empty()) section.blocks.emplace_back(Details{part.heading, std::move(part.blocks)});
    return section;
}

Section origin_section(const Outcome& outcome) {
    Section section{"origin", "Origin", "Where it comes from", {Facts{{data_facts(outcome), training_facts(outcome)}}}};
    if (!outcome.run_toml.empty())
        section.blocks.emplace_back(Details{"The run file as used", {Verbatim{outcome.run_toml}}});
    return section;
}

Section intended_use(const Outcome& outcome) {
    const bool narrowed = !outcome.where.empty();
    return {.heading = "Intended use",
            .blocks = {Paragraph{say("To predict ", outcome.target, " for rows like those of ", outcome.data_file,
                                     narrowed ? ", within the condition on rows above" : "",
                                     R"(: collected in the same way, from the same population, with the same meaning of
                                     every column. A person should be able to question each prediction that matters to
                                     someone.)")}}};
}

Section out_of_scope(const Outcome& outcome) {
    List list{{"Other populations, places or times: nothing here says how the model does there.",
               "Decisions about people for which nobody is accountable.",
               "Conclusions about causes: the model knows what is correlated in its data, not why."}};
    if (!outcome.where.empty())
        list.items.emplace_back("Rows that do not meet the condition above: the model has seen none.");
    return {.heading = "Out of scope", .blocks = {list}};
}

Section limits(const Outcome& outcome) {
    List list{{outcome.test ? R"(Held-out rows come from the same source as the training rows: they say nothing about
                                         other populations.)"
                            : R"(No rows were held out: the numbers above are those of its training rows, which
                                         flatter it.)"}};
    const auto counterfactual = [](const auto& c) { return c.kind == tabular::ConstraintKind::counterfactual; };
    if (std::ranges::any_of(outcome.constraints, counterfactual))
        list.items.emplace_back(
            R"(A counterfactual constraint changes the attribute itself and nothing that the attribute
                                   causes: a person who had always had the other value would differ in more than one
                                   column.)");
    list.items.emplace_back(
        "There is no guarantee for other populations, and none for groups that no constraint names.");
    for (const auto& note : notes(outcome)) list.items.push_back(note);
    return {.heading = "Limits", .blocks = {list}};
}

Section promised_constraints(const Outcome& outcome) {
    if (outcome.constraints.empty())
        return {.heading = "Constraints", .blocks = {Paragraph{"None: it was trained only to predict well."}}};
    return {
        .heading = "Constraints",
        .blocks = {constraints_table(outcome, true), Paragraph{left_out(outcome)},
                   Paragraph{say(met_means, R"( Flips: predictions that change when the attribute alone is changed. The
                                     multiplier is the price: what one unit of the bound is worth in units of the training
                                     objective.)")},
                   Paragraph{conflict(outcome)}}};
}

Section how_to_use(const Outcome& outcome) {
    return {.heading = "How to use it",
            .blocks = {
                Verbatim{"alcole predict model.onnx new.csv"},
                Paragraph{say(R"(Any program with ONNX Runtime can run it too: every input of model.onnx has the name of
                                     a column, such as )",
                              outcome.features.empty() ? "a column" : outcome.features.front(), R"(, and takes the
                                     values of that column as they are in the file; encoding and scaling are inside the
                                     model.)")}}};
}

Evaluated as_stated(Evaluated one) {
    if (!one.fraction_bound) return one;
    one.bound = *std::exchange(one.fraction_bound, std::nullopt);
    if (one.judged) one.judged = learning::as_fraction(*one.judged, one.bound, one.at_least);
    return one;
}

/// The two sides of a gap become one: the worse of them, and one that can be judged before one that cannot.
std::vector<Evaluated> one_per_gap(const std::vector<Evaluated>& constraints) {
    std::vector<Evaluated> seen;
    const auto slack = [](const Evaluated& c) {
        return c.judged ? c.judged->slack : -std::numeric_limits<double>::infinity();
    };
    for (const auto& one : constraints) {
        Evaluated next = as_stated(one);
        if (seen.empty() || !are_two_sides(seen.back(), next))
            seen.push_back(std::move(next));
        else if (slack(next) > slack(seen.back()))
            seen.back() = std::move(next);
    }
    return seen;
}

std::vector<Text> as_notes(std::vector<Text> list) {
    for (auto& note : list) note = say("note: ", note);
    return list;
}

}  // namespace

Document run_page(const Outcome& outcome) {
    return {.title = "alcole run: " + outcome.target + " from " + outcome.data_file,
            .kicker = "alcole " + outcome.version + " \u00b7 run",
            .heading = answer(outcome),
            .subtitle = say(subject(outcome), ", ", to_string(outcome.method)),
            .sections = {in_short(outcome), conflict_section(outcome), constraints_section(outcome),
                         certificate_section(outcome),
                         figures_section({bounds_figure(outcome), prices_figure(outcome), trace_figure(outcome)}),
                         groups_section(outcome), importance_section(outcome), quality_section(outcome),
                         expert_section(outcome), origin_section(outcome)}};
}

Document model_card(const Outcome& outcome) {
    Section certificate = certificate_section(outcome);
    certificate.heading = "Certificate";
    Section groups{.heading = "Groups"};
    const auto& side = judged_side(outcome);
    if (Table table = groups_table(side.groups); !table.rows.empty())
        groups.blocks = {Paragraph{say("On ", judged_rows(outcome), " rows. ", about_intervals(side))},
                         std::move(table), gaps_table(side)};
    Facts::Group origin = training_facts(outcome);
    origin.facts.emplace_back("ended", to_string(outcome.ending));
    if (outcome.optimality) origin.facts.emplace_back("is it a solution", is_it_a_solution(outcome));
    return {.heading = say("Model card: ", outcome.target),
            .sections = {{.heading = "What it predicts",
                          .blocks = {Paragraph{in_brief(outcome)},
                                     Paragraph{say(answer(outcome), ". ", feasibility(outcome), " ", held_out(outcome),
                                                   " ", quality(outcome), " ", cost(outcome))}}},
                         {.heading = "Data", .blocks = {Facts{{data_facts(outcome)}}}},
                         intended_use(outcome),
                         out_of_scope(outcome),
                         {.heading = "Quality", .blocks = {quality_table(outcome), Paragraph{about_baseline(outcome)}}},
                         promised_constraints(outcome),
                         importance_section(outcome),
                         certificate,
                         groups,
                         how_to_use(outcome),
                         limits(outcome),
                         {.heading = "Origin", .blocks = {Facts{{origin}}}}}};
}

Document run_summary(const Outcome& outcome) {
    Section certificate = certificate_section(outcome);
    certificate.heading = {};
    if (outcome.certificate && !outcome.certificate->all_certified())
        certificate.blocks.emplace_back(Paragraph{"no certified model was found"});
    return {.heading = say(subject_line(outcome), ", ", to_string(outcome.method), ": ", Seconds{outcome.seconds}),
            .sections = {
                {.blocks = {Paragraph{to_string(outcome.ending)},
                            Paragraph{broken_by_calibration(outcome) ? feasibility(outcome) : Text()},
                            quality_table(outcome), constraints_table(outcome, false), Paragraph{left_out(outcome)},
                            Paragraph{warning_of_baseline(outcome)}, Paragraph{cost(outcome)}}},
                {.blocks = most_expensive_rows(outcome)},
                certificate,
                {.blocks = {Paragraph{is_it_a_solution(outcome)}, List{as_notes(notes(outcome))}}}}};
}

Document evaluation_summary(const std::vector<Evaluated>& constraints, const learning::Side& side,
                            const std::vector<Note>& notes) {
    Table table{.label = "The constraints",
                .columns = {{"constraint"}, {"verdict", "", in_words}, {"bound"}, {"risk"}, {"flips"}}};
    const auto urgency = [](const Evaluated& c) {
        return std::pair(!c.met, c.judged ? slack_in_bounds(c.judged->slack, c.bound) : 0.0);
    };
    const auto gaps = one_per_gap(constraints);
    for (const auto& one : foremost(gaps, urgency)) {
        const auto& judged = one.judged;
        table.rows.push_back({{one.name,
                               !judged ? Badge{Tone::open, "unknown"}
                                       : badge(one.met ? ConstraintStatus::met : ConstraintStatus::not_met),
                               bound(one.bound, one.at_least), judged ? risk(*judged) : Cell(Nothing{}),
                               percent_or_dash(judged ? judged->flip_rate : std::nullopt)}});
    }
    return {.heading = counted(side.metrics.rows, "row"),
            .sections = {
                {.blocks = {quality_table({{"these rows", &side}}), table,
                            Paragraph{about_foremost(gaps.size(), "--json")}, confusion_table(side.metrics.confusion),
                            reliability_table(side.metrics.reliability), groups_table(side.groups), gaps_table(side),
                            Paragraph{about_intervals(side)}, List{as_notes(texts(notes))}}}}};
}

}  // namespace alcole::words
