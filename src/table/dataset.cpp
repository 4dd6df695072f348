#include <alcole/tabular/dataset.hpp>

#include "table/encode.hpp"

#include <utility>

namespace alcole::tabular {

struct Dataset::Parts {
    Parts(Table table_, Schema schema_)
        : table(std::move(table_)), schema(std::move(schema_)), encoded(table::encode(schema, table)) {}
    Table table;
    Schema schema;
    table::Encoded encoded;
};

Dataset::Dataset(Table table, const SchemaOptions& options) {
    Schema schema = fit_schema(table, options);
    parts_ = std::make_shared<const Parts>(std::move(table), std::move(schema));
}

Dataset::Dataset(Table table, Schema schema)
    : parts_(std::make_shared<const Parts>(std::move(table), std::move(schema))) {}

const Table& Dataset::table() const { return parts_->table; }
const Schema& Dataset::schema() const { return parts_->schema; }
const table::Encoded& Dataset::encoded() const { return parts_->encoded; }

Dataset Dataset::rows(std::span<const std::size_t> which) const { return {table().rows(which), schema()}; }

}  // namespace alcole::tabular
