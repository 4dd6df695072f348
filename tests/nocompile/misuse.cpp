// Each MISUSE must fail to compile with one line that says what is wrong; 0 is correct and must compile.
#include <alcole/alcole.hpp>

struct Right {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double>, std::span<double>) const {
        return alcole::Linearisation{[](auto, auto) {}};
    }
};

#if MISUSE == 1
struct Problem {
    std::size_t num_variables() const { return 1; }
    auto risks(std::span<const double>, std::span<double>) const {
        return alcole::Linearisation{[](auto, auto) {}};
    }
};
#elif MISUSE == 2
struct Problem {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
};
#elif MISUSE == 3
struct Problem {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    int risks(std::span<const double>, std::span<double>) const { return 0; }
};
#elif MISUSE == 4
struct Problem : Right {
    bool relation(std::size_t) const { return true; }
};
#elif MISUSE == 5
struct Problem : Right {
    std::size_t batches_per_epoch() const { return 3; }
};
#elif MISUSE == 6
struct Problem : Right {
    alcole::Box<float> box() const { return {}; }
};
#elif MISUSE == 7
struct Problem : Right {
    void strict_risks(std::span<const float>, std::span<double>) const {}
};
#elif MISUSE == 9
class Problem : public Right {
    alcole::Box<double> box() const { return {}; }  // private
};
#elif MISUSE == 10
struct Problem : Right {
    template <class I>
    bool relation(I) const {
        return true;
    }
};
#elif MISUSE == 14
struct Problem : Right {
    void hessian(std::span<const double>, std::span<const double>, std::span<float>) const {}
};
#elif MISUSE == 15
struct Problem final : Right {
    bool relation(std::size_t) const { return true; }
};
#elif MISUSE == 16
struct Changing {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double>, std::span<double>) {
        return alcole::Linearisation{[](auto, auto) {}};
    }
};
using Problem = const Changing;
#elif MISUSE == 17
struct Problem : Right {
    void set_width() {}
};
#elif MISUSE == 18
struct Problem : Right {
    std::vector<float> constraint_prices() const { return {1}; }
};
#elif MISUSE == 19
struct Problem : Right {
    bool is_rate() const { return true; }
};
#elif MISUSE == 13
struct Problem : Right {
    int has_strict_risks() const { return 1; }
};
#else
using Problem = Right;
#endif

struct Hook {
#if MISUSE == 8
    void on_stepp(const alcole::Step&) {}
#elif MISUSE == 11
    void on_step(alcole::Step&) {}
    bool stop_requested() { return false; }
#else
    void on_step(const alcole::Step&) {}
#endif
};

int main() {
    Hook hook;
#if MISUSE == 12
    (void)alcole::solve(Problem{}, std::vector{0}, alcole::Options(), hook);
#else
    (void)alcole::solve(Problem{}, std::vector{0.0}, alcole::Options(), hook);
#endif
}
