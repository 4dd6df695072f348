#include "learning/training/certifiable.hpp"

#include <stdexcept>

namespace alcole::learning {

certify::Plan certificate_plan(const Config& config, const Task& task) {
    return {.rows = task.apart->num_rows(), .delta = config.certify.delta(), .family = config.certify.family};
}

void check_can_be_certified(const Config& config, const Task& task) {
    const auto start = tabular::initial_weights(task.shape, task.schema().num_inputs(), task.schema().num_outputs(),
                                                config.solve.options.seed);
    const learning::TrainedModel model{
        .schema = task.schema(), .shape = task.shape, .theta = {start.begin(), start.end()}};
    const auto forecasts =
        certify::forecast(model, task.goal.constraints, task.train, certificate_plan(config, task), Context());
    for (std::size_t i = 0; i < forecasts.size(); ++i)
        if (!forecasts[i].reason.empty())
            throw std::invalid_argument("'" + task.goal.constraints[i].name +
                                        "' cannot be certified: " + forecasts[i].reason);
}

}  // namespace alcole::learning
