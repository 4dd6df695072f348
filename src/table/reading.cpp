#include "table/reading.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <system_error>

#include <poll.h>
#include <stdio.h>  // NOLINT(modernize-deprecated-headers): fileno is not in cstdio
#include <unistd.h>

namespace alcole::table {

void Reading::at(std::size_t done, std::size_t total) {
    constexpr double pause = 0.1;
    if (const double now = watch_.seconds(); context_.wants_progress() && now >= next_report_) {
        Progress progress{.stage = stage_, .seconds = now};
        if (next_report_ > 0) {  // at first there is nothing to tell
            progress.unit = unit_;
            progress.done = static_cast<std::int64_t>(done);
            if (total > 0) progress.total = static_cast<std::int64_t>(total);
        }
        next_report_ = now + pause;
        context_.report(progress);
    }
    if (context_.stop_requested()) throw ReadingStopped();
}

namespace {

using tabular::ReadError;

struct Close {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
};

/// An unnamed temporary file that vanishes with the process, however it ends.
using Nameless = std::unique_ptr<std::FILE, Close>;

/// Reads some bytes of standard input, 0 at its end. While none arrive, checks ten times a second for a stop request.
std::size_t read_some(std::span<char> piece, const std::function<void()>& check_for_stop) {
    constexpr int tenth_of_a_second = 100;
    for (;;) {
        check_for_stop();
        pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
        if (::poll(&input, 1, tenth_of_a_second) <= 0) continue;
        const auto count = ::read(STDIN_FILENO, piece.data(), piece.size());
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) throw ReadError("standard input: " + std::generic_category().message(errno));
    }
}

/// Standard input as far as it has been copied. If a copy is stopped, the next one continues it.
struct StandardInput {
    std::mutex mutex{};
    Nameless copy{};
    std::size_t bytes = 0;
    bool complete = false;

    void finish_copy(const Context& context) {
        Reading reading(context, "standard input");
        if (!copy) copy.reset(std::tmpfile());
        std::array<char, std::size_t{1} << 16U> piece{};
        while (copy && !complete) {
            const std::size_t count = read_some(piece, [&] { reading.at(bytes / megabyte, 0); });
            complete = count == 0;
            if (std::fwrite(piece.data(), 1, count, copy.get()) < count) copy.reset();
            bytes += count;
        }
        if (!copy || std::fflush(copy.get()) != 0)
            throw ReadError(
                "standard input: there is no room for a copy in the folder for temporary files; name a file instead");
    }
};

}  // namespace

std::filesystem::path readable_file(const std::filesystem::path& file, const Context& context) {
    if (file != "-") return file;
    static StandardInput input;
    const std::scoped_lock lock(input.mutex);
    input.finish_copy(context);
    return "/proc/self/fd/" + std::to_string(::fileno(input.copy.get()));
}

}  // namespace alcole::table
