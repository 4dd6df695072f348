#pragma once

#include <alcole/context.hpp>
#include <alcole/tabular/read.hpp>

#include "base/stopwatch.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

/// How reading is stopped and watched. A stop request passes through scanners and decompressors as an exception,
/// because none of them has a use for half a row; unless_stopped() turns it into the empty result that callers expect.
namespace alcole::table {

/// Thrown while a file is read if a stop was requested.
struct ReadingStopped {};

/// Returns what f returns, or nothing if f was stopped while reading.
template <class F>
auto unless_stopped(F f) -> std::optional<decltype(f())> {
    try {
        return f();
    } catch (const ReadingStopped&) {
        return std::nullopt;
    }
}

inline constexpr std::size_t megabyte = 1'000'000;

/// Watches the reading of one file.
class Reading {
  public:
    /// `unit`: what is counted.
    Reading(const Context& context, const std::string& name, std::string unit = "MB")
        : context_(context), stage_("reading " + name), unit_(std::move(unit)) {}

    /// Reports how far the reading is, at most ten times a second. `total`: 0 if unknown. Throws ReadingStopped.
    void at(std::size_t done, std::size_t total);

  private:
    Context context_;
    std::string stage_;
    std::string unit_;
    base::Stopwatch watch_;
    double next_report_ = 0;
};

/// read_table(file, options, context) without the ranks. Throws ReadingStopped.
tabular::Table read(const std::filesystem::path& file, const tabular::ReadOptions& options, const Context& context);

/// The name of a file that can be read any number of times: for "-", a temporary copy of all of standard input, which
/// is made on first use; any other name is returned unchanged. Throws ReadError if there is no room for the copy, and
/// ReadingStopped; the next call then continues the copy.
std::filesystem::path readable_file(const std::filesystem::path& file, const Context& context = Context());

}  // namespace alcole::table
