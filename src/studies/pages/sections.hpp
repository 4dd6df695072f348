#pragma once

#include "studies/study.hpp"

#include <string>
#include <string_view>
#include <vector>

/// The parts of the page between the figures; each is a piece of HTML.
namespace alcole::report {

/// Above every page about people that a program made.
inline constexpr std::string_view synthetic_banner =
    R"(<p class="banner" role="note"><strong>SYNTHETIC DATA</strong> Made by a program. The numbers on this page say )"
    "how training methods behave; they say nothing about real people.</p>\n";

std::string summary_section(const studies::Study& study);
std::string claims_section(const std::vector<studies::Claim>& claims);
std::string methods_section(const studies::Study& study);
std::string prices_section(const studies::Study& study);
std::string randomised_section(const studies::Study& study);  ///< empty when no run has a randomised predictor
std::string true_flip_section(const studies::Study& study);   ///< empty when the true counterfactual is not known
std::string paper_section(const studies::Study& study);
std::string data_section(const studies::Study& study);
std::string settings_section(const std::vector<studies::Fact>& settings, const std::vector<studies::Fact>& versions,
                             double seconds);
std::string cite_section();

}  // namespace alcole::report
