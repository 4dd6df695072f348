#include "report/run_sections.hpp"

#include "report/format.hpp"
#include "report/html.hpp"
#include "report/page.hpp"
#include "report/run_figures.hpp"
#include "report/run_words.hpp"
#include "words/run.hpp"

#include <algorithm>
#include <array>

namespace alcole::report {
namespace {

using Verdict = run::ConstraintStatus;

std::string badge_of(Verdict verdict) {
    const Tone tone = verdict == Verdict::met               ? Tone::good
                      : verdict == Verdict::met_in_training ? Tone::open
                                                            : Tone::bad;
    return badge(tone, sign_of(verdict), word_of(verdict));
}

std::string with_training(const run::Outcome& outcome, const std::string& training) {
    return outcome.test ? cat("in training ", training) : std::string("in training");
}

std::string quality_card(const run::Outcome& outcome) {
    const auto& here = outcome.test ? outcome.test->metrics : outcome.train.metrics;
    const auto& train = outcome.train.metrics;
    std::vector<CardLine> lines;
    const auto line = [&](std::string_view name, const std::optional<double>& value,
                          const std::optional<double>& training, auto text) {
        if (value)
            lines.push_back(
                {std::string(name), text(*value), with_training(outcome, training ? text(*training) : "?")});
    };
    const auto plain = [](double v) { return number(v); };
    line("accuracy", here.accuracy, train.accuracy, [](double v) { return percent_text(v); });
    line("area under ROC", here.auc, train.auc, plain);
    line("r squared", here.r_squared, train.r_squared, plain);
    line("mean squared error", here.mean_squared_error, train.mean_squared_error, plain);
    return card("How well does it predict?", lines,
                outcome.test ? cat("On ", plural(here.rows, "row", "rows"), " that training did not see.")
                             : std::string("No rows were held out: on other rows it will be worse."));
}

std::string verdicts_card(const run::Outcome& outcome) {
    if (outcome.constraints.empty()) return "";
    const auto seen = tally(outcome);
    std::vector<CardLine> lines = {{badge_of(Verdict::met), count(seen.met), ""}};
    if (seen.met_in_training > 0)
        lines.push_back({badge_of(Verdict::met_in_training), count(seen.met_in_training), ""});
    if (seen.not_met > 0 || seen.met_in_training == 0)
        lines.push_back({badge_of(Verdict::not_met), count(seen.not_met), ""});
    return card("Does it keep its constraints?", lines,
                "Met: within 1 % of the bound on training rows, and held-out rows agree.");
}

std::string ending_card(const run::Outcome& outcome) {
    return card("Did training come to rest?",
                {{"ended", std::string(ending(outcome.status)), ""},
                 {"dual steps", count(outcome.trace.size()), ""},
                 {"time", duration(outcome.seconds), ""}},
                escape(outcome.message));
}

std::string notes_of(const run::Outcome& outcome) {
    const auto notes = words::notes(outcome);
    if (notes.empty()) return "";
    std::string items;
    for (const auto& note : notes) items += cat("<li>", escape(note), "</li>");
    return cat("<h3>Worth knowing</h3><ul class=\"notes\">", items, "</ul>\n");
}

bool has_flips(const run::Outcome& outcome) {
    return std::ranges::any_of(outcome.constraints,
                               [](const auto& c) { return c.train.flip_rate || (c.test && c.test->flip_rate); });
}

std::string flips_text(const run::ConstraintOutcome& constraint) {
    const auto text = [](const std::optional<double>& rate) {
        return rate ? percent_text(*rate) : std::string("\u2013");
    };
    if (!constraint.test) return text(constraint.train.flip_rate);
    if (!constraint.test->flip_rate && !constraint.train.flip_rate) return "\u2013";
    return cat(text(constraint.test->flip_rate), "<small>training ", text(constraint.train.flip_rate), "</small>");
}

std::string price_text(const run::ConstraintOutcome& constraint, const run::Outcome& outcome) {
    const std::string words = escape(words::price(constraint, outcome));
    if (!constraint.binding) return words.empty() ? "costs nothing" : words;
    return cat("<b>", number(constraint.multiplier), "</b> ", words);
}

/// The bound that would do for one of the constraints of a conflict.
std::optional<double> least_bound(const run::Outcome& outcome, std::size_t constraint) {
    const auto& bounds = outcome.conflict->least_bounds;
    return constraint < bounds.size() ? std::optional(bounds[constraint]) : std::nullopt;
}

}  // namespace

std::string answer_section(const run::Outcome& outcome) {
    return section("summary", "In short",
                   cat(R"(<p class="lead">)", escape(answer_in_full(outcome)), " ", escape(quality_sentence(outcome)),
                       "</p>\n<div class=\"cards\">\n", verdicts_card(outcome), quality_card(outcome),
                       ending_card(outcome), "</div>\n", notes_of(outcome)));
}

std::string conflict_section(const run::Outcome& outcome) {
    if (!outcome.conflict) return "";
    const auto& conflict = *outcome.conflict;
    const auto names = names_at(outcome, conflict.constraints);
    std::string out =
        cat("<p>", names.empty() ? std::string("The constraints") : escape(listed(names, 12)),
            names.size() == 1 ? " cannot be met by itself. " : " cannot be met together. ",
            conflict.minimal && names.size() > 1 ? "Dropping any one of them makes the rest feasible. " : "",
            "The numbers below are those of the model that training ended with.</p>\n");
    NumberTable table(
        "Bounds that can be met",
        {{"constraint", ""}, {"part of the conflict", ""}, {"bound asked", ""}, {"bound that can be met", ""}});
    for (std::size_t i = 0; i < outcome.constraints.size(); ++i) {
        const auto& constraint = outcome.constraints[i];
        const bool part = std::ranges::find(conflict.constraints, i) != conflict.constraints.end();
        const auto least = least_bound(outcome, i);
        if (!part && (!least || *least == constraint.bound)) continue;
        table.begin_row(constraint.name);
        table.cell(part ? "\u2715 yes" : "no");
        table.cell(bound_text(constraint));
        table.optional_cell(least);
        table.end_row();
    }
    if (!conflict.least_bounds.empty())
        out +=
            cat("<p>With the bounds in the last column, all at once, there is a solution near by:</p>\n", table.html());
    return section("conflict", "Why they cannot be met", out);
}

std::string constraints_section(const run::Outcome& outcome) {
    if (outcome.constraints.empty()) return "";
    const bool flips = has_flips(outcome);
    std::vector<ColumnHead> columns = {{"constraint", ""}, {"verdict", "", true}, {"bound", ""}, {"training risk", ""}};
    if (outcome.test) columns.push_back({"held-out risk", ""});
    if (flips) columns.push_back({"flips", outcome.test ? "predictions, held out" : "predictions, training"});
    columns.push_back({"price", "the multiplier, in words", true});
    NumberTable table("The constraints", columns);
    for (const auto& constraint : outcome.constraints) {
        table.begin_row(constraint.name);
        table.word_cell(badge_of(constraint.verdict));
        table.cell(bound_text(constraint));
        table.cell(number(constraint.train.risk));
        if (outcome.test) table.optional_cell(constraint.test ? std::optional(constraint.test->risk) : std::nullopt);
        if (flips) table.cell(flips_text(constraint));
        table.sentence_cell(price_text(constraint, outcome));
        table.end_row();
    }
    return section("constraints", "The constraints", table.html());
}

std::string run_figures_section(const run::Outcome& outcome, int& figures) {
    std::string out;
    for (const auto& make : {bounds_figure, prices_figure, trace_figure})
        if (auto figure = make(outcome)) {
            figure->number = ++figures;
            out += figure_html(*figure);
        }
    return out.empty() ? "" : section("figures", "The figures", figures_hint() + out);
}

}  // namespace alcole::report
