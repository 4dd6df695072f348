#pragma once

#include "studies/study.hpp"
#include "words/methods.hpp"

#include <string>
#include <string_view>
#include <vector>

/// The methods and constraints of a study, as its page shows them.
namespace alcole::studies {

words::MethodLook look_of(const Study& study, std::string_view method);

/// nullptr when the study has no such method.
const MethodResult* find_method(const Study& study, std::string_view name);

/// Whether it has multipliers to show: a trace, and constraints that it minds.
bool is_dual(const MethodResult& method);

/// The dual methods of the study.
std::vector<const MethodResult*> traced_methods(const Study& study);

/// Hard constraints first, otherwise in the order of the study.
std::vector<std::size_t> hard_first(const Study& study);

/// The constraint on sex or gender, the one that the paper prints a figure for; the first one when there is none.
struct Reference {
    std::size_t constraint = 0;
    bool about_gender = false;
};
Reference reference_constraint(const Study& study);

/// The largest number of runs that a method has.
std::size_t num_runs(const Study& study);

}  // namespace alcole::studies
