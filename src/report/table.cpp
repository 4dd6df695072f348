#include "report/table.hpp"

namespace alcole::report {

Cell interval_cell(const Interval& interval, bool percent) {
    return {Mean{interval, percent}, Ends{interval, percent}};
}

Cell interval_cell(const std::optional<Interval>& interval, bool percent) {
    return interval ? interval_cell(*interval, percent) : Cell(Nothing{});
}

}  // namespace alcole::report
