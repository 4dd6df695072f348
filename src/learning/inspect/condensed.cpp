// Condenses findings about thousands of columns for a human reader.
#include <alcole/learning/inspect.hpp>

#include <map>
#include <utility>

namespace alcole::learning {
namespace {

constexpr std::size_t max_listed = 5;
constexpr std::size_t shown = 3;

/// Findings with the same key are counted together.
std::pair<std::string, bool> kind_of(const Finding& finding) { return {finding.kind, finding.ignored}; }

}  // namespace

std::vector<Finding> condensed(const std::vector<Finding>& findings) {
    std::map<std::pair<std::string, bool>, std::size_t> counts;
    for (const auto& finding : findings) counts[kind_of(finding)] += finding.column.empty() ? 0 : 1;
    std::map<std::pair<std::string, bool>, std::size_t> seen;
    std::vector<Finding> list;
    for (const auto& finding : findings) {
        const std::size_t all = counts[kind_of(finding)];
        const std::size_t before = finding.column.empty() ? 0 : seen[kind_of(finding)]++;
        if (all <= max_listed || before < shown) list.push_back(finding);
        if (all > max_listed && before == shown)
            list.push_back({.kind = finding.kind,
                            .column = {},
                            .text = "... and " + std::to_string(all - shown) + " more columns of this kind (" +
                                    finding.kind + "); alcole init --json lists all of them",
                            .ignored = finding.ignored});
    }
    return list;
}

}  // namespace alcole::learning
