#include <alcole/optimality.hpp>

#include "base/text.hpp"
#include "optimality/fields.hpp"

namespace alcole {
namespace {

using base::short_number;

std::string words(const std::optional<Eigenvalue>& eigenvalue) {
    if (!eigenvalue) return "none";
    return short_number(eigenvalue->value) + " (error " + short_number(eigenvalue->error, 1) +
           (eigenvalue->converged ? ")" : ", Lanczos did not converge)");
}

std::string words(const SecondOrder& second) {
    std::string text = "Second order " + std::string(to_string(second.verdict)) + ": smallest eigenvalue " +
                       words(second.tangent) + " on " + std::to_string(second.tangent_dimension) +
                       " tangent directions, " + words(second.whole) + " on all.";
    if (second.sufficient_only)
        text += " Some active constraints have no multiplier, so only the sufficient condition was examined.";
    text += second.alpha_min ? " The augmented Lagrangian is convex around here for alpha above " +
                                   short_number(*second.alpha_min) + "."
                             : " It is not known which alpha makes the augmented Lagrangian convex around here.";
    return text;
}

std::string words(const std::string& which, const DualValue& value) {
    if (value.unbounded) return which + ": unbounded below, so its dual value is -infinity";
    if (value.ended == 0) return which + ": no minimisation ended at a finite value";
    return which + ": gap at least " + short_number(value.gap) + " (lowest value " + short_number(value.lowest, 6) +
           ", found from " + std::to_string(value.agreeing) + " of " + std::to_string(value.ended) + " starts)";
}

}  // namespace

std::string_view to_string(Decision verdict) { return base::enum_name(verdict); }

std::string to_string(const Optimality& found) {
    const Kkt& kkt = found.kkt;
    const std::string text = "KKT " + std::string(to_string(kkt.verdict)) + ": stationarity " +
                             short_number(kkt.stationarity.value) + ", violation " + short_number(kkt.violation.value) +
                             ", complementarity " + short_number(kkt.complementarity.value) + ". LICQ " +
                             std::string(to_string(found.licq.verdict)) + ": ratio " + short_number(found.licq.ratio) +
                             ".";
    return found.second_order.examined ? text + " " + words(found.second_order) : text;
}

std::string to_string(const Attained& found) {
    if (found.factor && *found.factor == 1) return "nothing speaks against an attained dual";
    if (found.factor)
        return "nothing speaks against an attained dual at " + short_number(*found.factor) + " times the penalty";
    if (found.gaps.empty()) return "whether the dual is attained is not known";
    if (found.verdict == Decision::fails)
        return "the dual is not attained: at " + short_number(found.gaps.back().factor) +
               " times the penalty the gap is still " + short_number(found.gaps.back().gap) +
               "; it only falls with alpha, as happens if another solution has another multiplier";
    return "theta is not the solution: the gap stays when the penalty grows";
}

std::string to_string(const GapEstimate& found) {
    return words("augmented Lagrangian", found.augmented) + "; " + words("ordinary Lagrangian", found.ordinary) + "; " +
           to_string(found.attained) +
           ". Minimisations may miss the lowest value: the true gaps are at least as large as these";
}

std::string to_string(const Stability& found) {
    if (found.examined == 0) return "undecided: no perturbation was given";
    if (found.growing)
        return "the required alpha grows towards u = 0, up to " + short_number(found.alpha) +
               " at the smallest perturbation: lambda is not the slope of p there, or p has none";
    return "alpha = " + short_number(found.alpha) + " is enough for the " + std::to_string(found.examined) +
           " perturbations given; others were not checked";
}

std::string to_string(const PrimalConvergence& found) {
    if (found.tail == 0) return "undecided: the trace is empty";
    const std::string numbers = "over the last " + std::to_string(found.last) +
                                (found.last == 1 ? " dual step" : " dual steps") + " the violation is at most " +
                                short_number(found.last_violation) + " and the objective moves by " +
                                short_number(found.objective_high - found.objective_low);
    switch (found.verdict) {
        case Decision::holds:
            return numbers + ": the last iterate is the answer";
        case Decision::fails:
            return numbers + ", and the violation does not fall: the last iterate is not reliable";
        case Decision::undetermined:
            break;
    }
    return numbers + ": still moving; more dual steps would tell";
}

std::string_view to_string(Assumption::Kind kind) { return base::enum_name(kind); }

std::string_view reason_of(const Assumption& assumption) {
    const Decision verdict = assumption.verdict;
    switch (assumption.kind) {
        case Assumption::Kind::objective_bounded_below:
            return "cross-entropy and squared error are at least 0";
        case Assumption::Kind::closed_domain:
            return "theta is in R^n or in a closed box";
        case Assumption::Kind::bounded_sample_losses:
            return "scores grow with the weights and losses with the scores; they are bounded only if the weights are, "
                   "as "
                   "in a box or at a given theta. The theory needs it only for the continuity of the risks, which "
                   "means "
                   "over finitely many rows have anyway";
        case Assumption::Kind::compact_level_sets:
            if (verdict == Decision::holds)
                return "l2 > 0 bounds the weights, and the loss bounds the bias if every class has rows";
            if (verdict == Decision::undetermined)
                return "l2 > 0 bounds the weights, but hidden biases can grow without bound where units saturate";
            return "with l2 = 0 one-hot inputs leave a direction in which nothing changes, and separable classes one "
                   "in "
                   "which the loss falls for ever";
        case Assumption::Kind::twice_differentiable_risks:
            if (verdict == Decision::holds) return "the losses are smooth, and so is the activation, if there is one";
            return "relu has a kink at 0, so second-order statements do not apply; sigmoid, tanh, softplus, gelu and "
                   "silu "
                   "are smooth";
    }
    return "";
}

}  // namespace alcole
