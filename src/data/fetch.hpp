#pragma once

#include "data/catalogue.hpp"

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

/// Gets the files of a data set from where they are published.
namespace alcole::data {

struct FetchOptions {
    /// Fetch MIRROR/DATASET/FILE, which may be http://, instead of the published addresses, which are https:// only.
    std::string mirror{};
    std::function<void(const std::string& name, std::uint64_t got, std::uint64_t total)> progress{};
    std::function<bool()> stop{};  ///< asked often; true leaves the download to be gone on with another time
    int retries = 5;               ///< of each file, after the first try
    double backoff_seconds = 0.5;  ///< before the first retry, doubled for each that follows, 30 at most
    double stall_seconds = 30;     ///< a connection on which nothing comes for so long counts as broken
};

/// One sentence: which address, what happened, what to do.
class FetchError : public std::runtime_error {
  public:
    explicit FetchError(const std::string& sentence, bool stopped = false)
        : std::runtime_error(sentence), stopped_(stopped) {}
    /// Nothing went wrong: options.stop said so.
    bool stopped() const { return stopped_; }

  private:
    bool stopped_;
};

/// Puts every file of the data set at fetched_path(). One that is there with the right bytes is not fetched again.
/// Bytes arrive in FILE.part; a later call goes on from there where the server allows it. A file gets its name only
/// when its size and SHA-256 are those of the catalogue. Throws FetchError.
void fetch(const Dataset& dataset, const FetchOptions& options = {});

}  // namespace alcole::data
