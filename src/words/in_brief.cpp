// A run in two sentences.
#include "words/words.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::words {
namespace {

using learning::ConstraintOutcome;
using learning::ConstraintStatus;
using learning::Outcome;
using tabular::ConstraintKind;

/// "1 200 rows it had not seen".
Text counted_rows(const Outcome& outcome) {
    return outcome.test ? say(counted(outcome.test->metrics.rows, "row"), " it had not seen")
                        : Text("the rows it was trained on");
}

/// Than giving everyone the same answer.
bool is_no_better(const learning::Side& side) {
    const auto& [metrics, baseline] = std::tie(side.metrics, side.baseline);
    if (metrics.accuracy) return baseline && baseline->accuracy && *metrics.accuracy <= *baseline->accuracy;
    return metrics.r_squared && *metrics.r_squared <= 0;
}

/// How well the model does, compared with giving everyone the same answer.
Text quality_beside_baseline(const Outcome& outcome) {
    const learning::Side& side = judged_side(outcome);
    const auto& [metrics, baseline] = std::tie(side.metrics, side.baseline);
    if (metrics.accuracy) {
        const Text off = outcome.task == tabular::Task::ordinal && metrics.mean_absolute_error
                             ? say(" and ", Number{*metrics.mean_absolute_error}, " classes off on average")
                             : Text();
        Text right = say("is correct for ", Percent{*metrics.accuracy}, " of ", counted_rows(outcome), off);
        if (!baseline || !baseline->accuracy) return right;
        if (is_no_better(side))
            return say(right, ", no better than always predicting the most frequent class (",
                       Percent{*baseline->accuracy}, ")");
        return say(right, ", where always predicting the most frequent class would be correct for ",
                   Percent{*baseline->accuracy});
    }
    if (!metrics.r_squared) return "was judged on too few rows to say how well";
    if (is_no_better(side))
        return say("is no better than always predicting the mean, judged on ", counted_rows(outcome));
    return say("explains ", Percent{*metrics.r_squared}, " of its variance on ", counted_rows(outcome),
               ", where always predicting the mean explains none");
}

/// By how much numbers change with a protected attribute alone, in units of the target: a divergence of r stands for
/// sqrt(2 r) of its standard deviations, a root mean square.
Text changed_numbers(const Outcome& outcome) {
    const auto& [error, explained] =
        std::tie(outcome.train.metrics.mean_squared_error, outcome.train.metrics.r_squared);
    if (!error || !explained || *explained >= 1) return {};
    double most = 0;
    for (const auto& constraint : outcome.constraints)
        if (constraint.kind == ConstraintKind::counterfactual)
            most = std::max(most, constraint.test ? constraint.test->risk : constraint.train.risk);
    return say(" (by no more than ", Number{std::sqrt(2 * most * *error / (1 - *explained)), 2}, " on average)");
}

/// The largest share of answers that change with a protected attribute alone.
Text changed_answers(const Outcome& outcome) {
    if (outcome.task == tabular::Task::regression) return changed_numbers(outcome);
    double most = -1;
    for (const auto& constraint : outcome.constraints) {
        const auto& flips = constraint.test ? constraint.test->flip_rate : constraint.train.flip_rate;
        if (flips) most = std::max(most, *flips);
    }
    return most < 0 ? Text() : say(" (", Percent{most}, " of them do)");
}

Text points(double bound) {
    return say(", to within ", Number{100 * bound}, bound == 0.01 ? " percentage point" : " percentage points");
}

/// What constraints of a kind promise, for readers who have never heard of it.
Text promise(ConstraintKind kind, double bound, const Outcome& outcome) {
    const bool two = outcome.task == tabular::Task::binary;  // with more classes, every one is positive in turn
    const char* answer = two ? "the positive answer" : "each answer";
    switch (kind) {
        case ConstraintKind::counterfactual:
            return say("its answers hardly change when only a protected attribute is changed",
                       changed_answers(outcome));
        case ConstraintKind::demographic_parity:
            return say("every group is given ", answer, " equally often", points(bound));
        case ConstraintKind::equal_opportunity:
            return say("those who deserve ", two ? "the positive" : "an", " answer get it equally often in every group",
                       points(bound));
        case ConstraintKind::equalized_odds:
            return say("right and wrong ", two ? "positive answers" : "answers of each class",
                       " are equally frequent in every group", points(bound));
        case ConstraintKind::error_rate:
            return say("errors are equally frequent in every group", points(bound));
        case ConstraintKind::rate:
            return "every rate with a bound stays within it";
        case ConstraintKind::mean_prediction:
            return say("mean predictions are the same in every group, to within ", Number{bound});
        case ConstraintKind::expression:
            return "every expression with a bound stays within it";
        case ConstraintKind::gap:
            return say("the quantity compared differs between groups by no more than ", Number{bound});
        case ConstraintKind::ratio:
            return "no group falls behind another by more than the stated ratio";
        case ConstraintKind::four_fifths:
            return say("every group is given ", answer, " at least ",
                       bound == tabular::four_fifths ? Text("four fifths") : say(Number{bound}, " times"),
                       " as often as any other");
        case ConstraintKind::predictive_parity:
            return say(two ? "positive answers" : "answers of each class", " are right equally often in every group",
                       points(bound));
        case ConstraintKind::selection_budget:
            return say("the share of ", two ? "positive answers" : "each answer", " stays within its budget");
        case ConstraintKind::calibration:
            return say("predicted probabilities match observed frequencies in every group", points(bound));
        case ConstraintKind::churn:
            return say("no more than ", Percent{bound}, " of the answers differ from those of another model");
        case ConstraintKind::monotone:
            return "raising the stated attributes hardly ever lowers the score";
        case ConstraintKind::lipschitz:
            return "the stated changes hardly ever move the score by more than allowed";
        case ConstraintKind::row_loss:
            return say("no single row has a loss above ", Number{bound});
        case ConstraintKind::group_loss:
            break;
    }
    return "every loss with a bound stays within it";
}

Text promises(const Outcome& outcome) {
    std::vector<ConstraintKind> kinds;
    std::vector<Text> list;
    for (const auto& constraint : outcome.constraints) {
        if (std::ranges::find(kinds, constraint.kind) != kinds.end()) continue;
        kinds.push_back(constraint.kind);
        const bool share = constraint.kind == ConstraintKind::four_fifths;  // the smaller, the looser
        double loosest = constraint.stated.value_or(constraint.bound);
        for (const auto& other : outcome.constraints) {
            if (other.kind != constraint.kind) continue;
            const double bound = other.stated.value_or(other.bound);
            loosest = share ? std::min(loosest, bound) : std::max(loosest, bound);
        }
        list.push_back(promise(constraint.kind, loosest, outcome));
    }
    return listed(list);
}

/// On which rows the promise was verified.
Text kept_where(const Outcome& outcome) {
    if (outcome.certificate && outcome.certificate->all_certified())
        return say("and this holds on its training rows and, with a confidence of ",
                   Percent{1 - outcome.certificate->delta}, ", for everyone like them");
    if (!outcome.test) return "and this holds on its training rows";
    return "and this holds both on its training rows and on rows it had not seen";
}

Text promised(const Outcome& outcome) {
    if (outcome.constraints.empty())
        return "It promises nothing beyond that: it was trained without constraints, and groups may fare differently.";
    const auto missed = std::ranges::count(outcome.constraints, ConstraintStatus::not_met, &ConstraintOutcome::verdict);
    const std::size_t all = one_per_gap(outcome.constraints).size();
    const bool certified = outcome.certificate && outcome.certificate->all_certified();
    const bool broken =
        std::ranges::count(outcome.constraints, ConstraintStatus::met_in_training, &ConstraintOutcome::verdict) > 0;
    if (missed == 0 && broken && !certified)
        return say("It was meant to ensure that ", promises(outcome),
                   ", and it does on its training rows, but not on rows it had not seen, so it promises nothing "
                   "about anyone else.");
    if (missed > 0)
        return say("It was meant to ensure that ", promises(outcome), ", but it does not: ",
                   all == 1
                       ? Text("the constraint is not met")
                       : say(Count{static_cast<std::size_t>(missed)}, " of ", Count{all}, " constraints are not met"),
                   ", so it promises nothing.");
    return say("It promises that ", promises(outcome), ", ", kept_where(outcome),
               "; it promises nothing about other populations, about groups that no constraint names, or about any "
               "single prediction.");
}

}  // namespace

Text warning_of_baseline(const Outcome& outcome) {
    const learning::Side& side = outcome.test ? *outcome.test : outcome.train;
    if (!is_no_better(side)) return {};
    const char* rows = outcome.test ? "On the held-out rows" : "On its training rows";
    if (side.metrics.accuracy)
        return say(rows,
                   " the model is no better than always predicting the most frequent class, which is correct for ",
                   Percent{*side.baseline->accuracy}, " of them.");
    return say(rows, " the model is no better than always predicting the mean: its r squared is ",
               Number{*side.metrics.r_squared}, ".");
}

Text in_brief(const Outcome& outcome) {
    return say("The model predicts ", Name{outcome.target}, " from ", counted(outcome.features.size(), "column"),
               outcome.data_file.empty() ? Text() : say(" of ", outcome.data_file), " and ",
               quality_beside_baseline(outcome), ". ", promised(outcome));
}

}  // namespace alcole::words
