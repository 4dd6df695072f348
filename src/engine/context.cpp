#include <alcole/context.hpp>

#include "base/parallel.hpp"
#include "engine/cpu/thread_pool.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

namespace alcole {

struct Context::Pool {
    std::once_flag started;
    std::unique_ptr<engine::ThreadPool> threads;
};

Context::Context() : Context(Settings{}) {}
Context::Context(Settings settings) : Context(std::move(settings), std::make_shared<Pool>()) {}
Context::Context(Settings settings, std::shared_ptr<Pool> pool)
    : settings_(std::move(settings)), pool_(std::move(pool)) {
    settings_.threads = base::num_threads(settings_.threads);
    if (settings_.ranks != nullptr && settings_.ranks->size() < 2) settings_.ranks = nullptr;
}

std::size_t Context::threads() const { return settings_.threads; }
Ranks* Context::ranks() const { return settings_.ranks; }
bool Context::wants_timings() const { return settings_.timings; }
bool Context::stop_requested() const { return settings_.stop != nullptr && settings_.stop->stop_requested(); }
bool Context::wants_progress() const { return static_cast<bool>(settings_.on_progress); }

void Context::report(const Progress& progress) const {
    if (settings_.on_progress) settings_.on_progress(progress);
}

Context Context::with_threads(std::size_t threads) const {
    return Context({.threads = threads, .stop = settings_.stop});
}

Context Context::with_progress(std::function<void(const Progress&)> on_progress) const {
    Settings settings = settings_;
    settings.on_progress = std::move(on_progress);
    return Context(std::move(settings), pool_);
}

void Context::for_each(std::size_t count, const std::function<void(std::size_t)>& f) const {
    std::exception_ptr first;
    std::mutex mutex;
    std::atomic<bool> failed = false;
    engine::pool_of(*this).run(count, [&](std::size_t i, std::size_t /*thread*/) {
        if (failed || stop_requested()) return;
        try {
            f(i);
        } catch (...) {
            const std::scoped_lock lock(mutex);
            if (!failed.exchange(true)) first = std::current_exception();
        }
    });
    if (first) std::rethrow_exception(first);
}

engine::ThreadPool& engine::pool_of(const Context& context) {
    auto& pool = *context.pool_;
    std::call_once(pool.started, [&] { pool.threads = std::make_unique<ThreadPool>(context.threads()); });
    return *pool.threads;
}

}  // namespace alcole
