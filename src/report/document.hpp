#pragma once

#include "report/figure.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

/// What there is to tell, as a value: sections of paragraphs, tables, cards and figures. It is made once from a result
/// (src/words, src/studies/pages) and rendered as a page, as Markdown or for a terminal; renderers know no facts.
namespace alcole::report {

struct Paragraph {
    Text text{};
    bool lead = false;  ///< the answer in larger letters
};

/// Inside a section.
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
        int slot = -1;  ///< a marker in front of it, where it is drawn in figures
    };
    std::vector<Entry> entries{};
};

/// Names and values; several lists stand side by side where there is room.
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

/// As it is, letter for letter.
struct Verbatim {
    std::string text{};
};

struct Block;

/// Folded away, on a page.
struct Details {
    std::string summary{};
    std::vector<Block> blocks;
};

struct Block : std::variant<Paragraph, Heading, List, Definitions, Facts, Cards, Table, Figure, Verbatim, Details> {
    using variant::variant;
};
using Blocks = std::vector<Block>;

/// What `write` makes of a block, whichever kind it is of.
std::string written(const Block& block, const auto& write) {
    return std::visit(write, static_cast<const Block::variant&>(block));
}

/// One with nothing in it is left out, also of the contents.
struct Section {
    std::string id{};
    std::string name{};     ///< in the contents of a page; empty: not there
    std::string heading{};  ///< may be empty
    Blocks blocks{};
};

struct Document {
    std::string title{};   ///< of the window
    std::string kicker{};  ///< the line above the heading
    Text heading{};        ///< the answer in a few words
    Text subtitle{};       ///< what it is about
    Text banner{};         ///< a warning above everything; may be empty
    std::vector<Section> sections{};
};

/// Adds blocks to others.
void append(Blocks& to, Blocks more);

/// One file that opens offline, with its style, script and figures inside. It asks the network for nothing, and says
/// everything without its script too.
std::string html(const Document& document);

/// Every figure as an SVG file of its own, numbered as on the page, for papers: light colours on white, no script.
std::vector<std::string> figures(const Document& document);

/// Without figures, cards and what is folded away.
std::string markdown(const Document& document);

/// Paragraphs, lists and tables, at most 100 characters wide but for the tables; columns of sentences stand below their
/// table. Colours are those of a terminal.
std::string terminal(const Document& document, bool colours);

}  // namespace alcole::report
