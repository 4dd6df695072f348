#pragma once

#include "run/outcome/outcome.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

/// The members of an outcome that are the same in memory and in metrics.json, each once, for the writer and the reader.
namespace alcole::run {

using Json = nlohmann::ordered_json;

inline constexpr std::array text_fields = {
    std::pair("data_file", &Outcome::data_file), std::pair("training_hash", &Outcome::training_hash),
    std::pair("target", &Outcome::target),       std::pair("positive", &Outcome::positive),
    std::pair("version", &Outcome::version),     std::pair("instruction_set", &Outcome::instruction_set)};

inline constexpr std::array list_fields = {std::pair("features", &Outcome::features),
                                           std::pair("protected", &Outcome::protected_columns),
                                           std::pair("where", &Outcome::where), std::pair("notes", &Outcome::notes)};

inline constexpr std::array metric_fields = {
    std::pair("accuracy", &tabular::Metrics::accuracy), std::pair("log_loss", &tabular::Metrics::log_loss),
    std::pair("auc", &tabular::Metrics::auc), std::pair("mean_squared_error", &tabular::Metrics::mean_squared_error),
    std::pair("r_squared", &tabular::Metrics::r_squared)};

inline constexpr std::array rate_fields = {
    std::pair("positive_rate", &tabular::GroupRates::positive_rate), std::pair("recall", &tabular::GroupRates::recall),
    std::pair("false_positive_rate", &tabular::GroupRates::false_positive_rate),
    std::pair("error_rate", &tabular::GroupRates::error_rate), std::pair("log_loss", &tabular::GroupRates::log_loss)};

inline constexpr std::array repeated_fields = {std::pair("train_objective", &Repeated::train_objective),
                                               std::pair("test_objective", &Repeated::test_objective),
                                               std::pair("test_accuracy", &Repeated::test_accuracy),
                                               std::pair("worst_train_slack", &Repeated::worst_train_slack),
                                               std::pair("worst_test_slack", &Repeated::worst_test_slack),
                                               std::pair("restlessness", &Repeated::restlessness)};

inline constexpr std::array sweep_fields = {std::pair("held_out_objective", &SweepPoint::held_out_objective),
                                            std::pair("held_out_accuracy", &SweepPoint::held_out_accuracy),
                                            std::pair("held_out_risk", &SweepPoint::held_out_risk)};

}  // namespace alcole::run
