// Vector registers of T and their number of entries.
// Compiled once per instruction set, from kernels.cpp; the include guard toggles so that each one includes it once.
#if defined(ALCOLE_ENGINE_REGISTERS) == defined(HWY_TARGET_TOGGLE)
#ifdef ALCOLE_ENGINE_REGISTERS
#undef ALCOLE_ENGINE_REGISTERS
#else
#define ALCOLE_ENGINE_REGISTERS
#endif

#include <cstddef>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace alcole::engine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using Vec = hn::Vec<Tag<T>>;
template <class T>
constexpr std::size_t width = hn::MaxLanes(Tag<T>());

}  // namespace alcole::engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
