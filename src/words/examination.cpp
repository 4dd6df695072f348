#include "words/examination.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::words {
namespace {

using namespace run;
using alcole::Decision;

std::string at_most(double tolerance) { return "<= " + base::short_number(tolerance, 2); }

Question residual(std::string question, const alcole::Residual& judged, std::string meaning) {
    return {.text = std::move(question),
            .number = base::short_number(judged.value, 2),
            .tolerance = at_most(judged.tolerance),
            .verdict = judged.verdict,
            .word = std::string(to_string(judged.verdict)),
            .label = "bound",
            .meaning = std::move(meaning)};
}

std::string names(const std::vector<std::size_t>& places, const Outcome& outcome) {
    std::string text;
    for (const std::size_t i : places) text += (text.empty() ? "'" : ", '") + outcome.constraints[i].name + "'";
    return text;
}

Question independence(const Outcome& outcome, const Examination& found) {
    const ActiveSet& active = found.active;
    const std::size_t all = active.strongly_active.size() + active.weakly_active.size();
    Question question{.text = "active constraints are independent (LICQ)",
                      .number = all == 0 ? "none active" : base::short_number(found.licq.ratio, 2),
                      .tolerance = all == 0 ? "" : ">= " + base::short_number(found.licq.holds_above, 2),
                      .verdict = found.licq.verdict,
                      .word = std::string(to_string(found.licq.verdict)),
                      .label = "estimate"};
    question.meaning =
        "The smallest singular value of the gradients of the active constraints, each of length 1, over "
        "the largest. Where they depend on each other, multipliers are not unique.";
    if (!active.strongly_active.empty())
        question.meaning += " Active with a price: " + names(active.strongly_active, outcome) + ".";
    if (!active.weakly_active.empty())
        question.meaning += " Active without one: " + names(active.weakly_active, outcome) + ".";
    return question;
}

std::string curvature(const Eigenvalue& eigenvalue) {
    if (!eigenvalue.converged) return "at most " + base::short_number(eigenvalue.value, 2);
    return base::short_number(eigenvalue.value, 2) + " +- " + base::short_number(eigenvalue.error, 1);
}

/// The word for a verdict on curvature: a limit of products is not an error.
Question strictness(const Examination& found) {
    Question question{.text = "strict local minimum (second order)",
                      .number = "-",
                      .word = "not looked at",
                      .meaning =
                          "The smallest eigenvalue of the Hessian of the ordinary Lagrangian along the active "
                          "constraints: positive means that every small change within the bounds is for the "
                          "worse."};
    if (!found.second_order) return question;
    const SecondOrder& second = *found.second_order;
    question.number = second.tangent ? curvature(*second.tangent) : "no direction left";
    question.tolerance = "> 0";
    question.verdict = second.verdict;
    question.word = to_string(second.verdict);
    question.label = second.tangent && !second.tangent->converged ? "upper estimate" : "estimate";
    question.meaning += " Looked at: " + std::to_string(second.tangent_dimension) + " directions, " +
                        (second.dense ? "by all eigenvalues." : "by Lanczos.");
    if (second.whole) question.meaning += " Over all directions it is " + curvature(*second.whole) + ".";
    if (second.sufficient_only)
        question.meaning += " Some active constraints have no price: what holds is sufficient, not necessary.";
    return question;
}

Question convexity(const Examination& found) {
    const auto& least = found.second_order->alpha_min_in_box;
    Question question{.text = "penalty makes it convex here (alpha)",
                      .number = least ? base::short_number(*least, 4) : "not known",
                      .tolerance = "<= " + base::short_number(*found.alpha, 4) + " used",
                      .verdict = Decision::undetermined,
                      .label = "estimate",
                      .meaning =
                          "The least alpha from which on the augmented Lagrangian is strictly convex around the "
                          "answer, beside the least one that the solver used for a constraint with a price."};
    if (least) question.verdict = *least <= *found.alpha ? Decision::holds : Decision::fails;
    question.word = to_string(question.verdict);
    return question;
}

Question settling(const Examination& found) {
    const PrimalConvergence& primal = found.primal_convergence;
    const double moved = primal.objective_high - primal.objective_low;
    return {.text = "the iterates settle (primal convergence)",
            .number = base::short_number(std::max(primal.last_violation, moved), 2),
            .tolerance = at_most(found.primal_tolerance),
            .verdict = primal.verdict,
            .word = std::string(to_string(primal.verdict)),
            .label = "heuristic",
            .meaning = "Over the last quarter of the trace, two dual steps at least, a constraint is over by at most " +
                       base::short_number(primal.last_violation, 2) + " of its bound and the objective moves by " +
                       base::short_number(moved, 2) +
                       "; the larger is shown. The largest multiplier grew by a factor of " +
                       base::short_number(primal.multiplier_growth, 3) + " over it."};
}

Question gap(const std::string& which, const DualValue& value, const Examination& found) {
    Question question{.text = "no duality gap, " + which + " Lagrangian",
                      .tolerance = at_most(found.gap_noise),
                      .label = "lower estimate"};
    const std::string from = std::to_string(value.agreeing) + " of " + std::to_string(value.ended) + " starts";
    if (value.unbounded) {
        question.number = "unbounded";
        question.verdict = Decision::fails;
        question.word = "gap found";
        question.label = "bound";
        question.meaning = "It falls without bound: its dual value is minus infinity.";
        return question;
    }
    if (value.ended == 0) {
        question.number = "not known";
        question.word = to_string(Decision::undetermined);
        question.meaning = "No minimisation ended at a number.";
        return question;
    }
    const bool there = value.gap > found.gap_noise;
    question.number = "at least " + base::short_number(std::max(0.0, value.gap), 2);
    question.verdict = there ? Decision::fails : Decision::undetermined;
    question.word = there ? "gap found" : "none found";
    question.meaning =
        "The objective less the lowest value of L that was found, from " + from +
        ". That value is an upper estimate of the dual function: a gap that was found is there, one that "
        "was not found may be.";
    return question;
}

const Assumption* assumption(const Examination& found, std::string_view name) {
    const auto at = std::ranges::find(found.assumptions, name, &Assumption::name);
    return at == found.assumptions.end() ? nullptr : &*at;
}

/// A direction in which nothing changes, as far as can be told.
bool flat(const SecondOrder& second) {
    return second.tangent && second.tangent->positive == Decision::undetermined && second.tangent->converged &&
           std::abs(second.tangent->value) <= std::max(second.tangent->error, 1e-7);
}

std::string curved(const Outcome& outcome, const Examination& found) {
    const std::string within = outcome.constraints.empty() ? "" : " within the bounds";
    const std::string stationary = "No small change of the weights lowers the objective" + within + ", to first order";
    if (!found.second_order)
        return stationary + "; whether it is a strict minimum was not looked at ('alcole examine' does).";
    const SecondOrder& second = *found.second_order;
    if (second.verdict == Decision::holds)
        return "The answer is a strict local minimum of the training problem: every small change" + within +
               " is for the worse (smallest curvature " +
               (second.tangent ? base::short_number(second.tangent->value, 2) : std::string("none")) +
               ", an estimate).";
    if (second.verdict == Decision::fails)
        return stationary + ". But along some direction it bends downwards (curvature " +
               (second.tangent ? base::short_number(second.tangent->value, 2) : std::string("negative")) +
               ", an estimate), so that the weights are at no strict minimum; a smaller solve.tolerance.stationarity "
               "lets the search go on.";
    const auto* compact = assumption(found, "compact level sets");
    if (flat(second) && outcome.model.hidden.empty() && compact != nullptr && compact->verdict == Decision::fails)
        return stationary +
               ". One-hot inputs leave a direction in which nothing changes, so that other weights give the same "
               "predictions and the minimum is not a strict one; model.l2 > 0 would make it so.";
    return stationary + ". Whether it is a strict minimum cannot be told: the smallest curvature is " +
           (second.tangent ? curvature(*second.tangent) : std::string("not known")) + ".";
}

std::string broken(const Examination& found) {
    std::string text;
    const auto add = [&](const char* name, const alcole::Residual& judged) {
        if (judged.verdict == Decision::holds) return;
        text += (text.empty() ? "" : ", ") + std::string(name) + " is " + base::short_number(judged.value, 2) +
                " (tolerated: " + base::short_number(judged.tolerance, 2) + ")";
    };
    add("stationarity", found.kkt.stationarity);
    add("violation", found.kkt.violation);
    add("complementarity", found.kkt.complementarity);
    add("a multiplier of the wrong sign", found.kkt.sign);
    return text;
}

}  // namespace

std::vector<Question> questions_on(const Outcome& outcome) {
    if (!outcome.optimality) return {};
    const Examination& found = *outcome.optimality;
    const bool constrained = !outcome.constraints.empty();
    std::vector<Question> list = {residual("no small change helps (stationarity)", found.kkt.stationarity,
                                           "The largest entry of the gradient of the objective plus the priced "
                                           "constraints.")};
    if (constrained) {
        list.push_back(residual("every bound is kept (violation)", found.kkt.violation,
                                "How far the constraint that is farthest beyond its tolerance is over its bound."));
        list.push_back(residual("no price for a bound with room (complementarity)", found.kkt.complementarity,
                                "The largest multiplier times slack."));
        list.push_back(independence(outcome, found));
    }
    list.push_back(strictness(found));
    if (found.second_order && found.alpha) list.push_back(convexity(found));
    if (constrained) list.push_back(settling(found));
    if (found.duality) {
        list.push_back(gap("augmented", found.duality->augmented, found));
        list.push_back(gap("ordinary", found.duality->ordinary, found));
    }
    return list;
}

std::string is_it_an_answer(const Outcome& outcome) {
    if (!outcome.optimality) return {};
    const Examination& found = *outcome.optimality;
    if (found.standing.iterate == Iterate::least_violating)
        return "There is no answer to examine: no model was found that meets all constraints.";
    std::string text;
    if (found.kkt.verdict == alcole::Decision::holds)
        text = curved(outcome, found);
    else if (outcome.method == Method::unconstrained && found.kkt.stationarity.verdict == alcole::Decision::holds)
        text = "The constraints were only watched: the answer is one to the problem without them.";
    else
        text = "It is not an answer to the training problem yet: " + broken(found) + ".";
    if (found.licq.verdict == alcole::Decision::fails)
        text += " The active constraints depend on each other (" +
                names(found.active.strongly_active.empty() ? found.active.weakly_active : found.active.strongly_active,
                      outcome) +
                "), so that a price may be shifted from one to another.";
    if (found.duality && !found.duality->augmented.unbounded && found.duality->augmented.ended > 0 &&
        found.duality->augmented.gap > found.gap_noise)
        text += " Another start got the augmented Lagrangian lower by " +
                base::short_number(found.duality->augmented.gap, 2) +
                ": there may be a better model, which another solve.seed may find.";
    return text;
}

}  // namespace alcole::words
