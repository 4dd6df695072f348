#include "report/run_words.hpp"

#include "report/format.hpp"
#include "report/html.hpp"

#include <algorithm>

namespace alcole::report {
namespace {

using Verdict = run::ConstraintStatus;

bool ignored(const run::Outcome& outcome) { return outcome.method == Method::unconstrained; }

/// "3 of 5 constraints are", "the constraint is".
std::string so_many(std::size_t some, std::size_t all) {
    if (all == 1) return "The constraint is";
    return cat(count(some), " of ", count(all), " constraints ", some == 1 ? "is" : "are");
}

std::vector<std::string> names_with(const run::Outcome& outcome, Verdict verdict) {
    std::vector<std::string> names;
    for (const auto& constraint : outcome.constraints)
        if (constraint.verdict == verdict) names.push_back(in_quotes(constraint.name));
    return names;
}

std::string training_rows(const run::Outcome& outcome) {
    return cat("the ", plural(outcome.train.metrics.rows, "row", "rows"), " it was trained on");
}

std::string on_training_rows(const run::Outcome& outcome, const Tally& seen) {
    if (seen.not_met == 0)
        return cat("On ", training_rows(outcome), " the model keeps ",
                   outcome.constraints.size() == 1 ? "its bound" : "every bound");
    return cat("On ", training_rows(outcome), " the model breaks ",
               seen.not_met == 1 ? "the bound of " : cat("the bounds of "),
               listed(names_with(outcome, Verdict::not_met), 4));
}

std::string on_held_out_rows(const run::Outcome& outcome, const Tally& seen) {
    if (!outcome.test) return "; no rows were held out, so nothing is known about rows it has not seen.";
    const std::string rows = cat("; on the ", count(outcome.test->metrics.rows), " held-out rows ");
    if (seen.met_in_training > 0)
        return cat(rows, "it exceeds ", seen.met_in_training == 1 ? "that of " : "those of ",
                   listed(names_with(outcome, Verdict::met_in_training), 4), seen.not_met > 0 ? " too." : ".");
    return seen.not_met > 0 ? cat(rows, "the others are kept too.") : cat(rows, "as well.");
}

std::string class_quality(const run::Outcome& outcome, double accuracy, std::string_view rows) {
    std::string out =
        cat("It predicts ", in_quotes(outcome.target), " correctly for ", percent_text(accuracy), " of ", rows);
    if (outcome.test && outcome.train.metrics.accuracy)
        out += cat(" (", percent_text(*outcome.train.metrics.accuracy), " in training)");
    return out + ".";
}

std::string number_quality(const run::Outcome& outcome, const tabular::Metrics& metrics, std::string_view rows) {
    std::string out = cat("On ", rows, " its predictions of ", in_quotes(outcome.target));
    if (metrics.r_squared) out += cat(" have an r squared of ", number(*metrics.r_squared));
    if (metrics.mean_squared_error)
        out +=
            cat(metrics.r_squared ? " and" : " have", " a mean squared error of ", number(*metrics.mean_squared_error));
    return out + ".";
}

}  // namespace

Tally tally(const run::Outcome& outcome) {
    const auto seen = [&](Verdict verdict) {
        return static_cast<std::size_t>(
            std::ranges::count(outcome.constraints, verdict, &run::ConstraintOutcome::verdict));
    };
    return {seen(Verdict::met), seen(Verdict::met_in_training), seen(Verdict::not_met)};
}

std::string answer(const run::Outcome& outcome) {
    const std::size_t all = outcome.constraints.size();
    const auto seen = tally(outcome);
    if (all == 0) return "Trained without constraints";
    if (outcome.conflict || outcome.status == Status::infeasible)
        return all == 1 ? "The constraint cannot be met" : "The constraints cannot be met together";
    if (seen.not_met > 0)
        return cat(so_many(seen.not_met, all), ignored(outcome) ? " broken when nothing is asked" : " not met");
    if (seen.met_in_training == all && all > 1) return "All constraints are met in training, none on held-out rows";
    if (seen.met_in_training > 0)
        return cat(all == 1 ? "The constraint is met in training, but not on held-out rows"
                            : cat("All ", count(all), " constraints are met in training, ", count(seen.met_in_training),
                                  " of them not on held-out rows"));
    const std::string_view certified = !outcome.certificate                   ? ""
                                       : outcome.certificate->all_certified() ? " and certified"
                                                                              : ", but not certified";
    if (all == 1) return cat("The constraint is met", certified);
    return cat(all == 2 ? "Both" : cat("All ", count(all)), " constraints are met", certified);
}

std::string answer_in_full(const run::Outcome& outcome) {
    if (outcome.constraints.empty())
        return cat("Nothing was asked of the model but to predict well on ", training_rows(outcome), ".");
    const auto seen = tally(outcome);
    return cat(ignored(outcome) ? "The constraints were only watched. " : "", on_training_rows(outcome, seen),
               on_held_out_rows(outcome, seen));
}

std::string quality_sentence(const run::Outcome& outcome) {
    const auto& metrics = outcome.test ? outcome.test->metrics : outcome.train.metrics;
    const std::string_view rows = outcome.test ? "the held-out rows" : "its training rows";
    if (metrics.accuracy) return class_quality(outcome, *metrics.accuracy, rows);
    if (metrics.mean_squared_error || metrics.r_squared) return number_quality(outcome, metrics, rows);
    return "";
}

std::string_view word_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::met:
            return "met";
        case Verdict::met_in_training:
            return "met in training only";
        case Verdict::not_met:
            break;
    }
    return "not met";
}

std::string_view sign_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::met:
            return "\u2713";
        case Verdict::met_in_training:
            return "!";
        case Verdict::not_met:
            break;
    }
    return "\u2715";
}

std::string_view ending(Status status) {
    switch (status) {
        case Status::converged:
            return "at rest";
        case Status::infeasible:
            return "no solution";
        case Status::stalled:
            return "stalled";
        case Status::unbounded:
            return "unbounded";
        case Status::iteration_limit:
            return "step limit";
        case Status::time_limit:
            return "time limit";
        case Status::not_finite:
            return "not finite";
        case Status::interrupted:
            break;
    }
    return "interrupted";
}

std::string bound_text(const run::ConstraintOutcome& constraint) {
    return cat(constraint.at_least ? "\u2265 " : "\u2264 ", number(constraint.bound));
}

std::vector<std::string> names_at(const run::Outcome& outcome, const std::vector<std::size_t>& places) {
    std::vector<std::string> names;
    for (const std::size_t i : places)
        if (i < outcome.constraints.size()) names.push_back(in_quotes(outcome.constraints[i].name));
    return names;
}

std::string model_text(const tabular::Model& model) {
    if (model.hidden.empty()) return "linear";
    std::string units;
    for (const auto n : model.hidden) units += (units.empty() ? "" : "-") + std::to_string(n);
    return cat("mlp ", units, ", ", tabular::to_string(model.activation));
}

std::string_view quality_name(tabular::Task task) {
    return task == tabular::Task::regression ? "r squared" : "accuracy";
}

}  // namespace alcole::report
