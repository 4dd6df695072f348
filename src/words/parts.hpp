#pragma once

#include "report/charts.hpp"
#include "words/words.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The building blocks of documents. A figure that has nothing to show is empty.
namespace alcole::words {

using Figures = std::vector<std::optional<Figure>>;
/// A section with the figures that are not empty.
Section figures_section(Figures figures);

/// `all_prices`: also show the price of constraints that cost nothing.
Table constraints_table(const learning::Outcome& outcome, bool all_prices);
/// Which constraints that table shows, if not all of them.
Text left_out(const learning::Outcome& outcome);
/// For constraints on every row: how many rows have a price, and the ten most expensive ones.
std::vector<Block> most_expensive_rows(const learning::Outcome& outcome);

/// Rows, objective and metrics, with one column per side of the split.
struct NamedSide {
    std::string name{};
    const learning::Side* side = nullptr;
};
Table quality_table(const std::vector<NamedSide>& sides);
Table quality_table(const learning::Outcome& outcome);

/// The risk on some rows, with its interval if it is a rate or a gap between rates.
Cell risk(const learning::Judged& judged);

/// Only the columns that have a value; empty if no group has any.
Table groups_table(const std::vector<tabular::GroupRates>& groups);
/// Observed frequencies, by tenths of the stated probabilities.
Table reliability_table(const std::vector<tabular::ReliabilityBin>& bins);
/// The confusion matrix with recall, precision and F score; with many classes, only those rates.
Table confusion_table(const std::vector<tabular::ClassOutcome>& confusion);
Table gaps_table(const learning::Side& side);
/// How to read the intervals in both tables.
Text about_intervals(const learning::Side& side);
/// What a baseline is, and which one is used.
Text about_baseline(const learning::Outcome& outcome);

/// The bounds asked for, and bounds that can be met.
Table conflict_table(const learning::Outcome& outcome);

/// What boosted trees rely on, and which features carry the influence of protected columns; empty for other models.
Text influence(const learning::Outcome& outcome);
Table importance_table(const learning::Outcome& outcome);
Section importance_section(const learning::Outcome& outcome);

/// What "met" means.
inline constexpr const char* met_means = "Met: within 1 % of the bound on training rows, and held-out rows agree.";

/// Sections and cards shared by the pages of runs and of modules. `whom`: those not seen yet.
Card verdicts_card(const learning::Outcome& outcome);
Card ending_card(const learning::Outcome& outcome);
Section conflict_section(const learning::Outcome& outcome);
Section constraints_section(const learning::Outcome& outcome);
Section certificate_section(const learning::Outcome& outcome, std::string_view whom = "people");
Section solver_section(const learning::Outcome& outcome);
/// Empty unless timings were requested.
Section timings_section(const learning::Outcome& outcome);

/// The search ended where it was to end; it did not merely stop at a model that is good all the same. Only then are
/// multipliers prices.
bool has_converged(const learning::Outcome& outcome);

/// For a model that is the best iterate, not the last.
Text kept_best(double objective, const std::optional<double>& of_last);

/// Facts about data and training.
Facts::Group data_facts(const learning::Outcome& outcome);
Facts::Group training_facts(const learning::Outcome& outcome);

/// The basis of the certificate, its table, and why bounds are missing. `tightened`: the search's bound for each
/// constraint, if it was tightened.
Blocks certificate_parts(const certify::Certificate& certificate,
                         const std::vector<std::optional<double>>& tightened = {});
Blocks examination_parts(const learning::Outcome& outcome);

/// Risks in units of their bounds, one row per constraint, with training and held-out rows in the legend. The caller
/// adds the text.
Figure risks_figure(std::vector<ChartRow> rows, std::string title, bool held_out);
std::optional<Figure> bounds_figure(const learning::Outcome& outcome);
std::optional<Figure> prices_figure(const learning::Outcome& outcome);  ///< multipliers times bounds
/// The course of the search; `whole` says where all of it can be found.
std::optional<Figure> trace_figure(const learning::Outcome& outcome,
                                   std::string_view whole = "trace.csv beside this page");
std::optional<Figure> groups_figure(const std::vector<tabular::GroupRates>& groups);
std::optional<Figure> reliability_figure(const learning::Outcome& outcome);

/// The constraints that get a colour and a name in traces, most expensive first; the others stay in the background.
std::vector<std::size_t> named_constraints(const learning::Outcome& outcome);
/// The multipliers of a run, and a legend for panels with these lines.
LinePanel multiplier_lines(const learning::Outcome& outcome, std::span<const std::size_t> named, std::string title);
std::vector<LegendEntry> constraint_legend(const learning::Outcome& outcome, std::span<const std::size_t> named);

std::vector<Text> texts(const std::vector<Note>& notes);
/// The texts that are not empty, in ASCII.
std::vector<std::string> paragraphs(const std::vector<Text>& texts);

/// Several methods, or one method on several splits.
using Methods = std::span<const learning::Repeated>;

/// Whether kinds of models are compared, rather than methods.
inline bool compares_models(Methods methods) { return !methods.empty() && !methods.front().model.empty(); }
/// The task of the first run; binary if there is none.
tabular::Task task_of(Methods methods);
/// The constraints of the first run that has any; all runs have the same.
std::span<const learning::ConstraintOutcome> constraints_of(Methods methods);
bool has_held_out(const learning::Repeated& repeated);
bool has_prices(const learning::Repeated& repeated);  ///< its first run has multipliers
/// The largest number of runs of any of them.
std::size_t num_runs(Methods methods);
MethodLook look_of(const learning::Repeated& repeated);

/// A row for a method: its mean with an interval, and its individual runs.
ChartRow method_row(const MethodLook& look, const Interval& value, std::string text, std::vector<double> runs = {});

Figure scores_figure(Methods methods);
std::optional<Figure> repeated_risks_figure(Methods methods);
std::optional<Figure> repeated_prices_figure(const learning::Repeated& repeated);
std::optional<Figure> settling_figure(Methods methods);

/// The trade-off curve with its tangents, the quality and the price, all against the bound.
Figure trade_off_figure(const learning::Sweep& sweep);

}  // namespace alcole::words
