#pragma once

#include "report/figure.hpp"
#include "studies/study.hpp"

/// The four figures of a study.
namespace alcole::studies {

report::Figure multipliers_figure(const Study& study);
report::Figure slacks_figure(const Study& study);
report::Figure outcomes_figure(const Study& study);
report::Figure sweep_figure(const Study& study);

}  // namespace alcole::studies
