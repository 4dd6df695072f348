#include "table/standard_input.hpp"

#include <alcole/tabular/read.hpp>

#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include <stdio.h>  // fileno

namespace alcole::tabular {
namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

/// A file without a name, gone with the program: nothing is left behind however it ends.
using Nameless = std::unique_ptr<std::FILE, Close>;

Nameless copy_of_standard_input() {
    Nameless copy(std::tmpfile());
    std::array<char, std::size_t{1} << 16U> piece{};
    std::size_t count = 0;
    while (copy && (count = std::fread(piece.data(), 1, piece.size(), stdin)) > 0)
        if (std::fwrite(piece.data(), 1, count, copy.get()) < count) copy.reset();
    if (!copy || std::fflush(copy.get()) != 0)
        throw ReadError(
            "standard input: there is no room for a copy in the folder for temporary files; name a file instead");
    return copy;
}

}  // namespace

std::filesystem::path readable_file(const std::filesystem::path& file) {
    if (file != "-") return file;
    static const Nameless copy = copy_of_standard_input();
    return "/proc/self/fd/" + std::to_string(::fileno(copy.get()));
}

}  // namespace alcole::tabular
