#include "base/text.hpp"
#include "table/open_table.hpp"
#include "table/utf8.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace alcole::table {
namespace {

using tabular::ColumnType;
using tabular::ReadOptions;
using tabular::Table;

/// True for an empty line or a comment.
bool empty_line(std::string_view text) {
    text = base::trimmed(text);
    return text.empty() || text.front() == '%';
}

/// Parses a declaration from left to right.
class Declaration {
  public:
    Declaration(std::string_view text, const RowScanner& rows) : rest_(base::trimmed(text)), rows_(rows) {}

    /// The next word, up to a blank or one of the characters in `ends`, or the next quoted text.
    std::string word(const std::string& ends) {
        rest_ = base::trimmed(rest_);
        if (!rest_.empty() && (rest_.front() == '\'' || rest_.front() == '"')) return quoted();
        const std::size_t end = std::min(rest_.find_first_of(ends + " \t"), rest_.size());
        std::string result(rest_.substr(0, end));
        rest_.remove_prefix(end);
        return result;
    }

    /// {value, 'another value', ...}
    std::vector<std::string> values(const std::string& name) {
        std::vector<std::string> result;
        std::set<std::string> seen;
        rest_.remove_prefix(1);
        for (bool closed = false; !closed;) {
            result.push_back(value());
            if (!seen.insert(result.back()).second)
                rows_.fail("attribute " + shown(name) + " declares the value " + shown(result.back()) + " twice");
            if (rest_.empty() || (rest_.front() != ',' && rest_.front() != '}'))
                rows_.fail("the values of attribute " + shown(name) + " are not closed with }");
            closed = rest_.front() == '}';
            rest_.remove_prefix(1);
        }
        return result;
    }

    std::string_view rest() {
        rest_ = base::trimmed(rest_);
        return rest_;
    }

  private:
    /// One of the values; even without quotes it may contain blanks.
    std::string value() {
        rest_ = base::trimmed(rest_);
        std::string result;
        if (!rest_.empty() && (rest_.front() == '\'' || rest_.front() == '"')) {
            result = quoted();
        } else {
            const std::size_t end = std::min(rest_.find_first_of(",}"), rest_.size());
            result = base::trimmed(rest_.substr(0, end));
            if (result.empty()) rows_.fail("a value between the braces is empty; put it in quotes if it is intended");
            rest_.remove_prefix(end);
        }
        if (valid_utf8_length(result) < result.size()) rows_.fail(why_not_text(result));
        rest_ = base::trimmed(rest_);
        return result;
    }

    std::string quoted() {
        const char quote = rest_.front();
        std::string result;
        for (std::size_t i = 1; i < rest_.size(); ++i) {
            const char next = i + 1 < rest_.size() ? rest_[i + 1] : '\0';
            if (rest_[i] == '\\' && next != '\0') {
                result += after_escape(next);
                ++i;
            } else if (rest_[i] != quote) {
                result += rest_[i];
            } else if (next == quote) {
                result += quote;
                ++i;
            } else {
                rest_.remove_prefix(i + 1);
                return result;
            }
        }
        rows_.fail("a quote is opened and never closed");
    }

    std::string_view rest_;
    const RowScanner& rows_;
};

struct Attributes {
    std::vector<std::string> names{};
    std::map<std::string, ColumnType> types{};
    DeclaredLevels levels{};
};

/// @attribute NAME TYPE
void declare(Declaration& text, Attributes& attributes, const RowScanner& rows) {
    const std::string name = text.word("{");
    if (name.empty() || empty_line(text.rest())) rows.fail("an @attribute needs a name and a type");
    if (attributes.types.contains(name)) rows.fail("attribute " + shown(name) + " is declared twice");
    attributes.names.push_back(name);
    if (text.rest().front() == '{') {
        attributes.types[name] = ColumnType::category;
        attributes.levels[name] = text.values(name);
    } else if (const std::string type = base::lower(text.word("%"));
               type == "numeric" || type == "real" || type == "integer") {
        attributes.types[name] = ColumnType::number;
    } else if (type == "string") {
        attributes.types[name] = ColumnType::category;
    } else {
        rows.fail("attribute " + shown(name) + " has the type " + shown(type) +
                  "; numeric, nominal and string ones can be read");
    }
    if (!empty_line(text.rest()))
        rows.fail(shown(text.rest()) + " is left over after the declaration of " + shown(name));
}

/// Reads everything up to @data line by line, because the braces and quotes of declarations differ from those of rows.
Attributes read_header(RowScanner& rows) {
    Attributes attributes;
    while (rows.next_line()) {
        if (empty_line(rows.raw())) continue;
        Declaration line(rows.raw(), rows);
        const std::string keyword = base::lower(line.word(""));
        if (keyword == "@data") {
            if (attributes.names.empty()) rows.fail("there is no @attribute before @data");
            return attributes;
        }
        if (keyword == "@attribute")
            declare(line, attributes, rows);
        else if (keyword != "@relation")
            rows.fail(shown(keyword) + " where @relation, @attribute or @data was expected");
    }
    rows.fail("the file ends before @data; is it ARFF?");
}

}  // namespace

OpenTable open_arff(ByteSource source, const ReadOptions& options) {
    OpenTable file{
        .rows = {std::move(source),
                 {.delimiter = ',', .quote = '\'', .other_quote = '"', .escape = '\\', .comment = '%', .trim = true}},
        .options = options,
        .names = {},
        .levels = {},
        .notes = {},
        .dense_only = true};
    Attributes attributes = read_header(file.rows);
    file.options.missing.emplace_back("?");
    for (const auto& [name, type] : attributes.types) file.options.types.try_emplace(name, type);
    file.names = std::move(attributes.names);
    file.levels = std::move(attributes.levels);
    return file;
}

Table read_arff_from(ByteSource source, const ReadOptions& options) {
    OpenTable file = open_arff(std::move(source), options);
    TableBuilder builder = file.builder();
    while (file.next_row()) builder.add();
    return std::move(builder).finish();
}

}  // namespace alcole::table
