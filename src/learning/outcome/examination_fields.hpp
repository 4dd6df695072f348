#pragma once

#include <alcole/learning/examination.hpp>

#include "base/fields.hpp"
#include "learning/outcome/enum_names.hpp"
#include "notes/fields.hpp"
#include "optimality/fields.hpp"

#include <algorithm>
#include <string>
#include <vector>

/// The fields of an examination: the member `optimality` of metrics.json.
namespace alcole::learning {

void fields(auto& visit, base::Is<SearchFacts> auto& s) {
    base::list(visit, "iterate", s.iterate, "tolerance", s.tolerance, "gradient_size", s.gradient_size, "alpha",
               s.alpha, "shift", s.shift, "width", s.width);
}

/// Everything except the active set, which add_active() writes with the names of the constraints.
void fields(auto& visit, base::Is<Examination> auto& f) {
    base::list(visit, "kkt", f.kkt, "licq", f.licq);
    visit("second_order", f.second_order,
          base::With{[&](auto& inner, auto& /*second*/) { inner("alpha_used", f.alpha); }});
    visit("assumptions", f.assumptions);
    visit("primal_convergence", f.primal_convergence,
          base::With{[&](auto& inner, auto& /*convergence*/) { inner("tolerance", f.primal_tolerance); }});
    visit("duality", f.duality, base::With{[&](auto& inner, auto& /*gap*/) { inner("starts", f.starts); }});
    visit.derived("notes", [&] { return to_strings(f.notes); });
    visit("noted", f.notes, base::omit_empty);
    visit("search", f.search);
}

/// The names of the constraints at these places.
inline std::vector<std::string> named(const std::vector<std::string>& names, const std::vector<std::size_t>& places) {
    std::vector<std::string> words;
    words.reserve(places.size());
    for (const std::size_t i : places) words.push_back(names.at(i));
    return words;
}

/// The active set as indices, which are read back, and as names for human readers. Rejects indices that do not fit the
/// constraints.
void add_active(auto& visit, base::Is<Examination> auto& found, const std::vector<std::string>& names) {
    const auto one_each = [&](const auto& list) { return list.empty() || list.size() == names.size(); };
    const auto known = [&](std::size_t place) { return place < names.size(); };
    visit("active", found.active, base::With{[&](auto& inner, auto& active) {
              inner.require(std::ranges::all_of(active.strongly_active, known) &&
                                std::ranges::all_of(active.weakly_active, known),
                            "names a place beyond the last constraint");
              inner.derived("strongly_active", [&] { return named(names, active.strongly_active); });
              inner.derived("weakly_active", [&] { return named(names, active.weakly_active); });
          }});
    visit.require(
        one_each(found.search.alpha) && one_each(found.search.shift) && one_each(found.primal_convergence.slacks),
        "must have one entry per constraint");
}

}  // namespace alcole::learning
