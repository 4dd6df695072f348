#include <alcole/version.hpp>

#include "cluster/cluster.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <mpi.h>

namespace alcole::cluster {
namespace {

/// MPI counts are ints, so larger messages are split.
constexpr std::size_t max_message_bytes = std::size_t{1} << 30U;

/// Evaluations follow each other within microseconds, but there are long pauses while rank 0 reads or writes. A rank
/// therefore polls for 50 microseconds and then sleeps between polls. If there are more ranks than cores, the scheduler
/// favours a process that has slept over one that has merely yielded.
void wait_for(MPI_Request& request) {
    constexpr auto polling = std::chrono::microseconds(50);
    constexpr auto sleep = std::chrono::microseconds(10);
    const auto begin = std::chrono::steady_clock::now();
    for (int done = 0;;) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done != 0) return;
        if (std::chrono::steady_clock::now() - begin > polling) std::this_thread::sleep_for(sleep);
    }
}

/// Calls start(bytes, size, request) for pieces small enough for MPI's counts.
template <class Byte, class Start>
void start_pieces(std::span<Byte> bytes, std::vector<MPI_Request>& requests, Start start) {
    while (!bytes.empty()) {
        const std::size_t size = std::min(bytes.size(), max_message_bytes);
        start(bytes.data(), static_cast<int>(size), &requests.emplace_back(MPI_REQUEST_NULL));
        bytes = bytes.subspan(size);
    }
}

/// Starts all pieces and waits for them.
template <class Byte, class Start>
void in_pieces(std::span<Byte> bytes, Start start) {
    std::vector<MPI_Request> requests;
    start_pieces(bytes, requests, start);
    for (MPI_Request& request : requests) wait_for(request);
}

/// If there are more ranks than cores, Open MPI yields at every poll, and a message then takes milliseconds on a busy
/// machine. Turns this off, unless the user has set the variable.
void disable_yielding() {
    setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);  // NOLINT: before any thread
}

class MpiJob final : public Job {
  public:
    MpiJob() {
        disable_yielding();
        int given = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
        int number = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &number);
        rank_ = static_cast<std::size_t>(number);
        MPI_Comm_size(MPI_COMM_WORLD, &number);
        size_ = static_cast<std::size_t>(number);
        if (size_ == 1 && launched_size() > 1) {
            MPI_Finalize();
            throw std::runtime_error(
                "the launcher started " + std::to_string(launched_size()) +
                " processes, but the MPI that alcole was built with knows of one; use the mpirun of that MPI");
        }
        MPI_Comm here = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
        MPI_Comm_size(here, &number);
        ranks_here_ = static_cast<std::size_t>(number);
        MPI_Comm_free(&here);
        check_version();
    }
    MpiJob(const MpiJob&) = delete;
    MpiJob& operator=(const MpiJob&) = delete;
    ~MpiJob() override { MPI_Finalize(); }

    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return size_; }
    std::size_t ranks_here() const override { return ranks_here_; }

    [[noreturn]] void abort(std::string_view message) override {
        (void)std::fprintf(stderr, "alcole: rank %zu: %s\n", rank_, std::string(message).c_str());
        MPI_Abort(MPI_COMM_WORLD, 1);
        std::abort();  // never reached
    }

  private:
    void do_broadcast(std::span<std::byte> bytes) override {
        in_pieces(bytes, [](std::byte* piece, int size, MPI_Request* request) {
            MPI_Ibcast(piece, size, MPI_BYTE, 0, MPI_COMM_WORLD, request);
        });
    }
    void do_send(std::size_t to, std::span<const std::byte> bytes) override {
        in_pieces(bytes, [to](const std::byte* piece, int size, MPI_Request* request) {
            MPI_Isend(piece, size, MPI_BYTE, static_cast<int>(to), 0, MPI_COMM_WORLD, request);
        });
    }
    void do_receive(std::size_t from, std::span<std::byte> bytes) override {
        in_pieces(bytes, [from](std::byte* piece, int size, MPI_Request* request) {
            MPI_Irecv(piece, size, MPI_BYTE, static_cast<int>(from), 0, MPI_COMM_WORLD, request);
        });
    }

    /// Posts all receives at once, so messages may arrive in any order.
    void do_receive(std::span<const Message> messages) override {
        std::vector<MPI_Request> requests;
        for (const Message& message : messages)
            start_pieces(message.bytes, requests, [&](std::byte* piece, int size, MPI_Request* request) {
                MPI_Irecv(piece, size, MPI_BYTE, static_cast<int>(message.from), 0, MPI_COMM_WORLD, request);
            });
        for (MPI_Request& request : requests) wait_for(request);
    }

    /// The messages between ranks are not compatible across versions.
    void check_version() {
        std::array<char, 32> theirs{};
        std::ranges::copy(version.substr(0, theirs.size()), theirs.begin());
        broadcast(std::as_writable_bytes(std::span(theirs)));
        const std::string first(theirs.data(), std::ranges::find(theirs, '\0'));
        if (first != version.substr(0, theirs.size()))
            abort("this is alcole " + std::string(version) + ", but rank 0 is alcole " + first);
    }

    std::size_t rank_ = 0;
    std::size_t size_ = 1;
    std::size_t ranks_here_ = 1;
};

}  // namespace

bool available() { return true; }
std::unique_ptr<Job> join() { return std::make_unique<MpiJob>(); }

}  // namespace alcole::cluster
