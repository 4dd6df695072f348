#include <alcole/primal.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

/// theta is two numbers that live here and are never shown, as for a module on another device. minimise |x - (2, 2)|^2
/// subject to x1 + x2 <= 2:  x = (1, 1), lambda = 2.
class Elsewhere final : public Primal {
  public:
    explicit Elsewhere(std::vector<double> scales = {}) : scales_(std::move(scales)) {}
    std::size_t num_constraints() const override { return 1; }
    std::vector<double> constraint_scales() const override { return scales_; }

    InnerStatus minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) override {
        std::vector<double> l(2), w(2);
        for (int step = 0; step < 100000; ++step) {
            if (monitor.stop()) return InnerStatus::interrupted;
            risks(l);
            const double value = lagrangian(l, w);
            const double g1 = w[0] * 2 * (x1_ - 2) + w[1];
            const double g2 = w[0] * 2 * (x2_ - 2) + w[1];
            if (std::max(std::abs(g1), std::abs(g2)) <= tolerance) return InnerStatus::reached;
            const double rate = 1 / (2 + 4 * lagrangian.alpha[0]);
            x1_ -= rate * g1;
            x2_ -= rate * g2;
            monitor.accepted(value, l, true);
        }
        return InnerStatus::limit;
    }
    void risks(std::span<double> l) override {
        l[0] = (x1_ - 2) * (x1_ - 2) + (x2_ - 2) * (x2_ - 2);
        l[1] = x1_ + x2_ - 2;
    }
    Slopes slopes(std::span<const double> w) override {
        const double g1 = w[0] * 2 * (x1_ - 2) + w[1];
        const double g2 = w[0] * 2 * (x2_ - 2) + w[1];
        return {.stationarity = std::max(std::abs(g1), std::abs(g2)),
                .objective = 2 * std::max(std::abs(x1_ - 2), std::abs(x2_ - 2))};
    }
    void gradient_sizes(std::span<double> sizes) override {
        ++times_asked_for_sizes;
        sizes[0] = 2 * std::max(std::abs(x1_ - 2), std::abs(x2_ - 2));
        sizes[1] = 1;
    }
    double x1() const { return x1_; }
    double x2() const { return x2_; }
    int times_asked_for_sizes = 0;

  private:
    std::vector<double> scales_;
    double x1_ = 0;
    double x2_ = 5;
};

TEST(OutsideTheta, IsAskedForEveryGradientOnceAndOnlyToScaleByThem) {
    for (const Scaling scaling : {Scaling::gradient, Scaling::natural, Scaling::none}) {
        Elsewhere primal({1.0});
        DualState dual;
        Options options;
        options.scaling = scaling;
        EXPECT_EQ(ascend(primal, dual, options).status, Status::converged);
        EXPECT_EQ(primal.times_asked_for_sizes, scaling == Scaling::gradient ? 1 : 0);
    }
}

TEST(OutsideTheta, NeedsOnlyMPlusOneNumbers) {
    Elsewhere primal;
    DualState dual;
    struct Ends {
        int count = 0;
        void on_end(const Summary&) { ++count; }
    };
    Ends ends;
    const Summary summary = ascend(primal, dual, Options(), Hooks(ends));
    EXPECT_EQ(ends.count, 1);
    EXPECT_EQ(summary.status, Status::converged) << summary.message;
    EXPECT_NEAR(primal.x1(), 1, 1e-6);
    EXPECT_NEAR(primal.x2(), 1, 1e-6);
    EXPECT_NEAR(summary.lambda[0], 2, 1e-6);
    EXPECT_FALSE(dual.trace.empty());
}

TEST(OutsideTheta, ThatCannotBeSavedSaysSo) {
    Elsewhere primal;
    DualState dual;
    struct Saves {
        void on_step(const Step& step) const { step.save("nowhere"); }
    };
    const Saves saves;
    EXPECT_THROW((void)ascend(primal, dual, Options(), Hooks(saves)), std::logic_error);
}

}  // namespace
}  // namespace alcole
