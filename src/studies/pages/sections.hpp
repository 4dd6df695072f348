#pragma once

#include "report/document.hpp"
#include "studies/study.hpp"
#include "words/common.hpp"
#include "words/methods.hpp"

#include <string_view>
#include <vector>

/// What the pages of studies share.
namespace alcole::studies {

using namespace report;  // the vocabulary of documents
using words::in_sentences;
using words::in_words;
using words::MethodLook;

/// Above every page about people that a program made.
Text synthetic_banner();

/// Every claim with its estimate, its interval and its verdict.
Table claims_table(const std::vector<Claim>& claims);
Section claims_section(const std::vector<Claim>& claims);

Section settings_section(const std::vector<Fact>& settings, const std::vector<Fact>& versions, double seconds);
Section cite_section();

}  // namespace alcole::studies
