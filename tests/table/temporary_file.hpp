#pragma once

#include <alcole/tabular/read.hpp>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace alcole::tabular::testing {

/// A file that is deleted at the end of the scope.
class TemporaryFile {
  public:
    explicit TemporaryFile(std::string_view content, const std::string& ending = ".csv")
        : path_(std::filesystem::temp_directory_path() /
                ("alcole-table-" + std::to_string(::getpid()) + "-" + std::to_string(count++) + ending)) {
        std::ofstream(path_, std::ios::binary) << content;
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }

    const std::filesystem::path& path() const { return path_; }

  private:
    inline static std::atomic<int> count = 0;
    std::filesystem::path path_;
};

inline Table csv(std::string_view content, const ReadOptions& options = {}) {
    return read_csv(TemporaryFile(content).path(), options);
}

inline Table arff(std::string_view content, const ReadOptions& options = {}) {
    return read_arff(TemporaryFile(content, ".arff").path(), options);
}

/// The message of a rejection, without the name of the file; empty if nothing is rejected.
template <class Error = ReadError, class Action>
std::string refusal(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        const std::string said = error.what();
        const auto name = said.find("alcole-table-");
        return name == std::string::npos ? said : said.substr(said.find_first_of(",:", name) + 2);
    }
    return "";
}

/// The values of a column as text.
inline std::vector<std::string> texts(const Column& column) {
    std::vector<std::string> result;
    for (std::size_t row = 0; row < column.size(); ++row) result.push_back(column.text(row));
    return result;
}

}  // namespace alcole::tabular::testing
