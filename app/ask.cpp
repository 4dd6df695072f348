#include "ask.hpp"

#include "base/text.hpp"
#include "terminal.hpp"

#include <charconv>
#include <cstdio>
#include <iostream>
#include <stdexcept>

#include <unistd.h>

namespace alcole::app {
namespace {

std::string ask(const std::string& question) {
    std::cout << question << std::flush;
    std::string line;
    if (!std::getline(std::cin, line)) throw std::invalid_argument("there was no answer; use --target and --protected");
    return std::string(base::trimmed(line));
}

/// A column by its name, or by its number in the list that was shown.
std::string column_of(const learning::Look& look, const std::vector<std::string>& shown, const std::string& answer) {
    if (look.table.find(answer) != nullptr) return answer;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(answer.data(), answer.data() + answer.size(), number);
    const bool listed =
        error == std::errc() && end == answer.data() + answer.size() && number >= 1 && number <= shown.size();
    return listed ? shown[number - 1] : look.table.at(answer).name;  // at() throws with the nearest name
}

/// Asks until the answer makes sense, at most three times.
template <class Answer>
auto ask_until_valid(const std::string& question, Answer answer) {
    for (int again = 3;; --again) {
        const std::string line = ask(question);
        try {
            return answer(line);
        } catch (const std::invalid_argument& error) {
            if (again == 1) throw;
            print_to_stderr(error.what());
        }
    }
}

}  // namespace

bool can_ask() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

std::string ask_target(const learning::Look& look) {
    const auto columns = learning::likely_targets(look);
    std::printf("Which column should be predicted?\n");
    for (std::size_t k = 0; k < columns.size(); ++k) std::printf("%4zu  %s\n", k + 1, columns[k].c_str());
    static_cast<void>(std::fflush(stdout));
    return ask_until_valid("target, by name or number [" + columns.front() + "]: ", [&](const std::string& line) {
        return line.empty() ? columns.front() : column_of(look, columns, line);
    });
}

std::vector<std::string> ask_protected(const learning::Look& look, const std::string& target) {
    const auto guess = learning::likely_protected(look, target);
    return ask_until_valid(
        "protected columns, separated by commas [" + (guess.empty() ? "none" : base::joined(guess)) + "]: ",
        [&](const std::string& line) {
            if (line.empty()) return std::vector<std::string>(guess);
            if (line == "none") return std::vector<std::string>{};
            auto names = base::cut(line, ",");
            for (const auto& name : names) static_cast<void>(look.table.at(name));
            return names;
        });
}

}  // namespace alcole::app
