#include "engine/cpu/kernels.hpp"

// What follows is compiled once per instruction set: foreach_target.h includes this file again for each of them. The
// disabled ones include all whose register size is not known at compile time (SVE, RVV).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/kernels.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
// The order of these includes matters:
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "engine/cpu/products_inl.hpp"
#include "engine/cpu/activations_inl.hpp"
#include "engine/cpu/columns_inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace alcole::engine::HWY_NAMESPACE {

template <class T>
constexpr Kernels<T> all = {
    multiply<T>,       dot_rows<T>,           sum<T>,         gather_sum<T>,          scatter_add<T>, activate<T>,
    multiply_slope<T>, multiply_curvature<T>, add_product<T>, sigmoid_and_softplus<T>};

constexpr ColumnKernels of_columns = {sum_of_losses,   sum_of_rates,    sum_where_positive, add_loss_slopes,
                                      add_loss_curves, add_rate_slopes, add_rate_bounds};

const Kernels<float>* all_float() { return &all<float>; }
const Kernels<double>* all_double() { return &all<double>; }
const ColumnKernels* all_of_columns() { return &of_columns; }
const char* name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace alcole::engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace alcole::engine {

HWY_EXPORT(all_float);
HWY_EXPORT(all_double);
HWY_EXPORT(all_of_columns);
HWY_EXPORT(name);

namespace {

template <class T>
const Kernels<T>* chosen() {
    if constexpr (sizeof(T) == sizeof(float))
        return HWY_DYNAMIC_DISPATCH(all_float)();
    else
        return HWY_DYNAMIC_DISPATCH(all_double)();
}

const ColumnKernels* chosen_for_columns() { return HWY_DYNAMIC_DISPATCH(all_of_columns)(); }

std::string name_of_chosen() {
    const std::string found = HWY_DYNAMIC_DISPATCH(name)();
    return found == "AVX3" ? "AVX-512" : found;
}

/// The result of get() for every instruction set, by name.
template <class Get>
auto for_every_set(Get get) {
    std::vector<std::pair<std::string, decltype(get())>> all;
    // Caches the best ones before the loop changes the chosen target.
    kernels<float>();
    kernels<double>();
    column_kernels();
    instruction_set();
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::GetChosenTarget().Update(target);
        all.emplace_back(name_of_chosen(), get());
    }
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return all;
}

}  // namespace

template <class T>
const Kernels<T>& kernels() {
    static const Kernels<T>* const best = chosen<T>();
    return *best;
}

const ColumnKernels& column_kernels() {
    static const ColumnKernels* const best = chosen_for_columns();
    return *best;
}

template <class T>
std::vector<std::pair<std::string, const Kernels<T>*>> every_kernels() {
    return for_every_set(chosen<T>);
}

std::vector<std::pair<std::string, const ColumnKernels*>> every_column_kernels() {
    return for_every_set(chosen_for_columns);
}

std::string_view instruction_set() {
    static const std::string best = name_of_chosen();
    return best;
}

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (auto& [name, kernels] : every_kernels<float>()) names.push_back(std::move(name));
    return names;
}

template const Kernels<float>& kernels<float>();
template const Kernels<double>& kernels<double>();
template std::vector<std::pair<std::string, const Kernels<float>*>> every_kernels<float>();
template std::vector<std::pair<std::string, const Kernels<double>*>> every_kernels<double>();

}  // namespace alcole::engine
#endif
