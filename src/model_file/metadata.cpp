#include "model_file/metadata.hpp"

#include "base/strict_json.hpp"

#include <array>
#include <cmath>

namespace alcole::model_file {
namespace {

using base::dumped;
using base::Json;

using tabular::ColumnType;

const base::StrictJson& strict() {
    static const base::StrictJson reader("metadata of a model");
    return reader;
}

std::string model_json(const tabular::Model& model) {
    return dumped({{"hidden", model.hidden}, {"activation", to_string(model.activation)}}, "the model");
}

tabular::Model model_from(const std::string& text) {
    const Json object = strict().parse(text);
    return {.hidden = strict().member<std::vector<std::size_t>>(object, "hidden"),
            .activation = tabular::activation_from(strict().member<std::string>(object, "activation"))};
}

std::string merges_json(const std::vector<tabular::Merge>& merges) {
    Json list = Json::array();
    for (const auto& merge : merges)
        list.push_back({{"column", merge.column}, {"levels", merge.levels}, {"into", merge.into}});
    return dumped(list, "a merge");
}

std::vector<tabular::Merge> merges_from(const std::string& text) {
    std::vector<tabular::Merge> merges;
    for (const auto& object : strict().as<std::vector<Json>>(strict().parse(text), "alcole.merges"))
        merges.push_back({.column = strict().member<std::string>(object, "column"),
                          .levels = strict().member<std::vector<std::string>>(object, "levels"),
                          .into = strict().member<std::string>(object, "into")});
    return merges;
}

/// One character, or nothing.
std::string character_text(char c) { return c == '\0' ? std::string() : std::string(1, c); }

char character_from(const Json& object, const char* name) {
    const auto text = strict().member<std::string>(object, name);
    if (text.size() > 1) strict().refuse(std::string("'") + name + "' is more than one character");
    return text.empty() ? '\0' : text.front();
}

ColumnType type_from(const std::string& word) {
    for (const auto type : {ColumnType::number, ColumnType::category, ColumnType::boolean})
        if (to_string(type) == word) return type;
    strict().refuse("'" + word + "' is no column type");
}

std::string reading_json(const tabular::ReadOptions& reading) {
    Json types = Json::object();
    for (const auto& [column, type] : reading.types) types[column] = to_string(type);
    return dumped({{"delimiter", character_text(reading.delimiter)},
                   {"quote", character_text(reading.quote)},
                   {"comment", character_text(reading.comment)},
                   {"missing", reading.missing},
                   {"names", reading.names},
                   {"columns", reading.columns},
                   {"types", types},
                   {"trim", reading.trim}},
                  "how the data were read");
}

tabular::ReadOptions reading_from(const std::string& text) {
    const Json object = strict().parse(text);
    tabular::ReadOptions reading{.delimiter = character_from(object, "delimiter"),
                                 .quote = character_from(object, "quote"),
                                 .comment = character_from(object, "comment"),
                                 .missing = strict().member<std::vector<std::string>>(object, "missing"),
                                 .names = strict().member<std::vector<std::string>>(object, "names"),
                                 .columns = strict().member<std::vector<std::string>>(object, "columns")};
    const Json types = strict().member<Json>(object, "types");
    if (!types.is_object()) strict().refuse("'types' has the wrong type");
    for (const auto& [column, type] : types.items())
        reading.types[column] = type_from(strict().as<std::string>(type, column));
    reading.trim = strict().member<bool>(object, "trim");
    return reading;
}

/// Other programs show metadata as text.
const std::string& utf8(const std::string& text, const char* what) {
    dumped(text, what);
    return text;
}

/// A text that must be there.
class Texts {
  public:
    explicit Texts(const std::map<std::string, std::string>& texts) : texts_(texts) {}
    const std::string& operator[](const std::string& name) const {
        const auto found = texts_.find(name);
        if (found == texts_.end()) strict().refuse("'" + name + "' is missing");
        return found->second;
    }

  private:
    const std::map<std::string, std::string>& texts_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> metadata_of(const learning::TrainedModel& file) {
    if (!std::isfinite(file.goal.l2)) throw std::invalid_argument("this is no model: l2 is not finite");
    std::vector<std::pair<std::string, std::string>> texts = {
        {format_key, std::to_string(format_version)},
        {"alcole.version", utf8(file.version, "the version")},
        {"alcole.schema", to_json(file.schema)},
        {"alcole.model", model_json(file.shape)},
        {"alcole.l2", dumped(file.goal.l2, "l2")},
        {"alcole.merges", merges_json(file.merges)},
        {"alcole.constraints", to_json(file.goal.constraints)},
        {"alcole.protected", dumped(file.protected_columns, "a protected column")},
        {"alcole.reading", reading_json(file.reading)},
        {"alcole.training_hash", utf8(file.training_hash, "the hash of the training data")},
        {"alcole.run", utf8(file.run_toml, "the run file")}};
    if (!file.certificate.empty()) texts.emplace_back("alcole.certificate", utf8(file.certificate, "the certificate"));
    return texts;
}

learning::TrainedModel from_metadata(const std::map<std::string, std::string>& texts) {
    const Texts text(texts);
    learning::TrainedModel file{.schema = tabular::schema_from_json(text["alcole.schema"]),
                                .shape = model_from(text["alcole.model"]),
                                .theta = {},
                                .merges = merges_from(text["alcole.merges"]),
                                .goal = {.constraints = constraints_from_json(text["alcole.constraints"])}};
    file.protected_columns =
        strict().as<std::vector<std::string>>(strict().parse(text["alcole.protected"]), "alcole.protected");
    file.reading = reading_from(text["alcole.reading"]);
    file.goal.l2 = strict().as<double>(strict().parse(text["alcole.l2"]), "alcole.l2");
    file.training_hash = text["alcole.training_hash"];
    file.run_toml = text["alcole.run"];
    if (texts.contains("alcole.certificate")) file.certificate = text["alcole.certificate"];
    file.version = text["alcole.version"];
    return file;
}

}  // namespace alcole::model_file
