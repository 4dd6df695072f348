#include "study_summary.hpp"

#include "terminal.hpp"

#include <array>
#include <cstdio>

namespace alcole::app {
namespace {

template <class... Values>
std::string line(const char* format, Values... values) {
    std::array<char, 400> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, values...);  // NOLINT: a format is what it is
    return buffer.data();
}

}  // namespace

std::string summary_text(const studies::Study& study) {
    std::string out = line("%s: %zu people, %zu to learn from, %zu held out; %zu constraints, bound %g\n\n",
                           study.data.name.c_str(), study.data.rows, study.data.train_rows, study.data.test_rows,
                           study.constraints.size(), study.constraints.empty() ? 0 : study.constraints.front().bound);
    out += line("%-22s %9s %10s %11s %11s %11s\n", "means over seeds", "accuracy", "sex flips", "violation*",
                "lambda sd", "slack sd*");
    for (const auto& method : study.methods) {
        const auto& s = method.summary;
        out += line("%-22s %9.4f %9.2f%% %11.3f", method.name.c_str(), s.accuracy.estimate,
                    100 * s.flip.front().estimate, s.worst_slack.estimate);
        const bool moves = method.name == "lagrangian" || method.name == "augmented";
        out +=
            moves ? line(" %11.3f %11.3f\n", s.lambda_sd.estimate, s.slack_sd.estimate) : line(" %11s %11s\n", "", "");
    }
    out += "* in units of the bound; violation: the largest, on the training data (negative: all hold)\n\n";
    for (const auto& claim : study.claims) {
        out += line("%-9s  %-30s %9.3g  [%.3g, %.3g]\n", std::string(to_string(claim.verdict)).c_str(),
                    claim.id.c_str(), claim.value.estimate, claim.value.low, claim.value.high);
        out += "           " + wrapped(claim.text, 100, "           ") + "\n";
    }
    return out;
}

}  // namespace alcole::app
