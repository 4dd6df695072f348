// Prints the settings of `study learnability` as Markdown, for docs/learnability.md.
#include "print_settings.hpp"
#include "studies/learnability.hpp"

int main() { print_settings(alcole::studies::learnability_setting_table()); }
