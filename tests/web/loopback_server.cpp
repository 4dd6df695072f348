#include "loopback_server.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace alcole::tests {
namespace {

constexpr int max_connections = 40;
constexpr auto longest = std::chrono::seconds(20);

void send_all(int connection, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

}  // namespace

LoopbackServer::LoopbackServer(std::function<Answer(const Request&)> behaviour) : behaviour_(std::move(behaviour)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (listener_ < 0 || ::bind(listener_, any, size) != 0 || ::listen(listener_, 8) != 0 ||
        ::getsockname(listener_, any, &size) != 0)
        throw std::runtime_error("no server on 127.0.0.1");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
}

LoopbackServer::~LoopbackServer() {
    end_ = true;
    thread_.join();
    ::close(listener_);
}

std::vector<Request> LoopbackServer::requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
}

bool LoopbackServer::wait_readable(int descriptor) const {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (!end_ && std::chrono::steady_clock::now() < end) {
        pollfd one{.fd = descriptor, .events = POLLIN, .revents = 0};
        if (::poll(&one, 1, 20) > 0) return true;
    }
    return false;
}

void LoopbackServer::run() {
    for (int i = 0; i < max_connections && wait_readable(listener_); ++i) {
        const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (connection < 0) continue;
        const timeval patience{.tv_sec = 5, .tv_usec = 0};
        ::setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        serve(connection);
        ::close(connection);
    }
}

void LoopbackServer::serve(int connection) {
    std::string head;
    std::array<char, 4096> buffer{};
    while (head.find("\r\n\r\n") == std::string::npos) {
        if (head.size() > 65536 || !wait_readable(connection)) return;
        const ssize_t got = ::recv(connection, buffer.data(), buffer.size(), 0);
        if (got <= 0) return;
        head.append(buffer.data(), static_cast<std::size_t>(got));
    }
    Request request;
    request.path = head.substr(4, head.find(' ', 4) - 4);  // after "GET "
    const std::string range = "Range: bytes=";
    if (const auto at = head.find(range); at != std::string::npos)
        request.range_from = std::stoull(head.substr(at + range.size(), 20));
    {
        const std::lock_guard lock(mutex_);
        request.number = static_cast<int>(requests_.size());
        requests_.push_back(request);
    }
    const Answer answer = behaviour_(request);
    std::string reply = "HTTP/1.1 " + std::to_string(answer.status) + " Some\r\nConnection: close\r\n" + answer.headers;
    if (answer.tell_length) reply += "Content-Length: " + std::to_string(answer.body.size()) + "\r\n";
    send_all(connection, reply + "\r\n" + answer.body.substr(0, answer.send.value_or(answer.body.size())));
    if (answer.hang) wait_readable(connection);  // also becomes readable when the other side closes
    ::shutdown(connection, SHUT_WR);
}

Answer with_ranges(const std::string& content, const Request& request) {
    if (!request.range_from) return {.headers = "Accept-Ranges: bytes\r\n", .body = content};
    const std::size_t from = *request.range_from;
    if (from >= content.size())
        return {.status = 416, .headers = "Content-Range: bytes */" + std::to_string(content.size()) + "\r\n"};
    return {.status = 206,
            .headers = "Content-Range: bytes " + std::to_string(from) + "-" + std::to_string(content.size() - 1) + "/" +
                       std::to_string(content.size()) + "\r\n",
            .body = content.substr(from)};
}

}  // namespace alcole::tests
