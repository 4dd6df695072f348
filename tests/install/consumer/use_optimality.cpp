// minimise -(x + 1)^2 over [0, 1] subject to x <= 1/2, and examine the answer.
#include <alcole/alcole.hpp>
#include <alcole/optimality.hpp>

#include <cstdio>

struct Concave {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    alcole::Box<double> box() const { return {.lower = {0}, .upper = {1}}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = -(x[0] + 1) * (x[0] + 1);
        l[1] = x[0] - 0.5;
        return alcole::Linearisation{[v = x[0]](auto w, auto g) { g[0] = -w[0] * 2 * (v + 1) + w[1]; }};
    }
};

int main() {
    const auto answer = alcole::solve(Concave{}, std::vector{0.2});
    const auto found = alcole::examine(Concave{}, answer.theta(), answer.lambda);
    std::printf("%s\n", to_string(found).c_str());
    return found.second_order.verdict == alcole::Decision::holds ? 0 : 1;
}
