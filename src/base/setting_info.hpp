#pragma once

#include <string>

namespace alcole::base {

/// One row of a table of settings.
struct SettingInfo {
    std::string name{};
    std::string values{};      ///< the allowed values: "a number > 0"
    std::string by_default{};  ///< as text
    std::string meaning{};     ///< a sentence or two
    bool free_on_resume = false;
};

}  // namespace alcole::base
