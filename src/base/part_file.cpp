#include "base/part_file.hpp"

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace alcole::base {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
    const std::error_code why(errno, std::generic_category());
    throw std::runtime_error(path.string() + " cannot be " + what + ": " + why.message());
}

}  // namespace

PartFile::PartFile(std::filesystem::path path) : path_(std::move(path)) {
    constexpr mode_t readable = 0644;
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, readable);
    if (descriptor_ < 0) fail(path_, "opened");
    const bool alone = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
    const off_t end = alone ? ::lseek(descriptor_, 0, SEEK_END) : 0;
    if (alone && end >= 0) {
        size_ = static_cast<std::uint64_t>(end);
        return;
    }
    ::close(descriptor_);
    if (alone) fail(path_, "read");
    throw std::runtime_error("another process is writing " + path_.string() + "; wait until it has finished");
}

PartFile::~PartFile() {
    if (size_ == 0) remove();
    ::close(descriptor_);
}

void PartFile::append(const char* bytes, std::size_t count) {
    while (count > 0) {
        const ssize_t written = ::write(descriptor_, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(path_, "written");
        bytes += written;
        count -= static_cast<std::size_t>(written);
        size_ += static_cast<std::uint64_t>(written);
    }
}

void PartFile::start_over() {
    if (::ftruncate(descriptor_, 0) != 0) fail(path_, "emptied");
    size_ = 0;
}

void PartFile::rename_to(const std::filesystem::path& name) {
    if (::fsync(descriptor_) != 0) fail(path_, "written");
    std::error_code why;
    std::filesystem::rename(path_, name, why);
    if (why) throw std::runtime_error(path_.string() + " cannot be renamed to " + name.string() + ": " + why.message());
}

void PartFile::remove() const noexcept {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

}  // namespace alcole::base
