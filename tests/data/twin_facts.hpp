#pragma once

#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <string>
#include <vector>

/// What is known about the COMPAS table, compared with its twin.
namespace alcole::tests {

/// One number for both.
struct TwinFact {
    std::string name{};
    double target = 0;
    double achieved = 0;
    double tolerance = 0;
    bool within() const;
};

/// Numbers of one kind.
struct TwinFacts {
    std::string title{};
    bool in_full = true;  ///< listed on the page; otherwise only the one that is furthest off is shown
    std::vector<TwinFact> facts{};
};

std::vector<TwinFacts> twin_facts(const tabular::Table& twin);

/// As tables for docs/twin.md.
std::string page_of(const std::vector<TwinFacts>& all);

/// The number of distinct rows in these columns.
std::size_t distinct_rows(const tabular::Table& table, const std::vector<std::string>& columns);

}  // namespace alcole::tests
