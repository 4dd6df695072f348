#include <alcole/data/catalogue.hpp>
#include <alcole/learning/opening.hpp>

#include "base/fields.hpp"
#include "base/file_lock.hpp"
#include "base/files.hpp"
#include "base/json.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <sstream>
#include <stdexcept>

namespace alcole::certify {

void fields(auto& visit, base::Is<Opening> auto& o) {
    base::list(visit, "rows", o.rows, "question", o.question, "model", o.model, "planned", o.planned, "file", o.file,
               "time", o.time);
}

namespace {

std::string now() {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts);
    return {text.data(), length};
}

/// The openings of the same rows for other questions.
std::vector<Opening> others(std::vector<Opening> all, const Opening& opening) {
    std::vector<Opening> found;
    for (auto& one : all)
        if (one.rows == opening.rows && one.question != opening.question) found.push_back(std::move(one));
    return found;
}

}  // namespace

std::filesystem::path shared_ledger() { return data::cache_folder() / "certificates.jsonl"; }

std::vector<Opening> Ledger::openings() const {
    std::vector<Opening> found;
    if (file_.empty() || !std::filesystem::exists(file_)) return found;
    std::istringstream lines(base::read_file(file_));
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.empty()) continue;
        try {
            found.push_back(base::from_json<Opening>(line, "line of the ledger"));
        } catch (const std::invalid_argument& error) {
            throw std::runtime_error(file_.string() + ", line " + std::to_string(number) + ": " + error.what() +
                                     "; correct the line, or remove it");
        }
    }
    return found;
}

void Ledger::check(const Opening& opening) const {
    const std::vector<Opening> before = others(openings(), opening);
    if (before.empty()) return;
    const Opening& last = before.back();
    if (before.front().planned != opening.planned)
        throw std::invalid_argument(
            opening.file + ": its rows were first opened for a certificate on " + before.front().time + ", with " +
            std::to_string(before.front().planned) + (before.front().planned == 1 ? " opening" : " openings") +
            " planned (certify.openings), which cannot be changed afterwards; use rows that nobody has looked at");
    if (before.size() >= opening.planned)
        throw std::invalid_argument(
            opening.file + ": its rows were opened for a certificate on " + last.time +
            ", of another model or with other settings, and rows certify nothing at a second look. Use "
            "rows that have not been opened yet (certify.file), or plan several openings before the first one "
            "(certify.openings)");
}

void Ledger::open(Opening opening) const {
    if (file_.empty()) return;
    std::error_code error;  // a folder that cannot be made is reported when the lock cannot be made either
    if (file_.has_parent_path()) std::filesystem::create_directories(file_.parent_path(), error);
    const base::FileLock alone(file_.string() + ".lock");  // between the check and the record, nobody may open the rows
    check(opening);
    const auto all = openings();
    const bool known = std::ranges::any_of(
        all, [&](const Opening& one) { return one.rows == opening.rows && one.question == opening.question; });
    if (known) return;
    opening.time = now();
    const std::string before = std::filesystem::exists(file_) ? base::read_file(file_) : "";
    base::write_file(file_, before + base::json_text(opening, "an opening") + "\n");
}

}  // namespace alcole::certify
