#pragma once

#include <alcole/optimality.hpp>

#include "base/enum_names.hpp"
#include "base/fields.hpp"

/// The fields of the results of examining a solution.
namespace alcole {

constexpr auto names_of(Decision) { return base::words("holds", "fails", "undetermined"); }
constexpr auto names_of(Assumption::Kind) {
    return base::words("objective bounded below", "closed domain", "bounded sample losses", "compact level sets",
                       "twice differentiable risks");
}

void fields(auto& visit, base::Is<Options::Tolerance> auto& t) {
    base::list(visit, "stationarity", t.stationarity, "violation", t.violation, "complementarity", t.complementarity);
}

void fields(auto& visit, base::Is<Residual> auto& r) {
    base::list(visit, base::or_null, "value", r.value, "tolerance", r.tolerance);
    visit("verdict", r.verdict);
}

void fields(auto& visit, base::Is<Kkt> auto& k) {
    base::list(visit, "stationarity", k.stationarity, "violation", k.violation, "complementarity", k.complementarity,
               "sign", k.sign, "verdict", k.verdict);
}

void fields(auto& visit, base::Is<ActiveSet> auto& a) {
    base::list(visit, "strongly_active_places", a.strongly_active, "weakly_active_places", a.weakly_active, "tolerance",
               a.tolerance, "multiplier_tolerance", a.multiplier_tolerance);
}

void fields(auto& visit, base::Is<Licq> auto& l) {
    base::list(visit, base::or_null, "ratio", l.ratio, "smallest", l.smallest, "largest", l.largest, "fails_below",
               l.fails_below, "holds_above", l.holds_above);
    visit("verdict", l.verdict);
}

void fields(auto& visit, base::Is<Eigenvalue> auto& e) {
    base::list(visit, base::or_null, "value", e.value, "error", e.error);
    base::list(visit, "converged", e.converged, "verdict", e.positive);
}

void fields(auto& visit, base::Is<SecondOrder> auto& s) {
    base::list(visit, "tangent", s.tangent, "whole", s.whole, "tangent_dimension", s.tangent_dimension,
               "sufficient_only", s.sufficient_only, "dense", s.dense, "alpha_min", s.alpha_min, "alpha_min_in_box",
               s.alpha_min_in_box, "verdict", s.verdict);
}

void fields(auto& visit, base::Is<Assumption> auto& a) {
    base::list(visit, "name", a.kind, "verdict", a.verdict);
    visit.derived("reason", [&] { return std::string(reason_of(a)); });
}

void fields(auto& visit, base::Is<PrimalConvergence> auto& f) {
    visit("tail", f.tail);
    visit("last", f.last, base::omit_empty);
    visit("slacks", f.slacks);
    base::list(visit, base::or_null, "violation", f.violation, "last_violation", f.last_violation, "objective_low",
               f.objective_low, "objective_high", f.objective_high, "multiplier_growth", f.multiplier_growth);
    visit("verdict", f.verdict);
}

void fields(auto& visit, base::Is<DualValue> auto& v) {
    const base::OrNull unless_it_means_something{v.unbounded || v.ended == 0};
    visit("lowest", v.lowest, unless_it_means_something);
    visit("gap", v.gap, unless_it_means_something);
    base::list(visit, "unbounded", v.unbounded, "ended", v.ended, "agreeing", v.agreeing, "lower", v.lower);
    base::list(visit, base::or_null, "from_theta", v.from_theta, "noise", v.noise);
}

void fields(auto& visit, base::Is<GapAtFactor> auto& g) { base::list(visit, "factor", g.factor, "gap", g.gap); }

void fields(auto& visit, base::Is<Attained> auto& a) {
    base::list(visit, "verdict", a.verdict, "factor", a.factor, "gaps", a.gaps);
}

void fields(auto& visit, base::Is<GapEstimate> auto& f) {
    base::list(visit, base::or_null, "objective", f.objective, "violation", f.violation);
    base::list(visit, "augmented", f.augmented, "ordinary", f.ordinary, "attained", f.attained);
}

}  // namespace alcole
