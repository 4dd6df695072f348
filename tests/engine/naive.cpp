#include "naive.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace alcole::tests {

using namespace tabular;  // NOLINT: a test's own namespace

namespace {

double activation(Activation a, double z) {
    const double sigma = 1 / (1 + std::exp(-z));
    switch (a) {
        case Activation::sigmoid:
            return sigma;
        case Activation::tanh:
            return std::tanh(z);
        case Activation::softplus:
            return std::log1p(std::exp(-std::abs(z))) + std::max(z, 0.0);
        case Activation::gelu:
            return z * 0.5 * (1 + std::erf(z / std::sqrt(2.0)));
        case Activation::silu:
            return z * sigma;
        case Activation::relu:
            return std::max(z, 0.0);
    }
    return 0;
}

/// The word in a cell, "" if missing.
std::string word_at(const Table& table, std::size_t row, const std::string& column) {
    return table.at(column).text(row);
}

std::vector<std::size_t> chosen(const Table& table, const std::vector<std::string>& conditions) {
    std::vector<Condition> parsed;
    for (const auto& text : conditions) parsed.push_back(parse_condition(text));
    return matching_rows(table, parsed);
}

std::string label_of(const Table& table, const Schema& schema, std::size_t row) {
    return word_at(table, row, schema.target.column);
}

double loss(const Table& table, const Schema& schema, const NaiveModel& model, std::size_t row) {
    const auto s = model.scores(table, row);
    if (schema.target.task == Task::regression) {
        const double y = table.at(schema.target.column).numbers[row];
        const double predicted = schema.target.mean + schema.target.sd * s[0];
        return (predicted - y) * (predicted - y);
    }
    const auto p = model.probabilities(s);
    const auto k =
        std::ranges::find(schema.target.classes, label_of(table, schema, row)) - schema.target.classes.begin();
    return -std::log(p[static_cast<std::size_t>(k)]);
}

/// Whether a class is predicted: its probability, or with `strict` 0 or 1.
double said(const Table& table, const Schema& schema, const NaiveModel& model, std::size_t row, const std::string& word,
            bool strict) {
    const auto p = model.probabilities(model.scores(table, row));
    const auto k =
        static_cast<std::size_t>(std::ranges::find(schema.target.classes, word) - schema.target.classes.begin());
    if (!strict) return p[k];
    const auto top = static_cast<std::size_t>(std::ranges::max_element(p) - p.begin());
    return top == k ? 1 : 0;
}

using Rows = std::vector<std::size_t>;

double mean(const Rows& rows, const std::function<double(std::size_t)>& f) {
    double total = 0;
    for (const auto row : rows) total += f(row);
    return total / static_cast<double>(rows.size());
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

/// The predicted number, or the expected rank of the class.
double predicted(const Table& table, const Schema& schema, const NaiveModel& model, std::size_t row) {
    const auto s = model.scores(table, row);
    if (schema.target.task == Task::regression) return schema.target.mean + schema.target.sd * s[0];
    const auto p = model.probabilities(s);
    double total = 0;
    for (std::size_t k = 0; k < p.size(); ++k) total += p[k] * static_cast<double>(k + 1);
    return total;
}

struct Rater {
    const Table& table;
    const Schema& schema;
    const NaiveModel& model;
    bool strict;

    double operator()(Rate rate, const Rows& rows, const std::string& positive) const {
        Rows kept;
        for (const auto row : rows) {
            const bool is = label_of(table, schema, row) == positive;
            if ((rate == Rate::recall && !is) || (rate == Rate::false_positive_rate && is)) continue;
            kept.push_back(row);
        }
        return mean(kept, [&](std::size_t row) {
            const bool own = rate == Rate::error_rate || rate == Rate::accuracy;
            const double v = said(table, schema, model, row, own ? label_of(table, schema, row) : positive, strict);
            return rate == Rate::error_rate ? 1 - v : v;
        });
    }
};

double kl(const Schema& schema, const NaiveModel& model, const std::vector<double>& s, const std::vector<double>& t) {
    if (schema.target.task == Task::regression) return (s[0] - t[0]) * (s[0] - t[0]) / 2;
    const auto p = model.probabilities(s);
    const auto q = model.probabilities(t);
    double total = 0;
    for (std::size_t k = 0; k < p.size(); ++k) total += p[k] * std::log(p[k] / q[k]);
    return total;
}

double sigma(double z) { return 1 / (1 + std::exp(-z)); }

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

/// TP, FP and FN as shares of the rows, and the share that is predicted positive.
struct Confusion {
    double tp, fp, fn, positive;
};

Confusion confusion(const Rater& rate, const Rows& rows, const std::string& positive) {
    Confusion c{};
    const auto n = static_cast<double>(rows.size());
    for (const auto row : rows) {
        const double p = said(rate.table, rate.schema, rate.model, row, positive, rate.strict);
        const bool is = label_of(rate.table, rate.schema, row) == positive;
        c.positive += p / n;
        (is ? c.tp : c.fp) += p / n;
        if (is) c.fn += (1 - p) / n;
    }
    return c;
}

/// bound - sum for a rate at least the bound, sum - bound for one at most; fractions are multiplied out.
double rate_off(const Rater& rate, Rate which, const Rows& rows, const std::string& positive, double bound,
                bool at_least) {
    const auto off = [&]() -> double {
        switch (which) {
            case Rate::false_negative_rate:
                return 1 - rate(Rate::recall, rows, positive) - bound;
            case Rate::true_negative_rate:
                return 1 - rate(Rate::false_positive_rate, rows, positive) - bound;
            case Rate::balanced_error: {
                double total = 0;
                for (const auto& each : rate.schema.target.classes) total += 1 - rate(Rate::recall, rows, each);
                return total / static_cast<double>(rate.schema.target.classes.size()) - bound;
            }
            case Rate::precision: {
                const auto n = confusion(rate, rows, positive);
                return n.tp - bound * n.positive;
            }
            case Rate::false_discovery_rate: {
                const auto n = confusion(rate, rows, positive);
                return n.fp - bound * n.positive;
            }
            case Rate::f_score: {
                const auto n = confusion(rate, rows, positive);
                return 2 * n.tp - bound * (2 * n.tp + n.fp + n.fn);
            }
            default:
                return rate(which, rows, positive) - bound;
        }
    };
    return at_least ? -off() : off();
}

/// The mean of the quantity that a `risk` of the zoo names.
double quantity(const Rater& rate, const std::string& risk, const Rows& rows, const std::string& positive) {
    const auto& schema = rate.schema;
    const auto number = [&](std::size_t row) { return rate.model.scores(rate.table, row)[0]; };
    const auto truth = [&](std::size_t row) {
        return (rate.table.at(schema.target.column).numbers[row] - schema.target.mean) / schema.target.sd;
    };
    const auto pinball = [&](double level) {
        return schema.target.sd * mean(rows, [&](std::size_t row) {
                   const double u = truth(row) - number(row);
                   if (rate.strict) return std::max(level * u, (level - 1) * u);
                   return level * u + 0.25 * std::log(1 + std::exp(-u / 0.25));
               });
    };
    if (risk == "prediction")
        return mean(rows, [&](std::size_t row) { return schema.target.mean + schema.target.sd * number(row); });
    if (risk == "absolute_error") return 2 * pinball(0.5);
    if (risk == "quantile_loss(0.9)") return pinball(0.9);
    if (risk == "accuracy") return rate(Rate::accuracy, rows, positive);
    if (risk == "probability")
        return mean(rows, [&](auto row) { return said(rate.table, schema, rate.model, row, positive, false); });
    if (risk == "top(2)")
        return mean(rows, [&](std::size_t row) {
            const auto s = rate.model.scores(rate.table, row);
            const auto own =
                static_cast<std::size_t>(std::ranges::find(schema.target.classes, label_of(rate.table, schema, row)) -
                                         schema.target.classes.begin());
            std::vector<double> others;
            for (std::size_t k = 0; k < s.size(); ++k)
                if (k != own) others.push_back(s[k]);
            std::ranges::sort(others, std::greater<>());
            return rate.strict ? (s[own] > others[1] ? 1.0 : 0.0) : sigma(s[own] - others[1]);
        });
    const auto plain = [&](std::size_t row) { return loss(rate.table, schema, rate.model, row); };
    Rows in_debt;
    for (const auto row : rows)
        if (rate.table.at("debts").numbers[row] >= 0) in_debt.push_back(row);
    return mean(rows, plain) + 0.5 * mean(in_debt, plain);
}

/// How far the probabilities in a bin are off, over all rows.
double bin_off(const Rater& rate, const Rows& rows, const std::string& positive, double low, double high) {
    const auto logit = [](double p) { return std::log(p / (1 - p)); };
    return mean(rows, [&](std::size_t row) {
        const auto& classes = rate.schema.target.classes;
        const auto k = static_cast<std::size_t>(std::ranges::find(classes, positive) - classes.begin());
        const double p = rate.model.probabilities(rate.model.scores(rate.table, row))[k];
        const double s = logit(p);
        const double y = label_of(rate.table, rate.schema, row) == positive ? 1 : 0;
        if (rate.strict) return p >= low && (p < high || high >= 1) ? p - y : 0.0;
        const double above = low > 0 ? sigma(s - logit(low)) : 1;
        const double behind = high < 1 ? sigma(s - logit(high)) : 0;
        return (p - y) * (above - behind);
    });
}

}  // namespace

std::vector<double> NaiveModel::scores(const Table& table, std::size_t row, const NaiveChange& change) const {
    std::map<std::string, double> x;
    for (const auto& f : schema_.features) {
        const auto changed = change.words.find(f.column);
        const std::string value = changed == change.words.end() ? word_at(table, row, f.column) : changed->second;
        const auto added = change.added.find(f.column);
        if (f.type == ColumnType::number && !value.empty())
            x[f.column] =
                (table.at(f.column).numbers[row] + (added == change.added.end() ? 0 : added->second) - f.mean) / f.sd;
        else
            x[value.empty() ? f.column + " is missing" : f.column + " = " + value] = 1;
    }
    std::vector<double> h;
    for (const auto& name : schema_.input_names()) h.push_back(x.contains(name) ? x[name] : 0.0);
    const double* w = theta_.data();
    for (std::size_t l = 0; l <= model_.hidden.size(); ++l) {
        const bool last = l == model_.hidden.size();
        const bool ordered = schema_.target.task == Task::ordinal;
        const std::size_t out = last ? (ordered ? 1 : schema_.num_outputs()) : model_.hidden[l];
        std::vector<double> z(w + h.size() * out, w + h.size() * out + out);
        for (std::size_t i = 0; i < h.size(); ++i)
            for (std::size_t j = 0; j < out; ++j) z[j] += h[i] * w[i * out + j];
        w += h.size() * out + out;
        if (!last)
            for (double& v : z) v = activation(model_.activation, v);
        h = z;
    }
    if (schema_.target.task != Task::ordinal) return h;
    // P(y <= k) = sigma(c_k - f), and the probability of a class is the difference of two of them.
    std::vector<double> cuts = {0};
    while (cuts.size() + 1 < schema_.target.classes.size()) cuts.push_back(cuts.back() + std::log(1 + std::exp(*w++)));
    std::vector<double> logs;
    double below = 0;
    for (const double cut : cuts) {
        const double up_to = 1 / (1 + std::exp(h[0] - cut));
        logs.push_back(std::log(up_to - below));
        below = up_to;
    }
    logs.push_back(std::log(1 - below));
    return logs;
}

std::vector<double> NaiveModel::probabilities(const std::vector<double>& scores) const {
    if (scores.size() == 1) return {1 / (1 + std::exp(scores[0])), 1 / (1 + std::exp(-scores[0]))};
    double total = 0;
    for (const double s : scores) total += std::exp(s);
    std::vector<double> p;
    for (const double s : scores) p.push_back(std::exp(s) / total);
    return p;
}

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
        case Kind::counterfactual:
        case Kind::monotone:
        case Kind::lipschitz:
            break;
    }
    return values;
}

}  // namespace alcole::tests
