// Prints the option table as Markdown, for docs/solver.md.
#include <alcole/options.hpp>

#include <iostream>

int main() {
    std::cout << "| option | values | default | meaning |\n|---|---|---|---|\n";
    for (const auto& option : alcole::option_table())
        std::cout << "| `" << option.name << "` | " << option.values << " | `" << option.by_default << "` | "
                  << option.meaning << " |\n";
}
