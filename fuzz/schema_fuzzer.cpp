// Any bytes as a schema: either rejected with a sentence, or read as a schema that survives its own JSON.
#include <alcole/tabular/schema.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace alcole::tabular;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Schema schema;
    try {
        schema = schema_from_json(text);
    } catch (const std::invalid_argument&) {
        return 0;
    }
    if (schema_from_json(to_json(schema)) != schema) std::abort();
    if (schema.input_names().size() != schema.num_inputs()) std::abort();
    return 0;
}
