#pragma once

#include <alcole/learning/certificate.hpp>
#include <alcole/learning/module.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/learning/repeat.hpp>
#include <alcole/learning/sweep.hpp>

#include "words/vocabulary.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Everything that can be said: documents for pages, model cards and terminals, and the sentences in them. A sentence
/// is empty if there is nothing to say.
namespace alcole::words {

/// The page: is every constraint met, what does each cost, how was the model found, and what does it mean for groups?
Document run_page(const learning::Outcome& outcome);
/// A card to accompany the model: what it predicts, from what, under which promises, and what it is not for.
Document model_card(const learning::Outcome& outcome);
/// For a terminal, like the other summaries: quality, constraints, certificate, notes.
Document run_summary(const learning::Outcome& outcome);

/// The page of a module trained elsewhere, with what is known about it.
Document module_page(const learning::ModuleTraining& training);

/// The diagnosis of a run in paragraphs, as text and as a document.
std::vector<std::string> explain(const learning::Outcome& outcome);
std::vector<std::string> explain(const learning::ModuleTraining& training);
Document explanation(const learning::Outcome& outcome);

/// A constraint of a model on new rows; without `judged` if it cannot be judged there.
struct Evaluated {
    std::string name{};
    double bound = 0;
    bool at_least = false;
    std::optional<double> fraction_bound{};  ///< of Judged::fraction, if the risk is one multiplied out
    std::optional<learning::Judged> judged{};
    bool met = false;
    std::optional<tabular::OtherSide> other_side{};
};
Document evaluation_summary(const std::vector<Evaluated>& constraints, const learning::Side& side,
                            const std::vector<Note>& notes);

/// The certificate for the rows of a file.
Document certificate_summary(const certify::Certificate& certificate, const std::string& file);

/// The output of 'alcole examine'.
Document examination_summary(const learning::Outcome& outcome, double seconds);

/// A comparison of methods, and one method on several splits.
Document comparison_page(const learning::Comparison& comparison);
Document comparison_summary(const learning::Comparison& comparison);
Document cross_validation_page(const learning::Repeated& repeated);
Document cross_validation_summary(const learning::Repeated& repeated);

/// The trade-off curve and all of its bounds.
Document sweep_page(const learning::Sweep& sweep);
Document sweep_summary(const learning::Sweep& sweep);

/// The answer in a few words: "All 5 constraints are met".
Text answer(const learning::Outcome& outcome);
/// Two sentences for whoever decides about the model: what it does, what it promises, and what it does not promise.
Text in_brief(const learning::Outcome& outcome);
/// Feasible or not, and whether held-out rows agree.
Text feasibility(const learning::Outcome& outcome);
/// True if the search met its constraints and the calibration after it broke one.
bool broken_by_calibration(const learning::Outcome& outcome);
/// `keeps_small`: what keeps the weights small.
Text held_out(const learning::Outcome& outcome, std::string_view keeps_small = "model.l2");
/// How well the model predicts, on held-out rows if there are any.
Text quality(const learning::Outcome& outcome);
/// That the model is no better than a constant answer, if so; otherwise empty.
Text warning_of_baseline(const learning::Outcome& outcome);
/// What the constraints cost together: how well the same model predicts without them.
Text cost(const learning::Outcome& outcome);
/// Which constraints cost something, and which one costs most.
Text binding(const learning::Outcome& outcome);
/// "a bound a tenth looser would lower the objective by about 3.1e-05 (0.005 %)".
Text price(const learning::ConstraintOutcome& constraint, const learning::Outcome& outcome);
/// Pairs of constraints that pull in opposite directions, at most `max_items` of them.
Text clashes(const learning::Outcome& outcome, std::size_t max_items);
/// Which constraints cannot be met together, and the smallest bounds that can.
Text conflict(const learning::Outcome& outcome);
/// What the user should know: which iterate the model is if it is not the last one, ceilings that limited a multiplier,
/// and observations made along the way.
std::vector<Text> notes(const learning::Outcome& outcome);

/// Certified or not, with what probability, and what is missing. `whom`: those not seen yet.
Text certified(const certify::Certificate& certificate, std::string_view whom = "people");

/// One or two sentences: is it a solution? Like the table of questions, empty if it was not examined.
Text is_it_a_solution(const learning::Outcome& outcome);
/// Every question with its number, its tolerance and how far to trust the answer.
Table questions(const learning::Outcome& outcome);
Table assumptions(const learning::Examination& found);

/// Where tightening starts to cost, and what it costs at the tightest bound that was met.
Text finding(const learning::Sweep& sweep);
/// How strong the penalty must be along the curve.
Text stability(const learning::SweepStability& found);

}  // namespace alcole::words
