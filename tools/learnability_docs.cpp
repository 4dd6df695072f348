// Prints the settings of `study learnability` as Markdown, for docs/learnability.md.
#include "print_settings.hpp"
#include "study/learnability.hpp"

int main() { print_settings(alcole::study::learnability_setting_table()); }
