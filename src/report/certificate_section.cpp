// What holds for people not yet seen.
#include "certify/certificate.hpp"
#include "report/format.hpp"
#include "report/html.hpp"
#include "report/run_sections.hpp"
#include "report/run_words.hpp"

namespace alcole::report {
namespace {

using certify::Verdict;

std::string badge_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::certified:
            return badge(Tone::good, "\u2713", "certified");
        case Verdict::violated:
            return badge(Tone::bad, "\u2715", "violated");
        case Verdict::undecided:
            return badge(Tone::open, "?", "undecided");
        case Verdict::impossible:
            break;
    }
    return badge(Tone::open, "\u2013", "no bound");
}

std::string rows_text(const std::optional<double>& rows) { return rows ? number(*rows) : std::string("\u2013"); }

std::string constraints_table(const run::Outcome& outcome) {
    NumberTable table("The certificate", {{"constraint", ""},
                                          {"verdict", "", true},
                                          {"bound", "asked"},
                                          {"searched", "bound in training"},
                                          {"rows", "of the smallest group"},
                                          {"risk", "on them"},
                                          {"at worst", "confidence bound"},
                                          {"rows to decide", "a guess"}});
    for (std::size_t i = 0; i < outcome.constraints.size(); ++i) {
        const auto& found = outcome.certificate->constraints[i];
        table.begin_row(found.name);
        table.word_cell(badge_of(found.verdict));
        table.cell(bound_text(outcome.constraints[i]));
        table.optional_cell(outcome.constraints[i].tightened);
        table.cell(count(found.risk.rows));
        table.optional_cell(found.risk.estimate);
        table.optional_cell(found.limit());
        table.cell(rows_text(found.rows_to_decide));
        table.end_row();
    }
    const auto& loss = outcome.certificate->objective;
    table.begin_row("mean loss");
    table.word_cell("");
    for (const auto* nothing : {"\u2013", "\u2013"}) table.cell(nothing);
    table.cell(count(loss.rows));
    table.optional_cell(loss.estimate);
    table.optional_cell(loss.high);
    table.cell("\u2013");
    table.end_row();
    return table.html();
}

/// The other families, folded away: whoever picks the best of them afterwards has no certificate.
std::string families_table(const certify::Certificate& certificate) {
    std::vector<ColumnHead> heads = {{"constraint", ""}};
    for (const auto family : certify::all_families) heads.push_back({std::string(certify::to_string(family)), ""});
    NumberTable table("Bounds of every family", heads);
    for (const auto& constraint : certificate.constraints) {
        table.begin_row(constraint.name);
        for (const auto family : certify::all_families) {
            std::optional<double> limit;
            for (const auto& bounds : constraint.risk.families)
                if (bounds.family == family) limit = constraint.at_least ? bounds.low : bounds.high;
            table.optional_cell(limit);
        }
        table.end_row();
    }
    return cat(
        "<details><summary>Bounds of the other families</summary><p>For information. One family is chosen before "
        "the rows are looked at; the best of several, picked afterwards, does not hold with this probability.</p>",
        table.html(), "</details>\n");
}

}  // namespace

std::string certificate_section(const run::Outcome& outcome) {
    if (!outcome.certificate) return "";
    const auto& certificate = *outcome.certificate;
    return section(
        "certificate", "For people not yet seen",
        cat("<p>", escape(certify::in_words(certificate)), "</p>\n<p>These are bounds, not estimates (",
            escape(certify::to_string(certificate.family)),
            "). They stand on the rows being independent draws from the population that the model will meet; "
            "the rows were held apart before training and looked at once.</p>\n",
            constraints_table(outcome), families_table(certificate)));
}

}  // namespace alcole::report
