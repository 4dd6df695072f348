// Any bytes are either rejected with a sentence or read; what is read is written back as the same bytes.
#include "solver/state/format.hpp"

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

template <class T>
void read_and_write(std::string_view bytes) {
    try {
        const alcole::State<T> state = alcole::solver::decode<T>(bytes);
        if (alcole::solver::encode(state) != bytes) std::abort();
    } catch (const std::runtime_error&) {
    }
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    read_and_write<double>(bytes);
    read_and_write<float>(bytes);
    return 0;
}
