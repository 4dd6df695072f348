// Prints the settings of the study as Markdown, for docs/study.md.
#include "print_settings.hpp"
#include "study/settings.hpp"

int main() { print_settings(alcole::study::setting_table()); }
