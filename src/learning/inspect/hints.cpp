#include "learning/inspect/hints.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <string>
#include <utility>

namespace alcole::learning::hints {
namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool has_any(const std::vector<std::string>& tokens, const std::vector<std::string_view>& known) {
    return std::ranges::any_of(
        tokens, [&](const std::string& token) { return std::ranges::find(known, token) != known.end(); });
}

/// True if a word of `first` is directly followed by a word of `second`.
bool has_pair(const std::vector<std::string>& tokens, const std::vector<std::string_view>& first,
              const std::vector<std::string_view>& second) {
    for (std::size_t k = 0; k + 1 < tokens.size(); ++k)
        if (has_any({tokens[k]}, first) && has_any({tokens[k + 1]}, second)) return true;
    return false;
}

bool matches(std::string_view text, const std::regex& pattern) {
    constexpr std::size_t max_length = 40;  // no date or number is longer
    return text.size() <= max_length && std::regex_match(text.begin(), text.end(), pattern);
}

/// Common scales of answers, lowest word first, separated by "/"; words separated by "|" mean the same.
constexpr std::array<std::string_view, 9> scales = {
    "very low/low/medium|middle|moderate|average|normal/high/very high",
    "extra small|xs/small|s/medium|m/large|l/extra large|xl/xxl",
    "never/rarely|seldom/sometimes|occasionally/often|frequently/very often/always",
    "very poor|very bad/poor|bad/fair|average|neutral|ok|okay/good/very good/excellent",
    "none|no/mild|slight/moderate/severe/very severe|extreme",
    "strongly disagree/disagree/somewhat disagree/neutral|neither|neither agree nor disagree/somewhat agree/agree/"
    "strongly agree",
    "very dissatisfied/dissatisfied/neutral/satisfied/very satisfied",
    "primary/secondary|high school/some college/bachelor|bachelors/master|masters/doctorate|phd",
    "first|1st/second|2nd/third|3rd/fourth|4th/fifth|5th",
};

/// The position of a word on a scale; -1 if it is not on it.
int place_on(std::string_view scale, std::string_view word) {
    int place = 0;
    for (std::size_t begin = 0; begin <= scale.size();) {
        const std::size_t end = std::min(scale.find_first_of("/|", begin), scale.size());
        if (scale.substr(begin, end - begin) == word) return place;
        if (end < scale.size() && scale[end] == '/') ++place;
        begin = end + 1;
    }
    return -1;
}

/// The number at the start of a bracket such as "<10K", "10K-20K", "from 20,000 to 30,000", ">50K" or
/// "[15.000-20.000)"; a little less for a bracket that is open below, and a little more for one that is open above.
std::optional<double> begin_of_bracket(std::string_view word) {
    static const std::regex pattern(
        R"(\s*[\[(]?\s*(<=?|>=?|under|below|up to|over|above|from|less than|more than)?\s*(?:\$|€|£)?\s*(\d{1,3}(?:\.\d{3})+(?!\d)|\d[\d,]*(?:\.\d+)?)\s*(k|m)?(\D.*)?)",
        std::regex::icase);
    constexpr std::size_t max_length = 60;
    std::match_results<std::string_view::const_iterator> parts;
    if (word.size() > max_length || !std::regex_match(word.begin(), word.end(), parts, pattern)) return std::nullopt;
    std::string digits = parts[2].str();
    std::erase(digits, ',');
    // Fifteen thousand is written 15.000 in much of Europe, and decimals rarely end in two zeros.
    const std::size_t point = digits.rfind('.');
    const bool thousands = point != std::string::npos && digits.size() - point == 4 && digits.ends_with("00");
    if (thousands || digits.find('.') != point) std::erase(digits, '.');
    const std::string before = base::lower(parts[1].str());
    const std::string unit = base::lower(parts[3].str());
    const double number = std::stod(digits) * (unit == "k" ? 1e3 : unit == "m" ? 1e6 : 1);
    const bool lowest =
        before.starts_with('<') || before == "under" || before == "below" || before == "up to" || before == "less than";
    const bool open = !before.empty() && !lowest && before != "from";
    constexpr double little = 1e-9;
    return number + (lowest ? -little : open ? little : 0) * std::max(1.0, number);
}

}  // namespace

std::vector<std::string> in_order(std::vector<std::string> words) {
    const auto ordered = [&](const auto& place_of) {
        std::vector<std::pair<double, std::string>> placed;
        for (const auto& word : words) {
            const std::optional<double> place = place_of(word);
            if (!place) return std::vector<std::string>{};
            placed.emplace_back(*place, word);
        }
        std::ranges::sort(placed);
        std::vector<std::string> result;
        for (std::size_t k = 0; k < placed.size(); ++k) {
            if (k > 0 && placed[k].first == placed[k - 1].first) return std::vector<std::string>{};
            result.push_back(placed[k].second);
        }
        return result;
    };
    for (const auto scale : scales) {
        auto found = ordered([&](const std::string& word) {
            const int place = place_on(scale, base::lower(word));
            return place < 0 ? std::nullopt : std::optional<double>(place);
        });
        if (!found.empty()) return found;
    }
    return ordered([](const std::string& word) { return begin_of_bracket(word); });
}

std::vector<std::string> tokens(std::string_view name) {
    std::vector<std::string> result;
    bool open = false;
    for (std::size_t k = 0; k < name.size(); ++k) {
        const char c = name[k];
        const bool part = is_letter(c) || is_digit(c);
        const bool hump = k > 0 && is_capital(c) && is_letter(name[k - 1]) && !is_capital(name[k - 1]);
        if (part && (!open || hump)) result.emplace_back();
        open = part;
        if (part) result.back() += base::lower({&c, 1});
    }
    return result;
}

bool names_identifier(std::string_view column) {
    const auto parts = tokens(column);
    return has_any(parts,
                   {"id",       "ids",     "uuid",     "guid",    "identifier", "ssn",   "name",      "firstname",
                    "lastname", "surname", "fullname", "email",   "mail",       "phone", "telephone", "address",
                    "url",      "rownum",  "rowid",    "unnamed", "casenumber", "key"}) ||
           has_pair(parts,
                    {"case", "account", "customer", "client", "row", "serial", "record", "card", "person", "loan",
                     "patient"},
                    {"number", "no", "nr", "num", "nbr"});
}

bool names_nothing(std::string_view column) {
    constexpr std::string_view by_place = "column ";
    if (!column.starts_with(by_place)) return false;
    column.remove_prefix(by_place.size());
    return !column.empty() && std::ranges::all_of(column, is_digit);
}

bool names_protected(std::string_view column) {
    const auto parts = tokens(column);
    return has_any(parts,
                   {"sex", "gender", "race", "ethnicity", "ethnic", "religion", "disability", "disabled", "marital",
                    "nationality", "citizenship", "citizen", "foreign", "agegroup", "ageband", "agecat", "caste"}) ||
           has_pair(parts, {"age"}, {"group", "cat", "category", "band", "bracket", "range", "class"}) ||
           has_pair(parts, {"personal", "civil", "family"}, {"status"}) ||
           has_pair(parts, {"native", "birth"}, {"country"});
}

bool names_code(std::string_view column) {
    return has_any(tokens(column),
                   {"code", "zip", "zipcode", "postcode", "postal", "type", "category", "class", "region", "district"});
}

bool names_target(std::string_view column) {
    return has_any(tokens(column), {"target",   "label",   "class",   "outcome", "y",        "response", "approved",
                                    "accepted", "granted", "default", "churn",   "churned",  "income",   "hired",
                                    "admitted", "result",  "recid",   "passed",  "survived", "decision"});
}

bool contains_target_name(std::string_view column, std::string_view target) {
    const auto here = tokens(column);
    const auto wanted = tokens(target);
    constexpr std::size_t min_length = 4;  // a target called `y` or `out` is part of too many names
    if (wanted.empty() || here.size() <= wanted.size() || target.size() < min_length) return false;
    return std::search(here.begin(), here.end(), wanted.begin(), wanted.end()) != here.end();
}

std::string shared_word(std::string_view column, std::string_view target) {
    const auto wanted = tokens(target);
    constexpr std::size_t min_length = 4;
    if (wanted.empty() || wanted.back().size() < min_length) return "";
    const std::vector<std::string> last = {wanted.back()};
    if (has_any(last, {"status", "type", "score", "date", "count", "level", "days", "year", "class", "target", "label",
                       "outcome", "value", "amount", "rate", "code", "flag"}))
        return "";
    return has_any(tokens(column), {wanted.back()}) ? wanted.back() : "";
}

bool is_date(std::string_view text) {
    static const std::regex pattern(
        R"((\d{4}[-/.](0?[1-9]|1[0-2])[-/.]([0-2]?\d|3[01])|([0-2]?\d|3[01])[-/.]([0-2]?\d|3[01])[-/.](\d{4}|\d\d))([ T]\d\d?:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)");
    return matches(text, pattern);
}

bool marks_missing(std::string_view text) {
    constexpr std::array<std::string_view, 17> known = {"none",   "nil", "na",   "n/a",    "n.a.",    "#n/a",
                                                        "<na>",   "nan", "null", "#null!", "missing", "unknown",
                                                        "(null)", ".",   "-",    "--",     "?"};
    return std::ranges::find(known, base::lower(text)) != known.end();
}

bool is_written_number(std::string_view text) {
    static const std::regex pattern(
        R"([-+]?(\$|€|£)? ?(\d{1,3}(,\d{3})+(\.\d+)?|\d{1,3}(\.\d{3})+(,\d+)?|\d+,\d+|\d+(\.\d+)?) ?(%|\$|€|£)?)");
    return matches(text, pattern);
}

bool says_yes(std::string_view value) {
    std::string word = base::lower(value);
    if (word.ends_with('.')) word.pop_back();
    if (word.starts_with('>')) return true;
    constexpr std::array<std::string_view, 33> known = {
        "yes",     "true",     "1",       "t",       "y",     "good",     "positive", "pos",      "approved",
        "approve", "accepted", "accept",  "granted", "hired", "admitted", "pass",     "passed",   "success",
        "high",    "default",  "churn",   "churned", "recid", "win",      "paid",     "survived", "ja",
        "oui",     "si",       "s\u00ed", "sim",     "tak",   "evet"};
    return std::ranges::find(known, word) != known.end();
}

}  // namespace alcole::learning::hints
