#pragma once

#include <alcole/context.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace alcole::tests {

/// Requests a stop at the first report of a stage that begins with a word, and remembers all reports.
class StopAt {
  public:
    explicit StopAt(std::string stage) : stage_(std::move(stage)) {}

    Context context(Ranks* ranks = nullptr) {
        return Context({.threads = 1,
                        .stop = &stop_,
                        .on_progress =
                            [this](const Progress& progress) {
                                reports.push_back(progress);
                                if (progress.stage.starts_with(stage_)) stop_.request();
                            },
                        .ranks = ranks});
    }

    bool stopped() const { return stop_.stop_requested(); }
    std::vector<Progress> reports{};

  private:
    std::string stage_;
    StopFlag stop_;
};

}  // namespace alcole::tests
