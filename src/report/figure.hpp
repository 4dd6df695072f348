#pragma once

#include "report/panel.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <string>
#include <vector>

/// A figure, before it is known whether it will be part of a page or a separate file.
namespace alcole::report {

struct LegendEntry {
    int slot = 0;
    std::string name{};
    bool line = true;   ///< shown as a line; otherwise as a marker
    bool shown = true;  ///< initially visible
};

struct Figure {
    std::string title{};
    Text caption{};
    Text note{};  ///< how to read it
    std::vector<LegendEntry> legend{};
    std::vector<Panel> panels{};
    std::vector<Table> tables{};  ///< the numbers
    std::string data{};           ///< JSON for the page's script; may be empty
    bool synthetic = false;
    bool large = false;  ///< two panels side by side instead of three
};

/// The slot of everything in the background: other seeds, unnamed constraints.
inline constexpr int background_slot = 9;

/// `number` is assigned by the page.
std::string figure_html(const Figure& figure, int number);
std::string standalone_svg(const Figure& figure);

/// The colours of the page as CSS variables, light and dark, and the style rules for figures.
std::string figure_css();

}  // namespace alcole::report
