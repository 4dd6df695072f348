#include "base/file_lock.hpp"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace alcole::base {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, int error) {
    throw std::runtime_error(file.string() + ": cannot be locked: " + std::generic_category().message(error));
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& file)
    : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) fail(file, errno);
    while (::flock(descriptor_, LOCK_EX) != 0) {
        if (errno == EINTR) continue;
        const int error = errno;
        ::close(descriptor_);
        fail(file, error);
    }
}

FileLock::~FileLock() { ::close(descriptor_); }

}  // namespace alcole::base
