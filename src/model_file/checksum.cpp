#include "model_file/checksum.hpp"

#include "base/sha256.hpp"
#include "model_file/metadata.hpp"

#include <onnx/onnx_pb.h>

namespace alcole::model_file {
namespace {

std::string entry_with(const std::string& digest) {
    onnx::ModelProto model;
    auto* entry = model.add_metadata_props();
    entry->set_key(checksum_key);
    entry->set_value(digest);
    return model.SerializeAsString();
}

}  // namespace

std::string with_checksum(std::string body) {
    body += entry_with(base::sha256_of_bytes(body));
    return body;
}

bool checksum_fits(std::string_view bytes) {
    constexpr std::size_t digest_size = 64;
    const std::size_t size = entry_with(std::string(digest_size, '0')).size();
    if (bytes.size() < size) return false;
    const auto body = bytes.substr(0, bytes.size() - size);
    return bytes.substr(body.size()) == entry_with(base::sha256_of_bytes(body));
}

}  // namespace alcole::model_file
