// What was found, in words: the summary, the claims, the methods side by side.
#include "report/format.hpp"
#include "report/html.hpp"
#include "report/panel.hpp"
#include "studies/pages/methods.hpp"
#include "studies/pages/sections.hpp"

#include <algorithm>
#include <array>

namespace alcole::report {
namespace {

using studies::Interval;
using studies::MethodResult;
using studies::Verdict;

std::string badge_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::holds:
            return badge(Tone::good, "\u2713", "holds");
        case Verdict::fails:
            return badge(Tone::bad, "\u2715", "fails");
        case Verdict::undecided:
            break;
    }
    return badge(Tone::open, "?", "undecided");
}

std::size_t count_of(const studies::Study& study, Verdict verdict) {
    return static_cast<std::size_t>(std::ranges::count(study.claims, verdict, &studies::Claim::verdict));
}

std::string swatch(int slot) {
    return cat(R"(<svg class=")", slot_class(slot), R"(" width="14" height="14" viewBox="0 0 14 14" )",
               R"(aria-hidden="true">)", marker(slot, 7, 7, 4.5), "</svg>");
}

/// A question and what the methods answer.
template <typename ValueOf, typename TextOf, typename RangeOf>
std::string method_card(const studies::Study& study, std::string_view question, std::string_view unit,
                        std::initializer_list<std::string_view> methods, const ValueOf& value_of, const TextOf& text_of,
                        const RangeOf& range_of) {
    std::string rows;
    for (const auto name : methods) {
        const auto* method = find_method(study, name);
        if (method == nullptr) continue;
        const auto look = look_of(study, name);
        const base::Interval value = value_of(*method);
        rows += cat(R"(<tr class=")", slot_class(look.slot), R"("><th scope="row">)", swatch(look.slot), " ",
                    escape(look.name), "</th><td><b>", text_of(value), "</b><small>", range_of(value),
                    "</small></td></tr>");
    }
    return card_around(question, rows, unit);
}

std::string cards(const studies::Study& study) {
    std::string out = "<div class=\"cards\">\n";
    out += method_card(
        study, "Do the prices come to rest?",
        "Swing of the most restless multiplier over the last half of training (standard deviation). Zero is at rest.",
        {"lagrangian", "augmented"}, [](const MethodResult& m) { return m.summary.lambda_sd; }, estimate_text,
        range_text);
    out += method_card(
        study, "Does the last model keep its bounds?",
        "Largest excess on training data, in units of the bound: 0 or less means that every bound is kept, 1 that one "
        "of "
        "them is exceeded twofold.",
        {"unconstrained", "lagrangian", "augmented"}, [](const MethodResult& m) { return m.summary.worst_slack; },
        estimate_text, range_text);
    out += method_card(
        study, "What does it cost in accuracy?", "Correct predictions on unseen data.",
        {"unconstrained", "lagrangian", "augmented"}, [](const MethodResult& m) { return m.summary.accuracy; },
        percent_estimate_text, percent_range_text);
    if (!study.constraints.empty()) {
        const auto at = reference_constraint(study).constraint;
        out += method_card(
            study, "How many predictions change?",
            cat("Share on unseen data that changes under \u201c", escape(study.constraints[at].name),
                "\u201d. The other constraints are in <a href=\"#fig3\">Figure 3</a>."),
            {"unconstrained", "lagrangian", "augmented"},
            [at](const MethodResult& m) { return at < m.summary.flip.size() ? m.summary.flip[at] : base::Interval{}; },
            percent_estimate_text, percent_range_text);
    }
    return out + "</div>\n";
}

/// An id may break into lines after its joints.
std::string breakable(std::string_view id) {
    std::string out;
    for (const char c : escape(id)) {
        out += c;
        if (c == '_' || c == '-') out += "<wbr/>";
    }
    return out;
}

/// What one claim of a table says, in the cells of a row.
std::string claim_row(const studies::Claim& claim) {
    return cat(R"(<tr><td class="id" data-label="claim">)", breakable(claim.id), "</td><td>", escape(claim.text),
               R"(</td><td class="number" data-label="estimate">)", estimate_text(claim.value),
               R"(</td><td class="number" data-label="interval">)", range_text(claim.value), "</td><td>",
               badge_of(claim.verdict), "</td></tr>\n");
}

struct Column {
    std::string_view name;
    std::string_view unit;
    base::Interval studies::Summary::*value;
    bool percent;
    bool dual_only;
};

constexpr std::array<Column, 6> columns = {{
    {"accuracy", "test", &studies::Summary::accuracy, true, false},
    {"objective", "training loss", &studies::Summary::objective, false, false},
    {"largest slack", "in units of its bound", &studies::Summary::worst_slack, false, false},
    {"restless \u03bb", "sd, last half", &studies::Summary::lambda_sd, false, true},
    {"variation of \u03bb", "sum, last half", &studies::Summary::lambda_variation, false, true},
    {"restless slack", "sd, in bounds", &studies::Summary::slack_sd, false, true},
}};

std::string cell(const Column& column, const MethodResult& method) {
    if (column.dual_only && !is_dual(method)) return "<td>\u2013</td>";
    const auto& value = method.summary.*column.value;
    return column.percent
               ? cat("<td>", percent_estimate_text(value), "<small>", percent_range_text(value), "</small></td>")
               : cat("<td>", estimate_text(value), "<small>", range_text(value), "</small></td>");
}

}  // namespace

std::string summary_section(const studies::Study& study) {
    const auto& data = study.data;
    std::string out = "<section id=\"summary\"><h2>In short</h2>\n";
    out += cat(R"(<p class="lead">The same model was trained in )",
               plural(study.methods.size(), "way", "different ways"), " on <em>", escape(data.name), "</em>",
               data.synthetic ? R"( (<strong class="synthetic">synthetic data</strong>))" : "", ", ",
               plural(num_runs(study), "time", "times"),
               " each with different random seeds. It was asked to be accurate, ", "and to keep ",
               plural(study.constraints.size(), "constraint", "constraints"),
               ": its predictions must hardly change when nothing about a person is changed but one attribute.</p>\n");
    out +=
        "<p>Training puts a price on every constraint, its multiplier, and raises it while the constraint is "
        "violated. With the <em>ordinary</em> method the prices can go round in circles, and the model that training "
        "happens to end with may break its promises. The <em>augmented</em> method adds a penalty that is meant to "
        "bring prices and model to rest, so that the last model can be used as it is. What was measured:</p>\n";
    out += cards(study);
    if (!study.claims.empty())
        out += cat("<p>Of the ", plural(study.claims.size(), "claim", "claims"), " put to the test, <b>",
                   plural(count_of(study, Verdict::holds), "holds", "hold"), "</b>, <b>",
                   plural(count_of(study, Verdict::fails), "fails", "fail"), "</b> and <b>",
                   plural(count_of(study, Verdict::undecided), "is undecided", "are undecided"),
                   "</b>. Small numbers beside an estimate are its bootstrap interval over the seeds.</p>\n");
    return out + "</section>\n";
}

std::string claims_section(const std::vector<studies::Claim>& claims) {
    if (claims.empty()) return "";
    std::string out =
        "<section id=\"claims\"><h2>The claims and what became of them</h2>\n"
        "<p>A claim <em>holds</em> when its whole interval lies within what it says, <em>fails</em> when all of it "
        "lies "
        "outside, and is <em>undecided</em> otherwise, or when there are too few seeds to tell.</p>\n"
        R"(<table class="claims"><thead><tr><th scope="col">id</th><th scope="col">claim</th>)"
        R"(<th scope="col">estimate</th><th scope="col">interval</th><th )"
        "scope=\"col\">verdict</th></tr></thead><tbody>\n";
    for (const auto& claim : claims) out += claim_row(claim);
    return out + "</tbody></table></section>\n";
}

std::string methods_section(const studies::Study& study) {
    std::string out = "<section id=\"methods\"><h2>The methods side by side</h2>\n<dl class=\"methods\">";
    for (const auto& method : study.methods) {
        const auto look = look_of(study, method.name);
        out += cat(R"(<dt class=")", slot_class(look.slot), R"(">)", swatch(look.slot), " ", escape(look.long_name),
                   "</dt><dd>", escape(look.explained), "</dd>");
    }
    out +=
        "</dl>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"The methods side by side\">"
        R"(<table class="numbers"><thead><tr><th scope="col">method</th>)";
    for (const auto& column : columns)
        out += cat(R"(<th scope="col">)", column.name, "<small>", column.unit, "</small></th>");
    out += R"(<th scope="col">time<small>per run</small></th></tr></thead><tbody>)";
    for (const auto& method : study.methods) {
        const auto look = look_of(study, method.name);
        out += cat(R"(<tr><th scope="row">)", escape(look.long_name), "</th>");
        for (const auto& column : columns) out += cell(column, method);
        out += cat("<td>", duration(method.summary.seconds), "</td></tr>");
    }
    return out + "</tbody></table></div></section>\n";
}

}  // namespace alcole::report
