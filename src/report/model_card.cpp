// Markdown beside the model, for whoever meets the model without the run.
#include "report/format.hpp"
#include "report/html.hpp"
#include "report/run_report.hpp"
#include "report/run_words.hpp"
#include "words/examination.hpp"
#include "words/run.hpp"

#include <algorithm>

namespace alcole::report {
namespace {

/// Text from data, such that Markdown shows it as it is: on one line, and with nothing that could become markup.
std::string plain(std::string_view text) {
    constexpr std::string_view special = "\\`*_[]#|~";
    std::string out;
    for (const char c : escape(text)) {  // angle brackets and ampersands become entities, which Markdown knows
        if (c == '\n' || c == '\t') {
            out += ' ';
        } else {
            if (special.find(c) != std::string_view::npos && !(c == '#' && out.ends_with('&'))) out += '\\';
            out += c;
        }
    }
    return out;
}

std::string item(std::string_view name, std::string_view text) { return cat("- **", name, ":** ", text, "\n"); }

std::string joined(const std::vector<std::string>& names) {
    std::string out;
    for (const auto& name : names) out += cat(out.empty() ? "" : ", ", plain(name));
    return out.empty() ? "none" : out;
}

std::string about(const run::Outcome& outcome) {
    std::string target = plain(outcome.target);
    if (!outcome.positive.empty()) target += cat(" (positive class: ", plain(outcome.positive), ")");
    return cat("## What it predicts\n\n", item("target", target), item("task", tabular::to_string(outcome.task)),
               item("model", cat(plain(model_text(outcome.model)), ", ", plural(outcome.weights, "weight", "weights"))),
               item("inputs", joined(outcome.features)), item("answer", plain(answer(outcome))), "\n",
               plain(answer_in_full(outcome)), " ", plain(quality_sentence(outcome)), "\n\n");
}

std::string data(const run::Outcome& outcome) {
    const auto held_out = outcome.test ? outcome.test->metrics.rows : 0;
    return cat("## Data\n\n", item("file", plain(outcome.data_file)),
               item("rows", cat(count(outcome.train.metrics.rows), " for training, ", count(held_out), " held out")),
               item("only rows with", outcome.where.empty() ? "no condition: all rows" : joined(outcome.where)),
               item("protected columns", joined(outcome.protected_columns)),
               item("sha256 of data and settings", cat("`", plain(outcome.training_hash), "`")), "\n");
}

std::string use(const run::Outcome& outcome) {
    const bool narrowed = !outcome.where.empty();
    return cat("## Intended use\n\nTo predict ", plain(outcome.target), " for rows like those of ",
               plain(outcome.data_file), narrowed ? ", within the condition on rows above" : "",
               ": collected in the same way, from the same population, with the same meaning of every column. A person "
               "should be able to question each prediction that matters to someone.\n\n"
               "## Out of scope\n\n"
               "- Other populations, places or times: nothing here says how the model does there.\n"
               "- Decisions about people without someone who answers for them.\n"
               "- Conclusions about causes: the model knows what goes together in its data, not why.\n",
               narrowed ? "- Rows outside the condition above: the model has seen none.\n" : "", "\n");
}

std::string constraint_line(const run::ConstraintOutcome& constraint, bool held_out) {
    std::string out =
        cat("| ", plain(constraint.name), " | ", bound_text(constraint), " | ", number(constraint.train.risk));
    if (held_out) out += cat(" | ", constraint.test ? number(constraint.test->risk) : "");
    const auto& flips = held_out && constraint.test ? constraint.test->flip_rate : constraint.train.flip_rate;
    return cat(out, " | ", flips ? percent_text(*flips) : "", " | ", number(constraint.multiplier), " | ",
               sign_of(constraint.verdict), " ", word_of(constraint.verdict), " |\n");
}

std::string constraints(const run::Outcome& outcome) {
    if (outcome.constraints.empty())
        return "## Constraints\n\nNone: it was trained to predict well, and for nothing else.\n\n";
    const bool held_out = outcome.test.has_value();
    std::string out = cat("## Constraints\n\n| constraint | bound | training |", held_out ? " held out |" : "",
                          " flips | multiplier | verdict |\n|---|---|---|", held_out ? "---|" : "", "---|---|---|\n");
    for (const auto& constraint : outcome.constraints) out += constraint_line(constraint, held_out);
    out +=
        "\nMet: within 1 % of the bound on training rows, and held-out rows agree. Flips: predictions that change when "
        "the attribute alone is changed. The multiplier is the price: what one unit of the bound is worth in units of "
        "the training objective.\n\n";
    if (outcome.conflict && !names_at(outcome, outcome.conflict->constraints).empty())
        out +=
            cat("These cannot be met together: ", plain(listed(names_at(outcome, outcome.conflict->constraints), 12)),
                ".\n\n");
    return out;
}

std::string certificate(const run::Outcome& outcome) {
    if (!outcome.certificate) return "";
    std::string out = cat("## Certificate\n\n", plain(certify::in_words(*outcome.certificate)),
                          "\n\n| constraint | bound | risk | at worst | verdict |\n|---|---|---|---|---|\n");
    for (std::size_t i = 0; i < outcome.constraints.size(); ++i) {
        const auto& found = outcome.certificate->constraints[i];
        const auto text = [](const std::optional<double>& value) {
            return value ? number(*value) : std::string("\u2013");
        };
        out += cat("| ", plain(found.name), " | ", bound_text(outcome.constraints[i]), " | ", text(found.risk.estimate),
                   " | ", text(found.limit()), " | ", certify::to_string(found.verdict), " |\n");
    }
    return cat(out, "\nBounds by ", certify::to_string(outcome.certificate->family),
               ", for independent draws from the population the rows came from, and for no other.\n\n");
}

std::string quality(const run::Outcome& outcome) {
    std::string out = cat("## Quality\n\n| | training |", outcome.test ? " held out |" : "", "\n|---|---|",
                          outcome.test ? "---|" : "", "\n");
    const auto row = [&](std::string_view name, std::optional<double> tabular::Metrics::*value, bool percent) {
        const auto& train = outcome.train.metrics.*value;
        if (!train) return;
        const auto text = [percent](const std::optional<double>& v) {
            return !v ? std::string() : percent ? percent_text(*v) : number(*v);
        };
        out += cat("| ", name, " | ", text(train), " |",
                   outcome.test ? cat(" ", text(outcome.test->metrics.*value), " |") : "", "\n");
    };
    row("accuracy", &tabular::Metrics::accuracy, true);
    row("log loss", &tabular::Metrics::log_loss, false);
    row("area under the ROC curve", &tabular::Metrics::auc, false);
    row("mean squared error", &tabular::Metrics::mean_squared_error, false);
    row("r squared", &tabular::Metrics::r_squared, false);
    return out + "\n";
}

std::string groups(const run::Outcome& outcome) {
    const auto& groups = outcome.test ? outcome.test->groups : outcome.train.groups;
    const bool any = std::ranges::any_of(groups, [](const auto& g) { return g.positive_rate || g.error_rate; });
    if (!any) return "";
    const auto text = [](const std::optional<double>& rate) {
        return rate ? percent_text(*rate) : std::string("\u2013");
    };
    std::string out = cat("## Groups\n\nOn ", outcome.test ? "held-out" : "training",
                          " rows. Rates of small groups are left to chance.\n\n"
                          "| group | rows | positive rate | recall | false positive rate | error rate |\n"
                          "|---|---|---|---|---|---|\n");
    for (const auto& group : groups)
        out += cat("| ", plain(group.group), " | ", count(group.rows), " | ", text(group.positive_rate), " | ",
                   text(group.recall), " | ", text(group.false_positive_rate), " | ", text(group.error_rate), " |\n");
    return out + "\n";
}

std::string how_to_use(const run::Outcome& outcome) {
    const std::string input = outcome.features.empty() ? std::string("a column") : plain(outcome.features.front());
    return cat(
        "## How to use it\n\n```sh\nalcole predict model.onnx new.csv\n```\n\n"
        "Any program with ONNX Runtime can run it too: every input of `model.onnx` has the name of a column, such as ",
        input,
        ", and takes the values of that column as they are in the file; encoding and scaling are inside the "
        "model.\n\n");
}

std::string limits(const run::Outcome& outcome) {
    const bool counterfactual = std::ranges::any_of(
        outcome.constraints, [](const auto& c) { return c.kind == tabular::ConstraintKind::counterfactual; });
    std::string out = "## Limits\n\n";
    out += outcome.test
               ? "- Held-out rows come from the same source as the training rows: they say nothing about other "
                 "populations.\n"
               : "- No rows were held out: numbers above are of the rows it was trained on, and flatter it.\n";
    if (counterfactual)
        out +=
            "- A counterfactual constraint changes the attribute itself and nothing that the attribute causes: a "
            "person "
            "who had always had the other value would differ in more than one column.\n";
    out += "- There is no guarantee for other populations, and none for groups that no constraint names.\n";
    for (const auto& note : words::notes(outcome)) out += cat("- ", plain(note), "\n");
    return out + "\n";
}

}  // namespace

std::string model_card(const run::Outcome& outcome) {
    return cat("# Model card: ", plain(outcome.target), "\n\n", about(outcome), data(outcome), use(outcome),
               quality(outcome), constraints(outcome), certificate(outcome), groups(outcome), how_to_use(outcome),
               limits(outcome), "## Origin\n\n", item("alcole", plain(outcome.version)),
               item("method", to_string(outcome.method)), item("seed", std::to_string(outcome.seed)),
               item("ended", plain(outcome.message)),
               outcome.optimality ? item("is it an answer", plain(words::is_it_an_answer(outcome))) : std::string());
}

}  // namespace alcole::report
