#include "words/parts.hpp"

#include <algorithm>

namespace alcole::words {
namespace {

const learning::Outcome* first_run(Methods methods) {
    for (const auto& method : methods)
        if (!method.runs.empty()) return &method.runs.front();
    return nullptr;
}

const char* what_differs(Methods methods) { return compares_models(methods) ? "model" : "method"; }

Text met(const learning::Repeated& method) { return say(Count{method.runs_met}, " of ", Count{method.runs.size()}); }

Text converged(const learning::Repeated& method) {
    const auto count = std::ranges::count_if(method.runs, has_converged);
    return say(Count{static_cast<std::size_t>(count)}, " of ", Count{method.runs.size()});
}

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
        {{{methods.size() == 1 ? "runs" : what_differs(methods)}, [](One method) { return look_of(method).long_name; }},
         {{"met", "in training"}, met},
         {{"converged"}, converged},
         {{quality_name(task), "held out"}, held_out(&learning::Repeated::test_accuracy, is_share(task))},
         {{"objective", "training"}, [](One method) { return interval_cell(method.train_objective); }},
         {{"objective", "held out"}, held_out(&learning::Repeated::test_objective)},
         {{"largest slack", "training, in bounds"}, [](One method) { return interval_cell(method.worst_train_slack); }},
         {{"largest slack", "held out, in bounds"}, held_out(&learning::Repeated::worst_test_slack)},
         {{"oscillation", "of the prices"},
          [](One method) { return if_there(has_prices(method), method.oscillation); }},
         {{"time", "per run"}, [](One method) { return Seconds{method.seconds}; }}});
}

/// How every fold ended. A multiplier is a price only if its fold converged.
Table folds_table(const learning::Repeated& repeated) {
    const bool held_out = has_held_out(repeated);
    const auto quality = [&](const learning::Outcome& run) -> Cell {
        if (!held_out) return Nothing{};
        return is_share(run.task) ? Cell(Percent{run.test->quality()}) : Cell(Number{run.test->quality()});
    };
    const auto largest = [](const learning::Outcome& run) -> Cell {
        if (run.constraints.empty()) return Nothing{};
        return Number{
            std::ranges::max_element(run.constraints, {}, &learning::ConstraintOutcome::multiplier)->multiplier};
    };
    Table table{.label = "How every fold ended",
                .columns = {{"fold"},
                            {"training", "ended", in_words},
                            {"constraints", "met in training"},
                            {quality_name(task_of({&repeated, 1})), "held out"},
                            {"largest multiplier"},
                            {"time"}}};
    for (const auto& run : repeated.runs) {
        const auto missed = std::ranges::count(run.constraints, learning::ConstraintStatus::not_met,
                                               &learning::ConstraintOutcome::verdict);
        const std::size_t all = run.constraints.size();
        table.rows.push_back({{Count{table.rows.size() + 1}, name_of(run.status),
                               say(Count{all - static_cast<std::size_t>(missed)}, " of ", Count{all}), quality(run),
                               largest(run), Seconds{run.seconds}}});
    }
    return table;
}

/// Which folds did not converge, and what that means.
Text unfinished(const learning::Repeated& repeated) {
    std::vector<Text> folds;
    for (std::size_t k = 0; k < repeated.runs.size(); ++k)
        if (!has_converged(repeated.runs[k]))
            folds.push_back(say("fold ", Count{k + 1}, " (", name_of(repeated.runs[k].status), ")"));
    if (folds.empty()) return {};
    const bool priced = !constraints_of({&repeated, 1}).empty();
    return say(" Not converged: ", listed(folds), priced ? ", whose multipliers are not prices." : ".");
}

/// A constraint under one method, across its runs.
struct ConstraintRuns {
    const learning::ConstraintOutcome* constraint = nullptr;
    const learning::Repeated* method = nullptr;
    std::size_t place = 0;
};

Table repeated_table(Methods methods) {
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
         {{what_differs(methods), "", in_words}, [](One c) { return look_of(*c.method).name; }, methods.size() > 1},
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
    const Text text = constraints_of({&repeated, 1}).empty()
                          ? say("Trained ", counted(repeated.runs.size(), "time"), " without constraints.")
                          : say("Every constraint was met in training in ", met(repeated),
                                repeated.runs.size() == 1 ? " run." : " runs.");
    if (!has_held_out(repeated)) return say(text, unfinished(repeated));
    const bool percent = is_share(task_of({&repeated, 1}));
    const Mean value{repeated.test_accuracy, percent};
    const Text range = ends_in_brackets(repeated.test_accuracy, percent);
    return say(text, unfinished(repeated),
               percent ? say(" On held-out rows ", value, " of the predictions are correct", range, ".")
                       : say(" On held-out rows r squared is ", value, range, "."));
}

/// What the small numbers mean; a single run has none.
Text about_spread(std::size_t runs) {
    return runs > 1 ? "Small numbers beside an estimate are its 95 % interval."
                    : "There is only one run of each, so there are no intervals.";
}

/// Says that the dual step of the ordinary Lagrangian was tuned: a badly tuned competitor would be easy to beat.
Text about_ordinary_steps(const learning::Comparison& comparison) {
    if (comparison.ordinary_steps.empty()) return {};
    const auto list = [](const auto& steps) {
        std::vector<Text> texts;
        for (const double step : steps) texts.emplace_back(Number{step});
        return listed(texts);
    };
    return say(" Every run of the ordinary Lagrangian has the dual step that suits it best on its training rows (",
               list(comparison.ordinary_steps), "), of ", list(learning::tried_steps), ".");
}

/// A table with many rows is folded.
Section constraints_section(Methods methods) {
    constexpr std::size_t max_open = 24;
    Section section{"constraints", "Every constraint", "Every constraint"};
    Table table = repeated_table(methods);
    const std::size_t rows = table.rows.size();
    if (rows <= max_open)
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
    const char* means = num_runs(methods) > 1 ? " Means and their 95 % intervals:" : " One run, so no intervals:";
    document.sections = {{.blocks = {Paragraph{say(lead, means)}, scores_table(methods)}}};
    if (constraints) append(document.sections.front().blocks, {folds_table(methods.front()), repeated_table(methods)});
    return document;
}

}  // namespace

tabular::Task task_of(Methods methods) {
    const auto* run = first_run(methods);
    return run == nullptr ? tabular::Task::binary : run->task;
}

Document comparison_page(const learning::Comparison& comparison) {
    const Methods methods = comparison.methods;
    const std::string what = what_differs(methods);
    return page(methods, "comparison of " + what + "s", "The " + what + "s side by side", methods_lead(methods),
                say(counted(num_runs(methods), "run"), " of each ", what,
                    ", on the same splits and from the same starts; all of them took ", Seconds{comparison.seconds},
                    ". ", about_spread(num_runs(methods)), about_ordinary_steps(comparison)),
                {settling_figure(methods), scores_figure(methods), repeated_risks_figure(methods)});
}

Document comparison_summary(const learning::Comparison& comparison) {
    const Methods methods = comparison.methods;
    return summary(methods, say(counted(num_runs(methods), "seed"), ", ", Seconds{comparison.seconds}),
                   say(methods_lead(methods), about_ordinary_steps(comparison)), false);
}

Document cross_validation_page(const learning::Repeated& repeated) {
    const Methods alone(&repeated, 1);
    Document document = page(
        alone, "cross-validation", "Does it hold on other rows?", repeated_lead(repeated),
        R"(Every run holds out other rows of the same file. Small numbers beside an estimate are its 95 % interval over
                   the runs; held-out rows of different runs share training rows, so it is a guide rather than a
                   guarantee.)",
        {repeated_risks_figure(alone), repeated_prices_figure(repeated), scores_figure(alone)});
    Section folds{"folds", "Folds", "How every fold ended", {folds_table(repeated)}};
    document.sections.insert(document.sections.end() - 1, std::move(folds));
    return document;
}

Document cross_validation_summary(const learning::Repeated& repeated) {
    return summary({&repeated, 1}, say(counted(repeated.runs.size(), "fold"), ", ", Seconds{repeated.seconds}, " each"),
                   repeated_lead(repeated), true);
}

}  // namespace alcole::words
