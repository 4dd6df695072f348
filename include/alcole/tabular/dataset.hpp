#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <memory>
#include <span>

namespace alcole::tabular {

/// Rows and how a model reads them: a table together with a matching schema. A Dataset is built once and never changes.
/// Copies share its contents, so passing one along costs nothing, and any number of threads may read it.
///
///     const Dataset train(read_csv("loans.csv"), SchemaOptions{.target = "approved"});   // fits the schema
///     const Dataset later(read_csv("new_loans.csv"), train.schema());                    // the same reading
///
/// Rows need not come from a file: a Table is just columns in memory.
class ALCOLE_EXPORT Dataset {
  public:
    /// Fits a schema to the rows. Throws std::invalid_argument like fit_schema().
    Dataset(Table table, const SchemaOptions& options);
    /// Reads rows with a schema that was fitted to others. A table to predict from may lack the target. Throws
    /// std::invalid_argument if the table does not fit the schema.
    Dataset(Table table, Schema schema);

    [[nodiscard]] const Table& table() const;
    [[nodiscard]] const Schema& schema() const;
    [[nodiscard]] std::size_t num_rows() const { return table().num_rows; }
    /// Returns the listed rows, in that order, with the same schema.
    [[nodiscard]] Dataset rows(std::span<const std::size_t> which) const;

  private:
    struct Parts;
    std::shared_ptr<const Parts> parts_;
};

}  // namespace alcole::tabular
