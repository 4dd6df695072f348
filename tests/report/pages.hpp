#pragma once

#include "studies/pages/pages.hpp"
#include "words/words.hpp"

#include <string>

/// Every kind of document as rendered for a reader.
namespace alcole::testing {

inline std::string run_html(const learning::Outcome& outcome) { return report::html(words::run_page(outcome)); }
inline std::string module_html(const learning::ModuleTraining& training) {
    return report::html(words::module_page(training));
}
inline std::string model_card(const learning::Outcome& outcome) { return report::markdown(words::model_card(outcome)); }
inline std::string run_text(const learning::Outcome& outcome, bool colours = false) {
    return report::terminal(words::run_summary(outcome), colours);
}
inline std::string sweep_html(const learning::Sweep& sweep) { return report::html(words::sweep_page(sweep)); }
inline std::string comparison_html(const learning::Comparison& comparison) {
    return report::html(words::comparison_page(comparison));
}
inline std::string cross_validation_html(const learning::Repeated& repeated) {
    return report::html(words::cross_validation_page(repeated));
}
inline std::string study_html(const studies::Study& study) { return report::html(studies::page(study)); }
inline std::string duality_html(const studies::Duality& study) { return report::html(studies::page(study)); }
inline std::string learnability_html(const studies::Learnability& study) { return report::html(studies::page(study)); }

}  // namespace alcole::testing
