#include "learning/inspect/hints.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <regex>

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

/// Both words, the one right before the other.
bool has_pair(const std::vector<std::string>& tokens, const std::vector<std::string_view>& first,
              const std::vector<std::string_view>& second) {
    for (std::size_t k = 0; k + 1 < tokens.size(); ++k)
        if (has_any({tokens[k]}, first) && has_any({tokens[k + 1]}, second)) return true;
    return false;
}

bool matches(std::string_view text, const std::regex& pattern) {
    constexpr std::size_t longest = 40;  // no date and no number is longer
    return text.size() <= longest && std::regex_match(text.begin(), text.end(), pattern);
}

}  // namespace

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

bool names_what_follows(std::string_view column, std::string_view target) {
    const auto here = tokens(column);
    const auto wanted = tokens(target);
    constexpr std::size_t telling = 4;  // a target called `y` or `out` stands in too many names
    if (wanted.empty() || here.size() <= wanted.size() || target.size() < telling) return false;
    return std::search(here.begin(), here.end(), wanted.begin(), wanted.end()) != here.end();
}

std::string shared_word(std::string_view column, std::string_view target) {
    const auto wanted = tokens(target);
    constexpr std::size_t telling = 4;
    if (wanted.empty() || wanted.back().size() < telling) return "";
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

bool is_written_number(std::string_view text) {
    static const std::regex pattern(
        R"([-+]?(\$|€|£)? ?(\d{1,3}(,\d{3})+(\.\d+)?|\d{1,3}(\.\d{3})+(,\d+)?|\d+,\d+|\d+(\.\d+)?) ?(%|\$|€|£)?)");
    return matches(text, pattern);
}

bool says_yes(std::string_view value) {
    std::string word = base::lower(value);
    if (word.ends_with('.')) word.pop_back();
    if (word.starts_with('>')) return true;
    constexpr std::array<std::string_view, 26> known = {
        "yes",     "true",     "1",      "t",       "y",     "good",     "positive", "pos",     "approved",
        "approve", "accepted", "accept", "granted", "hired", "admitted", "pass",     "passed",  "success",
        "high",    "default",  "churn",  "churned", "recid", "win",      "paid",     "survived"};
    return std::ranges::find(known, word) != known.end();
}

}  // namespace alcole::learning::hints
