#include <alcole/tabular/dataset.hpp>

#include "table/word_places.hpp"

#include <utility>

namespace alcole::tabular {

struct Dataset::Parts {
    Parts(Table table_, Schema schema_) : schema(std::move(schema_)), table(table::respelt(std::move(table_), schema)) {
        check_fits(schema, table, false);
    }
    Schema schema;
    Table table;
};

Dataset::Dataset(Table table, const SchemaOptions& options) {
    Schema schema = fit_schema(table, options);
    parts_ = std::make_shared<const Parts>(std::move(table), std::move(schema));
}

Dataset::Dataset(Table table, Schema schema)
    : parts_(std::make_shared<const Parts>(std::move(table), std::move(schema))) {}

const Table& Dataset::table() const { return parts_->table; }
const Schema& Dataset::schema() const { return parts_->schema; }

Dataset Dataset::rows(std::span<const std::size_t> which) const { return {table().rows(which), schema()}; }

}  // namespace alcole::tabular
