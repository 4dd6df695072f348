#pragma once

#include "run/outcome/outcome.hpp"

#include <string>

/// The parts of the page of a run; each is a section in HTML, or nothing when there is nothing to say.
namespace alcole::report {

std::string answer_section(const run::Outcome& outcome);
std::string conflict_section(const run::Outcome& outcome);
std::string constraints_section(const run::Outcome& outcome);
std::string certificate_section(const run::Outcome& outcome);
std::string theorem_section(const run::Outcome& outcome);
std::string run_figures_section(const run::Outcome& outcome, int& figures);  ///< counts the figures it shows
std::string groups_section(const run::Outcome& outcome, int& figures);
std::string quality_section(const run::Outcome& outcome);
std::string solver_section(const run::Outcome& outcome);
std::string optimality_section(const run::Outcome& outcome);
std::string origin_section(const run::Outcome& outcome);

}  // namespace alcole::report
