#include "learning/training/find_model.hpp"

#include "experiment/jobs.hpp"
#include "learning/training/choice.hpp"
#include "learning/training/find_trees.hpp"
#include "learning/training/search.hpp"

#include <algorithm>
#include <limits>

namespace alcole::learning {
namespace {

/// Prefers a model that meets the constraints, then the lower merit; a search that broke down (not finite) comes
/// last.
bool better(const Answer& a, const Answer& b) {
    const auto failed = [](const Answer& answer) { return answer.summary.status == Status::not_finite; };
    if (failed(a) != failed(b)) return failed(b);
    if (a.met != b.met) return a.met;
    return a.merit < b.merit;
}

std::vector<float> first_weights(const TrainingTask& task, std::uint64_t seed) {
    const auto weights = tabular::initial_weights(task.shape, task.schema(), seed);
    return {weights.begin(), weights.end()};
}

Answer best_of_starts(const SolveConfig& solve, const Problems& problems, const std::vector<double>& bounds,
                      const Checkpointing& checkpointing, const std::string& stage) {
    std::vector<Answer> answers(solve.starts);
    experiment::Jobs jobs(problems.context(), solve.starts, "starts");
    const bool finished = jobs.run(solve.starts, [&](std::size_t k, const Context& own) {
        SolveConfig one = solve;
        one.options.seed += k;
        const Checkpointing states = k == 0 ? checkpointing : checkpointing.beside("start" + std::to_string(k));
        Problems mine(problems.task(), own);
        mine.set_clock(problems.seconds());
        answers[k] = search<float>(one, mine, bounds, states, nullptr, stage);
        jobs.advance();
    });
    const auto stopped = [](const Answer& answer) { return answer.summary.status == Status::interrupted; };
    if (!finished || std::ranges::any_of(answers, stopped)) {
        std::erase_if(answers, [](const Answer& answer) { return answer.theta.empty(); });
        Answer answer;
        if (!answers.empty())
            answer = std::move(*std::ranges::min_element(answers, better));
        else  // stopped before the first of them began
            answer.theta = first_weights(problems.task(), solve.options.seed);
        answer.summary.status = Status::interrupted;
        return answer;
    }
    std::vector<StartEnd> ends;
    double seconds = 0;
    for (std::size_t k = 0; k < answers.size(); ++k) {
        ends.push_back({.seed = solve.options.seed + k, .objective = answers[k].objective, .met = answers[k].met});
        seconds = std::max(seconds, answers[k].seconds);
    }
    Answer best = std::move(*std::ranges::min_element(answers, better));
    best.starts = std::move(ends);
    best.seconds = seconds;
    return best;
}

/// In its first steps on all data a network can saturate every unit of a layer. Its output is then constant, no
/// gradient leads away from there, and no constraint has asked for it. The noise of mini-batches gets it out.
bool is_caught(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds, const Answer& answer) {
    constexpr double as_good = 1e-3;  // relative to the objective
    const auto& lambda = answer.summary.lambda;
    const bool pulled = std::ranges::any_of(lambda, [](double price) { return price > 0; });
    if (answer.summary.status != Status::converged || pulled || answer.trace.empty()) return false;
    if (solve.regime != RegimeChoice::automatic || answer.trace.front().regime != Regime::full) return false;
    const std::vector<double> any(bounds.size(), std::numeric_limits<double>::infinity());
    const auto constant = best_constant(problems.with_bounds<float>(bounds), any);
    return constant.met && answer.objective >= (1 - as_good) * constant.objective;
}

}  // namespace

Answer find_model(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                  const Checkpointing& checkpointing, const WarmStart* warm, const std::string& stage) {
    if (problems.task().shape.trees) return find_trees(solve, problems, bounds, checkpointing, warm, stage);
    // A linear model is solved in double: its optimum is unique and can be found to full precision. Networks use float.
    if (problems.task().linear()) return search<double>(solve, problems, bounds, checkpointing, warm, stage);
    if (solve.starts > 1 && warm == nullptr) return best_of_starts(solve, problems, bounds, checkpointing, stage);
    Answer answer = search<float>(solve, problems, bounds, checkpointing, warm, stage);
    if (warm != nullptr || !is_caught(solve, problems, bounds, answer)) return answer;
    Answer second = search<float>(solve, problems, bounds, checkpointing.beside("start1"), nullptr, stage, true);
    return second.summary.status == Status::interrupted || better(second, answer) ? second : answer;
}

}  // namespace alcole::learning
