#pragma once

#include "table/reading.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <streambuf>
#include <string>

namespace alcole::table {

/// The bytes of a file or of a text in memory, delivered in order, in pieces; a compressed file is decompressed.
/// Detects a file that ends before the size it had when it was opened.
class ByteSource {
  public:
    /// "-" is standard input. Throws ReadError if there is no such file, if it cannot be opened, or if it is clearly
    /// not text. Reports progress to `context`, which may also stop the reading.
    explicit ByteSource(const std::filesystem::path& asked, const Context& context = Context());
    /// The bytes of a file as they are, from `offset` on.
    ByteSource(const std::filesystem::path& file, std::size_t offset, const Context& context = Context());
    /// `name` takes the place of the file's name in messages.
    ByteSource(std::string name, const std::string& bytes);

    /// Fills `piece`; only at the end of the source does it fill less than all of it. Returns the number of bytes.
    /// Throws ReadError, and ReadingStopped.
    std::size_t read(std::span<char> piece);

    const std::string& name() const { return name_; }
    /// True if the bytes can be read a second time, which is not the case for a pipe.
    bool repeatable() const { return repeatable_; }
    /// The total number of bytes; 0 if unknown, as for a pipe or a compressed file.
    std::size_t size() const { return size_; }
    /// The position in the file of the first byte delivered.
    std::size_t offset() const { return offset_; }

  private:
    /// Throws if they are not those of a table.
    std::string first_bytes();
    void recognise();

    std::string name_;
    std::unique_ptr<std::streambuf> bytes_;
    std::optional<Reading> reading_;  // none for bytes in memory
    std::string head_;                // first bytes of bytes_, already read to recognise the format
    bool repeatable_ = true;
    std::size_t size_ = 0;
    std::size_t taken_ = 0;
    std::size_t offset_ = 0;
};

}  // namespace alcole::table
