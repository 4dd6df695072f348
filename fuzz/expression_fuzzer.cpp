// Any bytes as an expression: either rejected with a sentence, or read as one that survives being written out.
#include "table/expression.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace alcole::table;
    std::vector<Expression> all;
    try {
        all = parse_expression({reinterpret_cast<const char*>(data), size});
    } catch (const std::invalid_argument&) {
        return 0;
    }
    for (const auto& one : all) {
        const auto text = to_text(one);
        const auto again = parse_expression(text);
        if (again.size() != 1 || to_text(again.front()) != text) std::abort();
    }
    return 0;
}
