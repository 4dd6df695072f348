#pragma once

#include "report/document.hpp"
#include "studies/duality.hpp"
#include "studies/learnability.hpp"
#include "studies/study.hpp"

/// The studies as documents, for a page and for a terminal. Nothing is computed here; the numbers come from the
/// studies.
namespace alcole::studies {

report::Document page(const Study& study);
report::Document page(const Learnability& study);
report::Document page(const Duality& study);
report::Document summary(const Study& study);
report::Document summary(const Learnability& study);
report::Document summary(const Duality& study);

}  // namespace alcole::studies
