#pragma once

#include "report/figure.hpp"
#include "study/study.hpp"

/// The four figures of a study.
namespace alcole::report {

Figure multipliers_figure(const study::Study& study);
Figure slacks_figure(const study::Study& study);
Figure outcomes_figure(const study::Study& study);
Figure sweep_figure(const study::Study& study);

}  // namespace alcole::report
