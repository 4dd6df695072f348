#pragma once

/// Includes everything needed to learn from tables under constraints. Link alcole::learning.
#include <alcole/learning/apply.hpp>
#include <alcole/learning/bounds.hpp>
#include <alcole/learning/certificate.hpp>
#include <alcole/learning/config.hpp>
#include <alcole/learning/fit.hpp>
#include <alcole/learning/inspect.hpp>
#include <alcole/learning/module.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/learning/repeat.hpp>
#include <alcole/learning/report.hpp>
#include <alcole/learning/run.hpp>
#include <alcole/learning/sweep.hpp>
#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/read.hpp>
