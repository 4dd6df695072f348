#include "run/sweep/several.hpp"

#include <stdexcept>

namespace alcole::run {

void Counter::count_one() {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (!several_.on_progress) return;
    SeveralProgress progress{.done = done_, .all = all_, .seconds = seconds()};
    progress.left = progress.seconds * static_cast<double>(all_ - done_) / static_cast<double>(done_);
    several_.on_progress(progress);
}

void Counter::expect_one_more() {
    const std::lock_guard lock(mutex_);
    ++all_;
}

double Counter::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void said_with(const std::string& where, const std::function<void()>& f) {
    try {
        f();
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(where + ": " + error.what());
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(where + ": " + error.what());
    }
}

}  // namespace alcole::run
