#pragma once

/// Includes everything needed to solve constrained problems with the augmented Lagrangian.
#include <alcole/any_problem.hpp>
#include <alcole/derivatives.hpp>
#include <alcole/dual.hpp>
#include <alcole/hooks.hpp>
#include <alcole/lagrangian.hpp>
#include <alcole/options.hpp>
#include <alcole/predictors.hpp>
#include <alcole/primal.hpp>
#include <alcole/problem.hpp>
#include <alcole/repair.hpp>
#include <alcole/result.hpp>
#include <alcole/solve.hpp>
#include <alcole/state.hpp>
#include <alcole/version.hpp>
