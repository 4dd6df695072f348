#include "peers.hpp"

#include <coin/IpIpoptApplication.hpp>
#include <coin/IpTNLP.hpp>

namespace alcole::bench {
namespace {

using Ipopt::Index;
using Ipopt::Number;

/// A problem in Ipopt's form, with a dense Jacobian and a dense Hessian; the latter is not used with the limited-memory
/// approximation.
class Nlp final : public Ipopt::TNLP {
  public:
    explicit Nlp(Evaluator& evaluator, Answer& answer)
        : e_(evaluator), answer_(answer), problem_(evaluator.known().make()) {}

    bool get_nlp_info(Index& n, Index& m, Index& jacobian, Index& hessian, IndexStyleEnum& style) override {
        n = static_cast<Index>(e_.known().start.size());
        m = static_cast<Index>(e_.known().num_constraints);
        jacobian = n * m;
        hessian = problem_.facts().has_hessian ? n * (n + 1) / 2 : 0;
        style = C_STYLE;
        return true;
    }
    bool get_bounds_info(Index n, Number* lower, Number* upper, Index m, Number* least, Number* most) override {
        constexpr double none = 2e19;
        for (Index j = 0; j < n; ++j) {
            const auto at = static_cast<std::size_t>(j);
            lower[j] = e_.known().lower.empty() ? -none : std::max(-none, e_.known().lower[at]);
            upper[j] = e_.known().upper.empty() ? none : std::min(none, e_.known().upper[at]);
        }
        for (Index i = 0; i < m; ++i) {
            least[i] = e_.equality(static_cast<std::size_t>(i)) ? 0 : -none;
            most[i] = 0;
        }
        return true;
    }
    bool get_starting_point(Index n, bool, Number* x, bool, Number*, Number*, Index, bool, Number*) override {
        const auto start = start_in_box(e_.known());
        std::copy_n(start.begin(), n, x);
        return true;
    }
    bool eval_f(Index, const Number* x, bool, Number& value) override {
        e_.at(x, false);
        value = e_.risk(0);
        return true;
    }
    bool eval_grad_f(Index n, const Number* x, bool, Number* gradient) override {
        e_.at(x, true);
        ++e_.gradients;
        for (Index j = 0; j < n; ++j) gradient[j] = e_.slope(0, static_cast<std::size_t>(j));
        return true;
    }
    bool eval_g(Index, const Number* x, bool, Index m, Number* values) override {
        e_.at(x, false);
        for (Index i = 0; i < m; ++i) values[i] = e_.risk(static_cast<std::size_t>(i) + 1);
        return true;
    }
    bool eval_jac_g(Index n, const Number* x, bool, Index m, Index, Index* rows, Index* columns,
                    Number* values) override {
        if (values != nullptr) {
            e_.at(x, true);
            e_.rows += m;
        }
        for (Index i = 0; i < m; ++i)
            for (Index j = 0; j < n; ++j) {
                const Index place = i * n + j;
                if (values == nullptr) {
                    rows[place] = i;
                    columns[place] = j;
                } else {
                    values[place] = e_.slope(static_cast<std::size_t>(i) + 1, static_cast<std::size_t>(j));
                }
            }
        return true;
    }
    bool eval_h(Index n, const Number* x, bool, Number factor, Index m, const Number* lambda, bool, Index, Index* rows,
                Index* columns, Number* values) override {
        const auto size = static_cast<std::size_t>(n);
        if (values != nullptr) {
            weights_.assign(lambda, lambda + m);
            weights_.insert(weights_.begin(), factor);
            hessian_.resize(size * size);
            problem_.hessian(std::span(x, size), weights_, hessian_);
            answer_.products += n;
        }
        Index place = 0;
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j <= i; ++j, ++place) {
                if (values == nullptr) {
                    rows[place] = i;
                    columns[place] = j;
                } else {
                    values[place] = hessian_[static_cast<std::size_t>(i) * size + static_cast<std::size_t>(j)];
                }
            }
        return true;
    }
    void finalize_solution(Ipopt::SolverReturn, Index n, const Number* x, const Number*, const Number*, Index m,
                           const Number*, const Number* lambda, Number, const Ipopt::IpoptData*,
                           Ipopt::IpoptCalculatedQuantities*) override {
        answer_.x.assign(x, x + n);
        answer_.multipliers.assign(lambda, lambda + m);
    }

  private:
    Evaluator& e_;
    Answer& answer_;
    AnyProblem<double> problem_;
    std::vector<double> weights_;
    std::vector<double> hessian_;
};

Answer solve_with(const char* hessian, const problems::KnownProblem& known) {
    Evaluator evaluator(known);
    Answer answer{.x = start_in_box(known)};
    const Ipopt::SmartPtr<Ipopt::IpoptApplication> application = new Ipopt::IpoptApplication(false);
    application->Options()->SetIntegerValue("print_level", 0);
    application->Options()->SetStringValue("sb", "yes");
    application->Options()->SetStringValue("hessian_approximation", hessian);
    application->Options()->SetNumericValue("tol", 1e-9);
    application->Options()->SetNumericValue("constr_viol_tol", 1e-9);
    application->Options()->SetNumericValue("bound_relax_factor", 0);
    application->Options()->SetNumericValue("max_cpu_time", max_seconds);
    application->Initialize("");
    const Ipopt::SmartPtr<Ipopt::TNLP> nlp = new Nlp(evaluator, answer);
    answer.said = std::to_string(static_cast<int>(application->OptimizeTNLP(nlp)));
    answer.gradients = evaluator.gradients;
    answer.rows = evaluator.rows;
    return answer;
}

}  // namespace

Answer ipopt(const problems::KnownProblem& known) { return solve_with("limited-memory", known); }

Answer ipopt_with_hessian(const problems::KnownProblem& known) { return solve_with("exact", known); }

}  // namespace alcole::bench
