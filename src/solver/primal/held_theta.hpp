#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/primal.hpp>
#include <alcole/state.hpp>

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace alcole::solver {

/// What both regimes share: a theta in memory, its problem, and the State that everything lasting lives in.
template <class T>
class HeldTheta : public Primal {
  public:
    HeldTheta(AnyProblem<T>& problem, State<T>& state);

    std::size_t num_constraints() const override { return problem_.num_constraints(); }
    std::vector<Relation> relations() const override { return problem_.facts().relations; }
    std::vector<std::string> constraint_names() const override { return problem_.facts().constraint_names; }
    std::vector<double> constraint_scales() const override { return problem_.facts().constraint_scales; }

    void risks(std::span<double> l) override;
    bool has_strict_risks() const override { return problem_.facts().has_strict_risks; }
    void strict_risks(std::span<double> l) override;
    bool has_width() const override { return problem_.facts().has_width; }
    void set_width(double width) override {
        forget_linearisation();
        problem_.set_width(width);
    }
    Slopes slopes(std::span<const double> w) override;
    void gradient_sizes(std::span<double> sizes) override;
    double epsilon() const override { return static_cast<double>(std::numeric_limits<T>::epsilon()); }

    void keep_best(std::int64_t iteration, std::span<const double> risks) override;
    void keep_sample(std::int64_t iteration, std::span<const double> risks) override;
    void restore() override {
        forget_linearisation();
        state_.theta = state_.memory.origin;
    }
    bool return_to_best() override {
        if (!state_.best) return false;
        forget_linearisation();
        state_.theta = state_.best->theta;
        state_.memory.pairs = 0;
        return true;
    }
    std::string trouble() const override { return trouble_; }
    Counts counts() const override { return state_.dual.counts; }
    void save(const std::filesystem::path& file) const override { alcole::save(state_, file); }

  protected:
    /// Must be called before theta moves or the problem is evaluated elsewhere.
    void forget_linearisation() { linearisation_.reset(); }
    Kept<T> kept(std::int64_t iteration, std::span<const double> risks) const;
    /// Whether all are finite; if not, trouble() says which one is not.
    bool finite(std::span<const double> risks);
    bool finite_gradient(std::span<const T> g);

    AnyProblem<T>& problem_;
    State<T>& state_;
    std::vector<double> l_;
    std::vector<double> w_;
    std::vector<T> g_;
    std::string trouble_;

  private:
    typename AnyProblem<T>::At linearised();

    std::optional<typename AnyProblem<T>::At> linearisation_;
};

}  // namespace alcole::solver
