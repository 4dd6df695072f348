#pragma once

#include "study/study.hpp"

#include <string>

/// The parts of the page between the figures; each is a piece of HTML.
namespace alcole::report {

std::string summary_section(const study::Study& study);
std::string claims_section(const study::Study& study);
std::string methods_section(const study::Study& study);
std::string prices_section(const study::Study& study);
std::string randomised_section(const study::Study& study);  ///< empty when no run has a randomised predictor
std::string true_flip_section(const study::Study& study);   ///< empty when the true counterfactual is not known
std::string paper_section(const study::Study& study);
std::string data_section(const study::Study& study);
std::string settings_section(const study::Study& study);
std::string cite_section();

}  // namespace alcole::report
