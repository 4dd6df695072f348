#include "recorded_problem.hpp"

#include <span>
#include <utility>

namespace alcole::problems {
namespace {

class RecordedProblem {
  public:
    RecordedProblem(TwiceDifferentiable formula, const KnownProblem& known)
        : formula_(std::move(formula)),
          n_(known.start.size()),
          box_{.lower = known.lower.empty() ? repeat(n_, -infinity) : known.lower,
               .upper = known.upper.empty() ? repeat(n_, infinity) : known.upper},
          relations_(known.num_constraints, Relation::at_most_zero) {
        for (const std::size_t i : known.equalities) relations_.at(i - 1) = Relation::equal_zero;
    }

    std::size_t num_variables() const { return n_; }
    std::size_t num_constraints() const { return relations_.size(); }
    Relation relation(std::size_t i) const { return relations_.at(i); }
    Box<double> box() const { return box_; }

    auto risks(std::span<const double> theta, std::span<double> l) {
        record(gradients_, formula_.first, [&](std::size_t j) { return theta[j]; });
        for (std::size_t i = 0; i < l.size(); ++i) l[i] = gradients_.risks[i].value();
        return Linearisation{[this](std::span<const double> w, std::span<double> g) {
            sweep(gradients_, w);
            for (std::size_t j = 0; j < n_; ++j) g[j] = gradients_.tape.adjoint(j + 1);
        }};
    }

    void hessian_vector(std::span<const double> theta, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) {
        record(curvatures_, formula_.second, [&](std::size_t j) {
            Jet<1> x(theta[j]);
            x.slope[0] = v[j];
            return x;
        });
        sweep(curvatures_, w);
        for (std::size_t j = 0; j < n_; ++j) h[j] = curvatures_.tape.adjoint(j + 1).slope[0];
    }

    /// Row by row, each as a product with a unit vector.
    void hessian(std::span<const double> theta, std::span<const double> w, std::span<double> h) {
        std::vector<double> unit(n_);
        for (std::size_t j = 0; j < n_; ++j) {
            unit[j] = 1;
            hessian_vector(theta, w, unit, h.subspan(j * n_, n_));
            unit[j] = 0;
        }
    }

  private:
    template <class S>
    struct Record {
        Tape<S> tape;
        std::vector<Recorded<S>> x;
        std::vector<Recorded<S>> risks;  // m + 1
    };

    template <class S, class Value>
    void record(Record<S>& to, const Formula<S>& formula, const Value& value) {
        to.tape.begin(n_);
        to.x.clear();
        for (std::size_t j = 0; j < n_; ++j) to.x.emplace_back(to.tape, static_cast<std::uint32_t>(j + 1), value(j));
        to.risks.assign(relations_.size() + 1, Recorded<S>());
        const std::span risks(to.risks);
        formula(Numbered<Recorded<S>>(to.x), risks[0], Numbered<Recorded<S>>(risks.subspan(1)));
    }

    /// adjoint(1..n) = the gradient of sum_i w_i l_i
    template <class S>
    static void sweep(Record<S>& of, std::span<const double> w) {
        of.tape.clear_adjoints();
        for (std::size_t i = 0; i < w.size(); ++i) of.tape.adjoint(of.risks[i].entry()) += S(w[i]);
        of.tape.sweep();
    }

    TwiceDifferentiable formula_;
    std::size_t n_;
    Box<double> box_;
    std::vector<Relation> relations_;
    Record<double> gradients_{};
    Record<Jet<1>> curvatures_{};
};

}  // namespace

KnownProblem recorded_problem(std::size_t num_constraints, KnownProblem facts, TwiceDifferentiable formula) {
    facts.num_constraints = num_constraints;
    const RecordedProblem problem(std::move(formula), facts);
    facts.make = [problem] { return AnyProblem<double>(RecordedProblem(problem)); };
    facts.jacobian = [evaluated = RecordedProblem(problem)](std::span<const double> x, std::span<double> l,
                                                            std::span<double> rows) mutable {
        auto at = evaluated.risks(x, l);
        std::vector<double> unit(l.size());
        for (std::size_t i = 0; i * x.size() < rows.size(); ++i) {
            unit[i] = 1;
            at.pullback(std::span<const double>(unit), rows.subspan(i * x.size(), x.size()));
            unit[i] = 0;
        }
    };
    return facts;
}

}  // namespace alcole::problems
