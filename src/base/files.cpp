#include "base/files.hpp"

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace alcole::base {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const char* what, int error) {
    throw std::runtime_error(file.string() + ": cannot be " + what + ": " + std::generic_category().message(error));
}

class Descriptor {
  public:
    /// `name`: the file to name in messages, which may differ from the temporary file that is opened.
    Descriptor(const fs::path& file, int flags, const fs::path& name, const char* what)
        : number_(::open(file.c_str(), flags, 0666)) {
        if (number_ < 0) fail(name, what, errno);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { ::close(number_); }
    int number() const { return number_; }

  private:
    int number_;
};

/// 0 if all bytes were written, otherwise errno.
int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

}  // namespace

std::string read_file(const fs::path& file) {
    const Descriptor in(file, O_RDONLY | O_CLOEXEC, file, "opened");
    std::string bytes;
    std::array<char, 65536> chunk{};
    for (;;) {
        const auto count = ::read(in.number(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(file, "read", errno);
        if (count == 0) return bytes;
        bytes.append(chunk.data(), static_cast<std::size_t>(count));
    }
}

void write_file(const fs::path& file, std::string_view bytes) {
    const fs::path temporary = file.string() + ".part";
    int error = 0;
    {
        const Descriptor out(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, file, "written");
        error = write_all(out.number(), bytes);
    }
    if (error == 0) return take_place(temporary, file);
    std::error_code ignored;
    fs::remove(temporary, ignored);
    fail(file, "written", error);
}

void take_place(const fs::path& beside, const fs::path& file) {
    int error = 0;
    {
        const Descriptor written(beside, O_WRONLY | O_CLOEXEC, file, "written");
        if (::fsync(written.number()) != 0) error = errno;
    }
    std::error_code renamed;
    if (error == 0) fs::rename(beside, file, renamed);
    if (error == 0) error = renamed.value();
    if (error == 0) return;
    fs::remove(beside, renamed);
    fail(file, "written", error);
}

}  // namespace alcole::base
