#include "table/byte_source.hpp"

#include <alcole/tabular/read.hpp>

#include "base/last_error.hpp"
#include "table/compressed.hpp"

#include <cerrno>
#include <fstream>
#include <ios>
#include <system_error>
#include <utility>

namespace alcole::table {
namespace {

using tabular::ReadError;

[[noreturn]] void fail(const std::string& name, const std::string& why) { throw ReadError(name + ": " + why); }

/// Unbuffered, because the pieces that are read are already large.
std::unique_ptr<std::streambuf> opened(const std::filesystem::path& file) {
    auto bytes = std::make_unique<std::filebuf>();
    bytes->pubsetbuf(nullptr, 0);
    errno = 0;
    if (bytes->open(file, std::ios::in | std::ios::binary) == nullptr)
        fail(file.string(), "cannot be opened: " + base::last_error());
    return bytes;
}

}  // namespace

ByteSource::ByteSource(const std::filesystem::path& asked, const Context& context)
    : name_(asked == "-" || asked == "/dev/stdin" ? "standard input" : asked.string()),
      reading_(std::in_place, context, name_) {
    const std::filesystem::path file = readable_file(asked, context);
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

std::string ByteSource::first_bytes() {
    std::string head(signature_bytes, '\0');
    head.resize(read(head));
    if (const auto advice = not_a_text_table(head); !advice.empty()) fail(name_, std::string(advice));
    return head;
}

void ByteSource::recognise() {
    std::string head = first_bytes();
    if (!compression_of(head).empty()) {
        bytes_ = decompressed(std::move(bytes_), std::move(head), name_);
        size_ = 0;
        head = first_bytes();  // such as a tar archive
    }
    taken_ = 0;
    head_ = std::move(head);
}

ByteSource::ByteSource(const std::filesystem::path& file, std::size_t offset, const Context& context)
    : name_(file.string()), bytes_(opened(file)), reading_(std::in_place, context, name_), offset_(offset) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error || size < offset)
        fail(name_, "became shorter while it was read; read it again when nothing writes to it");
    size_ = static_cast<std::size_t>(size) - offset;
    bytes_->pubseekpos(static_cast<std::streamoff>(offset), std::ios::in);
}

ByteSource::ByteSource(std::string name, const std::string& bytes)
    : name_(std::move(name)),
      bytes_(std::make_unique<std::stringbuf>(bytes, std::ios::in | std::ios::binary)),
      size_(bytes.size()) {}

std::size_t ByteSource::read(std::span<char> piece) {
    if (reading_) reading_->at((offset_ + taken_) / megabyte, size_ / megabyte);
    std::size_t count = head_.copy(piece.data(), piece.size());
    head_.erase(0, count);
    try {
        const auto rest = piece.subspan(count);
        count += static_cast<std::size_t>(bytes_->sgetn(rest.data(), static_cast<std::streamsize>(rest.size())));
    } catch (const std::ios_base::failure&) {
        fail(name_, "cannot be read: " + base::last_error());
    }
    taken_ += count;
    if (count < piece.size() && taken_ < size_)
        fail(name_, "became shorter while it was read: " + std::to_string(taken_) + " of " + std::to_string(size_) +
                        " bytes were there; read it again when nothing writes to it");
    return count;
}

}  // namespace alcole::table
