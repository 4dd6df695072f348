// Prints a table as Markdown for a page of the documentation: key_docs config, study, learnability or duality.
#include <alcole/learning/config.hpp>

#include "studies/duality.hpp"
#include "studies/learnability.hpp"
#include "studies/settings.hpp"

#include <iostream>
#include <string>

namespace {

using namespace alcole;

void print_head(const std::string& what) {
    std::cout << "| " << what << " | values | default | meaning |\n|---|---|---|---|\n";
}

void print(const std::string& name, const auto& row, const char* without_default) {
    std::cout << "| `" << name << "` | " << row.values << " | "
              << (row.by_default.empty() ? without_default : "`" + row.by_default + "`") << " | " << row.meaning
              << " |\n";
}

template <class S>
void print_settings() {
    print_head("setting");
    for (const auto& row : studies::setting_table<S>()) print(row.name, row, "none");
}

/// Prints one table per section.
void print_keys() {
    std::string open;
    for (const auto& key : learning::key_table()) {
        const auto dot = key.name.find('.');
        const std::string section = key.name.substr(0, dot);
        if (section != open) {
            const bool several = section == "constraint";
            std::cout << (open.empty() ? "" : "\n") << "### " << (several ? "[[constraint]]" : "[" + section + "]")
                      << "\n\n";
            print_head("key");
        }
        open = section;
        print(key.name.substr(dot + 1), key, "must be given");
    }
}

}  // namespace

int main(int count, char** words) {
    const std::string page = count == 2 ? words[1] : "";
    if (page == "config") print_keys();
    if (page == "study") print_settings<studies::Settings>();
    if (page == "learnability") print_settings<studies::LearnabilitySettings>();
    if (page == "duality") print_settings<studies::DualitySettings>();
}
