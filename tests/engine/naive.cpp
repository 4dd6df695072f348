#include "naive.hpp"

#include "naive_quantities.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::tests {

using namespace tabular;  // NOLINT: a test's own namespace

namespace {

std::vector<std::size_t> chosen(const Table& table, const std::vector<std::string>& conditions) {
    std::vector<Condition> parsed;
    for (const auto& text : conditions) parsed.push_back(parse_condition(text));
    return matching_rows(table, parsed);
}

/// Crossed groups in the order of the levels, first attribute slowest; only levels that occur among the rows.
std::vector<Rows> groups(const Table& table, const Rows& rows, const std::vector<std::string>& attributes) {
    std::vector<Rows> result = {rows};
    for (const auto& attribute : attributes) {
        std::vector<Rows> next;
        for (const auto& group : result) {
            for (const auto& level : table.at(attribute).levels) {
                if (std::ranges::none_of(rows, [&](auto row) { return word_at(table, row, attribute) == level; }))
                    continue;
                Rows part;
                for (const auto row : group)
                    if (word_at(table, row, attribute) == level) part.push_back(row);
                next.push_back(part);
            }
        }
        result = next;
    }
    return result;
}

double kl(const Schema& schema, const NaiveModel& model, const std::vector<double>& s, const std::vector<double>& t) {
    if (schema.target.task == Task::regression) return (s[0] - t[0]) * (s[0] - t[0]) / 2;
    const auto p = model.probabilities(s);
    const auto q = model.probabilities(t);
    double total = 0;
    for (std::size_t k = 0; k < p.size(); ++k) total += p[k] * std::log(p[k] / q[k]);
    return total;
}

/// The quantity by which a row and its twin are compared.
double compared(const Constraint& c, const Schema& schema, const NaiveModel& model, const std::vector<double>& s,
                const std::vector<double>& t, bool strict) {
    if (c.kind == ConstraintKind::counterfactual) return kl(schema, model, s, t);
    const double unit = schema.target.task == Task::regression ? schema.target.sd : 1;
    const double d = t[0] - s[0];
    const double level = c.level / unit;
    if (c.kind == ConstraintKind::monotone) return strict ? (d < 0 ? 1 : 0) : sigma(-d - 3);
    return strict ? (std::abs(d) > level ? 1 : 0) : sigma(d - level) + sigma(-d - level);
}

/// True if the change leaves the row as it is: it already has these words, and nothing is added.
bool leaves(const NaiveChange& change, const Table& table, std::size_t row) {
    return std::ranges::all_of(change.words,
                               [&](const auto& word) { return word_at(table, row, word.first) == word.second; }) &&
           std::ranges::all_of(change.added, [&](const auto& added) { return table.at(added.first).missing(row); });
}

/// One value for each way to change the attributes, all at once.
std::vector<double> changes(const Constraint& c, const Table& table, const Schema& schema, const NaiveModel& model,
                            bool strict) {
    using Change = std::function<void(std::size_t, NaiveChange&)>;
    std::vector<Change> all = {[](std::size_t, NaiveChange&) {}};
    const auto with = [&all](const std::vector<Change>& own) {
        std::vector<Change> next;
        for (const auto& before : all)
            for (const auto& one : own)
                next.push_back([before, one](std::size_t row, NaiveChange& change) {
                    before(row, change);
                    one(row, change);
                });
        all = next;
    };
    for (const auto& column : c.attributes) {
        const auto& feature = schema.feature(column);
        const auto& levels = feature.levels;
        const auto into = [&table, column](const std::function<std::string(std::string)>& word) -> Change {
            return [&table, column, word](std::size_t row, NaiveChange& change) {
                change.words[column] = word(word_at(table, row, column));
            };
        };
        if (feature.type == ColumnType::number) {
            with({[column, add = c.add](std::size_t, NaiveChange& change) { change.added[column] = add; }});
        } else if (!c.to.empty()) {
            with({into([&c](const std::string& w) { return c.from.empty() || w == c.from ? c.to : w; })});
        } else if (levels.size() == 2) {
            with({into([levels](const std::string& w) {
                return w.empty() ? w : w == levels[0] ? levels[1] : levels[0];
            })});
        } else {
            std::vector<Change> each;
            for (const auto& level : levels) each.push_back(into([level](const std::string&) { return level; }));
            with(each);
        }
    }
    const Rows rows = chosen(table, c.rows);
    std::vector<double> values;
    for (const auto& one : all)
        values.push_back(mean(rows,
                              [&](std::size_t row) {
                                  NaiveChange change;
                                  one(row, change);
                                  if (leaves(change, table, row)) return 0.0;
                                  return compared(c, schema, model, model.scores(table, row),
                                                  model.scores(table, row, change), strict);
                              }) -
                         c.bound);
    return values;
}

}  // namespace

double naive_objective(const Table& table, const Schema& schema, const NaiveModel& model, const std::string& weights) {
    double total = 0;
    double sum = 0;
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        const double w = weights.empty() ? 1 : table.at(weights).numbers[row];
        total += w;
        sum += w * loss(table, schema, model, row);
    }
    return sum / total;
}

std::vector<double> naive_risks(const Constraint& c, const Table& table, const Schema& schema, const NaiveModel& model,
                                bool strict) {
    using Kind = ConstraintKind;
    if (c.kind == Kind::counterfactual || c.kind == Kind::monotone || c.kind == Kind::lipschitz)
        return changes(c, table, schema, model, strict);
    std::vector<double> values;
    if (!c.within.empty()) {
        for (const auto& level : table.at(c.within.front()).levels) {
            Constraint inside = c;
            inside.within.clear();
            inside.rows.push_back(c.within.front() + " == " + level);
            const auto more = naive_risks(inside, table, schema, model, strict);
            values.insert(values.end(), more.begin(), more.end());
        }
        return values;
    }
    const Rows rows = chosen(table, c.rows);
    const auto parts = c.kind == Kind::churn ? std::vector<Rows>{rows} : groups(table, rows, c.attributes);
    const Rater rate{table, schema, model, strict};
    std::vector<std::string> positives = schema.target.classes;
    if (!c.positive.empty())
        positives = {c.positive};
    else if (schema.target.task == Task::binary)
        positives = {schema.target.classes[1]};
    else if (schema.target.task == Task::regression)
        positives = {""};
    using Value = std::function<double(const Rows&, const std::string&)>;
    const auto in_turn = [&](bool per_class) { return per_class ? positives : std::vector{positives[0]}; };
    // In both orders, for every pair of groups.
    const auto pairs = [&](bool per_class, const Value& value, const auto& add) {
        for (const auto& positive : in_turn(per_class))
            for (std::size_t i = 0; i < parts.size(); ++i)
                for (std::size_t j = c.against_whole ? 0 : i + 1; j < (c.against_whole ? 1 : parts.size()); ++j) {
                    const double one = value(parts[i], positive);
                    const double other = value(c.against_whole ? rows : parts[j], positive);
                    add(one, other);
                    add(other, one);
                }
    };
    const auto gap = [&](double one, double other) { values.push_back(one - other - c.bound); };
    const auto gaps = [&](Rate which) {
        pairs(
            which != Rate::error_rate,
            [&](const Rows& part, const std::string& positive) { return rate(which, part, positive); }, gap);
    };
    const auto of_risk = [&](const Rows& part, const std::string& positive) {
        return quantity(rate, c.risk, part, positive);
    };
    const auto bounded = [&](Rate which, double bound, bool at_least) {
        for (const auto& positive :
             in_turn(which != Rate::error_rate && which != Rate::accuracy && which != Rate::balanced_error))
            for (const auto& part : parts) values.push_back(rate_off(rate, which, part, positive, bound, at_least));
    };
    switch (c.kind) {
        case Kind::demographic_parity:
            gaps(Rate::positive_rate);
            break;
        case Kind::equal_opportunity:
            gaps(Rate::recall);
            break;
        case Kind::equalized_odds:
            gaps(Rate::recall);
            gaps(Rate::false_positive_rate);
            break;
        case Kind::error_rate:
            gaps(Rate::error_rate);
            break;
        case Kind::rate:
            bounded(c.rate, c.bound, c.at_least);
            break;
        case Kind::group_loss:
            for (const auto& part : parts)
                values.push_back(mean(part, [&](auto row) { return loss(table, schema, model, row); }) - c.bound);
            break;
        case Kind::row_loss:
            for (const auto row : rows) values.push_back(loss(table, schema, model, row) - c.bound);
            break;
        case Kind::mean_prediction:
            for (std::size_t i = 0; i < parts.size(); ++i) {
                for (std::size_t j = c.against_whole ? 0 : i + 1; j < (c.against_whole ? 1 : parts.size()); ++j) {
                    const auto value = [&](std::size_t row) { return predicted(table, schema, model, row); };
                    const double apart = mean(parts[i], value) - mean(c.against_whole ? rows : parts[j], value);
                    values.push_back(apart - c.bound);
                    values.push_back(-apart - c.bound);
                }
            }
            break;
        case Kind::gap:
            pairs(c.risk == "probability", of_risk, gap);
            break;
        case Kind::ratio:
            pairs(false, of_risk, [&](double one, double other) { values.push_back(c.bound * other - one); });
            break;
        case Kind::four_fifths:
            pairs(
                true,
                [&](const Rows& part, const std::string& positive) {
                    return rate(Rate::positive_rate, part, positive);
                },
                [&](double one, double other) { values.push_back(0.8 * other - one); });
            break;
        case Kind::predictive_parity:
            bounded(Rate::precision, c.level - c.bound / 2, true);
            bounded(Rate::precision, c.level + c.bound / 2, false);
            break;
        case Kind::selection_budget:
            bounded(Rate::positive_rate, c.lower_bound, true);
            bounded(Rate::positive_rate, c.bound, false);
            break;
        case Kind::calibration:
            for (int k = 0; k < 10; ++k)
                for (const auto& part : parts) {
                    const double off = bin_off(rate, part, positives.front(), k / 10.0, (k + 1) / 10.0);
                    values.push_back(off - c.bound);
                    values.push_back(-off - c.bound);
                }
            break;
        case Kind::churn:  // the zoo compares with the target itself
            values.push_back(rate(Rate::error_rate, rows, "") - c.bound);
            break;
        case Kind::expression:
            values.push_back(of_risk(rows, "") - c.bound);
            break;
        case Kind::counterfactual:
        case Kind::monotone:
        case Kind::lipschitz:
            break;
    }
    return values;
}

}  // namespace alcole::tests
