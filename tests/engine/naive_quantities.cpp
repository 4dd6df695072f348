#include "naive_quantities.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::tests {

using namespace tabular;  // NOLINT: a test's own namespace

namespace {

std::string label_of(const Table& table, const Schema& schema, std::size_t row) {
    return word_at(table, row, schema.target.column);
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

}  // namespace

double sigma(double z) { return 1 / (1 + std::exp(-z)); }

std::string word_at(const Table& table, std::size_t row, const std::string& column) {
    return table.at(column).text(row);
}

double mean(const Rows& rows, const std::function<double(std::size_t)>& f) {
    double total = 0;
    for (const auto row : rows) total += f(row);
    return total / static_cast<double>(rows.size());
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

double predicted(const Table& table, const Schema& schema, const NaiveModel& model, std::size_t row) {
    const auto s = model.scores(table, row);
    if (schema.target.task == Task::regression) return schema.target.mean + schema.target.sd * s[0];
    const auto p = model.probabilities(s);
    double total = 0;
    for (std::size_t k = 0; k < p.size(); ++k) total += p[k] * static_cast<double>(k + 1);
    return total;
}

double Rater::operator()(Rate rate, const Rows& rows, const std::string& positive) const {
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

}  // namespace alcole::tests
