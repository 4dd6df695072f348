#pragma once

#include "base/part_file.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace alcole::web {

struct Download {
    std::string url{};
    bool plain_http = false;  ///< http:// is allowed as well
    std::uint64_t bytes = 0;  ///< the expected size
    double stall_seconds = 30;
    std::function<void(std::uint64_t got)> progress{};
    std::function<bool()> stop{};
};

/// How one attempt ended.
struct Attempt {
    enum class End : std::uint8_t {
        done,        ///< all bytes have arrived
        again,       ///< worth another attempt: the connection broke, or the server was busy
        start_over,  ///< the server cannot continue from the bytes already received
        wrong_size,  ///< a complete file, but of another size, which `why` states
        refused,     ///< another attempt would fail as well
        stopped,     ///< on request
    };
    End end = End::done;
    std::string why{};        ///< "answered 503", to follow the URL in a sentence
    double wait_seconds = 0;  ///< requested by the server
};

/// One attempt to get the missing bytes. Throws std::runtime_error if they cannot be written.
Attempt download(const Download& what, base::PartFile& part);

}  // namespace alcole::web
