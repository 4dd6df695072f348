#include "base/strict_json.hpp"
#include "model_file/model_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace alcole::model_file {
namespace {

using base::dumped;
using base::Json;

using tabular::AttributeChange;
using tabular::Condition;
using tabular::RiskDefinition;
using tabular::Term;

// In the order of the enumerations.
constexpr std::array<std::string_view, 5> measures = {"loss", "divergence", "predicted", "correct", "error"};
constexpr std::array<std::string_view, 10> relations = {"equal",    "not_equal", "less",      "at_most", "greater",
                                                        "at_least", "among",     "not_among", "missing", "not_missing"};

const base::StrictJson& strict() {
    static const base::StrictJson reader("list of constraints");
    return reader;
}

template <class E, std::size_t N>
E one_of(const std::string& word, const std::array<std::string_view, N>& names, const char* what) {
    const auto found = std::ranges::find(names, word);
    if (found == names.end()) strict().refuse("'" + word + "' is no " + what);
    return static_cast<E>(found - names.begin());
}

double finite(double value, const RiskDefinition& risk) {
    if (!std::isfinite(value))
        throw std::invalid_argument("constraint '" + risk.name + "' cannot be written: a number in it is not finite");
    return value;
}

Json condition_json(const Condition& condition) {
    return {{"column", condition.column},
            {"relation", relations.at(static_cast<std::size_t>(condition.relation))},
            {"values", condition.values},
            {"text", condition.text}};
}

Condition condition_from(const Json& object) {
    return {.column = strict().member<std::string>(object, "column"),
            .relation =
                one_of<Condition::Relation>(strict().member<std::string>(object, "relation"), relations, "relation"),
            .values = strict().member<std::vector<std::string>>(object, "values"),
            .text = strict().member<std::string>(object, "text")};
}

Json term_json(const Term& term, const RiskDefinition& risk) {
    Json rows = Json::array();
    for (const auto& condition : term.rows) rows.push_back(condition_json(condition));
    Json object = {{"measure", measures.at(static_cast<std::size_t>(term.measure))},
                   {"coefficient", finite(term.coefficient, risk)},
                   {"rows", rows},
                   {"other_labels", term.other_labels},
                   {"of_class", term.of_class}};
    if (term.label) object["label"] = *term.label;
    return object;
}

Term term_from(const Json& object) {
    Term term{.measure = one_of<Term::Measure>(strict().member<std::string>(object, "measure"), measures, "measure"),
              .coefficient = strict().member<double>(object, "coefficient")};
    for (const auto& condition : strict().member<std::vector<Json>>(object, "rows"))
        term.rows.push_back(condition_from(condition));
    if (object.contains("label")) term.label = strict().member<std::int32_t>(object, "label");
    term.other_labels = strict().member<bool>(object, "other_labels");
    term.of_class = strict().member<std::int32_t>(object, "of_class");
    return term;
}

Json change_json(const AttributeChange& change) {
    return {{"column", change.column}, {"flip", change.flip}, {"from", change.from}, {"to", change.to}};
}

AttributeChange change_from(const Json& object) {
    return {.column = strict().member<std::string>(object, "column"),
            .flip = strict().member<bool>(object, "flip"),
            .from = strict().member<std::string>(object, "from"),
            .to = strict().member<std::string>(object, "to")};
}

Json risk_json(const RiskDefinition& risk) {
    Json terms = Json::array();
    for (const auto& term : risk.terms) terms.push_back(term_json(term, risk));
    return {{"name", risk.name},         {"kind", to_string(risk.kind)},       {"bound", finite(risk.bound, risk)},
            {"at_least", risk.at_least}, {"change", change_json(risk.change)}, {"terms", terms}};
}

tabular::ConstraintKind kind_from(const std::string& word) {
    try {
        return tabular::constraint_kind_from(word);
    } catch (const std::invalid_argument& error) {
        strict().refuse(error.what());
    }
}

RiskDefinition risk_from(const Json& object) {
    RiskDefinition risk{.name = strict().member<std::string>(object, "name")};
    risk.kind = kind_from(strict().member<std::string>(object, "kind"));
    risk.bound = strict().member<double>(object, "bound");
    risk.at_least = strict().member<bool>(object, "at_least");
    risk.change = change_from(strict().member<Json>(object, "change"));
    for (const auto& term : strict().member<std::vector<Json>>(object, "terms")) risk.terms.push_back(term_from(term));
    return risk;
}

}  // namespace

std::string to_json(const std::vector<RiskDefinition>& constraints) {
    Json list = Json::array();
    for (const auto& risk : constraints) list.push_back(risk_json(risk));
    return dumped(list, "a constraint");
}

std::vector<RiskDefinition> constraints_from_json(std::string_view text) {
    std::vector<RiskDefinition> constraints;
    for (const auto& risk : strict().as<std::vector<Json>>(strict().parse(text), "constraints"))
        constraints.push_back(risk_from(risk));
    return constraints;
}

}  // namespace alcole::model_file
