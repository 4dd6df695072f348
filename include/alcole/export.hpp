#pragma once

// Marks what the shared library offers; everything else stays inside it.
#if defined(__GNUC__) || defined(__clang__)
#define ALCOLE_EXPORT __attribute__((visibility("default")))
#else
#define ALCOLE_EXPORT
#endif
