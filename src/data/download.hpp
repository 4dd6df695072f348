#pragma once

#include "data/part_file.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace alcole::data {

struct Download {
    std::string url{};
    bool plain_http = false;  ///< http:// is allowed too
    std::uint64_t bytes = 0;  ///< how many there should be
    double stall_seconds = 30;
    std::function<void(std::uint64_t got)> progress{};
    std::function<bool()> stop{};
};

/// How one try ended.
struct Attempt {
    enum class End : std::uint8_t {
        done,        ///< all bytes are there
        again,       ///< it may go better next time: the connection broke, the server was busy
        start_over,  ///< the server cannot go on from the bytes that are there
        wrong_size,  ///< it is a whole file, but has another number of bytes, which `why` says
        refused,     ///< it will not go better next time
        stopped,     ///< as asked
    };
    End end = End::done;
    std::string why{};        ///< "answered 503", to follow the URL in a sentence
    double wait_seconds = 0;  ///< what the server asked for
};

/// One try to get the bytes that are not there yet. Throws std::runtime_error when they cannot be written.
Attempt download(const Download& what, PartFile& part);

}  // namespace alcole::data
