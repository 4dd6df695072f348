#pragma once

#include <alcole/hooks.hpp>
#include <alcole/state.hpp>

#include "learning/training/answer.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

namespace alcole::learning {

/// The states of a search on disk: `state` holds the current one, and `state.stochastic` next to it holds the final
/// state of the mini-batches once full batches have followed them. Each is written to a temporary file and renamed. A
/// hook of solve().
template <class T>
class Checkpoints {
  public:
    explicit Checkpoints(const Checkpointing& asked) : file_(asked.state), regularly_(!asked.when_stopped) {
        if (!asked.resume || file_.empty() || !std::filesystem::exists(file_)) return;
        current_ = load<T>(file_);
        if (current_->dual.options.regime == Regime::full && std::filesystem::exists(finished_file()))
            finished_ = load<T>(finished_file());
    }

    /// The state that a resumed search starts from; nothing for a new search.
    std::optional<State<T>> current() { return std::move(current_); }
    std::optional<State<T>> finished_stage() { return std::move(finished_); }

    /// Saves 50 times as long after the last save as that save took, but at least 0.2 s and normally at most 5 s later:
    /// a power cut loses little work. A state that takes longer than half a second to save is saved after a pause of 10
    /// times the cost, so that saving never takes more than a tenth of the time.
    void on_step(const Step& step) {
        using namespace std::chrono_literals;
        const auto now = std::chrono::steady_clock::now();
        if (file_.empty() || !regularly_ || (begun_ && now - last_ < pause_)) return;
        begun_ = true;
        step.save(file_);
        last_ = std::chrono::steady_clock::now();
        const auto cost = last_ - now;
        pause_ =
            std::clamp<std::chrono::steady_clock::duration>(50 * cost, 200ms, std::max<decltype(cost)>(5s, 10 * cost));
    }
    void save_now(const State<T>& state) const {
        if (!file_.empty()) save(state, file_);
    }
    void finish_stage(const State<T>& state) const {
        if (!file_.empty()) save(state, finished_file());
    }

  private:
    std::filesystem::path finished_file() const { return file_.string() + ".stochastic"; }

    std::filesystem::path file_;
    bool regularly_ = true;
    std::optional<State<T>> current_;
    std::optional<State<T>> finished_;
    bool begun_ = false;
    std::chrono::steady_clock::time_point last_{};
    std::chrono::steady_clock::duration pause_ = std::chrono::milliseconds(200);
};

}  // namespace alcole::learning
