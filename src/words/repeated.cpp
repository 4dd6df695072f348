#include "words/parts.hpp"

namespace alcole::words {
namespace {

const learning::Outcome* first_run(Methods methods) {
    for (const auto& method : methods)
        if (!method.runs.empty()) return &method.runs.front();
    return nullptr;
}

tabular::Task task_of(Methods methods) {
    const auto* run = first_run(methods);
    return run == nullptr ? tabular::Task::binary : run->task;
}

Text met(const learning::Repeated& method) { return say(Count{method.runs_met}, " of ", Count{method.runs.size()}); }

Cell if_there(bool there, const Interval& value, bool percent = false) {
    return there ? interval_cell(value, percent) : Cell(Nothing{});
}

Table scores_table(Methods methods) {
    const tabular::Task task = task_of(methods);
    using One = const learning::Repeated&;
    const auto held_out = [](Interval learning::Repeated::*value, bool percent = false) {
        return [=](One method) { return if_there(has_held_out(method), method.*value, percent); };
    };
    return table_of<learning::Repeated>(
        "Scores", methods,
        {{{methods.size() == 1 ? "runs" : "method"}, [](One method) { return look_of(method).long_name; }},
         {{"met", "in training"}, met},
         {{quality_name(task), "held out"}, held_out(&learning::Repeated::test_accuracy, is_share(task))},
         {{"objective", "training"}, [](One method) { return interval_cell(method.train_objective); }},
         {{"objective", "held out"}, held_out(&learning::Repeated::test_objective)},
         {{"largest slack", "training, in bounds"}, [](One method) { return interval_cell(method.worst_train_slack); }},
         {{"largest slack", "held out, in bounds"}, held_out(&learning::Repeated::worst_test_slack)},
         {{"oscillation", "of the prices"},
          [](One method) { return if_there(has_prices(method), method.oscillation); }},
         {{"time", "per run"}, [](One method) { return Seconds{method.seconds}; }}});
}

/// A constraint under a method, over its runs.
struct ConstraintRuns {
    const learning::ConstraintOutcome* constraint = nullptr;
    const learning::Repeated* method = nullptr;
    std::size_t place = 0;
};

Table constraints_table(Methods methods) {
    const auto constraints = constraints_of(methods);
    std::vector<ConstraintRuns> list;
    for (std::size_t i = 0; i < constraints.size(); ++i)
        for (const auto& method : methods)
            if (i < method.train_risk.size()) list.push_back({&constraints[i], &method, i});
    using One = const ConstraintRuns&;
    const auto flips = [](One c) {
        const bool measured = has_held_out(*c.method) && c.constraint->test && c.constraint->test->flip_rate;
        return if_there(measured, c.method->test_flip[c.place], true);
    };
    Table table = table_of<ConstraintRuns>(
        "Every constraint", list,
        {{{"constraint"}, [](One c) { return c.constraint->name; }},
         {{"method", "", in_words}, [](One c) { return look_of(*c.method).name; }, methods.size() > 1},
         {{"bound"}, [](One c) { return bound(*c.constraint); }},
         {{"risk", "training"}, [](One c) { return interval_cell(c.method->train_risk[c.place]); }},
         {{"risk", "held out"}, [](One c) { return if_there(has_held_out(*c.method), c.method->test_risk[c.place]); }},
         {{"flips", "held out"}, flips},
         {{"multiplier"}, [](One c) { return interval_cell(c.method->multiplier[c.place]); }}});
    table.grouped = methods.size() > 1;
    return table;
}

Text methods_lead(Methods methods) {
    std::vector<Text> parts;
    for (const auto& method : methods) parts.push_back(say(look_of(method).long_name, " in ", met(method)));
    return parts.empty() ? Text("There is nothing to compare.")
                         : say("Runs that met every constraint in training: ", listed(parts), ".");
}

Text repeated_lead(const learning::Repeated& repeated) {
    Text text = constraints_of({&repeated, 1}).empty()
                    ? say("Trained ", counted(repeated.runs.size(), "time"), " without constraints.")
                    : say("Every constraint was met in training in ", met(repeated),
                          repeated.runs.size() == 1 ? " run." : " runs.");
    if (!has_held_out(repeated)) return text;
    const bool percent = is_share(task_of({&repeated, 1}));
    const Mean value{repeated.test_accuracy, percent};
    const Text range = say(" (", Ends{repeated.test_accuracy, percent}, ")");
    return percent ? say(text, " On held-out rows ", value, " of the predictions are correct", range, ".")
                   : say(text, " On held-out rows r squared is ", value, range, ".");
}

/// Many rows are shown on demand.
Section constraints_section(Methods methods) {
    constexpr std::size_t most_open = 24;
    Section section{"constraints", "Every constraint", "Every constraint"};
    Table table = constraints_table(methods);
    const std::size_t rows = table.rows.size();
    if (rows <= most_open)
        section.blocks = {std::move(table)};
    else
        section.blocks = {Details{"Show the " + std::to_string(rows) + " rows", {std::move(table)}}};
    return section;
}

Document page(Methods methods, const std::string& what, const Text& heading, const Text& lead, const Text& how,
              Figures figures) {
    const auto* run = first_run(methods);
    return {.title = "alcole " + what,
            .kicker = kicker(what),
            .heading = heading,
            .subtitle = run == nullptr
                            ? Text("no runs")
                            : say(subject(*run), ", ", counted(constraints_of(methods).size(), "constraint")),
            .sections = {{"summary", "In short", "In short", {Paragraph{lead, true}, Paragraph{how}}},
                         figures_section(std::move(figures)),
                         {"scores", "Scores", "Scores", {scores_table(methods)}},
                         constraints_section(methods)}};
}

Document summary(Methods methods, const Text& how, const Text& lead, bool constraints) {
    const auto* run = first_run(methods);
    Document document{.heading = run == nullptr ? how : say(subject_line(*run), ": ", how)};
    document.sections = {{.blocks = {Paragraph{say(lead, " Means and their 95 % intervals:")}, scores_table(methods)}}};
    if (constraints) document.sections.front().blocks.emplace_back(constraints_table(methods));
    return document;
}

}  // namespace

Document comparison_page(const learning::Comparison& comparison) {
    const Methods methods = comparison.methods;
    return page(methods, "comparison of methods", "The methods side by side", methods_lead(methods),
                say(counted(num_runs(methods), "run"),
                    " of each method, on the same splits and from the same starts; all of them took ",
                    Seconds{comparison.seconds}, ". Small numbers beside an estimate are its 95 % interval."),
                {settling_figure(methods), scores_figure(methods), repeated_risks_figure(methods)});
}

Document comparison_summary(const learning::Comparison& comparison) {
    const Methods methods = comparison.methods;
    return summary(methods, say(counted(num_runs(methods), "seed"), ", ", Seconds{comparison.seconds}),
                   methods_lead(methods), false);
}

Document cross_validation_page(const learning::Repeated& repeated) {
    const Methods alone(&repeated, 1);
    return page(
        alone, "cross-validation", "Does it hold on other rows?", repeated_lead(repeated),
        R"(Every run holds out other rows of the same file. Small numbers beside an estimate are its 95 % interval over
                   the runs; held-out rows of different runs share training rows, so it is a guide rather than a
                   guarantee.)",
        {repeated_risks_figure(alone), repeated_prices_figure(repeated), scores_figure(alone)});
}

Document cross_validation_summary(const learning::Repeated& repeated) {
    return summary({&repeated, 1}, say(counted(repeated.runs.size(), "fold"), ", ", Seconds{repeated.seconds}, " each"),
                   repeated_lead(repeated), true);
}

}  // namespace alcole::words
