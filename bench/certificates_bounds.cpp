// Upper bounds of means and of gaps between two rates: how far above the true value they lie, how often they are below
// it, and how often a gap of 0.05 is certified to be within 0.1. The tables of docs/certificates.md.
#include <alcole/context.hpp>
#include <alcole/random.hpp>

#include "certify/beta.hpp"
#include "certify/bounds.hpp"
#include "certify/difference.hpp"
#include "certify/draws.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace alcole;
using certify::Count;
using certify::Family;

constexpr std::size_t samples = 2000;
constexpr double delta = 0.05 / 3;  // two sides of a gap and the loss, with equal shares

double share(Count count) { return static_cast<double>(count.ones) / static_cast<double>(count.rows); }

/// The 1 - miss quantile of Student's t, whose upper tail is I_{f / (f + t^2)}(f / 2, 1 / 2) / 2.
double student(double freedom, double miss) {
    double low = 0;
    double high = 1e6;
    for (int i = 0; i < 80; ++i) {
        const double t = (low + high) / 2;
        const double tail = certify::incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;
        (tail > miss ? low : high) = t;
    }
    return high;
}

/// The squared standard error of a rate, with n - 1 as for Student's t.
double squared_error(Count count) {
    const double y = share(count);
    return y * (1 - y) / static_cast<double>(count.rows - 1);
}

double union_of(Family family, Count one, Count other) {
    const auto sample = [](Count count, auto&& use) {
        const std::array<double, 2> values = {1, 0};
        const std::array<std::size_t, 2> counts = {count.ones, count.rows - count.ones};
        return use(certify::Sample{.values = values, .counts = counts, .rate = true});
    };
    return sample(one, [&](const auto& s) { return *certify::upper_bound(family, s, {}, delta / 2); }) -
           sample(other, [&](const auto& s) { return *certify::lower_bound(family, s, {}, delta / 2); });
}

/// One rate at a time, as in Seldonian algorithms (Thomas et al. 2019): delta / 2 each. An approximation.
double student_union(Count one, Count other) {
    const auto margin = [](Count count) {
        return student(static_cast<double>(count.rows - 1), delta / 2) * std::sqrt(squared_error(count));
    };
    return share(one) + margin(one) - (share(other) - margin(other));
}

/// For the difference itself, with Welch's degrees of freedom. An approximation.
double student_welch(Count one, Count other) {
    const double a = squared_error(one);
    const double b = squared_error(other);
    if (!(a + b > 0)) return share(one) - share(other);
    const double freedom =
        (a + b) * (a + b) / (a * a / static_cast<double>(one.rows - 1) + b * b / static_cast<double>(other.rows - 1));
    return share(one) - share(other) + student(freedom, delta) * std::sqrt(a + b);
}

struct Method {
    const char* name;
    std::function<double(Count, Count)> bound;
};

const std::vector<Method> methods = {
    {"exact", [](Count one, Count other) { return certify::difference_upper_bound(one, other, delta); }},
    {"clopper-pearson", [](Count one, Count other) { return union_of(Family::clopper_pearson, one, other); }},
    {"betting", [](Count one, Count other) { return union_of(Family::betting, one, other); }},
    {"hoeffding", [](Count one, Count other) { return union_of(Family::hoeffding, one, other); }},
    {"t, two means", student_union},
    {"t, difference", student_welch},
};

struct Line {
    std::size_t n1, n2;
    double p1, p2;
};

Count drawn(Random& random, std::size_t n, double p) {
    std::size_t ones = 0;
    for (std::size_t i = 0; i < n; ++i) ones += random.uniform() < p ? 1 : 0;
    return {ones, n};
}

/// The bounds for all samples; each distinct outcome is bounded once.
std::vector<double> bounds_of(const Line& line, const Method& method) {
    std::vector<std::pair<Count, Count>> outcomes;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;
    std::vector<std::size_t> which;
    for (std::size_t k = 0; k < samples; ++k) {
        Random random(k, 2026);
        const Count one = drawn(random, line.n1, line.p1);
        const Count other = drawn(random, line.n2, line.p2);
        const auto [found, is_new] = known.try_emplace({one.ones, other.ones}, outcomes.size());
        if (is_new) outcomes.emplace_back(one, other);
        which.push_back(found->second);
    }
    std::vector<double> of_outcome(outcomes.size());
    Context().for_each(outcomes.size(),
                       [&](std::size_t i) { of_outcome[i] = method.bound(outcomes[i].first, outcomes[i].second); });
    std::vector<double> bounds;
    for (const std::size_t i : which) bounds.push_back(of_outcome[i]);
    return bounds;
}

/// Prints the mean of `of` over the bounds, for each method.
void print(const Line& line, const std::function<double(double)>& of) {
    std::printf("%6zu + %-6zu %5.2f %5.2f", line.n1, line.n2, line.p1, line.p2);
    for (const Method& method : methods) {
        double sum = 0;
        for (const double bound : bounds_of(line, method)) sum += of(bound);
        std::printf(" %15.4f", sum / samples);
        std::fflush(stdout);
    }
    std::printf("\n");
}

void print_head(const char* what) {
    std::printf("\n%s\n  rows            rates   ", what);
    for (const Method& method : methods) std::printf(" %15s", method.name);
    std::printf("\n");
}

void print_means() {
    std::printf("how far above the mean the bound lies, delta = 0.05, 200 samples per line\n");
    for (const auto& [distribution, n] :
         std::vector<std::pair<tests::Distribution, std::size_t>>{{tests::bernoulli(0.01), 100},
                                                                  {tests::bernoulli(0.01), 1000},
                                                                  {tests::bernoulli(0.1), 1000},
                                                                  {tests::bernoulli(0.5), 1000},
                                                                  {tests::bernoulli(0.5), 10000},
                                                                  {tests::beta_2_3(), 1000},
                                                                  {tests::mixed(), 1000}}) {
        std::printf("%-20s %6zu", distribution.name.c_str(), n);
        for (const Family family : certify::all_families) {
            constexpr std::size_t few = 200;
            double sum = 0;
            for (std::size_t k = 0; k < few; ++k) {
                const auto values = tests::drawn(distribution, n, k);
                const certify::Sample sample{.values = values, .counts = {}, .rate = distribution.rate};
                sum += certify::upper_bound(family, sample, {}, 0.05).value_or(NAN) - distribution.mean;
            }
            std::printf("  %s %.4f", std::string(certify::to_string(family)).c_str(), sum / few);
        }
        std::printf("\n");
    }
}

}  // namespace

int main() {
    print_means();
    print_head("how far above the true gap the bound lies, delta = 0.05 / 3");
    for (const Line& line : {Line{300, 300, 0.35, 0.3}, Line{800, 200, 0.35, 0.3}, Line{1500, 1500, 0.35, 0.3},
                             Line{100, 100, 0.05, 0.02}, Line{3000, 300, 0.1, 0.1}})
        print(line, [&](double bound) { return bound - (line.p1 - line.p2); });
    print_head("how often it is below the true gap: at most 0.0167 was promised");
    for (const Line& line : {Line{300, 300, 0.35, 0.3}, Line{300, 300, 0.5, 0.5}, Line{800, 200, 0.35, 0.3},
                             Line{100, 100, 0.05, 0.02}, Line{30, 200, 0.03, 0.01}, Line{200, 30, 0.98, 0.97}})
        print(line, [&](double bound) { return bound < line.p1 - line.p2 ? 1.0 : 0.0; });
    print_head("how often a gap of 0.05 is certified to be within 0.1");
    for (const std::size_t n : {100U, 200U, 400U, 800U, 1600U, 3200U})
        print({n, n, 0.35, 0.3}, [](double bound) { return bound <= 0.1 ? 1.0 : 0.0; });
}
