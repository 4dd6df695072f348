// Any bytes as a run file: either rejected with a sentence, or read as a config that survives being written out.
#include "learning/config/config.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace alcole::learning;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Config config;
    try {
        config = parse_config(text, "run.toml", "folder");
    } catch (const std::invalid_argument&) {
        return 0;
    }
    const std::string written = to_toml(config, "folder");
    const Config again = parse_config(written, "written.toml", "folder");
    if (!differences(config, again).empty() || to_toml(again, "folder") != written) std::abort();
    try {
        check(config);
        set(config, text);
    } catch (const std::invalid_argument&) {
        return 0;
    }
    return 0;
}
