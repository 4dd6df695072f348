#pragma once

#include "report/figure.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What happens over the dual steps, as lines: one panel per constraint, per method or per quantity.
namespace alcole::report {

struct Line {
    int slot = 0;
    std::string name{};
    std::string long_name{};
    std::vector<double> values{};               ///< one per drawn step; what is not finite is left out
    std::vector<std::vector<double>> others{};  ///< the same of other runs, drawn faintly and on the page only
};

/// Which steps are drawn, counted from 0: a line of thousands of steps needs a part of them only.
struct DrawnSteps {
    std::size_t first = 0;
    std::size_t every = 1;
    /// So that about `most` of them are drawn, the last one among them.
    static DrawnSteps of(std::size_t steps, std::size_t most);
    std::size_t at(std::size_t index) const { return first + index * every; }
};

struct LinePanel {
    std::string title{};
    std::string tag{};       ///< at the right of the title
    std::string quantity{};  ///< for the description: "Multiplier"
    std::string unit{};      ///< of the vertical axis
    std::vector<Line> lines{};
    std::vector<std::vector<double>> background{};  ///< lines without a name, in the background's slot
    DrawnSteps steps{};
    std::optional<std::size_t> change{};  ///< the first step with all data, after steps with mini-batches
    bool kept_below_zero = false;         ///< zero is a bound, and below it is kept
};

/// The most steps that a line of these panels has.
std::size_t num_steps(std::span<const LinePanel> panels);

/// The range that panels show, the same for all of them, so that they can be compared. What happens in the first tenth
/// of the steps may be far outside, and would flatten everything after it; then it is cut off, and the panel says so.
Extent shown_extent(std::span<const LinePanel> panels, bool with_zero = true);

/// `steps` is the length of the horizontal axis; `index` the place of the panel in its figure.
Panel draw_lines(const LinePanel& panel, std::size_t steps, const Extent& range, std::size_t index);

/// For the script of the page: the named lines of every panel.
std::string lines_json(std::span<const LinePanel> panels, std::string_view unit);

/// Some of the steps in numbers: a table of all would help nobody.
Table lines_table(std::span<const LinePanel> panels, std::string caption);

}  // namespace alcole::report
