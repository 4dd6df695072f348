#pragma once

#include <alcole/problem.hpp>

#include <type_traits>

/// Reports a member of a problem that is missing, or that has the right name and the wrong signature, in one sentence
/// at compile time. (An optional member is found by its name; a misspelt signature would otherwise be ignored
/// silently.)
namespace alcole::detail {

/// Deriving from both P and EveryName makes a name ambiguous exactly when P declares it, whether private, overloaded or
/// a template. Members are thus detected whatever their signature, and a wrong signature can be reported.
struct EveryName {
    int constraint_names, relation, box, constraint_scales, constraint_prices, strict_risks, has_strict_risks, is_rate,
        set_width, batches_per_epoch, hessian_vector, hessian, has_hessian, preconditioner, precondition,
        has_preconditioner;
};
template <class P>
struct WithEveryName : P, EveryName {};

/// True if P has a member of that name, whatever its kind. Final classes cannot be derived from; of these, only public
/// members with a single signature are detected.
namespace names {
template <class P>
concept open = std::is_class_v<P> && !std::is_final_v<P>;  // NOLINTBEGIN(*macro*): no template takes a name
#define ALCOLE_NAME(name)                         \
    template <class P>                            \
    concept declares_##name = requires {          \
        &P::name;                                 \
    };                                            \
    template <class P>                            \
    concept hides_##name = open<P> && !requires { \
        &WithEveryName<P>::name;                  \
    };                                            \
    template <class P>                            \
    concept name = hides_##name<P> || (!open<P> && declares_##name<P>)
ALCOLE_NAME(constraint_names);
ALCOLE_NAME(relation);
ALCOLE_NAME(box);
ALCOLE_NAME(constraint_scales);
ALCOLE_NAME(constraint_prices);
ALCOLE_NAME(strict_risks);
ALCOLE_NAME(has_strict_risks);
ALCOLE_NAME(is_rate);
ALCOLE_NAME(set_width);
ALCOLE_NAME(batches_per_epoch);
ALCOLE_NAME(hessian_vector);
ALCOLE_NAME(hessian);
ALCOLE_NAME(has_hessian);
ALCOLE_NAME(preconditioner);
ALCOLE_NAME(precondition);
ALCOLE_NAME(has_preconditioner);
#undef ALCOLE_NAME  // NOLINTEND(*macro*)
}  // namespace names

template <class P, class T>
constexpr void check_members() {
    static_assert(offers::num_variables<P>,
                  "alcole: the problem lacks 'std::size_t num_variables() const', the length of theta");
    static_assert(offers::num_constraints<P>,
                  "alcole: the problem lacks 'std::size_t num_constraints() const', the number m of constraints");
    using Mutable = std::remove_const_t<P>;
    static_assert(offers::risks<Mutable, T>,
                  "alcole: the problem lacks 'auto risks(std::span<const T> theta, std::span<double> l)'");
    static_assert(offers::risks<P, T> || !offers::risks<Mutable, T>,
                  "alcole: the problem is const, but its risks(theta, l) is not: make risks const, or pass a problem "
                  "that is not const");
    static_assert(
        !offers::risks<P, T> || offers::pullback<P, T>,
        "alcole: what risks(theta, l) returns lacks 'void pullback(std::span<const double> w, std::span<T> g)'");
    static_assert(offers::constraint_names<P> || !names::constraint_names<std::remove_const_t<P>>,
                  "alcole: constraint_names must be 'std::vector<std::string> constraint_names() const'");
    static_assert(offers::relation<P> || !names::relation<std::remove_const_t<P>>,
                  "alcole: relation must be 'alcole::Relation relation(std::size_t i) const'");
    static_assert(offers::box<P, T> || !names::box<std::remove_const_t<P>>,
                  "alcole: box must be 'alcole::Box<T> box() const'");
    static_assert(offers::constraint_scales<P> || !names::constraint_scales<std::remove_const_t<P>>,
                  "alcole: constraint_scales must be 'std::vector<double> constraint_scales() const'");
    static_assert(offers::constraint_prices<P> || !names::constraint_prices<std::remove_const_t<P>>,
                  "alcole: constraint_prices must be 'std::vector<double> constraint_prices() const'");
    static_assert(offers::strict_risks<P, T> || !names::strict_risks<std::remove_const_t<P>>,
                  "alcole: strict_risks must be 'void strict_risks(std::span<const T> theta, std::span<double> l)'");
    static_assert(offers::has_strict_risks<P> || !names::has_strict_risks<std::remove_const_t<P>>,
                  "alcole: has_strict_risks must be 'bool has_strict_risks() const'");
    static_assert(offers::is_rate<P> || !names::is_rate<std::remove_const_t<P>>,
                  "alcole: is_rate must be 'bool is_rate(std::size_t i) const'");
    static_assert(offers::set_width<P> || !names::set_width<std::remove_const_t<P>>,
                  "alcole: set_width must be 'void set_width(double width)'");
    static_assert(offers::batches_per_epoch<P> || !names::batches_per_epoch<std::remove_const_t<P>>,
                  "alcole: batches_per_epoch must be 'std::size_t batches_per_epoch() const'");
    static_assert(offers::batches_per_epoch<P> == offers::batch_risks<P, T>,
                  "alcole: mini-batches need both 'std::size_t batches_per_epoch() const' and 'auto "
                  "risks(std::span<const T> theta, const alcole::Batch& batch, std::span<double> l)'");
    static_assert(offers::hessian_vector<P, T> || !names::hessian_vector<std::remove_const_t<P>>,
                  "alcole: hessian_vector must be 'void hessian_vector(std::span<const T> theta, std::span<const "
                  "double> w, std::span<const T> v, std::span<T> h)'");
    static_assert(offers::hessian<P, T> || !names::hessian<std::remove_const_t<P>>,
                  "alcole: hessian must be 'void hessian(std::span<const T> theta, std::span<const double> w, "
                  "std::span<double> h)'");
    static_assert(offers::has_hessian<P> || !names::has_hessian<std::remove_const_t<P>>,
                  "alcole: has_hessian must be 'bool has_hessian() const'");
    static_assert(offers::preconditioner<P, T> || !names::preconditioner<std::remove_const_t<P>>,
                  "alcole: preconditioner must be 'void preconditioner(std::span<const T> theta, std::span<const "
                  "double> w, std::vector<T>& p)'");
    static_assert(offers::precondition<P, T> || !names::precondition<std::remove_const_t<P>>,
                  "alcole: precondition must be 'void precondition(std::span<const T> p, std::span<const T> v, "
                  "std::span<T> out)'");
    static_assert(offers::preconditioner<P, T> == offers::precondition<P, T>,
                  "alcole: offer both preconditioner and precondition, or neither");
    static_assert(offers::has_preconditioner<P> || !names::has_preconditioner<std::remove_const_t<P>>,
                  "alcole: has_preconditioner must be 'bool has_preconditioner() const'");
}

}  // namespace alcole::detail
