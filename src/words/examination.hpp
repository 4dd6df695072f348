#pragma once

#include "words/common.hpp"

/// What an examination found, in words.
namespace alcole::words {

/// One or two sentences: is it an answer? Empty when nobody looked.
Text is_it_an_answer(const learning::Outcome& outcome);

/// Every question with its number, its tolerance and how far to trust it; empty when nobody looked.
Table questions(const learning::Outcome& outcome);
Table assumptions(const learning::Examination& found);

/// The section of the page.
Blocks examination_parts(const learning::Outcome& outcome);

/// What 'alcole examine' says.
Document examination_summary(const learning::Outcome& outcome, double seconds);

}  // namespace alcole::words
