#pragma once

#include <filesystem>
#include <string>

#include <stdlib.h>  // mkdtemp

namespace alcole::tests {

/// A separate folder that is deleted at the end of the test.
class TestFolder {
  public:
    TestFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "alcole-test-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;
    ~TestFolder() { std::filesystem::remove_all(path_); }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace alcole::tests
