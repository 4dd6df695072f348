// Prints the settings of `study duality` as Markdown, for docs/duality.md.
#include "print_settings.hpp"
#include "studies/duality.hpp"

int main() { print_settings(alcole::studies::duality_setting_table()); }
