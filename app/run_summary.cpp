#include "run_summary.hpp"

#include "base/text.hpp"
#include "certificate_summary.hpp"
#include "commands.hpp"
#include "report/run_words.hpp"
#include "terminal.hpp"
#include "text_table.hpp"
#include "words/examination.hpp"
#include "words/run.hpp"

#include <algorithm>
#include <vector>

namespace alcole::app {
namespace {

std::string side_text(const char* name, const run::Side& side) {
    std::string text = std::string(name) + std::to_string(side.metrics.rows) + " rows, objective " +
                       base::short_number(side.objective, 5);
    const auto add = [&](const char* what, const std::optional<double>& value) {
        if (value) text += std::string(", ") + what + " " + base::short_number(*value, 4);
    };
    add("accuracy", side.metrics.accuracy);
    add("auc", side.metrics.auc);
    add("mean squared error", side.metrics.mean_squared_error);
    add("r squared", side.metrics.r_squared);
    return text + "\n";
}

std::string verdict_text(const run::ConstraintOutcome& constraint, bool colours) {
    switch (constraint.verdict) {
        case run::ConstraintStatus::met:
            return coloured("met", Colour::green, colours);
        case run::ConstraintStatus::met_in_training:
            return coloured("met in training, held-out rows are over", Colour::yellow, colours);
        case run::ConstraintStatus::not_met:
            break;
    }
    return coloured("not met", Colour::red, colours);
}

using Row = std::vector<std::string>;

Row row_of(const run::ConstraintOutcome& constraint, bool colours) {
    return {constraint.name,
            (constraint.at_least ? ">= " : "<= ") + base::short_number(constraint.bound),
            base::short_number(constraint.train.risk, 4),
            constraint.test ? base::short_number(constraint.test->risk, 4) : "-",
            base::short_number(constraint.multiplier),
            verdict_text(constraint, colours)};
}

std::string prices_text(const run::Outcome& outcome) {
    std::string text;
    for (const auto& constraint : outcome.constraints)
        if (constraint.binding)
            text += "  " + wrapped(constraint.name + ": " + words::price(constraint, outcome), 98, "    ") + "\n";
    return text.empty() ? text : "\nprices\n" + text;
}

}  // namespace

std::string run_summary(const run::Outcome& outcome, bool colours) {
    std::string text = outcome.data_file + ", target '" + outcome.target + "', " + report::model_text(outcome.model) +
                       ", " + std::string(to_string(outcome.method)) + ": " + duration_text(outcome.seconds) + "\n";
    text += wrapped(outcome.message, 100, "  ") + "\n\n";
    text += side_text("training: ", outcome.train);
    if (outcome.test) text += side_text("held out: ", *outcome.test);
    if (!outcome.constraints.empty()) {
        std::vector<Row> rows = {{"constraint", "bound", "training", "held out", "multiplier", "verdict"}};
        for (const auto& constraint : outcome.constraints) rows.push_back(row_of(constraint, colours));
        text += "\n" + table_text(rows) + prices_text(outcome);
    }
    if (outcome.certificate)
        text += "\ncertificate: " + certificate_summary(*outcome.certificate, colours) +
                (outcome.certificate->all_certified() ? "" : "\nno certified model was found\n");
    if (const auto answer = words::is_it_an_answer(outcome); !answer.empty())
        text += "\n" + wrapped(answer, 100, "") + "\n";
    for (const auto& note : words::notes(outcome)) text += "\n" + wrapped("note: " + note, 100, "  ") + "\n";
    return text;
}

std::string evaluation_summary(const std::vector<tabular::RiskDefinition>& constraints, const run::Judgement& judgement,
                               bool colours) {
    std::string text = side_text("", judgement.side);
    std::vector<Row> rows = {{"constraint", "bound", "risk", "flips", "verdict"}};
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        const auto& judged = judgement.constraints[i];
        const bool met = judged && run::is_met(*judged, constraints[i].bound);
        rows.push_back({constraints[i].name,
                        (constraints[i].at_least ? ">= " : "<= ") + base::short_number(constraints[i].bound),
                        judged ? base::short_number(judged->risk, 4) : "-",
                        judged && judged->flip_rate ? base::short_number(*judged->flip_rate, 3) : "-",
                        !judged ? "unknown"
                        : met   ? coloured("met", Colour::green, colours)
                                : coloured("not met", Colour::red, colours)});
    }
    if (!constraints.empty()) text += "\n" + table_text(rows);
    std::vector<Row> groups = {{"group", "rows", "positive rate", "recall", "false positives", "error rate"}};
    const auto rate = [](const std::optional<double>& value) {
        return value ? base::short_number(*value) : std::string("-");
    };
    for (const auto& group : judgement.side.groups)
        groups.push_back({group.group, std::to_string(group.rows), rate(group.positive_rate), rate(group.recall),
                          rate(group.false_positive_rate), rate(group.error_rate)});
    if (groups.size() > 1) text += "\n" + table_text(groups);
    for (const auto& note : judgement.notes) text += "\n" + wrapped("note: " + note, 100, "  ") + "\n";
    return text;
}

int exit_code(const run::Outcome& outcome) {
    if (outcome.certificate && outcome.certificate->all_certified()) return ExitCode::success;
    if (outcome.certificate && outcome.status != Status::infeasible) return ExitCode::not_met;
    const auto missed = [](const run::ConstraintOutcome& c) { return c.verdict == run::ConstraintStatus::not_met; };
    if (std::ranges::none_of(outcome.constraints, missed)) return ExitCode::success;
    return outcome.status == Status::infeasible ? ExitCode::infeasible : ExitCode::not_met;
}

}  // namespace alcole::app
