#include "table/compressed.hpp"

#include <alcole/tabular/read.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#ifdef ALCOLE_HAVE_LIBARCHIVE
#include <archive.h>
#include <archive_entry.h>
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

constexpr std::array strangers = {
    Signature{"PK\x03\x04"sv, "is an Excel workbook or a zip archive; save the table as CSV, or unpack it"},
    Signature{"\xD0\xCF\x11\xE0"sv, "is an old Excel workbook; save the table as CSV"},
    Signature{"PAR1"sv,
              "is a Parquet file; write it as CSV first (pandas: read_parquet(...).to_csv(..., index=False))"},
    Signature{"ARROW1"sv,
              "is an Arrow file; write it as CSV first (pandas: read_feather(...).to_csv(..., index=False))"},
    Signature{"SQLite format 3"sv, "is an SQLite database; export the table as CSV"},
    Signature{"%PDF"sv, "is a PDF document; a table as CSV is needed"},
};

std::string_view meaning(std::string_view head, std::span<const Signature> signatures) {
    const auto found =
        std::ranges::find_if(signatures, [&](const Signature& known) { return head.starts_with(known.bytes); });
    return found == signatures.end() ? std::string_view() : found->meaning;
}

}  // namespace

std::string_view compression_of(std::string_view head) { return meaning(head, compressions); }

std::string_view not_a_text_table(std::string_view head) { return meaning(head, strangers); }

#ifdef ALCOLE_HAVE_LIBARCHIVE

namespace {

/// libarchive pulls compressed bytes out of the inner buffer; whoever reads pulls plain ones out of libarchive.
class Decompressed final : public std::streambuf {
  public:
    Decompressed(std::unique_ptr<std::streambuf> bytes, std::string head, std::string name)
        : bytes_(std::move(bytes)), head_(std::move(head)), name_(std::move(name)), archive_(archive_read_new()) {
        archive_read_support_filter_gzip(archive_.get());
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
            ended_ = got == 0;
            count += got;
        }
        return count;
    }

  private:
    /// The first bytes are decompressed here, not in the constructor: a pipe may have none yet.
    void open() {
        if (std::exchange(opened_, true)) return;
        archive_entry* entry = nullptr;
        if (archive_read_open(archive_.get(), this, nullptr, &Decompressed::refill, nullptr) != ARCHIVE_OK) fail();
        const int found = archive_read_next_header(archive_.get(), &entry);
        if (found == ARCHIVE_EOF) ended_ = true;
        if (found < ARCHIVE_WARN) fail();
    }

    static la_ssize_t refill(archive* /*unused*/, void* self, const void** piece) {
        auto& from = *static_cast<Decompressed*>(self);
        from.piece_.resize(std::size_t{1} << 16U);
        const std::size_t held = from.head_.copy(from.piece_.data(), from.head_.size());
        from.head_.clear();
        const auto room = static_cast<std::streamsize>(from.piece_.size() - held);
        const auto got = from.bytes_->sgetn(from.piece_.data() + held, room);
        *piece = from.piece_.data();
        return static_cast<la_ssize_t>(held) + got;
    }

    [[noreturn]] void fail() {
        const char* why = archive_error_string(archive_.get());
        throw tabular::ReadError(name_ + ": the compressed file is cut off or damaged (" +
                                 (why == nullptr ? "no reason is known" : why) + "); copy or download it again");
    }

    struct Free {
        void operator()(archive* reader) const { archive_read_free(reader); }
    };

    std::unique_ptr<std::streambuf> bytes_;
    std::string head_;  // taken from bytes_ already
    std::string name_;
    std::string piece_;
    std::unique_ptr<archive, Free> archive_;
    bool opened_ = false;
    bool ended_ = false;
};

}  // namespace

std::unique_ptr<std::streambuf> decompressed(std::unique_ptr<std::streambuf> bytes, std::string head,
                                             std::string name) {
    return std::make_unique<Decompressed>(std::move(bytes), std::move(head), std::move(name));
}

#else

std::unique_ptr<std::streambuf> decompressed(std::unique_ptr<std::streambuf> /*bytes*/, std::string head,
                                             std::string name) {
    throw tabular::ReadError(name + ": is compressed (" + std::string(compression_of(head)) +
                             "), and this alcole was built without libarchive; decompress it first");
}

#endif

}  // namespace alcole::table
