// minimise (x - 2)^2  subject to  x <= 1
//
// Without the wall the answer is 2; with it the answer is 1, and the wall costs 2 per unit: that is its multiplier.
#include <alcole/alcole.hpp>

#include <cstdio>

struct Wall {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }

    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = (x[0] - 2) * (x[0] - 2);
        l[1] = x[0] - 1;
        return alcole::Linearisation{[x0 = x[0]](auto w, auto g) { g[0] = w[0] * 2 * (x0 - 2) + w[1]; }};
    }
};

int main() {
    const auto answer = alcole::solve(Wall{}, std::vector{0.0});
    std::printf("x = %.6f, price of the wall = %.6f\n%s\n", answer.theta()[0], answer.lambda[0],
                answer.message.c_str());
}
