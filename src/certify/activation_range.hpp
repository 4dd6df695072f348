#pragma once

#include <alcole/tabular/model.hpp>

#include "certify/bounds.hpp"

/// What activations do to intervals, ends included that are infinite.
namespace alcole::certify {

/// The values an activation takes on an interval.
Range image(tabular::Activation activation, Range z);

/// How far its value moves when its argument moves by an amount in `step`, from wherever it is.
Range movement(tabular::Activation activation, Range step);

}  // namespace alcole::certify
