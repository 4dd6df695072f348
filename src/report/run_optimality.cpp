// Is it an answer? What the examination found, in a table, with the rest folded away.
#include "report/format.hpp"
#include "report/html.hpp"
#include "report/run_sections.hpp"
#include "words/examination.hpp"

namespace alcole::report {
namespace {

std::string badge_of(alcole::Decision verdict, std::string_view word) {
    switch (verdict) {
        case alcole::Decision::holds:
            return badge(Tone::good, "\u2713", word);
        case alcole::Decision::fails:
            return badge(Tone::bad, "\u2715", word);
        case alcole::Decision::undetermined:
            break;
    }
    return badge(Tone::open, "?", word);
}

/// Signs as people write them.
std::string typeset(std::string_view text) {
    std::string out = escape(text);
    const auto replace = [&](std::string_view from, std::string_view to) {
        for (auto at = out.find(from); at != std::string::npos; at = out.find(from, at + to.size()))
            out.replace(at, from.size(), to);
    };
    replace("+-", "\u00b1");
    replace("&lt;=", "\u2264");
    replace("&gt;=", "\u2265");
    return out;
}

std::string questions(const std::vector<words::Question>& list) {
    NumberTable table("Is it an answer?", {{"question", ""},
                                           {"verdict", "", true},
                                           {"number", ""},
                                           {"tolerance", ""},
                                           {"label", "how far to trust it", true}});
    for (const auto& question : list) {
        table.begin_row(question.text);
        table.word_cell(badge_of(question.verdict, question.word));
        table.cell(typeset(question.number));
        table.cell(question.tolerance.empty() ? "\u2013" : typeset(question.tolerance));
        table.word_cell(question.label.empty() ? "\u2013" : escape(question.label));
        table.end_row();
    }
    return table.html();
}

std::string meanings(const std::vector<words::Question>& list, const run::Examination& found) {
    std::string items;
    for (const auto& question : list)
        items += cat("<li><b>", escape(question.text), ".</b> ", typeset(question.meaning), "</li>");
    for (const auto& note : found.notes) items += cat("<li>", escape(note), "</li>");
    return cat("<details><summary>What these numbers are</summary><ul class=\"notes\">", items, "</ul></details>\n");
}

std::string assumptions(const run::Examination& found) {
    NumberTable table("Assumptions", {{"assumption", ""}, {"verdict", "", true}, {"because", "", true}});
    for (const auto& assumption : found.assumptions) {
        table.begin_row(assumption.name);
        table.word_cell(badge_of(assumption.verdict, to_string(assumption.verdict)));
        table.sentence_cell(escape(assumption.reason));
        table.end_row();
    }
    if (table.empty()) return "";
    return cat("<details><summary>The assumptions of the theory, as far as the model tells</summary>", table.html(),
               "</details>\n");
}

}  // namespace

std::string optimality_section(const run::Outcome& outcome) {
    if (!outcome.optimality) return "";
    const auto list = words::questions_on(outcome);
    return section("optimality", "Is it an answer?",
                   cat("<p>", escape(words::is_it_an_answer(outcome)),
                       " This is about the training problem, on its own rows. A bound is true whatever happened, an "
                       "estimate has an error, a heuristic can be wrong without a sign of it.</p>\n",
                       questions(list), meanings(list, *outcome.optimality), assumptions(*outcome.optimality)));
}

}  // namespace alcole::report
