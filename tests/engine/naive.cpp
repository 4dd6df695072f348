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

/// The word in a cell, "" when missing.
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

/// Whether a class is predicted: its probability, or strictly 0 or 1.
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

/// The number that is predicted, or the expected place of the class.
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

std::vector<double> counterfactual(const Constraint& c, const Table& table, const Schema& schema,
                                   const NaiveModel& model) {
    const std::string& column = c.attributes.front();
    const auto& levels = schema.feature(column).levels;
    const Rows rows = chosen(table, c.rows);
    const auto risk = [&](const std::function<std::string(std::string)>& change) {
        return mean(rows,
                    [&](std::size_t row) {
                        const std::string before = word_at(table, row, column);
                        const std::string after = change(before);
                        if (after == before) return 0.0;
                        return kl(schema, model, model.scores(table, row), model.scores(table, row, column, after));
                    }) -
               c.bound;
    };
    if (!c.to.empty()) return {risk([&](const std::string& w) { return c.from.empty() || w == c.from ? c.to : w; })};
    if (levels.size() == 2)
        return {risk([&](const std::string& w) { return w.empty() ? w : w == levels[0] ? levels[1] : levels[0]; })};
    std::vector<double> values;
    for (const auto& level : levels) values.push_back(risk([&](const std::string&) { return level; }));
    return values;
}

}  // namespace

std::vector<double> NaiveModel::scores(const Table& table, std::size_t row, const std::string& column,
                                       const std::string& word) const {
    std::map<std::string, double> x;
    for (const auto& f : schema_.features) {
        const std::string value = f.column == column ? word : word_at(table, row, f.column);
        if (f.type == ColumnType::number && !value.empty())
            x[f.column] = (table.at(f.column).numbers[row] - f.mean) / f.sd;
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
    // P(y <= k) = sigma(c_k - f), and a class is what lies between two of them.
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
    if (c.kind == ConstraintKind::counterfactual) return counterfactual(c, table, schema, model);
    const Rows rows = chosen(table, c.rows);
    const auto parts = groups(table, rows, c.attributes);
    const Rater rate{table, schema, model, strict};
    std::vector<std::string> positives = schema.target.classes;
    if (!c.positive.empty())
        positives = {c.positive};
    else if (schema.target.task == Task::binary)
        positives = {schema.target.classes[1]};
    std::vector<double> values;
    const auto gaps = [&](Rate which) {
        for (const auto& positive : which == Rate::error_rate ? std::vector{positives[0]} : positives) {
            for (std::size_t i = 0; i < parts.size(); ++i) {
                for (std::size_t j = c.against_whole ? 0 : i + 1; j < (c.against_whole ? 1 : parts.size()); ++j) {
                    const double gap =
                        rate(which, parts[i], positive) - rate(which, c.against_whole ? rows : parts[j], positive);
                    values.push_back(gap - c.bound);
                    values.push_back(-gap - c.bound);
                }
            }
        }
    };
    switch (c.kind) {
        case ConstraintKind::demographic_parity:
            gaps(Rate::positive_rate);
            break;
        case ConstraintKind::equal_opportunity:
            gaps(Rate::recall);
            break;
        case ConstraintKind::equalized_odds:
            gaps(Rate::recall);
            gaps(Rate::false_positive_rate);
            break;
        case ConstraintKind::error_rate:
            gaps(Rate::error_rate);
            break;
        case ConstraintKind::rate:
            for (const auto& part : parts) {
                const double off = rate(c.rate, part, positives[0]) - c.bound;
                values.push_back(c.at_least ? -off : off);
            }
            break;
        case ConstraintKind::group_loss:
            for (const auto& part : parts)
                values.push_back(mean(part, [&](auto row) { return loss(table, schema, model, row); }) - c.bound);
            break;
        case ConstraintKind::mean_prediction:
            for (std::size_t i = 0; i < parts.size(); ++i) {
                for (std::size_t j = c.against_whole ? 0 : i + 1; j < (c.against_whole ? 1 : parts.size()); ++j) {
                    const auto value = [&](std::size_t row) { return predicted(table, schema, model, row); };
                    const double gap = mean(parts[i], value) - mean(c.against_whole ? rows : parts[j], value);
                    values.push_back(gap - c.bound);
                    values.push_back(-gap - c.bound);
                }
            }
            break;
        case ConstraintKind::counterfactual:
            break;
    }
    return values;
}

}  // namespace alcole::tests
