// How fast a CSV file becomes a typed table, compared with reading its bytes and with Python's csv module, and how much
// memory that takes. Each reader runs in a separate process; the fastest of three runs counts.
#include <alcole/random.hpp>
#include <alcole/tabular/read.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace alcole::bench {
namespace {

namespace fs = std::filesystem;

constexpr double mega = 1e6;

template <std::size_t N>
const char* any(Random& random, const std::array<const char*, N>& words) {
    return words[random.below(N)];
}

/// A row similar to those of COMPAS: numbers, dates, a few words, quoted names and charges, missing values.
std::string some_row(std::size_t id, Random& random) {
    constexpr std::array sexes = {"Male", "Female"};
    constexpr std::array races = {"African-American", "Caucasian", "Hispanic", "Other", "Asian", "Native American"};
    constexpr std::array ages = {"Less than 25", "25 - 45", "Greater than 45"};
    constexpr std::array scores = {"Low", "Medium", "High"};
    constexpr std::array charges = {"Battery", "\"Grand Theft, 3rd Degree\"", "\"Poss of \"\"Cannabis\"\"\"",
                                    "Driving While License Revoked", "arrest case no charge"};
    std::array<char, 400> row{};
    const auto number = [&random](std::uint64_t n) { return static_cast<unsigned>(random.below(n)); };
    const int length = std::snprintf(
        row.data(), row.size(), "%zu,\"name %u, first %u\",%s,19%02u-%02u-%02u,%u,%s,%s,%u,%u,%u,%s,%.4f,%s,%s,%s,%u\n",
        id, number(500), number(40), any(random, sexes), number(90) + 10, number(12) + 1, number(28) + 1,
        number(60) + 18, any(random, ages), any(random, races), number(3), number(10) + 1, number(20),
        number(4) == 0 ? "" : "-1", 100 * random.normal(), any(random, charges), number(9) == 0 ? "NA" : "F",
        any(random, scores), number(2));
    return {row.data(), static_cast<std::size_t>(length)};
}

/// A file that is deleted at the end.
class GeneratedFile {
  public:
    explicit GeneratedFile(std::size_t bytes)
        : path_(fs::temp_directory_path() / ("alcole-csv-reading-" + std::to_string(::getpid()) + ".csv")) {
        std::ofstream out(path_, std::ios::binary);
        out << "id,name,sex,dob,age,age_cat,race,juvenile,decile,priors,days,score,charge,degree,score_text,label\n";
        Random random(1);
        for (std::size_t id = 1, written = 0; written < bytes; ++id) {
            const std::string row = some_row(id, random);
            out << row;
            written += row.size();
        }
    }
    GeneratedFile(const GeneratedFile&) = delete;
    GeneratedFile& operator=(const GeneratedFile&) = delete;
    ~GeneratedFile() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    const fs::path& path() const { return path_; }
    double size() const { return static_cast<double>(fs::file_size(path_)); }
    /// A number column with a word in its last row makes read_csv read the file twice.
    void append_a_word() const {
        std::ofstream(path_, std::ios::app) << "last,a,Male,1980-01-01,30,25 - 45,Other,0,1,0,,0,Battery,F,Low,0\n";
    }

  private:
    fs::path path_;
};

struct Measured {
    double seconds = 1e300;
    double peak_bytes = 0;
};

/// Runs `work` in a separate process; its exit status must be 0.
Measured measured_once(const std::function<int()>& work) {
    std::fflush(stdout);
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        int status = 1;
        try {
            status = work();
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
        }
        ::_exit(status);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || ::wait4(child, &status, 0, &used) != child || status != 0) return {};
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
            1024.0 * static_cast<double>(used.ru_maxrss)};
}

Measured measured(const std::function<int()>& work) {
    Measured best;
    for (int repeat = 0; repeat < 3; ++repeat) {
        const Measured one = measured_once(work);
        if (one.seconds < best.seconds) best = one;
    }
    return best;
}

int shell(const std::string& command) {
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    return 1;
}

double bytes_of(const tabular::Table& table) {
    std::size_t bytes = 0;
    for (const auto& column : table.columns) {
        bytes += column.numbers.num_bytes() + sizeof(std::int32_t) * column.codes.size();
        for (const auto& level : column.levels) bytes += sizeof(level) + level.size();
    }
    return static_cast<double>(bytes);
}

void print(const char* name, const Measured& measured, double size, double typed = 0) {
    if (measured.seconds > 1e200) {
        std::printf("%-46s   absent\n", name);
        return;
    }
    std::printf("%-46s %8.3f %8.0f %9.1f", name, measured.seconds, size / measured.seconds / mega,
                measured.peak_bytes / mega);
    if (typed > 0) std::printf(" %12.1f", typed / mega);
    std::printf("\n");
}

void table() {
    const GeneratedFile file(100'000'000);
    const double size = file.size();
    const std::string name = "'" + file.path().string() + "'";
    const auto read = [&file] { return tabular::read_csv(file.path()); };
    const auto read_and_drop = [&read] { return read().num_rows == 0 ? 1 : 0; };
    const std::string python = "import csv, sys\nfor row in csv.reader(open(sys.argv[1], newline='')): pass";

    const auto nothing = measured([] { return 0; });
    const auto cat = measured([&] { return shell("exec cat " + name + " > /dev/null"); });
    const auto once = measured(read_and_drop);
    const auto by_python = measured([&] { return shell("exec /usr/bin/python3 -c \"" + python + "\" " + name); });
    file.append_a_word();
    const auto twice = measured(read_and_drop);
    // Only now, so that the processes above do not start with a table in their memory.
    const double typed_twice = bytes_of(read());
    fs::resize_file(file.path(), static_cast<std::uintmax_t>(size));
    const auto typed = read();

    std::printf("A file of %.1f MB, %zu rows of %zu columns; a process that reads nothing has a peak of %.1f MB.\n\n",
                size / mega, typed.num_rows, typed.columns.size(), nothing.peak_bytes / mega);
    std::printf("%-46s %8s %8s %9s %12s\n", "", "seconds", "MB/s", "peak MB", "its table MB");
    print("cat, the bytes alone", cat, size);
    print("alcole read_csv", once, size, bytes_of(typed));
    print("alcole read_csv, a word after all the numbers", twice, size, typed_twice);
    print("Python csv.reader, no types, nothing kept", by_python, size);
}

}  // namespace
}  // namespace alcole::bench

int main() {
    alcole::bench::table();
    return 0;
}
