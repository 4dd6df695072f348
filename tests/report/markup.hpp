#pragma once

#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What tests of pages require of their markup.
namespace alcole::testing {

inline std::size_t occurrences(std::string_view text, std::string_view what) {
    std::size_t n = 0;
    for (auto at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size())) ++n;
    return n;
}

/// Parses markup as strictly as XML, except for script and style. Returns what is wrong, or nothing.
class Markup {
  public:
    explicit Markup(std::string_view text) : text_(text) {}

    std::optional<std::string> fault() {
        if (text_.starts_with("<!DOCTYPE html>")) text_.remove_prefix(15);
        while (!text_.empty()) {
            if (text_.starts_with("</")) {
                if (auto wrong = close()) return wrong;
            } else if (text_.starts_with('<')) {
                if (auto wrong = open()) return wrong;
            } else if (auto wrong = characters('<')) {
                return wrong;
            }
        }
        if (!open_.empty()) return "not closed: " + open_.back();
        return std::nullopt;
    }

  private:
    static bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':'; }

    std::string name() {
        std::size_t n = 0;
        while (n < text_.size() && is_name(text_[n])) ++n;
        std::string found(text_.substr(0, n));
        text_.remove_prefix(n);
        return found;
    }

    std::optional<std::string> characters(char end) {
        while (!text_.empty() && text_.front() != end) {
            const auto c = static_cast<unsigned char>(text_.front());
            if (c == '<' || (c < 0x20 && c != '\n' && c != '\t')) return "a wild character before " + here();
            if (c == '&') {
                const auto semicolon = text_.substr(0, 10).find(';');
                if (semicolon == std::string_view::npos) return "a wild ampersand at " + here();
            }
            text_.remove_prefix(1);
        }
        return std::nullopt;
    }

    std::optional<std::string> close() {
        text_.remove_prefix(2);
        const std::string tag = name();
        if (open_.empty() || open_.back() != tag) return "closes nothing: " + tag + " at " + here();
        open_.pop_back();
        if (!text_.starts_with('>')) return "a closing tag without its end at " + here();
        text_.remove_prefix(1);
        return std::nullopt;
    }

    std::optional<std::string> open() {
        text_.remove_prefix(1);
        const std::string tag = name();
        if (tag.empty()) return "a wild < at " + here();
        std::vector<std::string> seen;
        while (text_.starts_with(' ')) {
            text_.remove_prefix(1);
            const std::string attribute = name();
            if (attribute.empty() || !text_.starts_with("=\"")) return "an attribute without value at " + here();
            for (const auto& other : seen)
                if (other == attribute) return "twice the attribute " + attribute;
            seen.push_back(attribute);
            text_.remove_prefix(2);
            if (auto wrong = characters('"')) return wrong;
            if (text_.empty()) return "an attribute without end";
            text_.remove_prefix(1);
        }
        if (text_.starts_with("/>")) {
            text_.remove_prefix(2);
            return std::nullopt;
        }
        if (!text_.starts_with('>')) return "a tag without its end at " + here();
        text_.remove_prefix(1);
        if (tag == "script" || tag == "style") {
            const auto end = text_.find("</" + tag + ">");
            if (end == std::string_view::npos) return "not closed: " + tag;
            text_.remove_prefix(end);
        }
        open_.push_back(tag);
        return std::nullopt;
    }

    std::string here() const { return "'" + std::string(text_.substr(0, 60)) + "'"; }

    std::string_view text_;
    std::vector<std::string> open_{};
};

inline std::string fault_of(const std::string& text) { return Markup(text).fault().value_or(""); }

}  // namespace alcole::testing
