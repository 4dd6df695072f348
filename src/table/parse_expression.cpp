#include "base/text.hpp"
#include "table/expression.hpp"
#include "table/quantities.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace alcole::table {
namespace {

bool is_blank(char c) { return base::blanks.find(c) != std::string_view::npos; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// The end of the quoted text, backticked text or list that begins at `at`, or `at` itself if nothing begins there. A
/// quote inside a word does not count: O'Brien. A list may stand inside a bracket but not inside another list, which
/// limits the depth.
std::size_t skip(std::string_view text, std::size_t at, int deepest = 2) {
    const char c = text[at];
    const bool begins =
        at == 0 || is_blank(text[at - 1]) || std::string_view("=<>[(,").find(text[at - 1]) != std::string_view::npos;
    if (c == '`' || ((c == '\'' || c == '"') && begins)) {
        const auto end = text.find(c, at + 1);
        return end == std::string_view::npos ? text.size() : end;
    }
    if (c != '[' || deepest == 0) return at;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == ']') return i;
        i = skip(text, i, deepest - 1);
    }
    return text.size();
}

/// A piece of the text, and its position.
struct Piece {
    std::string_view text{};
    std::size_t at = 0;  ///< counted from 0
};

Piece trimmed(Piece piece) {
    while (!piece.text.empty() && is_blank(piece.text.front())) {
        piece.text.remove_prefix(1);
        ++piece.at;
    }
    piece.text = base::trimmed(piece.text);
    return piece;
}

/// True if `word` occurs at `at` as a separate word.
bool word_at(std::string_view text, std::size_t at, std::string_view word) {
    const auto alone = [&](std::size_t i) { return i >= text.size() || is_blank(text[i]); };
    return text.substr(at).starts_with(word) && (at == 0 || is_blank(text[at - 1])) && alone(at + word.size());
}

/// Splits at the word, or at commas, outside quotes and lists.
std::vector<Piece> cut(Piece whole, std::string_view word, bool commas) {
    std::vector<Piece> pieces;
    std::size_t begin = 0;
    const auto end_at = [&](std::size_t end) {
        pieces.push_back(trimmed({.text = whole.text.substr(begin, end - begin), .at = whole.at + begin}));
    };
    for (std::size_t i = 0; i < whole.text.size(); ++i) {
        const bool is_word = word_at(whole.text, i, word);
        if (is_word || (commas && whole.text[i] == ',')) {
            end_at(i);
            begin = i + (is_word ? word.size() : 1);
            i = begin - 1;
            continue;
        }
        i = skip(whole.text, i);
    }
    end_at(whole.text.size());
    return pieces;
}

/// True for a column by itself, as opposed to a condition.
bool is_column(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (std::string_view("=<>!").find(text[i]) != std::string_view::npos) return false;
        if (word_at(text, i, "in") || word_at(text, i, "is") || word_at(text, i, "not")) return false;
        i = skip(text, i);
    }
    return true;
}

/// The position of an = that is not part of ==, <=, >= or !=.
std::optional<std::size_t> single_equal(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool before = i > 0 && std::string_view("=<>!").find(text[i - 1]) != std::string_view::npos;
        const bool after = i + 1 < text.size() && text[i + 1] == '=';
        if (text[i] == '=' && !before && !after) return i;
        i = skip(text, i);
    }
    return std::nullopt;
}

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    std::vector<Expression> all() {
        const Sum first = sum();
        const auto sign = comparison();
        if (!sign) {
            end();
            check(first);
            return {{.sum = first}};
        }
        const Sum second = sum();
        const std::size_t at = at_;
        const auto next = comparison();
        if (!next) {
            end();
            return {compared(first, *sign, second)};
        }
        if (*next != *sign || *sign == Comparison::equal)
            refuse(at, "two comparisons must point the same way: low <= rate <= high");
        const Sum third = sum();
        end();
        if (!first.parts.empty() || !third.parts.empty())
            refuse(at, "of two comparisons, the first and the last side must be numbers");
        const bool rises = *sign == Comparison::at_most;
        const double low = rises ? first.constant : third.constant;
        const double high = rises ? third.constant : first.constant;
        if (low > high)
            refuse(at, "nothing is at least " + base::short_number(low) + " and at most " + base::short_number(high));
        return {compared(first, *sign, second), compared(second, *sign, third)};
    }

  private:
    [[noreturn]] static void refuse(std::size_t at, const std::string& why) { refuse_at(at + 1, why); }

    /// The beginning of the rest, to help find the place.
    std::string here() const {
        if (at_ >= text_.size()) return "the end";
        constexpr std::size_t max_length = 20;
        const std::size_t end = std::min(text_.find_first_of(base::blanks, at_ + 1), at_ + max_length);
        return base::quoted(text_.substr(at_, end - at_));
    }

    void blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }
    bool next_is(std::string_view sign) {
        blanks();
        return text_.substr(std::min(at_, text_.size())).starts_with(sign);
    }
    bool take(std::string_view sign) {
        const bool there = next_is(sign);
        if (there) at_ += sign.size();
        return there;
    }
    void expect(std::string_view sign, const std::string& why) {
        if (!take(sign)) refuse(at_, why + ", not " + here());
    }
    void end() {
        blanks();
        if (at_ < text_.size()) refuse(at_, "+, -, * or a comparison was expected, not " + here());
    }

    std::optional<Comparison> comparison() {
        if (take("<=")) return Comparison::at_most;
        if (take(">=")) return Comparison::at_least;
        if (take("==") || take("=")) return Comparison::equal;
        if (next_is("<") || next_is(">")) refuse(at_, "write <= or >=: bounds may be reached");
        return std::nullopt;
    }

    /// Moves everything that varies to the left, and the constant to the right.
    Expression compared(const Sum& left, Comparison sign, const Sum& right) {
        if (left.parts.empty() && sign != Comparison::equal)
            sign = sign == Comparison::at_most ? Comparison::at_least : Comparison::at_most;
        Expression result{.sum = left.parts.empty() ? right - left : left - right, .comparison = sign};
        check(result.sum);
        result.bound = result.sum.constant == 0 ? 0 : -result.sum.constant;
        result.sum.constant = 0;
        return result;
    }

    void check(const Sum& sum) const {
        if (sum.parts.empty()) refuse(0, "it contains no rate; there are " + list_of_quantities());
        bool finite = std::isfinite(sum.constant);
        for (const auto& part : sum.parts) finite = finite && std::isfinite(part.coefficient);
        if (!finite) refuse(0, "a number in it becomes too large");
    }

    static std::string list_of_quantities() {
        std::vector<std::string> names;
        for (const auto name : quantity_names())
            if (!asks_for_change({.quantity = std::string(name)})) names.emplace_back(name);
        return base::listed(names);
    }

    Sum sum() {
        blanks();
        Sum total = take("-") ? (-1.0) * product() : product();
        for (;;) {
            if (take("+"))
                total = std::move(total) + product();
            else if (take("-"))
                total = std::move(total) - product();
            else
                return total;
        }
    }

    Sum product() {
        Sum total = factor();
        for (;;) {
            blanks();
            const std::size_t at = at_;
            const bool divided = next_is("/");
            if (!take("*") && !take("/")) return total;
            const Sum next = factor();
            if (divided && !next.parts.empty())
                refuse(at, "a rate cannot be divided by another; multiply out: a / b >= 0.8 is a - 0.8 * b >= 0");
            if (divided && next.constant == 0) refuse(at, "a division by zero");
            if (!total.parts.empty() && !next.parts.empty())
                refuse(at, "a rate cannot be multiplied by another, only by a number");
            if (divided)
                total = (1 / next.constant) * std::move(total);
            else if (next.parts.empty())
                total = next.constant * std::move(total);
            else
                total = total.constant * next;
        }
    }

    Sum factor() {
        constexpr int deepest = 100;
        blanks();
        if (++depth_ > deepest) refuse(at_, "parentheses are nested too deeply");
        Sum result = any_factor();
        --depth_;
        return result;
    }

    Sum any_factor() {
        if (at_ >= text_.size()) refuse(at_, "a rate or a number is missing at the end");
        if (take("(")) {
            Sum inner = sum();
            expect(")", "the parenthesis is not closed: ) was expected");
            return inner;
        }
        if (is_digit(text_[at_]) || text_[at_] == '.') return {.parts = {}, .constant = number()};
        if (!is_letter(text_[at_])) refuse(at_, "a rate or a number was expected, not " + here());
        const std::size_t begin = at_;
        const std::string name = word();
        if (name == "min" || name == "max" || name == "abs") return extreme(name, begin);
        return sum_of(mean(name, begin));
    }

    double number() {
        double value = 0;
        const auto read = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (read.ec != std::errc{}) refuse(at_, here() + " is not a number that can be used");
        at_ = static_cast<std::size_t>(read.ptr - text_.data());
        return value;
    }

    std::string word() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }

    Sum extreme(const std::string& name, std::size_t begin) {
        if (inside_) refuse(begin, "min, max and abs cannot be nested");
        inside_ = true;
        expect("(", "the argument of " + name + " must be in parentheses: ( was expected");
        std::vector<Sum> sums = {sum()};
        if (name != "abs")
            while (take(",")) sums.push_back(sum());
        expect(")", "the parenthesis is not closed: ) was expected");
        inside_ = false;
        if (name == "abs") sums.push_back((-1.0) * sums.front());
        return name == "min" ? min_of(std::move(sums), begin + 1) : max_of(std::move(sums), begin + 1);
    }

    Mean mean(const std::string& name, std::size_t begin) {
        const auto known = quantity_names();
        if (std::ranges::find(known, name) == known.end()) {
            const std::string hint = base::did_you_mean(name, known);
            refuse(begin, "there is no rate " + base::quoted(name) +
                              (hint.empty() ? "; there are " + list_of_quantities() : hint));
        }
        Mean mean{.quantity = name, .at = begin + 1};
        if (take("(")) {
            do mean.arguments.push_back(argument());
            while (take(","));
            expect(")", "the parenthesis is not closed: ) was expected");
        }
        if (next_is("[")) rows(mean);
        return mean;
    }

    /// A word, quoted if it contains punctuation, or a number.
    std::string argument() {
        blanks();
        if (at_ >= text_.size()) refuse(at_, "a word or a number is missing at the end");
        const char quote = text_[at_];
        if (quote == '\'' || quote == '"' || quote == '`') {
            const auto end = text_.find(quote, at_ + 1);
            if (end == std::string_view::npos) refuse(at_, "a quote is opened and never closed");
            std::string inside(text_.substr(at_ + 1, end - at_ - 1));
            at_ = end + 1;
            return inside;
        }
        const std::size_t begin = at_;
        while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ')') ++at_;
        std::string inside(base::trimmed(text_.substr(begin, at_ - begin)));
        if (inside.empty()) refuse(begin, "a word or a number was expected, not " + here());
        if (inside.find_first_of("'\"`") != std::string::npos) refuse(begin, "quotes must enclose a whole word");
        return inside;
    }

    void rows(Mean& mean) {
        const std::size_t begin = at_;
        const std::size_t end = skip(text_, begin);
        if (end >= text_.size()) refuse(begin, "the bracket is opened and never closed");
        at_ = end + 1;
        const auto sides = cut({.text = text_.substr(begin + 1, end - begin - 1), .at = begin + 1}, "within", false);
        if (sides.size() > 2) refuse(sides[2].at, "'within' can be used only once");
        if (sides.size() == 1) return conditions(sides[0], mean.rows, &mean.groups);
        conditions(sides[0], mean.event, nullptr);
        if (sides[1].text != "all") conditions(sides[1], mean.rows, &mean.groups);
    }

    static void conditions(const Piece& whole, std::vector<tabular::Condition>& into,
                           std::vector<std::string>* groups) {
        for (const Piece& piece : cut(whole, "and", true)) {
            if (piece.text.empty()) refuse(piece.at, "a condition or a column is missing");
            if (!is_column(piece.text)) {
                if (const auto at = single_equal(piece.text)) refuse(piece.at + *at, "write == for equal");
                try {
                    into.push_back(tabular::parse_condition(piece.text));
                    into.back().at = piece.at + 1;
                } catch (const std::invalid_argument& error) {
                    refuse(piece.at, error.what());
                }
                continue;
            }
            if (groups == nullptr)
                refuse(piece.at, base::quoted(piece.text) +
                                     " is not a condition; a column whose groups are meant goes " + "after 'within'");
            std::string_view name = piece.text;
            if (name.front() == '`')
                name = name.substr(1, name.size() - (name.size() > 1 && name.back() == '`' ? 2 : 1));
            if (name.empty() || name.find('`') != std::string_view::npos)
                refuse(piece.at, "backticks must enclose a column's name");
            groups->emplace_back(name);
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    bool inside_ = false;  // of min, max or abs
};

}  // namespace

std::vector<Expression> parse_expression(std::string_view text) { return Parser(text).all(); }

}  // namespace alcole::table
