#pragma once

#include <alcole/data/catalogue.hpp>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

/// Downloads the files of a data set from where they are published.
namespace alcole::web {

struct FetchOptions {
    /// Fetch MIRROR/DATASET/FILE, which may be http://, instead of the published addresses, which are all https://.
    std::string mirror{};
    std::function<void(const std::string& name, std::uint64_t got, std::uint64_t total)> progress{};
    std::function<bool()> stop{};  ///< polled often; if true, the download stops, and can be resumed later
    int retries = 5;               ///< per file, after the first attempt
    double backoff_seconds = 0.5;  ///< before the first retry, doubled for each further one, at most 30
    double stall_seconds = 30;     ///< a connection that is silent for this long counts as broken
};

/// One sentence: which address, what happened, what to do.
class FetchError : public std::runtime_error {
  public:
    explicit FetchError(const std::string& sentence, bool stopped = false)
        : std::runtime_error(sentence), stopped_(stopped) {}
    /// True if nothing went wrong, but options.stop returned true.
    bool stopped() const { return stopped_; }

  private:
    bool stopped_;
};

/// Puts every file of the data set at fetched_path(). A file that already has the right bytes is not fetched again.
/// Bytes arrive in FILE.part; a later call continues from there if the server allows it. A file gets its final name
/// only if its size and SHA-256 match the catalogue. Throws FetchError.
void fetch(const data::PublicDataset& dataset, const FetchOptions& options = {});

}  // namespace alcole::web
