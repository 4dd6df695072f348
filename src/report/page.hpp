#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The page around what is told: one file that opens offline, with its style, script and figures inside. It asks the
/// network for nothing, and says everything without its script too.
namespace alcole::report {

struct Chapter {
    std::string_view id;    ///< of its section
    std::string_view name;  ///< in the contents
};

/// Title, kicker and heading are text; the rest is markup.
struct Page {
    std::string title{};              ///< of the window
    std::string kicker{};             ///< the line above the heading
    std::string heading{};            ///< the answer in a few words
    std::string subtitle{};           ///< what it is about
    std::string banner{};             ///< may be empty
    std::vector<Chapter> contents{};  ///< those that the page does not have are left out
    std::string main{};
};

std::string page_html(const Page& page);

/// How to use the figures, above the first of them.
std::string figures_hint();

}  // namespace alcole::report
