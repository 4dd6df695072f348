#include "table/byte_source.hpp"

#include <alcole/tabular/read.hpp>

#include "table/compressed.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <ios>
#include <sstream>
#include <system_error>
#include <utility>

namespace alcole::table {
namespace {

using tabular::ReadError;

[[noreturn]] void fail(const std::string& name, const std::string& why) { throw ReadError(name + ": " + why); }

std::string last_error() { return std::generic_category().message(errno); }

/// Without a buffer of its own: pieces are large already.
std::unique_ptr<std::streambuf> opened(const std::filesystem::path& file) {
    auto bytes = std::make_unique<std::filebuf>();
    bytes->pubsetbuf(nullptr, 0);
    errno = 0;
    if (bytes->open(file, std::ios::in | std::ios::binary) == nullptr)
        fail(file.string(), "cannot be opened: " + last_error());
    return bytes;
}

}  // namespace

ByteSource::ByteSource(const std::filesystem::path& asked) : name_(asked == "-" ? "standard input" : asked.string()) {
    const std::filesystem::path file = tabular::readable_file(asked);
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status) && (!error || error == std::errc::no_such_file_or_directory))
        fail(name_, "there is no such file; is the name right?");
    if (std::filesystem::is_directory(status)) fail(name_, "is a folder, not a file; name a file in it");
    bytes_ = opened(file);
    repeatable_ = std::filesystem::is_regular_file(status);
    const auto size = std::filesystem::file_size(file, error);
    if (repeatable_ && !error) size_ = static_cast<std::size_t>(size);
    recognise();
}

void ByteSource::recognise() {
    std::string head(signature_bytes, '\0');
    head.resize(read(head));
    if (const auto advice = not_a_text_table(head); !advice.empty()) fail(name_, std::string(advice));
    if (compression_of(head).empty()) {
        taken_ = 0;
        head_ = std::move(head);
        return;
    }
    bytes_ = decompressed(std::move(bytes_), std::move(head), name_);
    size_ = 0;
}

ByteSource::ByteSource(std::string name, const std::string& bytes)
    : name_(std::move(name)),
      bytes_(std::make_unique<std::stringbuf>(bytes, std::ios::in | std::ios::binary)),
      size_(bytes.size()) {}

std::size_t ByteSource::read(std::span<char> piece) {
    std::size_t count = head_.copy(piece.data(), piece.size());
    head_.erase(0, count);
    try {
        const auto rest = piece.subspan(count);
        count += static_cast<std::size_t>(bytes_->sgetn(rest.data(), static_cast<std::streamsize>(rest.size())));
    } catch (const std::ios_base::failure&) {
        fail(name_, "cannot be read: " + last_error());
    }
    taken_ += count;
    if (count < piece.size() && taken_ < size_)
        fail(name_, "became shorter while it was read: " + std::to_string(taken_) + " of " + std::to_string(size_) +
                        " bytes were there; read it again when nothing writes to it");
    return count;
}

std::size_t valid_utf8_length(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size()) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead == 0) return i;
        if (lead < 0x80) {
            ++i;
            continue;
        }
        const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (lead < 0xC2 || lead > 0xF4 || i + length > text.size()) return i;
        std::uint32_t point = lead & (0xFFU >> (length + 1));
        for (std::size_t k = 1; k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            if ((next & 0xC0U) != 0x80U) return i;
            point = (point << 6U) | (next & 0x3FU);
        }
        const std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
        if (point < least.at(length) || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return i;
        i += length;
    }
    return i;
}

}  // namespace alcole::table
