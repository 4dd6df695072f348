#pragma once

#include "words/common.hpp"

/// Runs that were repeated, in words: methods side by side, or one method on several splits.
namespace alcole::words {

Document comparison_page(const run::Comparison& comparison);
Document comparison_summary(const run::Comparison& comparison);

Document cross_validation_page(const run::Repeated& repeated);
Document cross_validation_summary(const run::Repeated& repeated);

}  // namespace alcole::words
