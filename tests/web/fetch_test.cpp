#include "web/fetch.hpp"

#include <alcole/random.hpp>

#include "base/sha256.hpp"
#include "environment.hpp"
#include "loopback_server.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <list>
#include <optional>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

namespace alcole::web {
namespace {

namespace fs = std::filesystem;
using tests::Answer;
using tests::LoopbackServer;
using tests::Request;
using tests::Variable;
using tests::with_ranges;

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& content) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

/// A separate cache folder, a data set with one file, and no proxies.
class Fetching : public ::testing::Test {
  protected:
    void SetUp() override {
        fs::remove_all(folder);
        for (const auto* name : {"http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"})
            no_proxies.emplace_back(name, std::nullopt);
        Random random(1);
        content.resize(300'000);
        std::ranges::generate(content, [&] { return static_cast<char>(random.next()); });
        write(folder / "original", content);
        set = {.name = "test",
               .description = "bytes",
               .licence = "none",
               .files = {{.name = "file.csv",
                          .url = "https://127.0.0.1:1/elsewhere.csv",
                          .sha256 = base::sha256_of(folder / "original"),
                          .bytes = content.size()}}};
    }
    void TearDown() override { fs::remove_all(folder); }

    fs::path file() const { return folder / "data" / "test" / "file.csv"; }
    fs::path part() const { return folder / "data" / "test" / "file.csv.part"; }

    FetchOptions from(const LoopbackServer& server) const {
        return {.mirror = server.url(), .retries = 3, .backoff_seconds = 0.01, .stall_seconds = 10};
    }
    /// The error without the server's address, whose port changes each time; empty if there is none.
    std::string refusal(const FetchOptions& options) const {
        try {
            fetch(set, options);
        } catch (const FetchError& error) {
            std::string said = error.what();
            const auto at = said.find(options.mirror);
            if (!options.mirror.empty() && at != std::string::npos) said.replace(at, options.mirror.size(), "MIRROR");
            return said;
        }
        return "";
    }
    void expect_whole() const {
        EXPECT_EQ(read(file()), content);
        EXPECT_FALSE(fs::exists(part()));
    }
    void expect_nothing() const {
        EXPECT_FALSE(fs::exists(file()));
        EXPECT_FALSE(fs::exists(part()));
    }

    const fs::path folder = fs::temp_directory_path() / ("alcole-fetch-" + std::to_string(::getpid()));
    const Variable cache{"ALCOLE_CACHE_DIR", folder.string()};
    const Variable own_data{"ALCOLE_DATA_DIR", std::nullopt};
    std::list<Variable> no_proxies;
    std::string content;
    data::PublicDataset set;
};

TEST_F(Fetching, GivesTheFileAndSaysHowFarItIs) {
    const LoopbackServer server([&](const Request& request) { return with_ranges(content, request); });
    auto options = from(server);
    std::uint64_t last = 0;
    options.progress = [&](const std::string& name, std::uint64_t got, std::uint64_t total) {
        EXPECT_EQ(name, "file.csv");
        EXPECT_EQ(total, content.size());
        EXPECT_GT(got, last);
        last = got;
    };
    EXPECT_FALSE(data::find_file("test", "file.csv"));
    fetch(set, options);
    expect_whole();
    EXPECT_EQ(last, content.size());
    EXPECT_EQ(data::find_file("test", "file.csv"), file());
    EXPECT_EQ(server.requests().at(0).path, "/test/file.csv");
    fetch(set, options);  // already there
    EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(Fetching, GoesOnFromWhatIsThere) {
    const LoopbackServer server([&](const Request& request) { return with_ranges(content, request); });
    write(part(), content.substr(0, 123'456));
    fetch(set, from(server));
    expect_whole();
    ASSERT_EQ(server.requests().size(), 1U);
    EXPECT_EQ(server.requests()[0].range_from, 123'456U);
}

TEST_F(Fetching, NeedsNoServerWhenAllBytesAreThere) {
    const LoopbackServer server([&](const Request& request) { return with_ranges(content, request); });
    write(part(), content);
    fetch(set, from(server));
    expect_whole();
    EXPECT_TRUE(server.requests().empty());
}

TEST_F(Fetching, StartsOverWhereTheServerKnowsNoRanges) {
    const LoopbackServer server([&](const Request&) { return Answer{.body = content}; });
    write(part(), content.substr(0, 1000));
    fetch(set, from(server));
    expect_whole();
    EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(Fetching, StartsOverWhenTheBytesThereWereOfAnotherFile) {
    const LoopbackServer server([&](const Request& request) { return with_ranges(content, request); });
    write(part(), std::string(1000, 'x'));
    fetch(set, from(server));
    expect_whole();
    write(part(), std::string(content.size() + 1, 'x'));
    fs::remove(file());
    fetch(set, from(server));
    expect_whole();
}

TEST_F(Fetching, StartsOverWhenTheBytesThereAreTooManyForTheServer) {
    const LoopbackServer server([&](const Request& request) {
        Answer answer = with_ranges(content, request);
        if (request.range_from) answer.body += "and more";
        return answer;
    });
    write(part(), content.substr(0, 1000));
    auto options = from(server);
    options.retries = 0;
    fetch(set, options);
    expect_whole();
    EXPECT_EQ(server.requests().size(), 2U);
}

TEST_F(Fetching, ReplacesAFileThatIsNotTheRightOne) {
    const LoopbackServer server([&](const Request& request) { return with_ranges(content, request); });
    write(file(), "half");
    fetch(set, from(server));
    expect_whole();
}

TEST_F(Fetching, TriesAgainWhenTheServerIsBusy) {
    const LoopbackServer server([&](const Request& request) {
        return request.number < 2 ? Answer{.status = 503, .body = "busy"} : with_ranges(content, request);
    });
    fetch(set, from(server));
    expect_whole();
    EXPECT_EQ(server.requests().size(), 3U);
}

TEST_F(Fetching, GivesUpWhenTheServerStaysBusy) {
    const LoopbackServer server([&](const Request&) { return Answer{.status = 503, .body = "busy"}; });
    EXPECT_EQ(
        refusal(from(server)),
        "MIRROR/test/file.csv answered 503, with 0 of 300000 bytes here after 4 tries; try again later to go on from "
        "there, or fetch from a mirror, or put your own copy at $ALCOLE_DATA_DIR/test/file.csv");
    EXPECT_EQ(server.requests().size(), 4U);
    expect_nothing();
}

TEST_F(Fetching, GoesOnWhereTheConnectionBroke) {
    const LoopbackServer server([&](const Request& request) {
        Answer answer = with_ranges(content, request);
        if (request.number < 2) answer.send = answer.body.size() / 2;
        return answer;
    });
    fetch(set, from(server));
    expect_whole();
    const auto requests = server.requests();
    ASSERT_EQ(requests.size(), 3U);
    EXPECT_EQ(requests[1].range_from, 150'000U);
    EXPECT_EQ(requests[2].range_from, 225'000U);
}

TEST_F(Fetching, NoticesAnEarlyEndWithoutALength) {
    const LoopbackServer server([&](const Request& request) {
        Answer answer = with_ranges(content, request);
        answer.tell_length = false;
        if (request.number == 0) answer.send = 1000;
        return answer;
    });
    fetch(set, from(server));
    expect_whole();
    EXPECT_EQ(server.requests().size(), 2U);
}

TEST_F(Fetching, KeepsTheBytesForAnotherTime) {
    {
        const LoopbackServer server([&](const Request& request) {
            Answer answer = with_ranges(content, request);
            answer.send = 1000;
            return answer;
        });
        EXPECT_NE(refusal(from(server)).find("with 4000 of 300000 bytes here after 4 tries"), std::string::npos);
        EXPECT_EQ(read(part()), content.substr(0, 4000));
        EXPECT_FALSE(fs::exists(file()));
    }
    const LoopbackServer server([&](const Request& request) { return with_ranges(content, request); });
    fetch(set, from(server));
    expect_whole();
    EXPECT_EQ(server.requests().at(0).range_from, 4000U);
}

TEST_F(Fetching, RefusesOtherContentAndKeepsNothing) {
    std::string other = content;
    other[1234] = static_cast<char>(other[1234] + 1);
    write(folder / "other", other);
    const LoopbackServer server([&](const Request& request) { return with_ranges(other, request); });
    EXPECT_EQ(refusal(from(server)), "MIRROR/test/file.csv is not the file that was expected: SHA-256 " +
                                         set.files[0].sha256 + " expected, " + base::sha256_of(folder / "other") +
                                         " found, nothing kept; fetch from a mirror, or put your own copy at "
                                         "$ALCOLE_DATA_DIR/test/file.csv");
    expect_nothing();
    EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(Fetching, RefusesOtherSizes) {
    const LoopbackServer shorter([&](const Request& request) { return with_ranges("a page to log in", request); });
    EXPECT_NE(refusal(from(shorter)).find("300000 bytes expected, 16 found, nothing kept"), std::string::npos);
    expect_nothing();
    const LoopbackServer longer([&](const Request& request) { return with_ranges(content + "x", request); });
    EXPECT_NE(refusal(from(longer)).find("300000 bytes expected, more found, nothing kept"), std::string::npos);
    expect_nothing();
    EXPECT_EQ(longer.requests().size(), 1U);
}

TEST_F(Fetching, SaysWhatIsNotThere) {
    const LoopbackServer server([&](const Request&) { return Answer{.status = 404, .body = "no"}; });
    EXPECT_EQ(refusal(from(server)),
              "MIRROR/test/file.csv answered 404; fetch from a mirror, or put your own copy at "
              "$ALCOLE_DATA_DIR/test/file.csv");
    expect_nothing();
    EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(Fetching, KeepsAnEarlierPartWhenTheServerHasNothing) {
    const LoopbackServer server([&](const Request&) { return Answer{.status = 404, .body = "no"}; });
    write(part(), content.substr(0, 1000));
    EXPECT_NE(refusal(from(server)), "");
    EXPECT_EQ(read(part()), content.substr(0, 1000));
}

TEST_F(Fetching, StopsHalfWayWithAPartAndNoFile) {
    const LoopbackServer server([&](const Request& request) {
        Answer answer = with_ranges(content, request);
        answer.send = content.size() / 2;
        answer.hang = true;
        return answer;
    });
    auto options = from(server);
    std::uint64_t got = 0;
    options.progress = [&](const std::string&, std::uint64_t now, std::uint64_t) { got = now; };
    options.stop = [&] { return got >= content.size() / 2; };
    try {
        fetch(set, options);
        FAIL() << "was not stopped";
    } catch (const FetchError& error) {
        EXPECT_TRUE(error.stopped());
        EXPECT_NE(
            std::string(error.what()).find("was stopped at 150000 of 300000 bytes; fetch again to go on from there"),
            std::string::npos);
    }
    EXPECT_EQ(read(part()), content.substr(0, content.size() / 2));
    EXPECT_FALSE(fs::exists(file()));
}

TEST_F(Fetching, StopsWhileItWaits) {
    const LoopbackServer server([&](const Request&) { return Answer{.status = 503, .body = "busy"}; });
    auto options = from(server);
    options.backoff_seconds = 20;
    options.stop = [&] { return !server.requests().empty(); };
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NE(refusal(options).find("was stopped at 0 of 300000 bytes"), std::string::npos);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST_F(Fetching, TakesASilentConnectionForABrokenOne) {
    const LoopbackServer server([&](const Request& request) {
        Answer answer = with_ranges(content, request);
        if (request.number == 0) {
            answer.send = 1000;
            answer.hang = true;
        }
        return answer;
    });
    auto options = from(server);
    options.stall_seconds = 1;
    fetch(set, options);
    expect_whole();
    EXPECT_EQ(server.requests().at(1).range_from, 1000U);
}

TEST_F(Fetching, IsHttpsOnlyUnlessFromAMirror) {
    set.files[0].url = "http://127.0.0.1:1/file.csv";
    EXPECT_EQ(refusal({}), "http://127.0.0.1:1/file.csv is not an address to fetch from: it must start with https://");
    EXPECT_EQ(refusal({.mirror = "ftp://host"}),
              "MIRROR/test/file.csv is not an address to fetch from: a mirror must start with https:// or http://");
    expect_nothing();
}

TEST_F(Fetching, SaysThatNobodyAnswers) {
    EXPECT_NE(refusal({.retries = 1, .backoff_seconds = 0.01}).find("https://127.0.0.1:1/elsewhere.csv failed ("),
              std::string::npos);
    expect_nothing();
}

TEST_F(Fetching, IsLeftToOneProcess) {
    write(part(), "x");
    const int other = ::open(part().c_str(), O_RDWR);  // NOLINT
    ASSERT_EQ(::flock(other, LOCK_EX), 0);
    const LoopbackServer server([&](const Request& request) { return with_ranges(content, request); });
    EXPECT_NE(refusal(from(server)).find("another process is writing"), std::string::npos);
    ::close(other);
    fetch(set, from(server));
    expect_whole();
}

TEST_F(Fetching, SaysWhenTheFolderCannotBe) {
    write(folder / "data", "a file where a folder should be");
    const LoopbackServer server([&](const Request& request) { return with_ranges(content, request); });
    EXPECT_NE(refusal(from(server)).find("data set 'test' cannot be fetched: "), std::string::npos);
}

}  // namespace
}  // namespace alcole::web
