#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

/// A small HTTP server on this machine, for tests of failures. Serves one connection at a time, at most 40, for at most
/// 20 seconds.
namespace alcole::tests {

struct Request {
    int number = 0;                           ///< 0 for the first request
    std::string path{};                       ///< "/test/file.csv"
    std::optional<std::size_t> range_from{};  ///< of "Range: bytes=N-"
};

struct Answer {
    int status = 200;
    std::string headers{};  ///< further lines, each ended by "\r\n"
    std::string body{};
    std::optional<std::size_t> send{};  ///< send only this many bytes of the body, then close the connection
    bool hang = false;                  ///< wait until the other side closes, instead of closing
    bool tell_length = true;            ///< send Content-Length
};

class LoopbackServer {
  public:
    explicit LoopbackServer(std::function<Answer(const Request&)> behaviour);
    LoopbackServer(const LoopbackServer&) = delete;
    LoopbackServer& operator=(const LoopbackServer&) = delete;
    ~LoopbackServer();

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    std::vector<Request> requests() const;

  private:
    void run();
    void serve(int connection);
    bool wait_readable(int descriptor) const;

    std::function<Answer(const Request&)> behaviour_;
    int listener_ = -1;
    int port_ = 0;
    std::atomic<bool> end_ = false;
    mutable std::mutex mutex_;
    std::vector<Request> requests_;
    std::thread thread_;
};

/// All of the content, or the requested part.
Answer with_ranges(const std::string& content, const Request& request);

}  // namespace alcole::tests
