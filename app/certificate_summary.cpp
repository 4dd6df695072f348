#include "certificate_summary.hpp"

#include "base/text.hpp"
#include "terminal.hpp"
#include "text_table.hpp"

#include <vector>

namespace alcole::app {
namespace {

std::string number(const std::optional<double>& value) { return value ? base::short_number(*value, 4) : "-"; }

std::string whole(const std::optional<double>& value) {
    if (!value) return "-";
    constexpr double readable = 1e7;
    if (*value >= readable) return base::short_number(*value, 2);
    return std::to_string(static_cast<long long>(*value));
}

std::string verdict_text(certify::Verdict verdict, bool colours) {
    const std::string word(certify::to_string(verdict));
    switch (verdict) {
        case certify::Verdict::certified:
            return coloured(word, Colour::green, colours);
        case certify::Verdict::violated:
            return coloured(word, Colour::red, colours);
        case certify::Verdict::undecided:
        case certify::Verdict::impossible:
            break;
    }
    return coloured(word, Colour::yellow, colours);
}

std::string heading(const certify::Certificate& certificate) {
    return std::to_string(certificate.rows) + " rows, " + std::string(certify::to_string(certificate.family)) +
           " bounds; all of them hold together with probability " + base::short_number(1 - certificate.delta, 4) +
           ",\nprovided that these rows had no part in training or in any "
           "choice, and are drawn like those to come\n";
}

std::string reasons(const certify::Certificate& certificate) {
    std::string text;
    const auto add = [&](const std::string& name, const std::string& reason) {
        if (!reason.empty()) text += wrapped("'" + name + "' has no bound: " + reason, 100, "  ") + "\n";
    };
    for (const auto& constraint : certificate.constraints) add(constraint.name, constraint.risk.reason);
    add("mean loss", certificate.objective.reason);
    return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string certificate_summary(const certify::Certificate& certificate, bool colours) {
    std::vector<std::vector<std::string>> rows = {
        {"constraint", "bound", "rows", "estimate", "at worst", "flips at most", "rows to decide", "verdict"}};
    for (const auto& constraint : certificate.constraints)
        rows.push_back({constraint.name, (constraint.at_least ? ">= " : "<= ") + base::short_number(constraint.bound),
                        std::to_string(constraint.risk.rows), number(constraint.risk.estimate),
                        number(constraint.limit()), constraint.flips ? number(constraint.flips->high) : "-",
                        whole(constraint.rows_to_decide), verdict_text(constraint.verdict, colours)});
    const auto& loss = certificate.objective;
    rows.push_back(
        {"mean loss", "-", std::to_string(loss.rows), number(loss.estimate), number(loss.high), "-", "-", "-"});
    return heading(certificate) + "\n" + table_text(rows) + reasons(certificate);
}

}  // namespace alcole::app
