#pragma once

#include "engine/cpu/calibrated_scorer.hpp"
#include "engine/cpu/linear_scorer.hpp"
#include "engine/cpu/network_scorer.hpp"
#include "engine/cpu/ordered_scorer.hpp"

#include <memory>

namespace alcole::engine {

/// The scorer for a linear model or a network. The inputs and the pool must outlive it.
template <class T>
std::unique_ptr<Scorer<T>> scorer_of(const tabular::Model& model, tabular::Task task, std::size_t outputs,
                                     const Inputs<T>& inputs, ThreadPool& pool) {
    const std::size_t sums = task == tabular::Task::ordinal ? 1 : outputs;
    std::unique_ptr<Scorer<T>> inner;
    if (model.hidden.empty())
        inner = std::make_unique<LinearScorer<T>>(inputs, sums, pool);
    else
        inner = std::make_unique<NetworkScorer<T>>(model, inputs, sums, pool);
    return as_calibrated(model, as_ordered(task, outputs, std::move(inner), pool));
}

}  // namespace alcole::engine
