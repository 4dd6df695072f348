#pragma once

#include "studies/settings.hpp"

#include <iostream>
#include <vector>

/// A table of settings as Markdown.
inline void print_settings(const std::vector<alcole::studies::SettingInfo>& table) {
    std::cout << "| setting | values | default | meaning |\n|---|---|---|---|\n";
    for (const auto& setting : table)
        std::cout << "| `" << setting.name << "` | " << setting.values << " | `" << setting.by_default << "` | "
                  << setting.meaning << " |\n";
}
