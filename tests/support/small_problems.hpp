#pragma once

#include <alcole/alcole.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <ostream>
#include <string>
#include <vector>

namespace alcole {

/// For test frameworks; found by argument-dependent lookup.
inline void PrintTo(Status status, std::ostream* out) { *out << to_string(status); }

}  // namespace alcole

/// Problems that fit into a few lines, with answers by hand.
namespace alcole::tests {

/// minimise (x - 2)^2 subject to x <= 1:  x = 1, lambda = 2.
template <class T = double>
struct Wall {
    double factor = 1;  // multiplies the constraint
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const T> x, std::span<double> l) const {
        const auto v = static_cast<double>(x[0]);
        l[0] = (v - 2) * (v - 2);
        l[1] = factor * (v - 1);
        return Linearisation{[v, s = factor](std::span<const double> w, std::span<T> g) {
            g[0] = static_cast<T>(w[0] * 2 * (v - 2) + w[1] * s);
        }};
    }
};

/// minimise -(x + 1)^2 over [0, 1] subject to x <= 1/2:  P* = -9/4 at x = 1/2, lambda = 3.
/// Ordinary dual: g* = -5/2 at lambda = 3. Augmented dual: g* = -5/2 + alpha / 4 for alpha <= 1, P* beyond.
struct Concave {
    static constexpr double optimum = -2.25;
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    Box<double> box() const { return {.lower = {0}, .upper = {1}}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = -(x[0] + 1) * (x[0] + 1);
        l[1] = x[0] - 0.5;
        return Linearisation{[v = x[0]](auto w, auto g) { g[0] = -w[0] * 2 * (v + 1) + w[1]; }};
    }
};

/// minimise (x^2 - 1)^2 subject to x = 0:  P* = 1, lambda = 0.
/// Ordinary dual: g* = 0 at lambda = 0. Augmented dual: g* = 1 - (2 - alpha)^2 / 4 for alpha <= 2, P* beyond.
struct DoubleWell {
    static constexpr double optimum = 1;
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    Relation relation(std::size_t) const { return Relation::equal_zero; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        const double v = x[0];
        l[0] = (v * v - 1) * (v * v - 1);
        l[1] = v;
        return Linearisation{[v](auto w, auto g) { g[0] = w[0] * 4 * v * (v * v - 1) + w[1]; }};
    }
};

/// minimise |x - centre|^2 subject to A x <= b: a projection onto a polyhedron.
struct Projection {
    std::vector<double> centre;
    std::vector<std::vector<double>> rows;  // A
    std::vector<double> right;              // b
    std::vector<Relation> kinds{};          // empty: all at_most_zero

    std::size_t num_variables() const { return centre.size(); }
    std::size_t num_constraints() const { return rows.size(); }
    Relation relation(std::size_t i) const { return kinds.empty() ? Relation::at_most_zero : kinds[i]; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = 0;
        for (std::size_t j = 0; j < x.size(); ++j) l[0] += (x[j] - centre[j]) * (x[j] - centre[j]);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            l[i + 1] = -right[i];
            for (std::size_t j = 0; j < x.size(); ++j) l[i + 1] += rows[i][j] * x[j];
        }
        return Linearisation{[this, x = std::vector(x.begin(), x.end())](auto w, auto g) {
            for (std::size_t j = 0; j < x.size(); ++j) {
                g[j] = w[0] * 2 * (x[j] - centre[j]);
                for (std::size_t i = 0; i < rows.size(); ++i) g[j] += w[i + 1] * rows[i][j];
            }
        }};
    }
};

/// Least squares over rows, with a bound on the squared size of theta, in mini-batches:
///     minimise mean_n (a_n . theta - y_n)^2   subject to   |theta|^2 <= bound
template <class T = float>
class Regression {
  public:
    Regression(std::size_t rows, std::size_t variables, double bound, std::size_t batch, std::uint64_t seed = 7)
        : n_(variables), batch_(batch), bound_(bound) {
        Random random(seed);
        for (std::size_t r = 0; r < rows; ++r) {
            double y = 0.3 * random.normal();
            for (std::size_t j = 0; j < n_; ++j) {
                a_.push_back(random.normal());
                y += a_.back() * (j % 2 == 0 ? 1.0 : -0.5);
            }
            y_.push_back(y);
        }
    }

    std::size_t num_variables() const { return n_; }
    std::size_t num_constraints() const { return 1; }
    std::vector<std::string> constraint_names() const { return {"size"}; }
    std::size_t batches_per_epoch() const { return y_.size() / batch_; }

    auto risks(std::span<const T> theta, std::span<double> l) {
        order_.resize(y_.size());
        for (std::size_t r = 0; r < order_.size(); ++r) order_[r] = r;
        return evaluate(theta, order_, l);
    }
    auto risks(std::span<const T> theta, const Batch& batch, std::span<double> l) {
        shuffled_.resize(y_.size());
        for (std::size_t r = 0; r < shuffled_.size(); ++r) shuffled_[r] = r;
        Random(batch.seed, batch.epoch).shuffle(std::span(shuffled_));
        return evaluate(theta, std::span(shuffled_).subspan(batch.index * batch_, batch_), l);
    }

  private:
    auto evaluate(std::span<const T> theta, std::span<const std::size_t> rows, std::span<double> l) {
        slope_.assign(n_, 0.0);
        double loss = 0;
        double size = 0;
        for (const std::size_t r : rows) {
            double error = -y_[r];
            for (std::size_t j = 0; j < n_; ++j) error += a_[r * n_ + j] * static_cast<double>(theta[j]);
            loss += error * error / static_cast<double>(rows.size());
            for (std::size_t j = 0; j < n_; ++j)
                slope_[j] += 2 * error * a_[r * n_ + j] / static_cast<double>(rows.size());
        }
        for (const T t : theta) size += static_cast<double>(t) * static_cast<double>(t);
        l[0] = loss;
        l[1] = size - bound_;
        theta_.assign(theta.begin(), theta.end());
        return Linearisation{[this](std::span<const double> w, std::span<T> g) {
            for (std::size_t j = 0; j < n_; ++j)
                g[j] = static_cast<T>(w[0] * slope_[j] + w[1] * 2 * static_cast<double>(theta_[j]));
        }};
    }

    std::size_t n_;
    std::size_t batch_;
    double bound_;
    std::vector<double> a_, y_;
    std::vector<std::size_t> order_, shuffled_;
    std::vector<double> slope_;
    std::vector<T> theta_;
};

/// Everything in two results that must agree bit by bit, except seconds.
template <class T>
bool same_bits(const Result<T>& a, const Result<T>& b) {
    const auto same_trace = [](const TraceRecord& x, const TraceRecord& y) {
        return x.iteration == y.iteration && x.steps == y.steps && x.exact == y.exact && x.risks == y.risks &&
               x.lambda == y.lambda && x.alpha == y.alpha && x.loose == y.loose && x.stationarity == y.stationarity &&
               x.violation == y.violation && x.complementarity == y.complementarity;
    };
    const auto same_kept = [](const Kept<T>& x, const Kept<T>& y) {
        return x.iteration == y.iteration && x.risks == y.risks && x.theta == y.theta;
    };
    return a.status == b.status && a.theta() == b.theta() && a.lambda == b.lambda && a.alpha == b.alpha &&
           a.risks == b.risks && a.counts == b.counts && a.stationarity == b.stationarity &&
           std::ranges::equal(a.trace(), b.trace(), same_trace) && a.best().has_value() == b.best().has_value() &&
           (!a.best() || same_kept(*a.best(), *b.best())) && std::ranges::equal(a.samples(), b.samples(), same_kept);
}

}  // namespace alcole::tests
