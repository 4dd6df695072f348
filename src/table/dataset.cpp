#include <alcole/tabular/dataset.hpp>

#include "table/encode.hpp"
#include "table/word_places.hpp"

#include <utility>

namespace alcole::tabular {

struct Dataset::Parts {
    Parts(Table table_, Schema schema_)
        : schema(std::move(schema_)),
          table(table::respelt(std::move(table_), schema)),
          encoded(table::encode(schema, table)) {}
    Schema schema;
    Table table;
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
