// Prints the keys of a run file as Markdown, a table per section, for docs/config.md.
#include "run/config/config.hpp"

#include <iostream>

int main() {
    std::string open;
    for (const auto& key : alcole::run::key_table()) {
        const auto dot = key.name.find('.');
        const std::string section = key.name.substr(0, dot);
        if (section != open) {
            const bool several = section == "constraint";
            std::cout << (open.empty() ? "" : "\n") << "### " << (several ? "[[constraint]]" : "[" + section + "]")
                      << "\n\n| key | values | default | meaning |\n|---|---|---|---|\n";
        }
        open = section;
        std::cout << "| `" << key.name.substr(dot + 1) << "` | " << key.values << " | "
                  << (key.by_default.empty() ? "must be given" : "`" + key.by_default + "`") << " | " << key.meaning
                  << " |\n";
    }
}
