#pragma once

#include "optimality/hessian.hpp"

namespace alcole::optimality {

SecondOrder second_order(const Hessian& hessian, const Place& place, const ActiveSet& active,
                         const ExamineOptions& options);

}  // namespace alcole::optimality
