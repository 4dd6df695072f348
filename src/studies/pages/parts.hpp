#pragma once

#include "report/charts.hpp"
#include "studies/pages/pages.hpp"
#include "words/vocabulary.hpp"

#include <string_view>
#include <vector>

/// The building blocks of the studies' pages.
namespace alcole::studies {

using namespace report;  // the vocabulary of documents
using words::in_sentences;
using words::in_words;
using words::look_of;
using words::MethodLook;

/// The banner of every page about synthetic people.
Text synthetic_banner();

/// Every claim with its estimate, its interval and its verdict.
Table claims_table(const std::vector<Claim>& claims);
Section claims_section(const std::vector<Claim>& claims);

Section settings_section(const Record& record);
Section cite_section();

/// nullptr if the study has no such method.
const MethodResult* find_method(const Study& study, std::string_view name);

/// True if the method has multipliers to show: a trace, and constraints that it enforces.
bool is_dual(const MethodResult& method);
std::vector<const MethodResult*> dual_methods(const Study& study);

/// Hard constraints first, otherwise in the order of the study.
std::vector<std::size_t> hard_first(const Study& study);
std::string kind_of(const ConstraintInfo& constraint);  ///< "hard" with its symbol, or "easy"

/// The largest number of runs of any method.
std::size_t num_runs(const Study& study);

/// The constraint on sex or gender, for which the paper prints a figure; the first constraint if there is none.
struct Reference {
    std::size_t constraint = 0;
    bool about_gender = false;
};
Reference reference_constraint(const Study& study);

/// The figures of a study.
Figure multipliers_figure(const Study& study);
Figure slacks_figure(const Study& study);
Figure outcomes_figure(const Study& study);
Figure stopping_figure(const Study& study);
Figure sweep_figure(const Study& study);

/// The models one gets by stopping somewhere in the last half of training.
Table stopping_table(const Study& study);
Section stopping_section(const Study& study);
Text late_flips_text(const Study& study, std::string_view name, std::size_t constraint);

}  // namespace alcole::studies
