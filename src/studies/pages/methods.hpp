#pragma once

#include "studies/study.hpp"

#include <string>
#include <string_view>
#include <vector>

/// How a method is called and drawn, the same in every figure and table.
namespace alcole::report {

struct MethodLook {
    int slot = 0;             ///< its colour and its marker
    std::string name{};       ///< "ordinary"
    std::string training{};   ///< "ordinary Lagrangian": how it trains
    std::string long_name{};  ///< "ordinary Lagrangian, last model": what comes out
    std::string explained{};  ///< one sentence; empty for methods that are not known here
};

/// `position` is its place among the methods shown. A method that is not known here keeps its own name and gets a slot
/// of its own.
MethodLook look_of(std::string_view method, std::size_t position);
MethodLook look_of(const studies::Study& study, std::string_view method);

/// nullptr when the study has no such method.
const studies::MethodResult* find_method(const studies::Study& study, std::string_view name);

/// Whether it has multipliers to show: a trace, and constraints that it minds.
bool is_dual(const studies::MethodResult& method);

/// The dual methods of the study.
std::vector<const studies::MethodResult*> traced_methods(const studies::Study& study);

/// Hard constraints first, otherwise in the order of the study.
std::vector<std::size_t> hard_first(const studies::Study& study);

/// The constraint on sex or gender, the one that the paper prints a figure for; the first one when there is none.
struct Reference {
    std::size_t constraint = 0;
    bool about_gender = false;
};
Reference reference_constraint(const studies::Study& study);

/// The largest number of runs that a method has.
std::size_t num_runs(const studies::Study& study);

}  // namespace alcole::report
