#include "model_file/outline.hpp"

#include <cstdint>
#include <utility>

/// A message of protocol buffers is a sequence of fields, each with a number, a type and its contents. Of ONNX's
/// ModelProto only these are needed: 1 is the format version, 7 the graph, 14 the metadata, in which 1 is the name and
/// 2 the text.
namespace alcole::model_file {
namespace {

struct Field {
    std::uint64_t number = 0;
    std::string_view content{};  ///< for fields with a length
};

/// Takes fields from the front of the bytes; nothing if the bytes are not a valid field.
class Fields {
  public:
    explicit Fields(std::string_view bytes) : rest_(bytes) {}
    bool at_end() const { return rest_.empty(); }

    std::optional<Field> next() {
        const auto tag = varint();
        if (!tag || *tag >> 3U == 0) return std::nullopt;
        const Field field{.number = *tag >> 3U};
        switch (*tag & 7U) {
            case 0:
                return varint() ? std::optional(field) : std::nullopt;
            case 1:
                return take(8) ? std::optional(field) : std::nullopt;
            case 5:
                return take(4) ? std::optional(field) : std::nullopt;
            case 2:
                break;
            default:
                return std::nullopt;
        }
        const auto length = varint();
        const auto content = length ? take(*length) : std::nullopt;
        return content ? std::optional(Field{field.number, *content}) : std::nullopt;
    }

  private:
    std::optional<std::string_view> take(std::uint64_t count) {
        if (count > rest_.size()) return std::nullopt;
        const auto taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }

    std::optional<std::uint64_t> varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = take(1);
            if (!byte) return std::nullopt;
            const auto bits = static_cast<unsigned char>(byte->front());
            value |= static_cast<std::uint64_t>(bits & 127U) << shift;
            if (bits < 128) return value;
        }
        return std::nullopt;
    }

    std::string_view rest_;
};

std::optional<std::pair<std::string, std::string>> entry_of(std::string_view bytes) {
    std::pair<std::string, std::string> entry;
    for (Fields fields(bytes); !fields.at_end();) {
        const auto field = fields.next();
        if (!field) return std::nullopt;
        if (field->number == 1) entry.first = field->content;
        if (field->number == 2) entry.second = field->content;
    }
    return entry;
}

}  // namespace

std::optional<Outline> outline_of(std::string_view bytes) {
    Outline outline;
    bool has_version = false;
    bool has_graph = false;
    for (Fields fields(bytes); !fields.at_end();) {
        const auto field = fields.next();
        if (!field) return std::nullopt;
        has_version = has_version || field->number == 1;
        has_graph = has_graph || field->number == 7;
        if (field->number != 14) continue;
        auto entry = entry_of(field->content);
        if (!entry) return std::nullopt;
        outline.metadata.insert(std::move(*entry));
    }
    return has_version && has_graph ? std::optional(std::move(outline)) : std::nullopt;
}

}  // namespace alcole::model_file
