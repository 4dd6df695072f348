#include "web/download.hpp"

#include <alcole/version.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <memory>
#include <stdexcept>

#include <curl/curl.h>

namespace alcole::web {
namespace {

using Handle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

Handle new_handle() {
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    Handle handle(started == CURLE_OK ? curl_easy_init() : nullptr, &curl_easy_cleanup);
    if (!handle) throw std::runtime_error("libcurl cannot be started");
    return handle;
}

/// The state of a transfer that its callbacks share.
struct Transfer {
    const Download& what;
    base::PartFile& part;
    CURL* handle;
    bool first = true;
    bool stopped = false;
    bool too_long = false;
    std::exception_ptr error{};

    bool should_stop() {
        stopped = stopped || (what.stop && what.stop());
        return stopped;
    }
};

long status_of(CURL* handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// True if the server stated the length: libcurl has then verified that everything arrived.
bool length_is_known(CURL* handle) {
    curl_off_t length = -1;
    curl_easy_getinfo(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    return length >= 0;
}

/// Receives bytes; any return value other than `count` ends the transfer. Exceptions must not pass through libcurl.
std::size_t take(const char* bytes, std::size_t /*one*/, std::size_t count, void* user) {
    auto& transfer = *static_cast<Transfer*>(user);
    try {
        // 200 instead of 206: the server sends everything from the start.
        if (transfer.first && status_of(transfer.handle) != 206 && transfer.part.size() > 0) transfer.part.start_over();
        transfer.first = false;
        transfer.too_long = transfer.part.size() + count > transfer.what.bytes;
        if (transfer.too_long) return 0;
        transfer.part.append(bytes, count);
        if (transfer.what.progress) transfer.what.progress(transfer.part.size());
        return transfer.should_stop() ? 0 : count;
    } catch (...) {
        transfer.error = std::current_exception();
        return 0;
    }
}

/// libcurl calls this about once a second, even if nothing arrives; a non-zero return value ends the transfer.
int tick(void* user, curl_off_t /*down_total*/, curl_off_t /*down*/, curl_off_t /*up_total*/, curl_off_t /*up*/) {
    auto& transfer = *static_cast<Transfer*>(user);
    try {
        return transfer.should_stop() ? 1 : 0;
    } catch (...) {
        transfer.error = std::current_exception();
        return 1;
    }
}

bool is_transient(CURLcode code) {
    switch (code) {
        case CURLE_COULDNT_RESOLVE_PROXY:
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_CONNECT:
        case CURLE_PARTIAL_FILE:
        case CURLE_OPERATION_TIMEDOUT:
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_GOT_NOTHING:
        case CURLE_SEND_ERROR:
        case CURLE_RECV_ERROR:
        case CURLE_HTTP2:
        case CURLE_HTTP2_STREAM:
            return true;
        default:
            return false;
    }
}

Attempt answer_of(long status, CURL* handle) {
    Attempt attempt{.end = Attempt::End::refused, .why = "answered " + std::to_string(status)};
    if (status == 416) attempt.end = Attempt::End::start_over;
    if (status == 408 || status == 425 || status == 429 || status >= 500) attempt.end = Attempt::End::again;
    curl_off_t seconds = 0;
    curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
    attempt.wait_seconds = static_cast<double>(seconds);
    return attempt;
}

}  // namespace

Attempt download(const Download& what, base::PartFile& part) {
    const Handle owner = new_handle();
    CURL* const handle = owner.get();
    Transfer transfer{.what = what, .part = part, .handle = handle};
    std::array<char, CURL_ERROR_SIZE> message{};
    const std::string agent = "alcole/" + std::string(version);
    const char* protocols = what.plain_http ? "http,https" : "https";
    curl_easy_setopt(handle, CURLOPT_URL, what.url.c_str());
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, protocols);
    curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, protocols);
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(handle, CURLOPT_MAXREDIRS, 5L);
    curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, 20L);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, std::max(1L, std::lround(what.stall_seconds)));
    curl_easy_setopt(handle, CURLOPT_USERAGENT, agent.c_str());
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, message.data());
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &take);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &tick);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    // As a range: CURLOPT_RESUME_FROM fails with servers that do not support ranges.
    const std::string range = std::to_string(part.size()) + "-";
    if (part.size() > 0) curl_easy_setopt(handle, CURLOPT_RANGE, range.c_str());

    const CURLcode code = curl_easy_perform(handle);
    if (transfer.error) std::rethrow_exception(transfer.error);
    if (transfer.stopped) return {.end = Attempt::End::stopped};
    if (transfer.too_long) return {.end = Attempt::End::wrong_size, .why = "more"};
    if (code == CURLE_HTTP_RETURNED_ERROR) return answer_of(status_of(handle), handle);
    if (code == CURLE_OK && part.size() == what.bytes) return {};
    if (code == CURLE_OK && length_is_known(handle))
        return {.end = Attempt::End::wrong_size, .why = std::to_string(part.size())};
    if (code == CURLE_OK) return {.end = Attempt::End::again, .why = "ended early"};
    return {.end = is_transient(code) ? Attempt::End::again : Attempt::End::refused,
            .why = "failed (" + std::string(message[0] != '\0' ? message.data() : curl_easy_strerror(code)) + ")"};
}

}  // namespace alcole::web
