#pragma once

#include <alcole/tabular/learning.hpp>
#include <alcole/version.hpp>

#include "studies/study.hpp"

#include <chrono>
#include <string>

namespace alcole::studies {

class Stopwatch {
  public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

template <class S>
Record record_of(const S& settings, const Stopwatch& since) {
    Record record{
        .versions = {{"alcole", std::string(version)}, {"instruction set", std::string(tabular::instruction_set())}},
        .seconds = since.seconds()};
    for (const auto& info : setting_table<S>()) record.settings.push_back({info.name, get(settings, info.name)});
    return record;
}

}  // namespace alcole::studies
