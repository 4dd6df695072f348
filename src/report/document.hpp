#pragma once

#include "report/figure.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

/// A report as a value: sections of paragraphs, tables, cards and figures. It is made once from a result (src/words,
/// src/studies/pages) and rendered as a page, as Markdown or for a terminal; renderers know no facts.
namespace alcole::report {

struct Paragraph {
    Text text{};
    bool lead = false;  ///< in larger letters, for the main statement
};

/// A heading inside a section.
struct Heading {
    std::string text{};
};

struct List {
    std::vector<Text> items{};
};

struct Definitions {
    struct Entry {
        Text term{};
        Text text{};
        int slot = -1;  ///< the marker in front of it, if it is drawn in figures; -1: none
    };
    std::vector<Entry> entries{};
};

/// Names and values; several lists are placed side by side if there is room.
struct Facts {
    struct Group {
        std::string heading{};
        std::vector<std::pair<std::string, Text>> facts{};
    };
    std::vector<Group> groups{};
};

/// A box with a question, some lines of name and value, and a remark below.
struct Card {
    struct Line {
        Text name{};
        Text value{};
        Text small{};  ///< below the value
        int slot = -1;
    };
    std::string question{};
    std::vector<Line> lines{};
    Text remark{};
};
struct Cards {
    std::vector<Card> cards{};
};

/// Text rendered literally.
struct Verbatim {
    std::string text{};
};

struct Block;

/// Folded away on a page.
struct Details {
    std::string summary{};
    std::vector<Block> blocks;
};

struct Block : std::variant<Paragraph, Heading, List, Definitions, Facts, Cards, Table, Figure, Verbatim, Details> {
    using variant::variant;
};
using Blocks = std::vector<Block>;

/// Applies `write` to a block of any kind.
std::string written(const Block& block, const auto& write) {
    return std::visit(write, static_cast<const Block::variant&>(block));
}

/// A section without blocks is left out, also from the contents.
struct Section {
    std::string id{};
    std::string name{};     ///< in the contents of a page; empty: not listed
    std::string heading{};  ///< may be empty
    Blocks blocks{};
};

struct Document {
    std::string title{};   ///< of the browser window
    std::string kicker{};  ///< the line above the heading
    Text heading{};        ///< the main statement in a few words
    Text subtitle{};       ///< what the document is about
    Text banner{};         ///< a warning above everything; may be empty
    std::vector<Section> sections{};
};

/// Appends blocks to others.
void append(Blocks& to, Blocks more);

/// One file that opens offline, with style, script and figures inside. It makes no network requests, and is complete
/// without its script.
std::string html(const Document& document);

/// Every figure as a separate SVG file, numbered as on the page, for papers: light colours on white, no script.
std::vector<std::string> figures(const Document& document);

/// Leaves out figures, cards and folded parts.
std::string markdown(const Document& document);

/// Paragraphs, lists and tables, at most 100 characters wide except for tables; columns of sentences are printed below
/// their table. `colours`: use those of the terminal.
std::string terminal(const Document& document, bool colours);

}  // namespace alcole::report
