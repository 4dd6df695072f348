#pragma once

#include <filesystem>

namespace alcole::base {

/// Keeps other threads and processes that lock the same file waiting while it exists. The file is created if needed and
/// never removed: removing it would race with a process that has just opened it.
class FileLock {
  public:
    /// Waits until the lock is free; throws std::runtime_error if the file cannot be locked.
    explicit FileLock(const std::filesystem::path& file);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

  private:
    int descriptor_;
};

}  // namespace alcole::base
