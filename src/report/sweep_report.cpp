#include <alcole/version.hpp>

#include "report/format.hpp"
#include "report/html.hpp"
#include "report/page.hpp"
#include "report/run_report.hpp"
#include "report/run_words.hpp"
#include "report/sweep_curves.hpp"
#include "words/sweep.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::report {
namespace {

std::string swept(const run::Sweep& sweep) {
    return sweep.constraint.empty() ? std::string("all constraints") : in_quotes(sweep.constraint);
}

std::string badge_of(const run::SweepPoint& point) {
    const auto look = look_of(point);
    return badge(point.met ? Tone::good : Tone::bad, look.sign, look.word);
}

std::string points_table(const run::Sweep& sweep) {
    const bool percent = sweep.task != tabular::Task::regression;
    const std::string quality(quality_name(sweep.task));
    std::vector<ColumnHead> columns = {{"bound", ""},          {"verdict", "", true}, {"objective", "training"},
                                       {"price", "steepness"}, {"risk", "training"},  {quality, "training"}};
    if (sweep.folds > 0)
        for (const auto& name : {std::string("objective"), std::string("risk"), quality})
            columns.push_back({name, "held out"});
    NumberTable table("Every bound", columns);
    const auto held_out = [&](const std::optional<base::Interval>& value, bool as_percent) {
        if (!value)
            table.cell("\u2013");
        else if (as_percent)
            table.percent_interval_cell(*value);
        else
            table.interval_cell(*value);
    };
    for (const auto& point : sweep.points) {
        table.begin_row(number(point.bound));
        table.word_cell(badge_of(point));
        table.cell(number(point.objective, 4));
        table.cell(number(std::abs(point.slope)));
        table.cell(number(point.risk));
        table.cell(percent ? percent_text(point.train_accuracy) : number(point.train_accuracy));
        if (sweep.folds > 0) {
            held_out(point.held_out_objective, false);
            held_out(point.held_out_risk, false);
            held_out(point.held_out_accuracy, percent);
        }
        table.end_row();
    }
    return table.empty() ? "" : table.html();
}

/// p(u) >= p(0) - <lambda, u> - alpha |u|^2 along the curve.
std::string stability(const run::Sweep& sweep) {
    if (!sweep.stability) return "";
    const auto& found = *sweep.stability;
    const Tone tone = found.verdict == alcole::Decision::holds   ? Tone::good
                      : found.verdict == alcole::Decision::fails ? Tone::bad
                                                                 : Tone::open;
    const std::string_view sign = tone == Tone::good ? "\u2713" : tone == Tone::bad ? "\u2715" : "?";
    return cat("<p>", badge(tone, sign, to_string(found.verdict)), " ", escape(words::stability(found)),
               " Differences below ", number(found.noise, 2), " count as none.</p>\n");
}

std::string summary(const run::Sweep& sweep) {
    const auto met = static_cast<std::size_t>(std::ranges::count(sweep.points, true, &run::SweepPoint::met));
    return cat(R"(<p class="lead">)", escape(words::finding(sweep)), "</p>\n<p>Of ",
               plural(sweep.points.size(), "bound", "bounds"), " tried on ", escape(swept(sweep)), ", ", count(met),
               met == 1 ? " was" : " were", " met. Without any, the training objective is ",
               number(sweep.free_objective, 4), ". The sweep took ", duration(sweep.seconds), ".</p>\n",
               stability(sweep));
}

}  // namespace

std::string sweep_html(const run::Sweep& sweep) {
    Page page{.title = cat("alcole sweep: ", sweep.target, " from ", sweep.data_file),
              .kicker = cat("alcole ", version, " \u00b7 sweep"),
              .heading = "What does a tighter bound cost?",
              .contents = {{"summary", "In short"}, {"figures", "The curve"}, {"points", "Every bound"}}};
    page.subtitle = cat("<em>", escape(sweep.target), "</em> from <em>", escape(sweep.data_file), "</em>, bounds on ",
                        escape(swept(sweep)));
    Figure figure = trade_off_figure(sweep);
    figure.number = 1;
    page.main = section("summary", "In short", summary(sweep)) +
                section("figures", "The curve", figures_hint() + figure_html(figure)) +
                section("points", "Every bound", points_table(sweep));
    return page_html(page);
}

}  // namespace alcole::report
