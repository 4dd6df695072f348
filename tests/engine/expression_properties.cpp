#include <alcole/random.hpp>
#include <alcole/tabular/learning.hpp>

#include "naive.hpp"
#include "random_table.hpp"
#include "table/expression.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace
using table::Comparison;
using table::Expression;
using table::Extreme;
using table::Mean;
using table::Sum;

Mean draw_mean(bool grouped) {
    static const std::vector<std::string> conditions = {
        "sex == f", "age >= 0", "race in [\"red\", 'blue']", "repaid == \"yes\"", "`debts` > -1", "job is not missing"};
    Mean mean{.quantity = *rc::gen::elementOf(std::vector<std::string>{
                  "positive_rate", "recall", "false_positive_rate", "false_negative_rate", "error_rate", "accuracy",
                  "loss", "true_positives", "false_negatives", "positives", "probability", "true_negative_rate",
                  "false_positives", "true_negatives", "balanced_error", "share", "agreement", "disagreement"})};
    if (mean.quantity == "positive_rate" && *rc::gen::arbitrary<bool>()) mean.arguments = {"no"};
    if (mean.quantity.ends_with("agreement")) mean.arguments = {"answered"};
    if (*rc::gen::inRange(0, 2) == 0) mean.rows = {parse_condition(*rc::gen::elementOf(conditions))};
    if (*rc::gen::inRange(0, 3) == 0) mean.event = {parse_condition(*rc::gen::elementOf(conditions))};
    if (grouped) mean.groups = {*rc::gen::element(std::string("sex"), std::string("race"))};
    return mean;
}

double draw_number() { return *rc::gen::inRange(-20, 21) / 8.0; }

Sum draw_sum(bool grouped) {
    Sum sum;
    const int parts = *rc::gen::inRange(1, 3);
    for (int k = 0; k < parts; ++k)
        sum = std::move(sum) + draw_number() * table::sum_of(draw_mean(grouped && *rc::gen::arbitrary<bool>()));
    sum.constant = *rc::gen::inRange(0, 3) == 0 ? draw_number() : 0;
    return sum;
}

/// Any sum; if a column leaves a choice of groups, min and max on the side that is allowed.
Expression draw_expression() {
    const bool upper = *rc::gen::arbitrary<bool>();
    Expression expression{.sum = draw_sum(*rc::gen::inRange(0, 3) == 0),
                          .comparison = upper ? Comparison::at_most : Comparison::at_least,
                          .bound = draw_number()};
    const int extremes = *rc::gen::inRange(0, 3);
    for (int k = 0; k < extremes; ++k) {
        const bool plus = *rc::gen::arbitrary<bool>();
        std::vector<Sum> of = {draw_sum(true)};
        if (*rc::gen::inRange(0, 3) == 0) of.push_back(draw_sum(true));
        const Sum one = plus == upper ? table::max_of(of) : table::min_of(of);
        expression.sum = std::move(expression.sum) + (plus ? 0.5 : -0.5) * one;
    }
    expression.sum.constant = 0;
    return expression;
}

RC_GTEST_PROP(Expressions, AreReadAsTheyAreWritten, ()) {
    const Expression expression = draw_expression();
    const std::string text = table::to_text(expression);
    const auto again = table::parse_expression(text);
    RC_ASSERT(again.size() == 1U);
    RC_ASSERT(table::to_text(again.front()) == text);
}

/// Whatever the input, the parser either accepts it, or rejects it with a position.
RC_GTEST_PROP(Expressions, AreReadOrRefusedWhateverTheyAre, ()) {
    std::string text = table::to_text(draw_expression());
    const int slips = *rc::gen::inRange(1, 4);
    for (int k = 0; k < slips; ++k) {
        const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
        text[at] = *rc::gen::elementOf(std::string("()[]'\"`,+-*/<=>0.e x\n"));
    }
    try {
        for (const auto& one : table::parse_expression(text)) {
            const std::string written = table::to_text(one);
            RC_ASSERT(table::to_text(table::parse_expression(written).front()) == written);
        }
    } catch (const std::invalid_argument& error) {
        RC_ASSERT(std::string(error.what()).starts_with("at character "));
    }
}

using Groups = std::map<std::string, std::string>;

/// The value of an expression, term by term, with loops over rows.
class Naive {
  public:
    Naive(const Table& table, const Schema& schema, const tests::NaiveModel& model, bool strict)
        : table_(table), schema_(schema), model_(model), strict_(strict) {}

    /// Positive if the constraint is violated by some group.
    double worst(const Expression& expression) const {
        double most = -1e300;
        for (const auto& groups : all_groups(expression.sum)) {
            const double value = sum(expression.sum, groups) - expression.bound;
            most = std::max(most, expression.comparison == Comparison::at_most ? value : -value);
        }
        return most;
    }

  private:
    std::vector<Groups> all_groups(const Sum& of) const {
        std::set<std::string> columns;
        for (const auto& part : of.parts)
            if (const auto* mean = std::get_if<Mean>(&part.what))
                columns.insert(mean->groups.begin(), mean->groups.end());
        std::vector<Groups> all = {{}};
        for (const auto& column : columns) {
            std::set<std::string> words;
            for (std::size_t row = 0; row < table_.num_rows; ++row)
                if (!table_.at(column).missing(row)) words.insert(table_.at(column).text(row));
            std::vector<Groups> next;
            for (const auto& before : all)
                for (const auto& word : words) {
                    next.push_back(before);
                    next.back()[column] = word;
                }
            all = next;
        }
        return all;
    }

    double sum(const Sum& of, const Groups& groups) const {
        double total = of.constant;
        for (const auto& part : of.parts) {
            if (const auto* one = std::get_if<Mean>(&part.what)) total += part.coefficient * mean(*one, groups);
            if (const auto* extreme = std::get_if<Extreme>(&part.what)) {
                std::vector<double> choices;
                for (const auto& inner : extreme->of)
                    for (const auto& own : all_groups(inner)) choices.push_back(sum(inner, own));
                total += part.coefficient * (extreme->is_max ? std::ranges::max(choices) : std::ranges::min(choices));
            }
        }
        return total;
    }

    double mean(const Mean& of, const Groups& groups) const {
        if (of.quantity != "balanced_error") return mean(of, of.quantity, groups);
        return (mean(of, "false_negative_rate", groups) + mean(of, "false_positive_rate", groups)) / 2;
    }

    double mean(const Mean& of, const std::string& name, const Groups& groups) const {
        const bool of_class = !of.arguments.empty() && !name.ends_with("agreement");
        const std::string positive = of_class ? of.arguments[0] : schema_.target.classes[1];
        const auto events = matching_rows(table_, of.event);
        double count = 0;
        double total = 0;
        for (const std::size_t row : matching_rows(table_, of.rows)) {
            if (std::ranges::any_of(of.groups, [&](const auto& c) { return table_.at(c).text(row) != groups.at(c); }))
                continue;
            const bool is = table_.at(schema_.target.column).text(row) == positive;
            if ((name == "recall" || name == "false_negative_rate") && !is) continue;
            if ((name == "false_positive_rate" || name == "true_negative_rate") && is) continue;
            ++count;
            if (std::ranges::find(events, row) != events.end()) total += value(name, row, positive, is);
        }
        return total / count;
    }

    double value(const std::string& name, std::size_t row, const std::string& positive, bool is) const {
        const auto p = model_.probabilities(model_.scores(table_, row));
        const bool second = positive == schema_.target.classes[1];
        const double chance = p[second ? 1 : 0];
        const double said = strict_ ? (chance > 0.5 || (chance == 0.5 && !second) ? 1 : 0) : chance;
        const double right = is ? said : 1 - said;
        if (name == "loss") return -std::log(is == second ? p[1] : p[0]);
        if (name == "probability") return chance;
        if (name == "error_rate") return 1 - right;
        if (name == "accuracy") return right;
        if (name == "positives") return is ? 1 : 0;
        if (name == "true_positives") return is ? said : 0;
        if (name == "false_negatives") return is ? 1 - said : 0;
        if (name == "false_positives") return is ? 0 : said;
        if (name == "true_negatives") return is ? 0 : 1 - said;
        if (name == "share") return 1;
        if (name.ends_with("agreement")) {
            const double same = table_.at("answered").text(row) == positive ? said : 1 - said;
            return name == "agreement" ? same : 1 - same;
        }
        return name == "false_negative_rate" || name == "true_negative_rate" ? 1 - said : said;
    }

    const Table& table_;
    const Schema& schema_;
    const tests::NaiveModel& model_;
    bool strict_;
};

/// What single precision cannot distinguish from a tie counts against a strict rate, so such rows are avoided.
bool near_a_tie(const Table& table, const tests::NaiveModel& model) {
    for (std::size_t row = 0; row < table.num_rows; ++row)
        if (std::abs(model.probabilities(model.scores(table, row))[1] - 0.5) < 1e-4) return true;
    return false;
}

/// A random table with the predictions of another model.
Table draw_table() {
    Table table = tests::random_table({.rows = *rc::gen::inRange<std::size_t>(40, 100),
                                       .missing = *rc::gen::arbitrary<bool>(),
                                       .seed = *rc::gen::arbitrary<std::uint64_t>()});
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    table.columns.push_back(tests::category("answered", {"no", "yes"}, table.num_rows, 0, random));
    return table;
}

/// The constraints that an expression stands for hold together exactly if it does.
RC_GTEST_PROP(Expressions, AreWorthWhatTheySay, ()) {
    const Table table = draw_table();
    const Schema schema =
        fit_schema(table, {.target = "repaid", .positive = "", .features = {"age", "debts", "job", "sex", "race"}});
    const Expression expression = draw_expression();
    const Constraint constraint{.kind = ConstraintKind::expression, .risk = table::to_text(expression)};
    std::vector<RiskDefinition> risks;
    try {
        risks = define_risks(std::vector{constraint}, schema, table);
    } catch (const std::invalid_argument& error) {  // a group without rows, or a bound out of reach: reported as such
        const std::string sentence = error.what();
        RC_ASSERT(sentence.find("no training row") != std::string::npos ||
                  sentence.find("no model meets") != std::string::npos ||
                  sentence.find("every model meets it") != std::string::npos);
        RC_DISCARD("a group is empty, or the bound says nothing");
    }
    LearningProblem<double> problem(Dataset(table, schema), Goal{.constraints = risks}, Model{},
                                    Context({.threads = 1}));
    auto theta = problem.start(*rc::gen::arbitrary<std::uint64_t>());
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    for (double& weight : theta) weight += random.normal() / 4;
    const tests::NaiveModel model(schema, Model{}, theta);
    std::vector<double> l(problem.num_constraints() + 1);
    for (const bool strict : {false, true}) {
        if (strict && near_a_tie(table, model)) continue;
        if (strict)
            problem.strict_risks(theta, l);
        else
            problem.risks(theta, l);
        double found = -1e300;
        for (std::size_t i = 1; i < l.size(); ++i) found = std::max(found, l[i]);
        const double wanted = Naive(table, schema, model, strict).worst(expression);
        RC_ASSERT(found <= wanted + 1e-9);  // constraints that cannot fail may have been left out
        RC_ASSERT(std::abs(std::max(found, 0.0) - std::max(wanted, 0.0)) <= 1e-9);
    }
}

/// Fractions are multiplied out: the constraint holds exactly where the fraction itself is on the right side.
RC_GTEST_PROP(Expressions, OfFractionsHoldWhereTheFractionDoes, ()) {
    const Table table = draw_table();
    const Schema schema =
        fit_schema(table, {.target = "repaid", .positive = "", .features = {"age", "debts", "job", "sex", "race"}});
    const auto name = *rc::gen::elementOf(std::vector<std::string>{"precision", "false_discovery_rate", "f_score"});
    const bool at_least = *rc::gen::arbitrary<bool>();
    const double bound = *rc::gen::inRange(1, 20) / 20.0;
    const Constraint constraint{.kind = ConstraintKind::expression,
                                .bound = 0,
                                .risk = name + "[sex == f] " + (at_least ? ">= " : "<= ") + std::to_string(bound)};
    const auto risks = define_risks(std::vector{constraint}, schema, table);
    LearningProblem<double> problem(Dataset(table, schema), Goal{.constraints = risks}, Model{},
                                    Context({.threads = 1}));
    auto theta = problem.start(*rc::gen::arbitrary<std::uint64_t>());
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    for (double& weight : theta) weight += random.normal() / 2;
    const tests::NaiveModel model(schema, Model{}, theta);
    if (near_a_tie(table, model)) RC_DISCARD("a row is too close to call");
    double right = 0, wrong = 0, missed = 0;
    for (const std::size_t row : matching_rows(table, std::vector{parse_condition("sex == f")})) {
        const bool is = table.at("repaid").text(row) == "yes";
        const bool said = model.probabilities(model.scores(table, row))[1] > 0.5;
        right += said && is ? 1 : 0;
        wrong += said && !is ? 1 : 0;
        missed += !said && is ? 1 : 0;
    }
    if (right + wrong == 0) RC_DISCARD("nobody is predicted positive");
    const double fraction = name == "precision" ? right / (right + wrong)
                            : name == "f_score" ? 2 * right / (2 * right + wrong + missed)
                                                : wrong / (right + wrong);
    std::vector<double> l(2);
    problem.strict_risks(theta, l);
    const double excess = at_least ? bound - fraction : fraction - bound;
    if (std::abs(excess) < 1e-9)
        RC_ASSERT(std::abs(l[1]) < 1e-9);
    else
        RC_ASSERT((l[1] > 0) == (excess > 0));
}

}  // namespace
}  // namespace alcole
