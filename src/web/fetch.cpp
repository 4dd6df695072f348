#include "web/fetch.hpp"

#include "base/part_file.hpp"
#include "base/sha256.hpp"
#include "web/download.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

namespace alcole::web {
namespace {

namespace fs = std::filesystem;

/// The download of one file.
class Fetch {
  public:
    Fetch(const data::PublicDataset& dataset, const data::PublicDataset::File& file, const FetchOptions& options)
        : dataset_(dataset),
          file_(file),
          options_(options),
          target_(data::fetched_path(dataset.name, file.name)),
          url_(file.url) {
        if (!options.mirror.empty()) {
            url_ = options.mirror;
            while (url_.ends_with('/')) url_.pop_back();
            url_ += "/" + dataset.name + "/" + file.name;
        }
        const bool plain = url_.starts_with("http://") && !options.mirror.empty();
        if (!plain && !url_.starts_with("https://"))
            throw FetchError(url_ + " is not an address to fetch from: " +
                             (options.mirror.empty() ? "it must start with https://"
                                                     : "a mirror must start with https:// or http://"));
    }

    void run() {
        if (is_intact(target_)) return;
        fs::create_directories(target_.parent_path());
        base::PartFile part(target_.string() + ".part");
        // Bytes from an earlier call may belong to another version of the file; it is then worth starting over, once.
        bool old_bytes = part.size() > 0;
        if (part.size() > file_.bytes) part.start_over();
        for (;;) {
            if (part.size() < file_.bytes) get(part, old_bytes);
            const std::string found = base::sha256_of(part.path());
            if (found == file_.sha256) break;
            part.start_over();
            if (!std::exchange(old_bytes, false)) give_up_wrong(part, "SHA-256 " + file_.sha256, found);
        }
        part.rename_to(target_);
    }

  private:
    bool is_intact(const fs::path& path) const {
        std::error_code why;
        return fs::file_size(path, why) == file_.bytes && !why && base::sha256_of(path) == file_.sha256;
    }

    /// Tries until all bytes have arrived.
    void get(base::PartFile& part, bool& old_bytes) {
        Download what{.url = url_,
                      .plain_http = !options_.mirror.empty(),
                      .bytes = file_.bytes,
                      .stall_seconds = options_.stall_seconds,
                      .stop = options_.stop};
        if (options_.progress)
            what.progress = [this](std::uint64_t got) { options_.progress(file_.name, got, file_.bytes); };
        for (int tries = 1;; ++tries) {
            const Attempt attempt = download(what, part);
            switch (attempt.end) {
                case Attempt::End::done:
                    return;
                case Attempt::End::stopped:
                    give_up_stopped(part);
                case Attempt::End::refused:
                    throw FetchError(url_ + " " + attempt.why + "; " + what_to_do());
                case Attempt::End::wrong_size:
                    part.start_over();
                    if (!std::exchange(old_bytes, false))
                        give_up_wrong(part, std::to_string(file_.bytes) + " bytes", attempt.why);
                    --tries;  // the attempt with the old bytes does not count
                    continue;
                case Attempt::End::start_over:
                    part.start_over();
                    old_bytes = false;
                    break;
                case Attempt::End::again:
                    break;
            }
            if (tries > options_.retries)
                throw FetchError(url_ + " " + (attempt.why.empty() ? "did not work" : attempt.why) + ", with " +
                                 std::to_string(part.size()) + " of " + std::to_string(file_.bytes) +
                                 " bytes here after " + std::to_string(tries) + (tries == 1 ? " try" : " tries") +
                                 "; try again later to go on from there, or " + what_to_do());
            if (attempt.end == Attempt::End::again) wait(tries, attempt.wait_seconds, part);
        }
    }

    void wait(int tries, double asked_seconds, const base::PartFile& part) const {
        constexpr double longest = 30;
        double seconds =
            std::min(longest, options_.backoff_seconds * static_cast<double>(1ULL << std::min(tries - 1, 20)));
        seconds = std::max(seconds, std::min(asked_seconds, longest));
        const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
        while (std::chrono::steady_clock::now() < end) {
            if (options_.stop && options_.stop()) give_up_stopped(part);
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }

    [[noreturn]] void give_up_stopped(const base::PartFile& part) const {
        throw FetchError("fetching " + url_ + " was stopped at " + std::to_string(part.size()) + " of " +
                             std::to_string(file_.bytes) + " bytes; fetch again to go on from there",
                         true);
    }

    [[noreturn]] void give_up_wrong(base::PartFile& part, const std::string& expected, const std::string& found) const {
        part.remove();
        throw FetchError(url_ + " is not the file that was expected: " + expected + " expected, " + found +
                         " found, nothing kept; " + what_to_do());
    }

    std::string what_to_do() const {
        return "fetch from a mirror, or put your own copy at $ALCOLE_DATA_DIR/" + dataset_.name + "/" + file_.name;
    }

    const data::PublicDataset& dataset_;
    const data::PublicDataset::File& file_;
    const FetchOptions& options_;
    fs::path target_;
    std::string url_;
};

}  // namespace

void fetch(const data::PublicDataset& dataset, const FetchOptions& options) {
    for (const auto& file : dataset.files) {
        try {
            Fetch(dataset, file, options).run();
        } catch (const FetchError&) {
            throw;
        } catch (const std::exception& error) {  // errors of the file system
            throw FetchError("data set '" + dataset.name + "' cannot be fetched: " + error.what());
        }
    }
}

}  // namespace alcole::web
