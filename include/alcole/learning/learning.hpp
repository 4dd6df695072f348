#pragma once

/// Everything to learn from tables under constraints: alcole::learning. Link alcole::learning.
#include <alcole/learning/certificate.hpp>
#include <alcole/learning/fit.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/read.hpp>
