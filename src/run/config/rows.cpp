#include "run/config/rows.hpp"

#include "run/config/table.hpp"

namespace alcole::run {
namespace {

/// Adds what it visits to a list.
struct Collect {
    std::vector<Row>& rows;

    template <class V, class F>
    void operator()(std::string_view name, const V& slot, const F& form, std::string_view meaning) const {
        rows.push_back({.name = std::string(name),
                        .value = form.write(slot),
                        .is_path = std::is_base_of_v<form::Path, F>,
                        .values = form.values(),
                        .meaning = std::string(meaning)});
    }
};

}  // namespace

std::vector<Row> rows_of(const DataConfig& data) {
    std::vector<Row> rows;
    visit_data(data, Collect{rows});
    return rows;
}

std::vector<Row> rows_of(const ModelConfig& model) {
    std::vector<Row> rows;
    visit_model(model, Collect{rows});
    return rows;
}

std::vector<Row> rows_of(const SolveConfig& solve) {
    std::vector<Row> rows;
    visit_solve(solve, Collect{rows});
    return rows;
}

std::vector<Row> rows_of(const CertifyConfig& certify) {
    std::vector<Row> rows;
    visit_certify(certify, Collect{rows});
    return rows;
}

std::vector<Row> rows_of(const tabular::Constraint& constraint) {
    std::vector<Row> rows;
    visit_constraint(constraint, Collect{rows});
    return rows;
}

}  // namespace alcole::run
