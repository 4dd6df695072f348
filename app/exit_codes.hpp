#pragma once

#include <array>
#include <string_view>

namespace alcole::app {

/// Documented in docs/cli.md.
enum ExitCode : int {
    success = 0,     ///< done; if a model was trained, its constraints are met
    failure = 1,     ///< the command line or the input is invalid, or something could not be done; a sentence says what
    not_met = 2,     ///< a model was trained or judged, but a constraint is not met, or not certified
    infeasible = 3,  ///< no model meets all constraints; the best compromise is kept
    interrupted = 130  ///< stopped by Ctrl-C; finished work is kept
};

/// The same for users, in the manual page.
struct ExitMeaning {
    ExitCode code;
    std::string_view meaning;
};
inline constexpr std::array exit_meanings = {
    ExitMeaning{success, "Success; if a model was trained, every constraint is met."},
    ExitMeaning{
        failure,
        "The command line, a setting or a file is invalid, or the request could not be carried out; one sentence "
        "says why."},
    ExitMeaning{not_met, "A model was trained or judged, but a constraint is not met, or not certified."},
    ExitMeaning{infeasible,
                "The constraints are infeasible: no model was found that meets all of them; the best "
                "compromise is kept."},
    ExitMeaning{interrupted, "Stopped by Ctrl-C or SIGTERM; what was finished is kept."}};

}  // namespace alcole::app
