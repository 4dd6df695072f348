// Prints the settings of `study duality` as Markdown, for docs/duality.md.
#include "print_settings.hpp"
#include "study/duality.hpp"

int main() { print_settings(alcole::study::duality_setting_table()); }
