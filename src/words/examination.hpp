#pragma once

#include "run/outcome/outcome.hpp"

#include <string>
#include <vector>

/// What an examination found, in words: the same on a terminal, in the report and in the model card. Plain text.
namespace alcole::words {

/// One question about the answer, and what it was answered by.
struct Question {
    std::string text{};       ///< "no small change helps (stationarity)"
    std::string number{};     ///< "3.1e-08", "0.0021 +- 4e-09", "at least 0.02"
    std::string tolerance{};  ///< what it was judged by: "<= 1e-07"; empty: nothing
    alcole::Decision verdict = alcole::Decision::undetermined;
    std::string word{};     ///< the verdict as people read it: "holds", "none found", "not looked at"
    std::string label{};    ///< bound, estimate, heuristic: how far to trust it
    std::string meaning{};  ///< a sentence
};

/// None when nobody looked.
std::vector<Question> questions_on(const run::Outcome& outcome);

/// One or two sentences: is it an answer? Empty when nobody looked.
std::string is_it_an_answer(const run::Outcome& outcome);

}  // namespace alcole::words
