#include "report/text.hpp"

#include "base/text.hpp"
#include "report/format.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::report {
namespace {

template <class... Cases>
struct Either : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Either(Cases...) -> Either<Cases...>;

/// Numbers of up to six digits are written out: 2.77e+03 is hard to read.
std::string plain_number(double v, int digits) {
    if (!std::isfinite(v)) return "n/a";
    const bool large = std::abs(v) >= std::pow(10.0, digits) && std::abs(v) < 1e6;
    return large ? std::to_string(std::llround(v)) : base::short_number(v, digits);
}

std::string plain_percent(double share, int digits) {
    return std::isfinite(share) ? base::percent(share, digits == 0 ? 3 : digits) : "n/a";
}

std::string typeset_sign(const std::string& sign) {
    return sign == "<=" ? "\u2264" : sign == ">=" ? "\u2265" : sign == "+-" ? "\u00b1" : sign;
}

/// Spans that both renderings write in the same way.
std::string alike(const auto& span) {
    if constexpr (requires { span.text; })
        return span.text;
    else if constexpr (std::same_as<std::remove_cvref_t<decltype(span)>, std::string>)
        return span;
    else
        return "";
}

}  // namespace

void Text::add(std::string_view words) {
    std::string out;
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (words[at] != '\n') {
            out += words[at];
            continue;
        }
        out += ' ';
        while (at + 1 < words.size() && (words[at + 1] == ' ' || words[at + 1] == '\n')) ++at;
    }
    if (!out.empty()) spans_.emplace_back(std::move(out));
}

Text counted(std::size_t n, std::string_view one, std::string_view many) {
    return say(Count{n}, " ", n == 1 ? std::string(one) : many.empty() ? std::string(one) + "s" : std::string(many));
}

Text listed(const std::vector<Text>& items, std::size_t max_items) {
    const std::size_t shown = items.size() <= max_items ? items.size() : max_items - 1;
    Text out;
    for (std::size_t i = 0; i < shown; ++i) out += say(i == 0 ? "" : i + 1 == items.size() ? " and " : ", ", items[i]);
    if (shown < items.size()) out += say(" and ", Count{items.size() - shown}, " more");
    return out;
}

Text ends(const Interval& interval, bool percent) {
    return has_width(interval) ? Text(Ends{interval, percent}) : Text();
}

Text ends_in_brackets(const Interval& interval, bool percent) {
    return has_width(interval) ? say(" (", Ends{interval, percent}, ")") : Text();
}

Text or_dash(const std::optional<double>& value, int digits) {
    return value ? Text(Number{*value, digits}) : Text(Nothing{});
}

Text percent_or_dash(const std::optional<double>& share) { return share ? Text(Percent{*share}) : Text(Nothing{}); }

Text at_most(double value, int digits) { return say(Sign{"<="}, " ", Number{value, digits}); }
Text at_least(double value, int digits) { return say(Sign{">="}, " ", Number{value, digits}); }

std::string_view sign_of(const Badge& badge) {
    if (!badge.sign.empty()) return badge.sign;
    return badge.tone == Tone::good ? "\u2713" : badge.tone == Tone::bad ? "\u2715" : "?";
}

std::string ascii(const Span& span) {
    const auto one = [](double v, bool percent) { return percent ? plain_percent(v, 0) : plain_number(v, 3); };
    return std::visit(
        Either{[](const Number& n) { return plain_number(n.value, n.digits); },
               [](const Percent& p) { return plain_percent(p.share, p.digits); },
               [](const Count& c) { return std::to_string(c.value); },
               [](const Seconds& s) { return base::duration(s.value); },
               [&](const Mean& e) { return one(e.interval.estimate, e.percent); },
               [&](const Ends& r) {
                   std::string low = one(r.interval.low, r.percent);
                   if (low.ends_with(" %")) low.resize(low.size() - 2);  // 3.1 to 4.2 %
                   return low + " to " + one(r.interval.high, r.percent);
               },
               [](const Name& name) { return base::quoted(name.text); },                                        //
               [](const Nothing&) { return std::string("-"); }, [](const Badge& badge) { return badge.word; },  //
               [](const auto& other) { return alike(other); }},
        span);
}

std::string typeset(const Span& span) {
    return std::visit(
        Either{[](const Number& n) { return number(n.value, n.digits); },
               [](const Percent& p) {
                   return p.digits == 0 ? percent_text(p.share) : cat(number(100 * p.share, p.digits), "\u202f%");
               },
               [](const Count& c) { return count(c.value); }, [](const Seconds& s) { return base::duration(s.value); },
               [](const Mean& e) { return e.percent ? percent_text(e.interval.estimate) : estimate_text(e.interval); },
               [](const Ends& r) { return r.percent ? percent_range_text(r.interval) : range_text(r.interval); },
               [](const Name& name) { return cat("\u201c", name.text, "\u201d"); },
               [](const Sign& sign) { return typeset_sign(sign.text); },
               [](const Nothing&) { return std::string("\u2013"); },
               [](const Badge& badge) { return cat(sign_of(badge), " ", badge.word); },
               [](const auto& other) { return alike(other); }},
        span);
}

std::string ascii(const Text& text) {
    std::string out;
    for (const auto& span : text.spans()) out += ascii(span);
    return out;
}

std::string typeset(const Text& text) {
    std::string out;
    for (const auto& span : text.spans()) out += typeset(span);
    return out;
}

}  // namespace alcole::report
