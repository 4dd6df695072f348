#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace alcole::tests {

/// Sets or unsets an environment variable until the end of the scope.
class Variable {
  public:
    Variable(std::string name, const std::optional<std::string>& value) : name_(std::move(name)) {
        if (const char* now = std::getenv(name_.c_str())) before_ = now;
        set(value);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() { set(before_); }

    void set(const std::optional<std::string>& value) const {
        if (value)
            ::setenv(name_.c_str(), value->c_str(), 1);
        else
            ::unsetenv(name_.c_str());
    }

  private:
    std::string name_;
    std::optional<std::string> before_;
};

}  // namespace alcole::tests
