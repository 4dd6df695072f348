// Prints the settings of the study as Markdown, for docs/study.md.
#include "study/settings.hpp"

#include <iostream>

int main() {
    std::cout << "| setting | values | default | meaning |\n|---|---|---|---|\n";
    for (const auto& setting : alcole::study::setting_table())
        std::cout << "| `" << setting.name << "` | " << setting.values << " | `" << setting.by_default << "` | "
                  << setting.meaning << " |\n";
}
