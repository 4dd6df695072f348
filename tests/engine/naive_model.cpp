#include "naive.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace

std::vector<double> NaiveModel::scores(const Table& table, std::size_t row, const NaiveChange& change) const {
    std::map<std::string, double> x;
    for (const auto& f : schema_.features) {
        const auto changed = change.words.find(f.column);
        const std::string value = changed == change.words.end() ? table.at(f.column).text(row) : changed->second;
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

}  // namespace alcole::tests
