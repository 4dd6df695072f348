#include "report/format.hpp"
#include "studies/pages/parts.hpp"
#include "words/parts.hpp"

#include <algorithm>

namespace alcole::studies {
namespace {

std::size_t count_of(const Study& study, ClaimStatus verdict) {
    return static_cast<std::size_t>(std::ranges::count(study.claims, verdict, &Claim::verdict));
}

/// A question, and each method's answer.
template <typename ValueOf>
Card card(const Study& study, std::string question, Text remark, std::initializer_list<std::string_view> methods,
          const ValueOf& value_of, bool percent) {
    Card card{.question = std::move(question), .remark = std::move(remark)};
    for (const auto name : methods)
        if (const auto* method = find_method(study, name)) {
            const auto look = look_of(name);
            const Interval value = value_of(method->means);
            card.lines.push_back({look.name, Mean{value, percent}, ends(value, percent), look.slot});
        }
    return card;
}

Cards cards(const Study& study) {
    const auto all = {std::string_view("unconstrained"), std::string_view("lagrangian"), std::string_view("augmented")};
    Cards cards{
        {card(
             study, "Do the multipliers converge?",
             R"(Standard deviation of the multiplier that oscillates most, over the last half of training. Zero is
                converged.)",
             {"lagrangian", "augmented"}, [](const SeedMeans& s) { return s.lambda_sd; }, false),
         card(
             study, "Does the last model keep its bounds?",
             R"(Largest slack on training data, in units of the bound: 0 or less means that every bound is kept, 1 that one of
                them is exceeded twofold.)",
             all, [](const SeedMeans& s) { return s.worst_slack; }, false),
         card(
             study, "And if training had stopped earlier?",
             say("Share of the epochs of the last half that end with a model that violates a constraint by more than "
                 "0.2 of its bound. ",
                 Link{"Figure 4", "#fig4"}, " has the rest."),
             {"lagrangian", "augmented"}, [](const SeedMeans& s) { return s.late ? s.late->violating : Interval{}; },
             true),
         card(
             study, "What does it cost in accuracy?", "Correct predictions on unseen data.", all,
             [](const SeedMeans& s) { return s.accuracy; }, true)}};
    if (!study.constraints.empty()) {
        const auto at = reference_constraint(study).constraint;
        cards.cards.push_back(card(
            study, "How many predictions change?",
            say("Share on unseen data that changes under ", Name{study.constraints[at].name},
                ". The other constraints are in ", Link{"Figure 3", "#fig3"}, "."),
            all, [at](const SeedMeans& s) { return at < s.flip.size() ? s.flip[at] : Interval{}; }, true));
    }
    return cards;
}

Section in_short(const Study& study) {
    const auto& data = study.data;
    Section section{
        "summary",
        "In short",
        "In short",
        {Paragraph{
             say("The same model was trained in ", counted(study.methods.size(), "way", "different ways"), " on ",
                 Emphasis{data.name}, data.synthetic ? say(" (", Warning{"synthetic data"}, ")") : Text(), ", ",
                 counted(num_runs(study), "time"),
                 " each with different random seeds. It was asked to be accurate, and to keep ",
                 counted(study.constraints.size(), "constraint"),
                 ": its predictions must hardly change when nothing about a person is changed but one attribute."),
             true},
         Paragraph{say(
             R"(Training puts a price on every constraint, its multiplier, and raises it while the constraint is
                       violated. With the )",
             Emphasis{"ordinary"}, R"( method the prices can oscillate, and the model that training happens
                       to end with may break its promises. The )",
             Emphasis{"augmented"}, R"( method adds a penalty that is meant to make prices and model converge, so that
                       the last model can be used as it is. What was measured:)")},
         cards(study)}};
    if (!study.claims.empty())
        section.blocks.emplace_back(
            Paragraph{say("Of the ", counted(study.claims.size(), "claim"), " put to the test, ",
                          counted(count_of(study, ClaimStatus::holds), "holds", "hold"), ", ",
                          counted(count_of(study, ClaimStatus::fails), "fails", "fail"), " and ",
                          counted(count_of(study, ClaimStatus::undecided), "is undecided", "are undecided"),
                          ". Small numbers beside an estimate are its bootstrap interval over the seeds.")});
    return section;
}

/// A bar whose length is the price, with its interval; all bars on the page have the same scale.
Drawing price_bar(const Interval& price, double most, int slot) {
    if (most <= 0 || !drawable(price)) return {};
    const auto x = [most](double v) { return 2 + 116 * std::clamp(v / most, 0.0, 1.0); };
    return {cat(R"(<svg class="bar )", slot_class(slot),
                R"(" viewBox="0 0 120 14" width="120" height="14" aria-hidden="true">)",
                svg_rect(2, 4, x(price.estimate) - 2, 6, "bar-fill"),
                svg_line(x(price.low), 7, x(price.high), 7, "whisker"), "</svg> ")};
}

Section prices_section(const Study& study) {
    Section section{"prices", "Prices", "The constraints and what they cost"};
    if (study.constraints.empty()) return section;
    const auto methods = dual_methods(study);
    double most = 0;
    for (const auto* method : methods)
        for (const auto& price : method->means.lambda) most = std::max(most, price.high);
    std::vector<ColumnOf<std::size_t>> columns = {
        {{"constraint"}, [&](std::size_t i) { return study.constraints[i].name; }},
        {{"bound"}, [&](std::size_t i) { return Number{study.constraints[i].bound}; }},
        {{"kind", "", in_words}, [&](std::size_t i) { return kind_of(study.constraints[i]); }}};
    for (const auto* method : methods) {
        const auto look = look_of(method->name);
        columns.push_back({{"price", look.name}, [method, most, slot = look.slot](std::size_t i) -> Cell {
                               if (i >= method->means.lambda.size()) return Nothing{};
                               const auto& price = method->means.lambda[i];
                               return {say(price_bar(price, most, slot), Mean{price}), ends(price)};
                           }});
    }
    section.blocks = {
        Paragraph{
            R"(The multiplier of a constraint is its price: how much the training objective would fall for each unit by which
                     its bound were loosened, as long as the change is small. A price of 2 on a bound of 0.001 says that a
                     bound of 0.0011 would save 0.0002. A price of 0 says that the constraint costs nothing: the model would
                     keep it anyway. Prices of the last step, means over the seeds with their intervals. Where a method did not
                     converge, its price is where the last step happened to stop. Trained with mini-batches, the augmented
                     method leaves a part of the pressure to its penalty, so that its multiplier can be smaller than the full
                     price.)"},
        table_of("Prices of the constraints", hard_first(study), columns)};
    return section;
}

Table methods_table(const Study& study) {
    using One = const MethodResult&;
    const auto value = [](Interval SeedMeans::*member, bool percent = false) {
        return [=](One method) { return interval_cell(method.means.*member, percent); };
    };
    const auto if_dual = [](Interval SeedMeans::*member) {
        return [=](One method) { return is_dual(method) ? interval_cell(method.means.*member) : Cell(Nothing{}); };
    };
    return table_of<MethodResult>("The methods side by side", study.methods,
                                  {{{"method"}, [](One method) { return look_of(method.name).long_name; }},
                                   {{"accuracy", "test"}, value(&SeedMeans::accuracy, true)},
                                   {{"objective", "training loss"}, value(&SeedMeans::objective)},
                                   {{"largest slack", "in units of its bound"}, value(&SeedMeans::worst_slack)},
                                   {{"oscillation of \u03bb", "sd, last half"}, if_dual(&SeedMeans::lambda_sd)},
                                   {{"variation of \u03bb", "sum, last half"}, if_dual(&SeedMeans::lambda_variation)},
                                   {{"oscillation of slacks", "sd, in bounds"}, if_dual(&SeedMeans::slack_sd)},
                                   {{"time", "per run"}, [](One method) { return Seconds{method.means.seconds}; }}});
}

Section methods_section(const Study& study) {
    Definitions definitions;
    for (const auto& method : study.methods) {
        const auto look = look_of(method.name);
        definitions.entries.push_back({look.long_name, look.explained, look.slot});
    }
    return {"methods", "Methods", "The methods side by side", {definitions, methods_table(study)}};
}

Text extent_text(const Extent& extent) {
    if (extent.empty()) return {};
    if (extent.low() == extent.high()) return Percent{extent.low()};
    return say(Percent{extent.low()}, " to ", Percent{extent.high()});
}

Section randomised_section(const Study& study) {
    Section section{"randomised", "", "What a randomised answer costs"};
    for (const auto& method : study.methods) {
        if (method.runs.empty() || !method.runs.front().randomised) continue;
        const auto& first = *method.runs.front().randomised;
        Extent apart;
        Extent together;
        for (const auto& run : method.runs) {
            if (run.randomised) apart.include(run.randomised->flip_independent);
            together.include(run.test.flip);
        }
        section.blocks.emplace_back(Paragraph{
            say("The predictor ", Name{look_of(method.name).long_name}, " is not one model but ", Count{first.iterates},
                " of them: ", bytes(first.bytes), " to store, and ", Number{first.prediction_cost},
                R"( evaluations instead of one for an exact expected prediction. When a person
                and the changed person are judged by the same drawn model, )",
                extent_text(together), " of the predictions change, over all seeds and constraints",
                apart.empty() ? Text() : say("; when each of them draws for itself, ", extent_text(apart)), ".")});
    }
    return section;
}

Section truth_section(const Study& study) {
    Section section{"true", "", "When the truth is known"};
    Table table{.label = "Changes under the true counterfactual", .columns = {{"method"}}};
    for (const auto& constraint : study.constraints) table.columns.push_back({constraint.name});
    for (const auto& method : study.methods) {
        if (method.runs.empty() || method.runs.front().true_flip.empty()) continue;
        Row row{{look_of(method.name).long_name}};
        for (std::size_t i = 0; i < study.constraints.size(); ++i) {
            Extent extent;
            for (const auto& run : method.runs)
                if (i < run.true_flip.size()) extent.include(run.true_flip[i]);
            row.cells.emplace_back(extent_text(extent));
        }
        table.rows.push_back(std::move(row));
    }
    if (table.rows.empty()) return section;
    section.blocks = {
        Paragraph{
            R"(These data come from a known mechanism, so it is known what a person would have been like with the other
                     attribute: what depends on it changes too. The constraints change the attribute alone. Predictions that
                     change under the true counterfactual, from the least to the most over the seeds:)"},
        std::move(table)};
    return section;
}

Text flip_of(const Study& study, std::string_view name, std::size_t constraint) {
    const auto* method = find_method(study, name);
    if (method == nullptr || constraint >= method->means.flip.size()) return "not measured";
    const auto& flip = method->means.flip[constraint];
    return say(Mean{flip, true}, ends_in_brackets(flip, true));
}

Section paper_section(const Study& study) {
    const auto [at, about_gender] = reference_constraint(study);
    return {
        "paper",
        "The paper",
        "Where this differs from the paper",
        {Paragraph{say(
            "The paper prints one number for each of two methods: changing the gender changes ", Percent{0.076},
            " of the predictions with the last model of the ordinary Lagrangian, and ", Percent{0.015},
            " with that of the augmented one. ",
            about_gender
                ? say("The counterparts here, under ", Name{study.constraints[at].name}, ", are ",
                      flip_of(study, "lagrangian", at), " and ", flip_of(study, "augmented", at),
                      "; over the epochs of the last half they go from ", late_flips_text(study, "lagrangian", at),
                      " and from ", late_flips_text(study, "augmented", at), ". ")
                : Text(R"(No constraint of this study is about gender, so these numbers have no counterpart
                                           here. )"),
            R"(They are not the same experiment. The paper does not give its features, network, learning rates, bound c,
                    number of constraints m or seeds, and prints no interval; ours are listed )",
            Link{"below", "#settings"}, R"(. So the direction can be compared, the size cannot, and nothing here was
                    tuned to meet the printed numbers. Where a method goes round in a cycle, its last model is one phase
                    of it, and the mean over all phases is what the randomised predictor has: a rate far above that of
                    the randomised predictor says when training stopped, not how the method does on average. )",
            study.data.synthetic
                ? Text(Warning{R"(The data of this study are synthetic: they say how the methods behave,
                                                           and nothing about people.)"})
                : Text())}}};
}

Section data_section(const Study& study) {
    const auto& data = study.data;
    return {
        "data",
        "Data",
        "The data",
        {Paragraph{say(Strong{data.name}, data.synthetic ? say(" ", Warning{"SYNTHETIC"}) : Text(), ". ", data.origin)},
         Paragraph{say(counted(data.rows, "row"), ": ", Count{data.train_rows}, " to train on and ",
                       Count{data.test_rows},
                       " held out, split anew by every seed. The objective and all constraints need ",
                       Count{data.distinct_points}, " distinct evaluations.")}}};
}

}  // namespace

Document page(const Study& study) {
    const auto& data = study.data;
    return {
        .title = cat("alcole study: ", data.name, data.synthetic ? " (synthetic data)" : ""),
        .kicker = words::kicker("study"),
        .heading = "Does the last model keep its constraints?",
        .subtitle = say("Ordinary and augmented Lagrangian on ", Emphasis{data.name}, ", ", counted(data.rows, "row")),
        .banner = data.synthetic ? synthetic_banner() : Text(),
        .sections = {
            in_short(study), claims_section(study.claims),
            words::figures_section({multipliers_figure(study), slacks_figure(study), outcomes_figure(study),
                                    stopping_figure(study),
                                    study.step_sweep.empty() ? std::nullopt : std::optional(sweep_figure(study))}),
            prices_section(study), methods_section(study), stopping_section(study), randomised_section(study),
            truth_section(study), paper_section(study), data_section(study), settings_section(study.record),
            cite_section()}};
}

Document summary(const Study& study) {
    const auto& data = study.data;
    return {.heading = say(data.name, data.synthetic ? " (synthetic)" : "", ": ", Count{data.rows}, " people, ",
                           Count{data.train_rows}, " to learn from, ", Count{data.test_rows}, " held out; ",
                           counted(study.constraints.size(), "constraint")),
            .sections = {{.blocks = {methods_table(study), stopping_table(study), claims_table(study.claims)}}}};
}

}  // namespace alcole::studies
