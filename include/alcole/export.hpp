#pragma once

// Marks the symbols that the shared library exports; all others stay hidden.
#if defined(__GNUC__) || defined(__clang__)
#define ALCOLE_EXPORT __attribute__((visibility("default")))
#else
#define ALCOLE_EXPORT
#endif
