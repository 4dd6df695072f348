// A problem that ordinary dual ascent cannot solve, but the augmented Lagrangian can:
//
//     minimise  -(x + 1)^2   over 0 <= x <= 1,   subject to   x <= 1/2
//
// By hand: x* = 1/2, P* = -9/4, and the wall's price is lambda* = 3. The ordinary Lagrangian is concave in x, so its
// minimiser is always an end of the interval: x = 1 (infeasible) or x = 0 (wasteful), never 1/2. The best ordinary dual
// value is -5/2, a gap of 1/4 that no multiplier closes. With alpha > 1 the augmented one is convex near x* and its
// dual value is P*. See docs/math.md.
#include <alcole/alcole.hpp>

#include "picture.hpp"

#include <cstdio>
#include <fstream>

struct Concave {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    alcole::Box<double> box() const { return {.lower = {0}, .upper = {1}}; }

    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = -(x[0] + 1) * (x[0] + 1);
        l[1] = x[0] - 0.5;
        return alcole::Linearisation{[x0 = x[0]](auto w, auto g) { g[0] = -w[0] * 2 * (x0 + 1) + w[1]; }};
    }
};

struct Path {
    alcole::Result<double> result;
    std::vector<double> x, lambda;
};

/// Thirty dual steps with the same step size; every iterate is kept.
Path ascend(alcole::Method method) {
    alcole::Options options;
    options.method = method;
    options.max_outer = 30;
    options.scaling = alcole::Scaling::none;
    options.penalty.initial = 2;
    options.penalty.schedule = alcole::PenaltySchedule::constant;
    options.dual.rule = alcole::DualRule::gradient;
    options.dual.step = 1;
    options.sample.every = 1;
    Path path{.result = alcole::solve(Concave{}, std::vector{0.2}, options), .x = {}, .lambda = {}};
    for (const auto& sample : path.result.samples()) path.x.push_back(sample.theta[0]);
    for (const auto& record : path.result.trace()) path.lambda.push_back(record.lambda[0]);
    return path;
}

int main(int argc, char** argv) {
    const Path ordinary = ascend(alcole::Method::lagrangian);
    const Path augmented = ascend(alcole::Method::augmented);
    std::printf("minimise -(x+1)^2 over [0,1] subject to x <= 1/2;  by hand x = 0.5, P* = -2.25, lambda = 3\n\n");
    std::printf("%-22s %10s %12s %10s %12s  %s\n", "method", "last x", "objective", "lambda", "violation", "status");
    for (const auto& [name, path] :
         {std::pair("ordinary Lagrangian", &ordinary), {"augmented Lagrangian", &augmented}}) {
        const auto& r = path->result;
        std::printf("%-22s %10.6f %12.6f %10.6f %12.1e  %s\n", name, r.theta()[0], r.risks[0], r.lambda[0], r.violation,
                    std::string(to_string(r.status)).c_str());
    }
    if (argc < 2) return 0;

    const char* orange = "#d9822b";
    const char* blue = "#2b6cb0";
    const picture::Panel theta{
        .title = "x, the iterate (feasible below the line)",
        .below = "dual steps",
        .low = 0,
        .high = 1,
        .mark = 0.5,
        .mark_name = "x* = 1/2",
        .lines = {{"ordinary Lagrangian", orange, ordinary.x}, {"augmented Lagrangian", blue, augmented.x}}};
    const picture::Panel lambda{
        .title = "lambda, the price of the wall",
        .below = "dual steps",
        .low = 0,
        .high = 5,
        .mark = 3,
        .mark_name = "lambda* = 3",
        .lines = {{"ordinary Lagrangian", orange, ordinary.lambda}, {"augmented Lagrangian", blue, augmented.lambda}}};
    std::ofstream out(argv[1]);
    out << picture::beside(theta, lambda,
                           "Ordinary dual ascent jumps between the ends of the interval for ever; the augmented "
                           "Lagrangian settles at x = 1/2 with price 3");
    if (!out.flush()) {
        std::perror(argv[1]);
        return 1;
    }
    std::printf("\npicture: %s\n", argv[1]);
    return 0;
}
