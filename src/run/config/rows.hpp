#pragma once

#include "run/config/config.hpp"
#include "run/config/value.hpp"

#include <optional>
#include <string>
#include <vector>

/// The table of keys as data: what is written, compared and documented.
namespace alcole::run {

struct Row {
    std::string name{};            ///< "data.file"; of a constraint "bound"
    std::optional<Value> value{};  ///< nothing: another key says it
    bool is_path = false;
    std::string values{};
    std::string meaning{};
};

/// [data] and [model], then [solve]; constraints apart.
std::vector<Row> rows_of(const DataConfig& data);
std::vector<Row> rows_of(const ModelConfig& model);
std::vector<Row> rows_of(const SolveConfig& solve);
std::vector<Row> rows_of(const CertifyConfig& certify);
std::vector<Row> rows_of(const tabular::Constraint& constraint);

}  // namespace alcole::run
