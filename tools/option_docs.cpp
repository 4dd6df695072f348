// Prints the option table as Markdown, for docs/solver.md.
#include <alcole/options.hpp>

#include <iostream>

int main() {
    std::cout << "| option | values | default | on resume | meaning |\n|---|---|---|---|---|\n";
    for (const auto& option : alcole::option_table())
        std::cout << "| `" << option.name << "` | " << option.values << " | `" << option.by_default << "` | "
                  << (option.free_on_resume ? "free" : "fixed") << " | " << option.meaning << " |\n";
}
