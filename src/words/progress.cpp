#include "words/progress.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace alcole::words {
namespace {

/// "270", not "2.7e+02".
std::string in_full(double factor) {
    constexpr double whole = 100;
    constexpr double plain = 1e6;
    return factor >= whole && factor < plain ? std::to_string(std::lround(factor)) : base::short_number(factor, 2);
}

/// "1 evaluation of all rows", "2 evaluations of all rows": the first word of a unit is a plural with -s.
std::string number_of_units(std::int64_t count, std::string unit) {
    if (count == 1) unit.erase(std::min(unit.find(' '), unit.size()) - 1, 1);
    return std::to_string(count) + " " + unit;
}

/// A time of which only the order of magnitude is known. There are few such times, so that the line stays calm.
struct RoughTime {
    long number = 0;
    const char* unit = "s";
};
RoughTime rough(double seconds) {
    constexpr std::array<long, 11> numbers = {1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 45};
    constexpr double largest = 50;
    constexpr double minute = 60;
    RoughTime time;
    double value = seconds;
    for (const char* unit : {"min", "h"}) {
        if (value < largest) break;
        value /= minute;
        time.unit = unit;
    }
    const auto distance = [&](long number) { return std::abs(std::log(value / static_cast<double>(number))); };
    time.number = value < largest ? std::ranges::min(numbers, {}, distance) : std::lround(value);
    return time;
}

std::string text_of(const RoughTime& time) { return std::to_string(time.number) + " " + time.unit; }

/// "about 8 s left (2 to 40 s)".
std::string left_about(const Interval& left) {
    const RoughTime low = rough(left.low);
    const RoughTime high = rough(left.high);
    const std::string from = low.unit == std::string(high.unit) ? std::to_string(low.number) : text_of(low);
    return "about " + text_of(rough(left.estimate)) + " left (" + from + " to " + text_of(high) + ")";
}

/// What is known of the time that is left; empty if that is nothing worth saying.
std::string time_left(const Progress& progress) {
    constexpr double worth_saying = 1;
    if (progress.left)
        return *progress.left < worth_saying ? "" : "about " + base::duration(std::round(*progress.left)) + " left";
    if (progress.left_about)
        return progress.left_about->estimate < worth_saying ? "" : left_about(*progress.left_about);
    if (progress.at_most) return "at most " + base::duration(std::round(*progress.at_most)) + " left";
    return "";
}

}  // namespace

std::string progress_text(const Progress& progress) {
    if (progress.unit.empty()) return progress.stage;
    std::string text = progress.stage.empty() ? "" : progress.stage + ", ";
    const std::string done = std::to_string(progress.done);
    if (progress.total)
        text += done + " of " + std::to_string(*progress.total) + " " + progress.unit;
    else if (progress.objective)
        text += progress.unit + " " + done + ": objective " + base::short_number(*progress.objective, 5);
    else
        text += number_of_units(progress.done, progress.unit);
    text += ", " + base::duration(progress.seconds);
    if (const std::string left = time_left(progress); !left.empty()) text += ", " + left;
    if (progress.residual && *progress.residual > 1)
        text += ", residual " + in_full(*progress.residual) + " times its tolerance";
    if (progress.worst)  // last because it is long: a narrow terminal cuts it off
        text += ", worst constraint at " + base::short_number(1 + *progress.worst, 3) + " of its bound: '" +
                progress.worst_name + "'";
    return text;
}

}  // namespace alcole::words
