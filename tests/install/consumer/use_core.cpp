#include <alcole/alcole.hpp>

#include <cstdio>

// minimise (x - 2)^2 subject to x <= 1, in both precisions
template <class T>
struct Wall {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const T> x, std::span<double> l) const {
        const double v = x[0];
        l[0] = (v - 2) * (v - 2);
        l[1] = v - 1;
        return alcole::Linearisation{
            [v](std::span<const double> w, std::span<T> g) { g[0] = static_cast<T>(w[0] * 2 * (v - 2) + w[1]); }};
    }
};

int main() {
    if (!alcole::check_gradients(Wall<double>{}, std::vector{0.5}).passed) return 1;
    const auto in_float = alcole::solve(Wall<float>{}, std::vector{0.0F});
    const auto answer = alcole::solve(Wall<double>{}, std::vector{0.0});
    alcole::save(answer.state, "state");
    const auto again = alcole::load<double>("state");
    std::printf("x = %.3f, price = %.3f\n", again.theta[0], answer.lambda[0]);
    return answer.status == in_float.status ? 0 : 1;
}
