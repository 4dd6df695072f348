#pragma once

#include <cerrno>
#include <string>
#include <system_error>

namespace alcole::base {

/// Why the last system call failed, in the words of the system.
inline std::string last_error() { return std::generic_category().message(errno); }

}  // namespace alcole::base
