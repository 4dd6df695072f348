#pragma once

#include <alcole/interval.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// Sentences, before it is known where they will be read. Numbers and names keep their types until a renderer writes
/// them as its medium does: 2 x 10^-7 with superscripts on a page, 2e-07 on a terminal.
namespace alcole::report {

struct Number {
    double value = 0;
    int digits = 3;  ///< significant digits
};
struct Percent {
    double share = 0;
    int digits = 0;  ///< significant digits; 0: one decimal
};
struct Count {
    std::size_t value = 0;
};
struct Seconds {
    double value = 0;
};
struct Mean {  ///< the estimate of an interval, with as many decimals as the interval justifies
    Interval interval{};
    bool percent = false;
};
struct Ends {  ///< the ends of an interval
    Interval interval{};
    bool percent = false;
};
struct Name {  ///< in quotes
    std::string text{};
};
struct Emphasis {
    std::string text{};
};
struct Strong {
    std::string text{};
};
struct Warning {  ///< must not be overlooked
    std::string text{};
};
struct Index {  ///< a subscript: the lambda of Delta_lambda
    std::string text{};
};
struct Link {
    std::string text{};
    std::string target{};
};
struct Sign {  ///< "<=", ">=", "+-"
    std::string text{};
};
struct Nothing {};  ///< a dash

/// The appearance of a verdict; colour is never its only distinction.
enum class Tone { good, open, bad };
struct Badge {
    Tone tone = Tone::open;
    std::string word{};
    std::string sign{};  ///< empty: the symbol of its tone
};
struct Drawing {  ///< a small SVG element, for pages only
    std::string svg{};
};

using Span = std::variant<std::string, Number, Percent, Count, Seconds, Mean, Ends, Name, Emphasis, Strong, Warning,
                          Index, Link, Sign, Nothing, Badge, Drawing>;

/// A sequence of spans. Line breaks in a string count as spaces, so that long texts can be written as raw strings.
class Text {
  public:
    Text() = default;
    template <class Part>
    requires(!std::same_as<std::remove_cvref_t<Part>, Text>)
        Text(const Part& part) {  // NOLINT(google-explicit-constructor): a string or a number is a text
        if constexpr (std::convertible_to<Part, std::string_view>)
            add(std::string_view(part));
        else
            spans_.emplace_back(std::in_place_type<Part>, part);
    }
    Text& operator+=(const Text& other) {
        spans_.insert(spans_.end(), other.spans_.begin(), other.spans_.end());
        return *this;
    }
    bool empty() const { return spans_.empty(); }
    const std::vector<Span>& spans() const { return spans_; }

  private:
    void add(std::string_view words);
    std::vector<Span> spans_{};
};

/// say("On ", Count{rows}, " rows ...").
template <class... Parts>
Text say(const Parts&... parts) {
    Text text;
    ((text += Text(parts)), ...);
    return text;
}

/// "1 row", "3 rows", "2 tries".
Text counted(std::size_t n, std::string_view one, std::string_view many = {});

/// "a", "a and b", "a, b and c"; beyond `max_items` items, the rest is counted.
Text listed(const std::vector<Text>& items, std::size_t max_items = 6);

/// The ends of an interval; nothing if they say no more than its estimate.
Text ends(const Interval& interval, bool percent = false);
/// " (0.71 to 1.02)"; nothing in the same case.
Text ends_in_brackets(const Interval& interval, bool percent = false);

/// A dash if there is no value.
Text or_dash(const std::optional<double>& value, int digits = 3);
Text percent_or_dash(const std::optional<double>& share);

/// "<= 0.001".
Text at_most(double value, int digits = 3);
Text at_least(double value, int digits = 3);

/// ASCII except for names, as on a terminal; and with typographic symbols, as in Markdown or in an attribute.
std::string ascii(const Text& text);
std::string typeset(const Text& text);

/// A single span in either rendering, and the symbol of a badge.
std::string ascii(const Span& span);
std::string typeset(const Span& span);
std::string_view sign_of(const Badge& badge);

}  // namespace alcole::report
