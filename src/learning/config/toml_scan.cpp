#include "learning/config/toml_scan.hpp"

#include <algorithm>
#include <string>

namespace alcole::learning {
namespace {

bool beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

/// Walks through the text, skipping strings and comments.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    }

    std::optional<Unparsable> find() {
        bool line_begins = true;
        while (at_ < text_.size() && !found_) {
            const char c = text_[at_];
            if (line_begins && c == '[') check_header();
            line_begins = c == '\n' || (line_begins && (c == ' ' || c == '\t' || c == '\r'));
            if (found_) break;
            if (beyond_ascii(c))
                refuse_letter();
            else if (c == '#')
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (c == '"' || c == '\'')
                pass_string(c);
            else
                ++at_;
        }
        return found_;
    }

  private:
    void refuse_letter() { found_ = {at_, "letters other than a to z must be in quotes"}; }

    /// [name] or [[name]]; blanks are allowed inside the brackets.
    void check_header() {
        std::size_t at = at_ + 1;
        if (at < text_.size() && text_[at] == '[') ++at;
        at = std::min(text_.find_first_not_of(" \t", at), text_.size());
        const std::string_view name = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-\"'";
        const bool named = at < text_.size() && name.find(text_[at]) != std::string_view::npos;
        if (!named) found_ = {at_, "a bracket at the beginning of a line must be followed by the name of a table"};
    }

    void pass_string(char quote) {
        const std::string triple(3, quote);
        const bool lines = text_.substr(at_).starts_with(triple);
        at_ += lines ? 3 : 1;
        while (at_ < text_.size() && !found_) {
            const char c = text_[at_];
            if (c == '\\' && quote == '"') {
                pass_escape();
            } else if (lines && text_.substr(at_).starts_with(triple)) {
                // up to two quotes may precede the closing three
                const auto end = std::min(text_.find_first_not_of(quote, at_), text_.size());
                at_ = std::min(end, at_ + 5);
                return;
            } else {
                ++at_;
                if (!lines && (c == quote || c == '\n')) return;
            }
        }
    }

    /// Skips a backslash and either the escaped character, or the white space that it removes at the end of a line.
    void pass_escape() {
        at_ = std::min(text_.find_first_not_of(" \t\r\n", at_ + 1), text_.size());
        if (at_ == text_.size()) return;
        if (beyond_ascii(text_[at_])) refuse_letter();
        const bool escaped = text_[at_ - 1] == '\\';
        if (escaped) ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<Unparsable> found_{};
};

}  // namespace

std::optional<Unparsable> find_unparsable(std::string_view text) { return Scanner(text).find(); }

}  // namespace alcole::learning
