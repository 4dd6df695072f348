// Prints the settings of the study as Markdown, for docs/study.md.
#include "print_settings.hpp"
#include "studies/settings.hpp"

int main() { print_settings(alcole::studies::setting_table()); }
