#pragma once

#include <alcole/check_members.hpp>
#include <alcole/export.hpp>
#include <alcole/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace alcole {

/// The properties of a problem that do not change during a solve.
template <class T>
struct ProblemFacts {
    std::size_t num_variables = 0;
    std::size_t num_constraints = 0;
    std::vector<std::string> constraint_names{};  ///< m, always filled
    std::vector<Relation> relations{};            ///< m, always filled
    Box<T> box{};                                 ///< n, always filled
    std::vector<bool> rates{};                    ///< m, always filled: whether strict risks move in steps
    std::vector<double> constraint_scales{};      ///< m, or empty if the problem offers none
    std::vector<double> constraint_prices{};      ///< m, always filled; infinity: the constraint must be met
    std::size_t batches_per_epoch = 0;            ///< 0 if the problem has no mini-batches
    bool has_batches = false;
    bool has_strict_risks = false;
    bool has_batch_strict_risks = false;
    bool has_width = false;  ///< the problem offers set_width()
    bool has_hessian_vector = false;
    bool has_hessian = false;
    bool has_preconditioner = false;

    /// "objective" for 0, the name of constraint i - 1 otherwise.
    [[nodiscard]] ALCOLE_EXPORT std::string risk_name(std::size_t i) const;
    /// Fills in the defaults. Throws std::invalid_argument if sizes contradict each other.
    ALCOLE_EXPORT void complete_and_check();
};

/// Wraps any problem with theta of scalar type T in one type, so that the solver is compiled once, outside the headers.
/// solve() does this automatically. Wrap a problem yourself to evaluate it by hand:
///
///     AnyProblem<double> any(problem);
///     std::vector<double> l(any.num_constraints() + 1);
///     const auto at = any.risks(theta, l);
///     at.pullback(w, g);                                      // as often as wanted, until the next evaluation
///
/// An lvalue is held by reference (it must outlive this object); an rvalue is moved in, as with std::views::all.
/// Evaluation itself never allocates: the linearisation lives in a slot inside this object. The next evaluation
/// destroys it before calling the problem, so that no two are in memory at once. A handle made stale in this way throws
/// std::logic_error rather than answer for another theta.
///
/// Not thread-safe: one evaluation at a time.
template <class T>
class AnyProblem {
  public:
    /// The linearisation of the last evaluation.
    class At {
      public:
        /// g = J(theta)^T w. May be called any number of times while this handle is current.
        void pullback(std::span<const double> w, std::span<T> g) const { owner_->pullback(stamp_, w, g); }
        /// False once a later evaluation has made this handle stale.
        [[nodiscard]] bool current() const { return stamp_ == owner_->stamp_; }

      private:
        friend class AnyProblem;
        At(AnyProblem& owner, std::uint64_t stamp) : owner_(&owner), stamp_(stamp) {}
        AnyProblem* owner_;
        std::uint64_t stamp_;
    };

    template <OtherThan<AnyProblem> P>
    AnyProblem(P&& problem)  // NOLINT: implicit, any problem is one; the concept keeps copies and moves out
        : wrapped_(erased(std::forward<P>(problem))), facts_(wrapped_->facts()) {
        facts_.complete_and_check();
    }

    const ProblemFacts<T>& facts() const { return facts_; }
    [[nodiscard]] std::size_t num_variables() const { return facts_.num_variables; }
    [[nodiscard]] std::size_t num_constraints() const { return facts_.num_constraints; }

    /// Writes the m + 1 risks of all data. Earlier handles become stale even if this call throws.
    At risks(std::span<const T> theta, std::span<double> l) {
        ++stamp_;
        wrapped_->risks(theta, l);
        return At(*this, stamp_);
    }
    /// Writes the risks of one mini-batch, or of all data if the problem has no mini-batches.
    At risks(std::span<const T> theta, const Batch& batch, std::span<double> l) {
        ++stamp_;
        wrapped_->batch_risks(theta, batch, l);
        return At(*this, stamp_);
    }
    /// Writes the risks that decide feasibility: the problem's strict risks if it has any, otherwise its risks.
    void strict_risks(std::span<const T> theta, std::span<double> l) {
        if (!facts_.has_strict_risks) ++stamp_;
        wrapped_->strict_risks(theta, l);
    }
    /// Writes the strict risks of the mini-batch that was evaluated last, at the same theta; see
    /// facts().has_batch_strict_risks.
    void strict_risks(std::span<const T> theta, const Batch& batch, std::span<double> l) {
        wrapped_->batch_strict_risks(theta, batch, l);
    }
    /// Sets the width over which surrogates smooth strict risks, for a problem with facts().has_width.
    void set_width(double width) {
        ++stamp_;
        wrapped_->set_width(width);
    }
    /// h = (sum_i w_i Hessian of l_i) v. Throws std::logic_error if the problem does not offer it, see
    /// facts().has_hessian_vector; alcole::hessian_vector (derivatives.hpp) works for every problem.
    void hessian_vector(std::span<const T> theta, std::span<const double> w, std::span<const T> v, std::span<T> h) {
        if (!facts_.has_hessian_vector) throw_no_hessian_vector();
        wrapped_->hessian_vector(theta, w, v, h);
    }
    /// Writes the lower triangle of sum_i w_i Hessian of l_i, row by row. Throws std::logic_error if the problem does
    /// not offer it, see facts().has_hessian.
    void hessian(std::span<const T> theta, std::span<const double> w, std::span<double> h) {
        if (!facts_.has_hessian) throw_no_hessian();
        wrapped_->hessian(theta, w, h);
    }
    /// Writes the numbers of an approximate inverse Hessian, and out = that matrix times v. Throw std::logic_error if
    /// the problem does not offer them, see facts().has_preconditioner.
    void preconditioner(std::span<const T> theta, std::span<const double> w, std::vector<T>& p) {
        if (!facts_.has_preconditioner) throw_no_preconditioner();
        wrapped_->preconditioner(theta, w, p);
    }
    void precondition(std::span<const T> p, std::span<const T> v, std::span<T> out) {
        if (!facts_.has_preconditioner) throw_no_preconditioner();
        wrapped_->precondition(p, v, out);
    }

  private:
    struct Interface {
        Interface() = default;
        Interface(const Interface&) = delete;
        Interface& operator=(const Interface&) = delete;
        virtual ~Interface() = default;
        virtual ProblemFacts<T> facts() const = 0;
        virtual void risks(std::span<const T> theta, std::span<double> l) = 0;
        virtual void batch_risks(std::span<const T> theta, const Batch& batch, std::span<double> l) = 0;
        virtual void strict_risks(std::span<const T> theta, std::span<double> l) = 0;
        virtual void batch_strict_risks(std::span<const T> theta, const Batch& batch, std::span<double> l) = 0;
        virtual void set_width(double width) = 0;
        virtual void hessian_vector(std::span<const T> theta, std::span<const double> w, std::span<const T> v,
                                    std::span<T> h) = 0;
        virtual void hessian(std::span<const T> theta, std::span<const double> w, std::span<double> h) = 0;
        virtual void preconditioner(std::span<const T> theta, std::span<const double> w, std::vector<T>& p) = 0;
        virtual void precondition(std::span<const T> p, std::span<const T> v, std::span<T> out) = 0;
        virtual void pullback(std::span<const double> w, std::span<T> g) = 0;
    };
    template <class Stored>
    class Wrapped;

    template <class P>
    static std::unique_ptr<Interface> erased(P&& problem);

    [[noreturn]] ALCOLE_EXPORT static void throw_overtaken();
    [[noreturn]] ALCOLE_EXPORT static void throw_no_hessian_vector();
    [[noreturn]] ALCOLE_EXPORT static void throw_no_hessian();
    [[noreturn]] ALCOLE_EXPORT static void throw_no_preconditioner();

    void pullback(std::uint64_t stamp, std::span<const double> w, std::span<T> g) {
        if (stamp != stamp_) throw_overtaken();
        wrapped_->pullback(w, g);
    }

    std::unique_ptr<Interface> wrapped_;
    ProblemFacts<T> facts_;
    std::uint64_t stamp_ = 0;
};

namespace detail {

/// The return type of risks(theta, batch, l), or an empty stand-in.
template <class P, class T, bool = offers::batch_risks<P, T>>
struct BatchLinearisation {
    struct Type {};
};
template <class P, class T>
struct BatchLinearisation<P, T, true> {
    using Type = decltype(std::declval<P&>().risks(std::declval<std::span<const T>>(), std::declval<const Batch&>(),
                                                   std::declval<std::span<double>>()));
};

}  // namespace detail

template <class T>
template <class Stored>
class AnyProblem<T>::Wrapped final : public Interface {
    using P = std::remove_reference_t<Stored>;

  public:
    explicit Wrapped(Stored&& problem) : problem_(std::forward<Stored>(problem)) {}

    ProblemFacts<T> facts() const override {
        const P& p = problem_;
        ProblemFacts<T> facts{.num_variables = p.num_variables(), .num_constraints = p.num_constraints()};
        if constexpr (offers::constraint_names<P>) facts.constraint_names = p.constraint_names();
        if constexpr (offers::relation<P>)
            for (std::size_t i = 0; i < facts.num_constraints; ++i) facts.relations.push_back(p.relation(i));
        if constexpr (offers::box<P, T>) facts.box = p.box();
        if constexpr (offers::constraint_scales<P>) facts.constraint_scales = p.constraint_scales();
        if constexpr (offers::constraint_prices<P>) facts.constraint_prices = p.constraint_prices();
        if constexpr (offers::batches_per_epoch<P>) facts.batches_per_epoch = p.batches_per_epoch();
        facts.has_batches = offers::batches_per_epoch<P>;
        facts.has_strict_risks = offers::strict_risks<P, T>;
        if constexpr (offers::has_strict_risks<P>) facts.has_strict_risks &= problem_.has_strict_risks();
        facts.has_batch_strict_risks = facts.has_strict_risks && offers::batch_strict_risks<P, T>;
        facts.has_width = facts.has_strict_risks && offers::set_width<P>;
        if constexpr (offers::is_rate<P>)
            for (std::size_t i = 0; i < facts.num_constraints; ++i) facts.rates.push_back(p.is_rate(i));
        facts.has_hessian_vector = offers::hessian_vector<P, T>;
        facts.has_hessian = offers::hessian<P, T>;
        if constexpr (offers::has_hessian<P>) facts.has_hessian &= p.has_hessian();
        facts.has_preconditioner = offers::preconditioner<P, T>;
        if constexpr (offers::has_preconditioner<P>) facts.has_preconditioner &= p.has_preconditioner();
        return facts;
    }

    void risks(std::span<const T> theta, std::span<double> l) override {
        release();
        whole_.emplace(problem_.risks(theta, l));
    }

    void batch_risks(std::span<const T> theta, const Batch& batch, std::span<double> l) override {
        if constexpr (offers::batch_risks<P, T>) {
            release();
            batch_.emplace(problem_.risks(theta, batch, l));
        } else {
            risks(theta, l);
        }
    }

    void strict_risks(std::span<const T> theta, std::span<double> l) override {
        if constexpr (offers::strict_risks<P, T>)
            problem_.strict_risks(theta, l);
        else
            risks(theta, l);
    }

    void batch_strict_risks(std::span<const T> theta, [[maybe_unused]] const Batch& batch,
                            std::span<double> l) override {
        if constexpr (offers::batch_strict_risks<P, T>)
            problem_.strict_risks(theta, batch, l);
        else
            strict_risks(theta, l);
    }
    void set_width([[maybe_unused]] double width) override {
        release();
        if constexpr (offers::set_width<P>) problem_.set_width(width);
    }

    void hessian_vector([[maybe_unused]] std::span<const T> theta, [[maybe_unused]] std::span<const double> w,
                        [[maybe_unused]] std::span<const T> v, [[maybe_unused]] std::span<T> h) override {
        if constexpr (offers::hessian_vector<P, T>) problem_.hessian_vector(theta, w, v, h);
    }

    void hessian([[maybe_unused]] std::span<const T> theta, [[maybe_unused]] std::span<const double> w,
                 [[maybe_unused]] std::span<double> h) override {
        if constexpr (offers::hessian<P, T>) problem_.hessian(theta, w, h);
    }

    void preconditioner([[maybe_unused]] std::span<const T> theta, [[maybe_unused]] std::span<const double> w,
                        [[maybe_unused]] std::vector<T>& p) override {
        if constexpr (offers::preconditioner<P, T>) problem_.preconditioner(theta, w, p);
    }

    void precondition([[maybe_unused]] std::span<const T> p, [[maybe_unused]] std::span<const T> v,
                      [[maybe_unused]] std::span<T> out) override {
        if constexpr (offers::precondition<P, T>) problem_.precondition(p, v, out);
    }

    void pullback(std::span<const double> w, std::span<T> g) override {
        if constexpr (offers::batch_risks<P, T>) {
            if (batch_) return batch_->pullback(w, g);
        }
        whole_->pullback(w, g);
    }

  private:
    using Whole =
        decltype(std::declval<P&>().risks(std::declval<std::span<const T>>(), std::declval<std::span<double>>()));

    /// Destroys the old linearisation before the new one is made: it may own a graph as large as the data.
    void release() {
        whole_.reset();
        batch_.reset();
    }

    Stored problem_;  // P& for an lvalue, P for an rvalue
    std::optional<Whole> whole_;
    std::optional<typename detail::BatchLinearisation<P, T>::Type> batch_;
};

/// Reports what is missing in one line, before anything else can fail to compile.
template <class T>
template <class P>
auto AnyProblem<T>::erased(P&& problem) -> std::unique_ptr<Interface> {
    using Bare = std::remove_reference_t<P>;
    detail::check_members<Bare, T>();
    if constexpr (Problem<Bare, T>)
        return std::make_unique<Wrapped<P>>(std::forward<P>(problem));
    else
        return nullptr;
}

}  // namespace alcole
