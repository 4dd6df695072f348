// What it costs, where it comes from, how it was made, how to cite it.
#include <alcole/version.hpp>

#include "report/format.hpp"
#include "report/html.hpp"
#include "report/panel.hpp"
#include "report/scale.hpp"
#include "studies/pages/methods.hpp"
#include "studies/pages/sections.hpp"

#include <algorithm>

namespace alcole::report {
namespace {

/// A bar as long as the price, with its interval; all bars of the page have the same scale.
std::string price_bar(const base::Interval& price, double most, int slot) {
    if (most <= 0 || !drawable(price)) return "";
    const auto x = [most](double v) { return 2 + 116 * std::clamp(v / most, 0.0, 1.0); };
    return cat(R"(<svg class="bar )", slot_class(slot), R"(" viewBox="0 0 120 14" width="120" height="14" )",
               R"(aria-hidden="true">)", svg_rect(2, 4, x(price.estimate) - 2, 6, "bar-fill"),
               svg_line(x(price.low), 7, x(price.high), 7, "whisker"), "</svg>");
}

std::string range_over_runs(const Range& range) {
    if (range.empty()) return "";
    return range.low() == range.high() ? percent_text(range.low())
                                       : cat(percent_text(range.low()), " to ", percent_text(range.high()));
}

std::string facts(const std::vector<studies::Fact>& facts, std::string_view heading) {
    std::vector<std::pair<std::string, std::string>> pairs;
    pairs.reserve(facts.size());
    for (const auto& fact : facts) pairs.emplace_back(fact.name, fact.value);
    return facts_table(heading, pairs);
}

std::string flip_of(const studies::Study& study, std::string_view name, std::size_t constraint) {
    const auto* method = find_method(study, name);
    if (method == nullptr || constraint >= method->summary.flip.size()) return "not measured";
    const auto& flip = method->summary.flip[constraint];
    return cat(percent_estimate_text(flip), " (", percent_range_text(flip), ")");
}

}  // namespace

std::string prices_section(const studies::Study& study) {
    if (study.constraints.empty()) return "";
    const auto methods = traced_methods(study);
    double most = 0;
    for (const auto* method : methods)
        for (const auto& price : method->summary.lambda) most = std::max(most, price.high);
    std::string out =
        "<section id=\"prices\"><h2>The constraints and what they cost</h2>\n"
        "<p>The multiplier of a constraint is its price: how much the training objective would fall for each unit by "
        "which "
        "its bound were loosened, as long as the change is small. A price of 2 on a bound of 0.001 says that a bound "
        "of "
        "0.0011 would save 2 \u00d7 0.0001 = 0.0002. A price of 0 says that the constraint costs nothing: the model "
        "would "
        "keep it anyway. Prices of the last step, means over the seeds with their intervals. Where a method has not "
        "come to "
        "rest, its price is where the last step happened to stop. Trained with mini-batches, the augmented "
        "method leaves a part of the pressure to its penalty, so that its multiplier can be smaller than the full "
        "price.</p>\n"
        R"(<div class="scroll" tabindex="0" role="region" aria-label="Prices of the constraints">)"
        R"(<table class="numbers prices"><thead><tr><th scope="col">constraint</th><th scope="col">bound</th>)"
        R"(<th scope="col">kind</th>)";
    for (const auto* method : methods)
        out += cat(R"(<th scope="col" colspan="2">price, )", escape(look_of(study, method->name).name), "</th>");
    out += "</tr></thead><tbody>\n";
    for (const std::size_t i : hard_first(study)) {
        const auto& constraint = study.constraints[i];
        out += cat(R"(<tr><th scope="row">)", escape(constraint.name), "</th><td>", number(constraint.bound),
                   R"(</td><td class="word">)", constraint.hard ? "\u25b2 hard" : "easy", "</td>");
        for (const auto* method : methods) {
            if (i >= method->summary.lambda.size()) {
                out += "<td></td><td></td>";
                continue;
            }
            const auto& price = method->summary.lambda[i];
            out += cat(R"(<td class="bars">)", price_bar(price, most, look_of(study, method->name).slot), "</td><td>",
                       estimate_text(price), "<small>", range_text(price), "</small></td>");
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></div></section>\n";
}

std::string randomised_section(const studies::Study& study) {
    std::string items;
    for (const auto& method : study.methods) {
        if (method.runs.empty() || !method.runs.front().randomised) continue;
        const auto& first = *method.runs.front().randomised;
        Range apart;
        Range together;
        for (const auto& run : method.runs) {
            if (run.randomised) apart.include(run.randomised->flip_independent);
            together.include(run.test.flip);
        }
        items += cat(
            "<p>The predictor \u201c", escape(look_of(study, method.name).long_name), "\u201d is not one model but ",
            count(first.iterates), " of them: ", bytes(first.bytes), " to store, and ", number(first.prediction_cost),
            " evaluations instead of one for an exact expected prediction. When a person and the changed person "
            "are judged by the same drawn model, ",
            range_over_runs(together), " of the predictions change, over all seeds and constraints");
        items += apart.empty() ? std::string(".</p>\n")
                               : cat("; when each of them draws for itself, ", range_over_runs(apart), ".</p>\n");
    }
    return items.empty()
               ? ""
               : cat("<section id=\"randomised\"><h2>What a randomised answer costs</h2>\n", items, "</section>\n");
}

std::string true_flip_section(const studies::Study& study) {
    std::string rows;
    for (const auto& method : study.methods) {
        if (method.runs.empty() || method.runs.front().true_flip.empty()) continue;
        rows += cat(R"(<tr><th scope="row">)", escape(look_of(study, method.name).long_name), "</th>");
        for (std::size_t i = 0; i < study.constraints.size(); ++i) {
            Range range;
            for (const auto& run : method.runs)
                if (i < run.true_flip.size()) range.include(run.true_flip[i]);
            rows += cat("<td>", range_over_runs(range), "</td>");
        }
        rows += "</tr>\n";
    }
    if (rows.empty()) return "";
    std::string names;
    for (const auto& constraint : study.constraints)
        names += cat(R"(<th scope="col">)", escape(constraint.name), "</th>");
    return cat(
        "<section id=\"true\"><h2>When the truth is known</h2>\n<p>These data come from a known mechanism, so it is "
        "known what a person would have been like with the other attribute: what depends on it changes too. The "
        "constraints change the attribute alone. Predictions that change under the true counterfactual, from the "
        "least to the most over the seeds:</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        R"(aria-label="Changes under the true counterfactual"><table class="numbers"><thead><tr>)"
        R"(<th scope="col">method</th>)",
        names, "</tr></thead><tbody>", rows, "</tbody></table></div></section>\n");
}

std::string paper_section(const studies::Study& study) {
    const auto reference = reference_constraint(study);
    std::string out =
        "<section id=\"paper\"><h2>Where this differs from the paper</h2>\n<p>The paper prints one number for each of "
        "two "
        "methods: changing the gender changes 7.6\u202f% of the predictions with the last model of the ordinary "
        "Lagrangian, "
        "and 1.5\u202f% with that of the augmented one. ";
    out +=
        reference.about_gender && !study.constraints.empty()
            ? cat("The counterparts here, under \u201c", escape(study.constraints[reference.constraint].name),
                  "\u201d, are <b>", flip_of(study, "lagrangian", reference.constraint), "</b> and <b>",
                  flip_of(study, "augmented", reference.constraint), "</b>. ")
            : std::string("No constraint of this study is about gender, so these numbers have no counterpart here. ");
    out +=
        "They are not the same experiment. The paper does not give its features, network, learning rates, bound "
        "<i>c</i>, number of constraints <i>m</i> or seeds, and prints no interval; ours are listed <a "
        R"(href="#settings">below</a>. So the direction can be compared, the size cannot, and nothing here was tuned )"
        "to "
        "meet the printed numbers.";
    if (study.data.synthetic)
        out +=
            R"( <strong class="synthetic">The data of this study are synthetic: they say how the methods behave, and )"
            "nothing about people.</strong>";
    return out + "</p></section>\n";
}

std::string data_section(const studies::Study& study) {
    const auto& data = study.data;
    return cat("<section id=\"data\"><h2>The data</h2>\n<p><b>", escape(data.name), "</b>",
               data.synthetic ? R"( <strong class="synthetic">SYNTHETIC</strong>)" : "", ". ", escape(data.origin),
               "</p>\n<p>", plural(data.rows, "row", "rows"), ": ", count(data.train_rows), " to train on and ",
               count(data.test_rows), " held out, split anew by every seed. The objective and all constraints need ",
               count(data.distinct_points), " distinct evaluations.</p></section>\n");
}

std::string settings_section(const std::vector<studies::Fact>& settings, const std::vector<studies::Fact>& versions,
                             double seconds) {
    return cat("<section id=\"settings\"><h2>Settings and versions</h2>\n<div class=\"two\">",
               facts(settings, "Settings"), facts(versions, "Versions"), "</div>\n<p>The whole study took ",
               duration(seconds), ".</p></section>\n");
}

std::string cite_section() {
    return cat(
        "<section id=\"cite\"><h2>How to cite</h2>\n<p>The method: Ignacio Boero, Ignacio Hounie and Alejandro "
        "Ribeiro, <cite>AL-CoLe: Augmented Lagrangian for Constrained Learning</cite>, <a "
        R"(href="https://arxiv.org/abs/2510.20995">arXiv 2510.20995</a>, 2025. The software: alcole )",
        version, ".</p>\n<pre>",
        "@misc{boero2025alcole,\n"
        "  title         = {{AL-CoLe}: Augmented Lagrangian for Constrained Learning},\n"
        "  author        = {Boero, Ignacio and Hounie, Ignacio and Ribeiro, Alejandro},\n"
        "  year          = {2025},\n  eprint        = {2510.20995},\n  archivePrefix = {arXiv}\n}\n"
        "@software{alcole,\n  title   = {alcole: constrained learning in {C++}},\n  version = {",
        version, "}\n}</pre></section>\n");
}

}  // namespace alcole::report
