#pragma once

#include <alcole/learning/certificate.hpp>

#include "base/fields.hpp"
#include "certify/enum_names.hpp"
#include "certify/uniform.hpp"

/// The fields of a certificate and of the theorem's quantities.
namespace alcole::certify {

void fields(auto& visit, base::Is<FamilyBounds> auto& b) { base::list(visit, "low", b.low, "high", b.high); }

void fields(auto& visit, base::Is<NoBound> auto& n) {
    visit("cause", n.cause);
    base::list(visit, base::omit_empty, "names", n.names, "numbers", n.numbers);
}

/// `reason` is the sentence for human readers.
void fields(auto& visit, base::Is<RiskBounds> auto& r) {
    base::list(visit, "rows", r.rows, "delta", r.delta, "estimate", r.estimate, "low", r.low, "high", r.high);
    visit("families", r.families, base::KeyedBy{&FamilyBounds::family});
    visit.derived("reason", [&] { return r.no_bound ? to_string(*r.no_bound) : ""; });
    visit("no_bound", r.no_bound, base::omit_empty);
}

void fields(auto& visit, base::Is<ConstraintCertificate> auto& c) {
    base::list(visit, "name", c.name, "bound", c.bound, "at_least", c.at_least, "risk", c.risk, "verdict", c.verdict,
               "rows_to_decide", c.rows_to_decide);
    visit("flips", c.flips, base::omit_empty);
}

void fields(auto& visit, base::Is<Certificate> auto& c) {
    base::list(visit, "delta", c.delta, "family", c.family, "rows", c.rows, "rows_were_trained_on",
               c.rows_were_trained_on, "of_tighter_search", c.of_tighter_search);
    visit.derived("all_certified", [&] { return c.all_certified(); });
    base::list(visit, "constraints", c.constraints, "objective", c.objective);
}

template <class Visit, base::Is<TheoremQuantities> S>
void fields(Visit& visit, S& p) {
    base::list(visit, "probability", p.probability, "zeta_objective", p.zeta_objective, "zeta_bar", p.zeta_bar,
               "delta_lambda", p.delta_lambda, "delta_alpha", p.delta_alpha, "objective_bound", p.objective_bound,
               "objective_vacuous", p.objective_vacuous, "zeta", p.zeta, "feasibility_vacuous", p.feasibility_vacuous);
    if constexpr (!std::is_const_v<S>) p.feasibility = p.zeta;
}

}  // namespace alcole::certify
