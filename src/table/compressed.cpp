#include "table/compressed.hpp"

#include <alcole/tabular/read.hpp>

#include "table/utf8.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#ifdef ALCOLE_READS_COMPRESSED
#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>
#endif

namespace alcole::table {
namespace {

struct Signature {
    std::string_view bytes;
    std::string_view meaning;
};

using namespace std::string_view_literals;

constexpr std::array compressions = {Signature{"\x1F\x8B"sv, "gzip"}, Signature{"\x28\xB5\x2F\xFD"sv, "zstd"},
                                     Signature{"BZh"sv, "bzip2"}, Signature{"\xFD\x37zXZ\0"sv, "xz"}};

constexpr auto pickle = "is a pickled Python object; write the table as CSV (pandas: to_csv(..., index=False))"sv;
constexpr auto json = "is JSON; write the table as CSV first (pandas: read_json(...).to_csv(..., index=False))"sv;
constexpr auto markup = "is a page of HTML or XML; a table as CSV is needed"sv;

constexpr std::array other_formats = {
    Signature{"PK\x03\x04"sv, "is an Excel workbook or a zip archive; save the table as CSV, or unpack it"},
    Signature{"\xD0\xCF\x11\xE0"sv, "is an old Excel workbook; save the table as CSV"},
    Signature{"PAR1"sv,
              "is a Parquet file; write it as CSV first (pandas: read_parquet(...).to_csv(..., index=False))"},
    Signature{"ARROW1"sv,
              "is an Arrow file; write it as CSV first (pandas: read_feather(...).to_csv(..., index=False))"},
    Signature{"SQLite format 3"sv, "is an SQLite database; export the table as CSV"},
    Signature{"%PDF"sv, "is a PDF document; a table as CSV is needed"},
    Signature{"\x04\x22\x4D\x18"sv, "is compressed with lz4, which is not supported; decompress it first"},
    Signature{"\x80\x02"sv, pickle},
    Signature{"\x80\x03"sv, pickle},
    Signature{"\x80\x04"sv, pickle},
    Signature{"\x80\x05"sv, pickle},
};

/// Text, but not a table: no header begins like this.
constexpr std::array other_texts = {
    Signature{"{\""sv, json},     Signature{"{\n"sv, json},     Signature{"[{"sv, json},
    Signature{"[\n"sv, json},     Signature{"<?xml"sv, markup}, Signature{"<!DOCTYPE"sv, markup},
    Signature{"<html"sv, markup},
};

std::string_view meaning(std::string_view head, std::span<const Signature> signatures) {
    const auto found =
        std::ranges::find_if(signatures, [&](const Signature& known) { return head.starts_with(known.bytes); });
    return found == signatures.end() ? std::string_view() : found->meaning;
}

/// True if there are no control characters and the bytes are valid UTF-8; the last character may be cut off.
bool is_text(std::string_view head) {
    const auto plain = [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n' || c == '\r';
    };
    return std::ranges::all_of(head, plain) && valid_utf8_length(head) + 4 > head.size();
}

}  // namespace

std::string_view compression_of(std::string_view head) {
    const std::string_view found = meaning(head, compressions);
    if (found != "bzip2") return found;
    const auto block =
        head.substr(std::min<std::size_t>(4, head.size()));  // "BZh" may also be the beginning of a column name
    return block.starts_with("1AY&SY"sv) || block.starts_with("\x17rE8P\x90"sv) ? found : std::string_view();
}

std::string_view not_a_text_table(std::string_view head) {
    constexpr std::size_t place_in_tar = 257;
    if (is_text(head)) return meaning(head, other_texts);
    if (head.size() > place_in_tar && head.substr(place_in_tar).starts_with("ustar"))
        return "is a tar archive; unpack it, and name a table in it";
    if (head.size() > 2 && head[0] == '\x08' && head[2] == '\x12')  // the version of the format, then the producer
        return "is an ONNX model, not a table";
    return meaning(head, other_formats);
}

#ifdef ALCOLE_READS_COMPRESSED

namespace {

[[noreturn]] void fail(const std::string& name, const char* why) {
    throw tabular::ReadError(name + ": the compressed file is cut off or damaged (" +
                             (why == nullptr ? "no reason is known" : why) + "); copy or download it again");
}

/// Compressed bytes in large pieces, starting with those that have already been taken from the buffer.
class Pieces {
  public:
    Pieces(std::unique_ptr<std::streambuf> bytes, std::string head)
        : bytes_(std::move(bytes)), head_(std::move(head)) {}

    std::span<char> next() {
        piece_.resize(std::size_t{1} << 16U);
        const std::size_t held = head_.copy(piece_.data(), head_.size());
        head_.clear();
        const auto got = bytes_->sgetn(piece_.data() + held, static_cast<std::streamsize>(piece_.size() - held));
        return std::span(piece_).first(held + static_cast<std::size_t>(got));
    }

  private:
    std::unique_ptr<std::streambuf> bytes_;
    std::string head_;
    std::string piece_;
};

/// gzip through zlib itself, which verifies the checksum and the length at the end; libarchive ignores them.
class Gunzipped final : public std::streambuf {
  public:
    Gunzipped(std::unique_ptr<std::streambuf> bytes, std::string head, std::string name)
        : pieces_(std::move(bytes), std::move(head)), name_(std::move(name)) {
        constexpr int gzip_alone = 16;
        if (inflateInit2(&inflate_, MAX_WBITS + gzip_alone) != Z_OK) throw std::bad_alloc();
    }
    ~Gunzipped() override { inflateEnd(&inflate_); }
    Gunzipped(const Gunzipped&) = delete;
    Gunzipped& operator=(const Gunzipped&) = delete;

  protected:
    std::streamsize xsgetn(char* to, std::streamsize wanted) override {
        constexpr std::streamsize max_piece = std::streamsize{1} << 30U;  // zlib counts in 32 bits
        std::streamsize count = 0;
        while (count < wanted && more()) {
            const auto room = static_cast<uInt>(std::min(wanted - count, max_piece));
            inflate_.next_out = reinterpret_cast<Bytef*>(to + count);
            inflate_.avail_out = room;
            const int found = inflate(&inflate_, Z_NO_FLUSH);
            if (found != Z_OK && found != Z_STREAM_END) fail(name_, inflate_.msg);
            in_member_ = found != Z_STREAM_END;
            if (!in_member_) inflateReset(&inflate_);
            count += static_cast<std::streamsize>(room - inflate_.avail_out);
        }
        return count;
    }

  private:
    /// True if there are bytes left to inflate, of this member or of one that follows it (cat a.gz b.gz). Zeros after
    /// the last member are padding, as on tapes.
    bool more() {
        while (inflate_.avail_in == 0 || (!in_member_ && *inflate_.next_in == 0)) {
            if (inflate_.avail_in > 0) {
                ++inflate_.next_in;
                --inflate_.avail_in;
                continue;
            }
            const auto piece = pieces_.next();
            if (piece.empty() && in_member_) fail(name_, "it ends too early");
            if (piece.empty()) return false;
            inflate_.next_in = reinterpret_cast<Bytef*>(piece.data());
            inflate_.avail_in = static_cast<uInt>(piece.size());
        }
        return true;
    }

    Pieces pieces_;
    std::string name_;
    z_stream inflate_{};
    bool in_member_ = true;
};

/// The other formats, whose libraries verify the checksums that a file contains. libarchive pulls compressed bytes from
/// the inner buffer; the reader pulls plain bytes from libarchive. It stops without an error at bytes that do not begin
/// another stream, whether they are part of one that was cut off or do not belong to the file.
class Decompressed final : public std::streambuf {
  public:
    Decompressed(std::unique_ptr<std::streambuf> bytes, std::string head, std::string name)
        : pieces_(std::move(bytes), std::move(head)), name_(std::move(name)), archive_(archive_read_new()) {
        archive_read_support_filter_zstd(archive_.get());
        archive_read_support_filter_bzip2(archive_.get());
        archive_read_support_filter_xz(archive_.get());
        archive_read_support_format_raw(archive_.get());
        archive_read_support_format_empty(archive_.get());
    }

  protected:
    std::streamsize xsgetn(char* to, std::streamsize wanted) override {
        open();
        std::streamsize count = 0;
        while (!ended_ && count < wanted) {
            const la_ssize_t got =
                archive_read_data(archive_.get(), to + count, static_cast<std::size_t>(wanted - count));
            if (got < 0) fail();
            count += got;
            written_ = written_ || got > 0;
            if (got == 0) end();
        }
        return count;
    }

  private:
    /// Deferred from the constructor, because a pipe may not have any bytes yet.
    void open() {
        if (std::exchange(opened_, true)) return;
        archive_entry* entry = nullptr;
        if (archive_read_open(archive_.get(), this, nullptr, &Decompressed::refill, nullptr) != ARCHIVE_OK) fail();
        const int found = archive_read_next_header(archive_.get(), &entry);
        if (archive_filter_code(archive_.get(), 0) == ARCHIVE_FILTER_NONE) table::fail(name_, "it ends too early");
        if (found == ARCHIVE_EOF) end();
        if (found < ARCHIVE_WARN) fail();
    }

    /// Zeros after the last stream are padding, as on tapes.
    void end() {
        ended_ = true;
        if (!written_) table::fail(name_, "there is nothing in it");
        const auto used = static_cast<std::size_t>(archive_filter_bytes(archive_.get(), -1));
        const auto zero = [](char c) { return c == 0; };
        auto rest = piece_.last(std::min(given_ - used, piece_.size()));
        if (rest.empty()) rest = pieces_.next();
        for (; !rest.empty(); rest = pieces_.next())
            if (!std::ranges::all_of(rest, zero)) table::fail(name_, "bytes follow that are not a whole stream");
    }

    static la_ssize_t refill(archive* /*unused*/, void* self, const void** piece) {
        auto& me = *static_cast<Decompressed*>(self);
        const auto bytes = me.pieces_.next();
        if (!bytes.empty()) me.piece_ = bytes;
        me.given_ += bytes.size();
        *piece = bytes.data();
        return static_cast<la_ssize_t>(bytes.size());
    }

    [[noreturn]] void fail() { table::fail(name_, archive_error_string(archive_.get())); }

    struct Free {
        void operator()(archive* reader) const { archive_read_free(reader); }
    };

    Pieces pieces_;
    std::string name_;
    std::unique_ptr<archive, Free> archive_;
    std::span<char> piece_;  ///< the last one that libarchive was given; what it copied of those before is not seen
    std::size_t given_ = 0;  ///< bytes of all of them
    bool opened_ = false;
    bool written_ = false;
    bool ended_ = false;
};

}  // namespace

std::unique_ptr<std::streambuf> decompressed(std::unique_ptr<std::streambuf> bytes, std::string head,
                                             std::string name) {
    if (compression_of(head) == "gzip")
        return std::make_unique<Gunzipped>(std::move(bytes), std::move(head), std::move(name));
    return std::make_unique<Decompressed>(std::move(bytes), std::move(head), std::move(name));
}

#else

// The parameters are those of the version above, which keeps them. NOLINTBEGIN(performance-unnecessary-value-param)
std::unique_ptr<std::streambuf> decompressed(std::unique_ptr<std::streambuf> /*bytes*/, std::string head,
                                             std::string name) {
    throw tabular::ReadError(name + ": is compressed (" + std::string(compression_of(head)) +
                             "), and this alcole was built without libarchive and zlib; decompress it first");
}
// NOLINTEND(performance-unnecessary-value-param)

#endif

}  // namespace alcole::table
