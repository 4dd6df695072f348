#pragma once

#include <alcole/tabular/learning.hpp>
#include <alcole/version.hpp>

#include "base/stopwatch.hpp"
#include "studies/study.hpp"

#include <string>

namespace alcole::studies {

using base::Stopwatch;

template <class S>
Record record_of(const S& settings, const Stopwatch& since) {
    Record record{
        .versions = {{"alcole", std::string(version)}, {"instruction set", std::string(tabular::instruction_set())}},
        .seconds = since.seconds()};
    for (const auto& info : setting_table<S>()) record.settings.push_back({info.name, get(settings, info.name)});
    return record;
}

}  // namespace alcole::studies
