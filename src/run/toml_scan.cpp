#include "run/toml_scan.hpp"

#include <algorithm>
#include <string>

namespace alcole::run {
namespace {

bool beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

/// Walks through the text from one string or comment to the next.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    }

    std::optional<std::size_t> find() {
        while (at_ < text_.size() && !found_) {
            const char c = text_[at_];
            if (beyond_ascii(c))
                found_ = at_;
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
    void pass_string(char quote) {
        const std::string triple(3, quote);
        const bool lines = text_.substr(at_).starts_with(triple);
        at_ += lines ? 3 : 1;
        while (at_ < text_.size() && !found_) {
            const char c = text_[at_];
            if (c == '\\' && quote == '"') {
                pass_escape();
            } else if (lines && text_.substr(at_).starts_with(triple)) {
                // up to two quotes may stand inside, right before the closing ones
                const auto end = std::min(text_.find_first_not_of(quote, at_), text_.size());
                at_ = std::min(end, at_ + 5);
                return;
            } else {
                ++at_;
                if (!lines && (c == quote || c == '\n')) return;
            }
        }
    }

    /// A backslash, the blanks that it swallows at the end of a line, and one character.
    void pass_escape() {
        at_ = std::min(text_.find_first_not_of(" \t\r\n", at_ + 1), text_.size());
        if (at_ == text_.size()) return;
        if (beyond_ascii(text_[at_])) found_ = at_;
        const bool escaped = text_[at_ - 1] == '\\';
        if (escaped) ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<std::size_t> found_{};
};

}  // namespace

std::optional<std::size_t> bare_beyond_ascii(std::string_view text) { return Scanner(text).find(); }

}  // namespace alcole::run
