#pragma once

#include "report/panel.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <string>
#include <vector>

/// A figure before it knows whether it will stand on the page or in a file of its own.
namespace alcole::report {

struct LegendEntry {
    int slot = 0;
    std::string name{};
    bool line = true;   ///< a line, otherwise a marker
    bool shown = true;  ///< at first
};

struct Figure {
    std::string title{};
    Text caption{};
    Text note{};  ///< how to read it
    std::vector<LegendEntry> legend{};
    std::vector<Panel> panels{};
    std::vector<Table> tables{};  ///< the numbers
    std::string data{};           ///< JSON for the script of the page; may be empty
    bool synthetic = false;
    bool large = false;  ///< two panels beside each other instead of three
};

/// The slot of what stays in the background: other seeds, constraints that are not named.
inline constexpr int background_slot = 9;

/// Numbered by the page.
std::string figure_html(const Figure& figure, int number);
std::string standalone_svg(const Figure& figure);

/// The colours of the page as CSS variables, light and dark, and the rules for what is inside figures.
std::string figure_css();

}  // namespace alcole::report
