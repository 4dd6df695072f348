#pragma once

#include <alcole/learning/repeat.hpp>

#include "words/common.hpp"

/// Runs that were repeated, in words: methods side by side, or one method on several splits.
namespace alcole::words {

Document comparison_page(const learning::Comparison& comparison);
Document comparison_summary(const learning::Comparison& comparison);

Document cross_validation_page(const learning::Repeated& repeated);
Document cross_validation_summary(const learning::Repeated& repeated);

}  // namespace alcole::words
