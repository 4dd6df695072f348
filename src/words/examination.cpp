#include "words/parts.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::words {
namespace {

using alcole::Decision;
using learning::Examination;
using learning::Outcome;

/// One question about the solution, and the evidence for its answer.
struct Question {
    std::string text{};
    Text number = Nothing{};
    Text tolerance = Nothing{};  ///< what the number is compared with
    Decision verdict = Decision::undetermined;
    std::string word{};   ///< the verdict, if another word fits better: "none found"
    std::string label{};  ///< bound, estimate or heuristic: how far to trust it
    Text meaning{};
};

Question residual(std::string question, const alcole::Residual& judged, const char* meaning) {
    return {.text = std::move(question),
            .number = Number{judged.value, 2},
            .tolerance = at_most(judged.tolerance, 2),
            .verdict = judged.verdict,
            .label = "bound",
            .meaning = meaning};
}

Text names(const std::vector<std::size_t>& places, const Outcome& outcome) {
    return listed(names_at(outcome, places), 12);
}

Question independence(const Outcome& outcome, const Examination& found) {
    const ActiveSet& active = found.active;
    const bool none = active.strongly_active.empty() && active.weakly_active.empty();
    Question question{
        .text = "active constraints are independent (LICQ)",
        .number = none ? Text("none active") : Text(Number{found.licq.ratio, 2}),
        .verdict = found.licq.verdict,
        .label = "estimate",
        .meaning = R"(The smallest singular value of the gradients of the active constraints, each of length
                                    1, over the largest. If they are dependent, multipliers are not unique.)"};
    if (!none) question.tolerance = at_least(found.licq.holds_above, 2);
    if (!active.strongly_active.empty())
        question.meaning += say(" Active with a price: ", names(active.strongly_active, outcome), ".");
    if (!active.weakly_active.empty())
        question.meaning += say(" Active without one: ", names(active.weakly_active, outcome), ".");
    return question;
}

Text curvature(const Eigenvalue& eigenvalue) {
    if (!eigenvalue.converged) return say("at most ", Number{eigenvalue.value, 2});
    return say(Number{eigenvalue.value, 2}, " ", Sign{"+-"}, " ", Number{eigenvalue.error, 1});
}

Question strictness(const Examination& found) {
    Question question{.text = "strict local minimum (second order)",
                      .word = "not examined",
                      .meaning = R"(The smallest eigenvalue of the Hessian of the ordinary Lagrangian along the active
                                    constraints: positive means that every small change within the bounds increases
                                    the objective.)"};
    if (!found.second_order) return question;
    const SecondOrder& second = *found.second_order;
    question.number = second.tangent ? curvature(*second.tangent) : Text("no direction left");
    question.tolerance = "> 0";
    question.verdict = second.verdict;
    question.word = {};
    question.label = second.tangent && !second.tangent->converged ? "upper estimate" : "estimate";
    question.meaning += say(" Examined: ", Count{second.tangent_dimension}, " directions, ",
                            second.dense ? "by all eigenvalues." : "by Lanczos.");
    if (second.whole) question.meaning += say(" Over all directions it is ", curvature(*second.whole), ".");
    if (second.sufficient_only)
        question.meaning += " Some active constraints have no price: what holds is sufficient, not necessary.";
    return question;
}

Question convexity(const Examination& found) {
    const auto& least = found.second_order->alpha_min_in_box;
    return {
        .text = "penalty makes it convex here (alpha)",
        .number = least ? Text(Number{*least, 4}) : Text("not known"),
        .tolerance = say(at_most(*found.alpha, 4), " used"),
        .verdict = !least                   ? Decision::undetermined
                   : *least <= *found.alpha ? Decision::holds
                                            : Decision::fails,
        .label = "estimate",
        .meaning = R"(The smallest alpha that makes the augmented Lagrangian strictly convex around the model, next to
                          the smallest one that the solver used for a constraint with a price.)"};
}

Question settling(const Examination& found) {
    const PrimalConvergence& primal = found.primal_convergence;
    const double moved = primal.objective_high - primal.objective_low;
    return {
        .text = "the iterates settle (primal convergence)",
        .number = Number{std::max(primal.last_violation, moved), 2},
        .tolerance = at_most(found.primal_tolerance, 2),
        .verdict = primal.verdict,
        .label = "heuristic",
        .meaning = say("Over the last quarter of the trace, two dual steps at least, a constraint is over by at most ",
                       Number{primal.last_violation, 2}, " of its bound and the objective moves by ", Number{moved, 2},
                       "; the larger is shown. The largest multiplier grew by a factor of ",
                       Number{primal.multiplier_growth}, " over it.")};
}

Question gap(const std::string& which, const DualValue& value) {
    Question question{.text = "no duality gap, " + which + " Lagrangian",
                      .tolerance = at_most(value.noise, 2),
                      .label = "lower estimate"};
    if (value.unbounded) {
        question.number = "unbounded";
        question.verdict = Decision::fails;
        question.word = "gap found";
        question.label = "bound";
        question.meaning = "It falls without bound: its dual value is minus infinity.";
    } else if (value.ended == 0) {
        question.number = "not known";
        question.meaning = "No minimisation ended at a number.";
    } else {
        const bool there = value.gap_found();
        question.number = say("at least ", Number{std::max(0.0, value.gap), 2});
        question.verdict = there ? Decision::fails : Decision::undetermined;
        question.word = there ? "gap found" : "none found";
        question.meaning =
            say("The objective minus the lowest value of L that was found, from ", Count{value.agreeing}, " of ",
                Count{value.ended}, R"( starts. That value is an upper estimate of the dual
                               function: a gap that was found exists, and one that was not found may still exist. )",
                Count{value.lower}, R"( starts ended below the objective by half of it or more. What descent
                               from the model itself gains is not counted as a gap.)");
    }
    return question;
}

Question attainment(const Attained& found) {
    Question question{.text = "the augmented dual is attained",
                      .verdict = found.verdict,
                      .word = found.verdict == Decision::fails ? "not attained"
                              : found.factor                   ? "nothing against it"
                                                               : "not known",
                      .label = "heuristic",
                      .meaning = R"(Whether some multipliers and penalty have a dual value as high as the objective. The
                                    conditions above promise it only where the answer is the one solution: with two
                                    solutions that have different multipliers the gap falls like 1 / alpha and never
                                    closes. Asked with the penalty, and with 10 and 100 times of it where there is a gap.)"};
    if (!found.gaps.empty())
        question.number = say("gap ", Number{std::max(0.0, found.gaps.back().gap), 2}, " at ",
                              Number{found.gaps.back().factor}, " alpha");
    if (!found.factor && found.verdict != Decision::fails && !found.gaps.empty())
        question.meaning +=
            " Here the gap stays: another model is better, and the question should be asked of that model.";
    return question;
}

std::vector<Question> all_questions(const Outcome& outcome) {
    if (!outcome.optimality) return {};
    const Examination& found = *outcome.optimality;
    const bool constrained = !outcome.constraints.empty();
    std::vector<Question> list = {
        residual("no small change helps (stationarity)", found.kkt.stationarity,
                 "The largest entry of the gradient of the objective plus the priced constraints.")};
    if (constrained) {
        list.push_back(residual("every bound is met (violation)", found.kkt.violation,
                                "How far the constraint that is farthest beyond its tolerance is over its bound."));
        list.push_back(residual("only bounds that are reached have a price (complementarity)",
                                found.kkt.complementarity, "The largest multiplier times slack."));
        list.push_back(independence(outcome, found));
    }
    list.push_back(strictness(found));
    if (found.second_order && found.alpha) list.push_back(convexity(found));
    if (constrained) list.push_back(settling(found));
    if (found.duality) {
        list.push_back(gap("augmented", found.duality->augmented));
        list.push_back(attainment(found.duality->attained));
        list.push_back(gap("ordinary", found.duality->ordinary));
    }
    return list;
}

/// True if there is a direction in which, as far as can be determined, nothing changes.
bool flat(const SecondOrder& second) {
    return second.tangent && second.tangent->positive == Decision::undetermined && second.tangent->converged &&
           std::abs(second.tangent->value) <= std::max(second.tangent->error, 1e-7);
}

Text curved(const Outcome& outcome, const Examination& found) {
    const char* within = outcome.constraints.empty() ? "" : " within the bounds";
    const Text stationary = say("No small change of the weights lowers the objective", within);
    if (!found.second_order) return say(stationary, ". ('alcole examine' looks further.)");
    const SecondOrder& second = *found.second_order;
    const auto least = [&](const char* otherwise) {
        return second.tangent ? Text(Number{second.tangent->value, 2}) : Text(otherwise);
    };
    if (second.verdict == Decision::holds)
        return say("The answer is a strict local minimum of the training problem: every small change", within,
                   " increases the objective (smallest curvature ", least("none"), ", an estimate).");
    if (second.verdict == Decision::fails)
        return say(stationary, ". But along some direction it bends downwards (curvature ", least("negative"), R"(, an
                   estimate), so the weights are not at a strict minimum; a smaller solve.tolerance.stationarity lets
                   the search continue.)");
    const auto compact = std::ranges::find(found.assumptions, Assumption::Kind::compact_level_sets, &Assumption::kind);
    if (flat(second) && outcome.model.hidden.empty() && compact != found.assumptions.end() &&
        compact->verdict == Decision::fails)
        return say(stationary,
                   R"(. One-hot inputs leave a direction in which nothing changes, so other weights give
                   the same predictions and the minimum is not a strict one; model.l2 > 0 would make it so.)");
    return say(stationary, ". It is unclear whether this is a strict minimum: the smallest curvature is ",
               second.tangent ? curvature(*second.tangent) : Text("not known"), ".");
}

Text broken(const Examination& found) {
    std::vector<Text> list;
    const auto add = [&](const char* name, const alcole::Residual& judged) {
        if (judged.verdict != Decision::holds)
            list.push_back(
                say(name, " is ", Number{judged.value, 2}, " (tolerated: ", Number{judged.tolerance, 2}, ")"));
    };
    add("stationarity", found.kkt.stationarity);
    add("violation", found.kkt.violation);
    add("complementarity", found.kkt.complementarity);
    add("a multiplier of the wrong sign", found.kkt.sign);
    return listed(list);
}

Details meanings(const Outcome& outcome) {
    List list;
    for (const auto& question : all_questions(outcome))
        list.items.push_back(say(Strong{question.text + "."}, " ", question.meaning));
    for (const auto& note : outcome.optimality->notes) list.items.emplace_back(to_string(note));
    return {"What these numbers mean", {list}};
}

}  // namespace

Text is_it_a_solution(const Outcome& outcome) {
    if (!outcome.optimality) return {};
    const Examination& found = *outcome.optimality;
    if (found.search.iterate == learning::Iterate::least_violating)
        return "There is no solution to examine: no model was found that meets all constraints.";
    Text text;
    if (found.kkt.verdict == Decision::holds)
        text = curved(outcome, found);
    else if (outcome.method == Method::unconstrained && found.kkt.stationarity.verdict == Decision::holds)
        text = "The constraints were only monitored: the model solves the problem without them.";
    else
        text = say("Training ended short of a solution: ", broken(found), ".");
    if (found.licq.verdict == Decision::fails)
        text +=
            say(" The active constraints depend on each other (",
                names(found.active.strongly_active.empty() ? found.active.weakly_active : found.active.strongly_active,
                      outcome),
                "), so their prices are not unique.");
    if (found.duality && !found.duality->augmented.unbounded && found.duality->augmented.gap_found())
        text += say(" Another start got the augmented Lagrangian lower by ", Number{found.duality->augmented.gap, 2},
                    ": there may be a better model, which another solve.seed may find.");
    return text;
}

Table questions(const Outcome& outcome) {
    Table table{.label = "Is it a solution?",
                .columns = {{"question"},
                            {"verdict", "", in_words},
                            {"number"},
                            {"tolerance"},
                            {"label", "how far to trust it", in_words}}};
    for (const auto& question : all_questions(outcome))
        table.rows.push_back({{question.text, badge(question.verdict, question.word), question.number,
                               question.tolerance, question.label.empty() ? Text(Nothing{}) : Text(question.label)}});
    return table;
}

Table assumptions(const Examination& found) {
    Table table{.label = "Assumptions",
                .columns = {{"assumption"}, {"verdict", "", in_words}, {"because", "", in_sentences}}};
    for (const auto& assumption : found.assumptions)
        table.rows.push_back(
            {{std::string(to_string(assumption.kind)), badge(assumption.verdict), std::string(reason_of(assumption))}});
    return table;
}

Blocks examination_parts(const Outcome& outcome) {
    if (!outcome.optimality) return {};
    return {Paragraph{
                say(is_it_a_solution(outcome), R"( This is about the training problem, on its own rows. A bound is true
                          whatever happened, an estimate has an error, and a heuristic can be wrong without warning.)")},
            questions(outcome), meanings(outcome),
            Details{"The assumptions of the theory, as far as the model shows", {assumptions(*outcome.optimality)}}};
}

Document examination_summary(const Outcome& outcome, double seconds) {
    Document document{.heading = say(subject_line(outcome), ", ", to_string(outcome.method), ": is it a solution? On ",
                                     Count{outcome.train.metrics.rows}, " training rows, ", Seconds{seconds})};
    List notes;
    for (const auto& note : outcome.optimality->notes) notes.items.push_back(say("note: ", to_string(note)));
    document.sections = {{.blocks = {Paragraph{is_it_a_solution(outcome)}, questions(outcome),
                                     assumptions(*outcome.optimality), notes}}};
    return document;
}

}  // namespace alcole::words
