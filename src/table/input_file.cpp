#include <alcole/tabular/read.hpp>

#include "base/text.hpp"
#include "table/byte_source.hpp"
#include "table/compressed.hpp"
#include "table/folder.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <system_error>
#include <vector>

#include <stdio.h>  // NOLINT(modernize-deprecated-headers): fileno is not in cstdio

namespace alcole::tabular {
namespace {

struct Close {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
};

/// An unnamed temporary file that vanishes with the process, however it ends.
using Nameless = std::unique_ptr<std::FILE, Close>;

/// False at the end of standard input. A signal, such as the first Ctrl-C, may interrupt a read; it does not end the
/// table, which would otherwise be cut off without a word.
bool has_more_input() {
    if (std::ferror(stdin) == 0) return false;
    if (errno != EINTR) throw ReadError("standard input: " + std::generic_category().message(errno));
    std::clearerr(stdin);
    return true;
}

Nameless copy_of_standard_input() {
    Nameless copy(std::tmpfile());
    std::array<char, std::size_t{1} << 16U> piece{};
    bool more = true;
    while (copy && more) {
        const std::size_t count = std::fread(piece.data(), 1, piece.size(), stdin);
        more = count == piece.size() || has_more_input();
        if (std::fwrite(piece.data(), 1, count, copy.get()) < count) copy.reset();
    }
    if (!copy || std::fflush(copy.get()) != 0)
        throw ReadError(
            "standard input: there is no room for a copy in the folder for temporary files; name a file instead");
    return copy;
}

}  // namespace

bool is_arff(const std::filesystem::path& file) {
    const std::string last = base::lower(file.extension().string());
    const bool compressed = last == ".gz" || last == ".zst" || last == ".bz2" || last == ".xz";
    return (compressed ? base::lower(file.stem().extension().string()) : last) == ".arff";
}

std::size_t estimated_text_size(const std::filesystem::path& asked) {
    if (const auto files = table::files_of(asked); files.front() != asked)
        return std::transform_reduce(files.begin(), files.end(), std::size_t{0}, std::plus<>(), estimated_text_size);
    const std::filesystem::path file = readable_file(asked);
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error || is_hdf5(file)) return 0;
    std::string first(std::size_t{1} << 20U, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(first.data(), static_cast<std::streamsize>(first.size()));
    first.resize(static_cast<std::size_t>(in.gcount()));
    if (table::compression_of(first).empty()) return static_cast<std::size_t>(size);
    std::vector<char> piece(first.size());
    double text = 0;
    try {
        const std::size_t head = std::min(first.size(), table::signature_bytes);
        const auto bytes = table::decompressed(std::make_unique<std::stringbuf>(first.substr(head)),
                                               first.substr(0, head), file.string());
        for (std::streamsize got = 1; got > 0; text += static_cast<double>(got))
            got = bytes->sgetn(piece.data(), static_cast<std::streamsize>(piece.size()));
    } catch (const ReadError&) {  // the first mebibyte may end in the middle of a block; what was decompressed so far
                                  // is used
    }
    return static_cast<std::size_t>(text / static_cast<double>(first.size()) * static_cast<double>(size));
}

void read_text(const std::filesystem::path& file, const std::function<void(std::string_view)>& take) {
    if (const auto files = table::files_of(file); files.front() != file) {
        for (const auto& one : files) read_text(one, take);
        return;
    }
    std::vector<char> piece(std::size_t{1} << 18U);
    if (is_hdf5(file)) {
        std::ifstream in(readable_file(file), std::ios::binary);
        while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0)
            take({piece.data(), static_cast<std::size_t>(in.gcount())});
        return;
    }
    table::ByteSource source(file);
    for (std::size_t count = piece.size(); count == piece.size();) {
        count = source.read(piece);
        take({piece.data(), count});
    }
}

std::filesystem::path readable_file(const std::filesystem::path& file) {
    if (file != "-") return file;
    static const Nameless copy = copy_of_standard_input();
    return "/proc/self/fd/" + std::to_string(::fileno(copy.get()));
}

}  // namespace alcole::tabular
