#include "experiment/jobs.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace alcole::experiment {

Jobs::Jobs(const Context& context, std::size_t expected, std::string unit)
    : context_(context), unit_(std::move(unit)), expected_(static_cast<double>(expected)) {}

bool Jobs::run(std::size_t count, const std::function<void(std::size_t, const Context&)>& f) {
    if (count == 0) return !context_.stop_requested();
    if (context_.ranks() != nullptr) {  // all ranks work on one job at a time
        const Context own = context_.with_progress({});
        for (std::size_t job = 0; job < count && !context_.stop_requested(); ++job) f(job, own);
        return !context_.stop_requested();
    }
    const std::size_t threads = std::max<std::size_t>(1, context_.threads() / count);
    context_.for_each(count, [&](std::size_t job) { f(job, context_.with_threads(threads)); });
    return !context_.stop_requested();
}

void Jobs::advance(double units) {
    const std::lock_guard lock(mutex_);
    done_ += units;
    if (!context_.wants_progress() || !(done_ > 0)) return;
    constexpr double rounding = 1e-6;  // of fractions that add up to a whole
    context_.report({.unit = unit_,
                     .done = static_cast<std::int64_t>(std::floor(done_ + rounding)),
                     .total = static_cast<std::int64_t>(expected_),
                     .seconds = seconds(),
                     .left = seconds() * std::max(0.0, expected_ - done_) / done_});
}

void Jobs::expect(double units) {
    const std::lock_guard lock(mutex_);
    expected_ += units;
}

void naming(const std::string& where, const std::function<void()>& f) {
    try {
        f();
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(where + ": " + error.what());
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(where + ": " + error.what());
    }
}

}  // namespace alcole::experiment
