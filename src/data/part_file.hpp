#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace alcole::data {

/// The bytes of a file that have arrived so far, under a name of their own. Only one process can have it open. Stays
/// where it is at the end of the scope unless it is empty. Members throw std::runtime_error with a sentence.
class PartFile {
  public:
    /// Opens what is there, or makes an empty one.
    explicit PartFile(std::filesystem::path path);
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    ~PartFile();

    std::uint64_t size() const { return size_; }
    const std::filesystem::path& path() const { return path_; }

    void append(const char* bytes, std::size_t count);
    /// Forgets what has arrived.
    void start_over();
    /// Makes the file appear under its final name, in place of whatever had it; the bytes are on the disk by then.
    void rename_to(const std::filesystem::path& name);
    void remove() const noexcept;

  private:
    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace alcole::data
