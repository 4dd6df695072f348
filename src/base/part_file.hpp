#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace alcole::base {

/// The bytes of a file that have arrived so far, under a temporary name. Only one process can have it open. It is kept
/// at the end of the scope unless it is empty. Members throw std::runtime_error with a sentence.
class PartFile {
  public:
    /// Opens the existing file, or creates an empty one.
    explicit PartFile(std::filesystem::path path);
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    ~PartFile();

    std::uint64_t size() const { return size_; }
    const std::filesystem::path& path() const { return path_; }

    void append(const char* bytes, std::size_t count);
    /// Discards what has arrived.
    void start_over();
    /// Renames the file to its final name, replacing any existing file, after the bytes have reached the disk.
    void rename_to(const std::filesystem::path& name);
    void remove() const noexcept;

  private:
    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace alcole::base
