#include <alcole/tabular/schema.hpp>

#include "base/json.hpp"
#include "table/fields.hpp"

namespace alcole::tabular {

std::string to_json(const Schema& schema) { return base::json_text(schema, "a schema", 2, base::Order::by_name); }

Schema schema_from_json(std::string_view text) { return base::from_json<Schema>(text, "schema"); }

}  // namespace alcole::tabular
