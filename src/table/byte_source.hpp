#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <streambuf>
#include <string>
#include <string_view>

namespace alcole::table {

/// The bytes of a file, or of a text in memory, in order, in pieces; those of a compressed file as the text they stand
/// for. Notices when a file ends before the size it had when it was opened.
class ByteSource {
  public:
    /// "-" is standard input. Throws ReadError when there is no such file, when it cannot be opened, and when it is
    /// plainly no text.
    explicit ByteSource(const std::filesystem::path& asked);
    /// The bytes of a plain file from `offset` on: of a text that is known not to be compressed.
    ByteSource(const std::filesystem::path& file, std::size_t offset);
    /// `name` stands in messages where the name of a file would.
    ByteSource(std::string name, const std::string& bytes);

    /// Fills as much of `piece` as there is left; less than all of it only at the end. Throws ReadError.
    std::size_t read(std::span<char> piece);

    const std::string& name() const { return name_; }
    /// Whether the bytes can be had a second time: not those of a pipe.
    bool repeatable() const { return repeatable_; }
    /// How many bytes there are in all; 0 when that is not known, as of a pipe or a compressed file.
    std::size_t size() const { return size_; }
    /// How many bytes of the file lie before the first one.
    std::size_t offset() const { return offset_; }

  private:
    void recognise();

    std::string name_;
    std::unique_ptr<std::streambuf> bytes_;
    std::string head_;  // of bytes_, taken already to recognise what they are
    bool repeatable_ = true;
    std::size_t size_ = 0;
    std::size_t taken_ = 0;
    std::size_t offset_ = 0;
};

}  // namespace alcole::table
