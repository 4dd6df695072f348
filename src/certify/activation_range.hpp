#pragma once

#include <alcole/tabular/model.hpp>

#include "certify/bounds.hpp"

/// How activations map intervals, whose ends may be infinite.
namespace alcole::certify {

/// The range of an activation's values on an interval.
Range image(tabular::Activation activation, Range z);

/// The range of changes of an activation's value if its argument changes by an amount in `step`, from any starting
/// point.
Range movement(tabular::Activation activation, Range step);

}  // namespace alcole::certify
