// Any bytes as a model file: either rejected with a sentence that begins with the name, or read and written back as the
// same bytes. Tried as they are, and with a valid checksum appended, without which nothing would get any further.
#include "model_file/checksum.hpp"
#include "model_file/model_file.hpp"

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

void read_and_write(std::string_view bytes) {
    alcole::learning::TrainedModel file;
    try {
        file = alcole::model_file::decode(bytes, "name");
    } catch (const std::runtime_error& error) {
        if (!std::string_view(error.what()).starts_with("name: ")) std::abort();
        return;
    }
    if (alcole::model_file::encode(file) != bytes) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    read_and_write(bytes);
    read_and_write(alcole::model_file::with_checksum(std::string(bytes)));
    return 0;
}
