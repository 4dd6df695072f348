#pragma once

#include "report/figure.hpp"
#include "studies/study.hpp"

/// The four figures of a study.
namespace alcole::report {

Figure multipliers_figure(const studies::Study& study);
Figure slacks_figure(const studies::Study& study);
Figure outcomes_figure(const studies::Study& study);
Figure sweep_figure(const studies::Study& study);

}  // namespace alcole::report
