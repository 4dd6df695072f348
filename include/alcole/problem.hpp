#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

/// What the solver needs to know about a problem.
///
///     minimise  l_0(theta)   over theta in a box,   subject to   l_i(theta) <= 0  or  l_i(theta) = 0,   i = 1..m
///
/// Each l_i is a risk. A problem is a plain struct with three members:
///
///     std::size_t num_variables() const;            // n, the length of theta
///     std::size_t num_constraints() const;          // m
///     auto risks(std::span<const T> theta, std::span<double> l);
///
/// T is double or float (networks are float32); risks are always double. `risks` writes l[0..m] and returns a
/// linearisation: an object that owns everything the backward pass needs and has one member,
///
///     void pullback(std::span<const double> w, std::span<T> g);     // g = J(theta)^T w, all of g is written
///
/// which takes one backward pass whatever m is. Because `risks` returns the linearisation, a pullback can only be taken
/// at the theta that was evaluated. l and g are filled with NaN before they are first written, so that missing values
/// are noticed.
///
/// What the solver guarantees and requires:
///
/// - The solver makes one evaluation at a time, from the thread that called solve(). A problem need not be thread-safe,
///   and may use threads of its own. To solve two problems at once, give each solve its own problem object.
/// - `pullback` may be called several times on one linearisation, with different w, or not at all. The solver calls it
///   twice at each dual step and, with up to 256 constraints and Scaling::gradient, m + 1 times at the start. Retain an
///   autograd graph until the linearisation is destroyed.
/// - At most one linearisation is alive. The solver destroys the old one before it requests the next, for all data and
///   for mini-batches alike, so memory for two graphs is never needed at once.
/// - The same theta must give the same risks to the last bit; otherwise runs cannot be repeated. The result of a solve
///   is then the same for any number of threads.
/// - theta is inside the box at every evaluation. If a risk is undefined at theta, return NaN or infinity; a line
///   search then takes a shorter step.
/// - Exceptions thrown by a member propagate through solve() to its caller.
///
/// Units are the problem's own. A risk is usually a mean of losses minus a bound; see constraint_scales() for risks of
/// very different sizes.
///
/// A problem may offer more. The following members are detected by name. A member with a wrong signature is a
/// compile-time error; it is never ignored:
///
///     std::vector<std::string> constraint_names() const;      // default: "constraint 1", "constraint 2", ...
///     Relation relation(std::size_t i) const;                 // of constraint i = 0..m-1; default: at_most_zero
///     Box<T> box() const;                                     // default: all of R^n
///     std::vector<double> constraint_scales() const;          // the natural size of each l_i, for example its bound;
///                                                             // tolerances on the violation are in units of it
///     std::vector<double> constraint_prices() const;          // the maximum price P_i > 0 of each inequality: where
///                                                             // its multiplier would exceed it, it gives way, and
///                                                             // l_0 + sum_i P_i max(0, l_i) is minimised. Default:
///                                                             // infinity, that is, it must be met
///     void strict_risks(std::span<const T> theta, std::span<double> l);
///                                                             // the true rates behind smooth surrogates. The
///                                                             // surrogate provides the gradient; the strict value of
///                                                             // an inequality decides feasibility and moves the
///                                                             // surrogate's bound until it holds. l[0] is ignored,
///                                                             // except with set_width(), where the objective may be
///                                                             // a surrogate too
///     bool has_strict_risks() const;                          // false: here the strict risks equal the risks
///     bool is_rate(std::size_t i) const;                      // with strict risks: whether that of constraint i is a
///                                                             // rate, which moves in steps, and not a continuous
///                                                             // function of theta. Default: true if the problem
///                                                             // offers set_width()
///     void set_width(double width);                           // with strict risks: the width over which surrogates
///                                                             // smooth the steps; 1 at first. Narrower surrogates are
///                                                             // closer to the strict risks, and steeper
///     std::size_t batches_per_epoch() const;                  // mini-batches: offer this and the next, or neither
///     auto risks(std::span<const T> theta, const Batch& batch, std::span<double> l);
///     void strict_risks(std::span<const T> theta, const Batch& batch, std::span<double> l);
///                                                             // of a mini-batch, called after its risks; without it
///                                                             // every dual step evaluates all data
///     void hessian_vector(std::span<const T> theta, std::span<const double> w, std::span<const T> v, std::span<T> h);
///                                                             // h = (sum_i w_i Hessian of l_i) v; enables Newton
///                                                             // steps in the full regime (Options::Inner)
///     void hessian(std::span<const T> theta, std::span<const double> w, std::span<double> h);
///                                                             // the matrix sum_i w_i Hessian of l_i, n x n, row by
///                                                             // row; only its lower triangle (column <= row) is read
///     bool has_hessian() const;                               // false: this problem has no such matrix after all
///     void preconditioner(std::span<const T> theta, std::span<const double> w, std::vector<T>& p);
///                                                             // numbers p that describe a symmetric positive definite
///                                                             // matrix P, roughly the inverse of sum_i w_i Hessian of
///                                                             // l_i up to a factor; L-BFGS starts from it. It costs
///                                                             // about a gradient, and is asked for now and then
///     void precondition(std::span<const T> p, std::span<const T> v, std::span<T> out);
///                                                             // out = P v; at every step, so it must be cheap. Offer
///                                                             // both or neither. p is all that P depends on: it is
///                                                             // saved and resumed with a run
///     bool has_preconditioner() const;                        // false: not for this problem after all
///
/// Curvature may be requested at the theta that was last evaluated or at another one. In the first case the
/// linearisation must remain valid.
namespace alcole {

/// The form of a constraint: l_i <= 0 or l_i = 0.
enum class Relation : std::uint8_t { at_most_zero, equal_zero };

/// A closed box, lower[j] <= theta[j] <= upper[j]. Bounds may be infinite. The solver never evaluates outside the box.
template <class T>
struct Box {
    std::vector<T> lower;
    std::vector<T> upper;
};

/// Identifies a mini-batch completely. The same three numbers must always mean the same rows. There is no hidden
/// generator to save, so a resumed run draws exactly the mini-batches of an uninterrupted one. Over the batches of an
/// epoch, the risks should be unbiased estimates of the risks of all data.
struct Batch {
    std::uint64_t seed = 0;
    std::uint64_t epoch = 0;
    std::uint64_t index = 0;  ///< 0 .. batches_per_epoch() - 1
    friend bool operator==(const Batch&, const Batch&) = default;
};

/// Turns a callable (w, g) into a linearisation, for problems written in a few lines:
///     return alcole::Linearisation{[x = theta[0]](auto w, auto g) { g[0] = w[0] * 2 * x + w[1]; }};
template <class Callable>
struct Linearisation {
    Callable callable;

    template <class T>
    void pullback(std::span<const double> w, std::span<T> g) {
        callable(w, g);
    }
};
template <class Callable>
Linearisation(Callable) -> Linearisation<Callable>;

/// An object that pulls weights on the risks back to a gradient in theta.
template <class L, class T>
concept Linearises = requires(L& at, std::span<const double> w, std::span<T> g) {
    at.pullback(w, g);
};

/// The members detected by name. Each concept corresponds to one line of the table above.
namespace offers {

template <class P>
concept num_variables = requires(const P& p) {
    { p.num_variables() } -> std::convertible_to<std::size_t>;
};
template <class P>
concept num_constraints = requires(const P& p) {
    { p.num_constraints() } -> std::convertible_to<std::size_t>;
};
template <class P, class T>
concept risks = requires(P& p, std::span<const T> theta, std::span<double> l) {
    p.risks(theta, l);
};

template <class P, class T>
concept pullback = risks<P, T> && requires(P& p, std::span<const T> theta, std::span<double> l) {
    { p.risks(theta, l) } -> Linearises<T>;
};
template <class P>
concept constraint_names = requires(const P& p) {
    { p.constraint_names() } -> std::convertible_to<std::vector<std::string>>;
};
template <class P>
concept relation = requires(const P& p, std::size_t i) {
    { p.relation(i) } -> std::same_as<Relation>;
};
template <class P, class T>
concept box = requires(const P& p) {
    { p.box() } -> std::convertible_to<Box<T>>;
};
template <class P>
concept constraint_scales = requires(const P& p) {
    { p.constraint_scales() } -> std::convertible_to<std::vector<double>>;
};
template <class P>
concept constraint_prices = requires(const P& p) {
    { p.constraint_prices() } -> std::convertible_to<std::vector<double>>;
};
template <class P, class T>
concept strict_risks = requires(P& p, std::span<const T> theta, std::span<double> l) {
    p.strict_risks(theta, l);
};
template <class P, class T>
concept batch_strict_risks = requires(P& p, std::span<const T> theta, const Batch& batch, std::span<double> l) {
    p.strict_risks(theta, batch, l);
};

template <class P>
concept has_strict_risks = requires(const P& p) {
    { p.has_strict_risks() } -> std::same_as<bool>;
};

template <class P>
concept is_rate = requires(const P& p, std::size_t i) {
    { p.is_rate(i) } -> std::same_as<bool>;
};

template <class P>
concept set_width = requires(P& p, double width) {
    p.set_width(width);
};

template <class P>
concept batches_per_epoch = requires(const P& p) {
    { p.batches_per_epoch() } -> std::convertible_to<std::size_t>;
};
template <class P, class T>
concept batch_risks = requires(P& p, std::span<const T> theta, const Batch& batch, std::span<double> l) {
    { p.risks(theta, batch, l) } -> Linearises<T>;
};
template <class P, class T>
concept hessian = requires(P& p, std::span<const T> theta, std::span<const double> w, std::span<double> h) {
    p.hessian(theta, w, h);
};
template <class P>
concept has_hessian = requires(const P& p) {
    { p.has_hessian() } -> std::same_as<bool>;
};
template <class P, class T>
concept hessian_vector = requires(P& p, std::span<const T> theta, std::span<const double> w, std::span<const T> v,
                                  std::span<T> h) {
    p.hessian_vector(theta, w, v, h);
};
template <class P, class T>
concept preconditioner = requires(P& p, std::span<const T> theta, std::span<const double> w, std::vector<T>& numbers) {
    p.preconditioner(theta, w, numbers);
};
template <class P, class T>
concept precondition = requires(P& p, std::span<const T> numbers, std::span<const T> v, std::span<T> out) {
    p.precondition(numbers, v, out);
};
template <class P>
concept has_preconditioner = requires(const P& p) {
    { p.has_preconditioner() } -> std::same_as<bool>;
};

}  // namespace offers

/// Any type except Self; for constructors that must not compete with copying and moving.
template <class P, class Self>
concept OtherThan = !std::same_as<std::remove_cvref_t<P>, Self>;

/// A problem that the solver accepts, with theta of scalar type T.
template <class P, class T>
concept Problem = offers::num_variables<P> && offers::num_constraints<P> && offers::pullback<P, T>;

}  // namespace alcole
