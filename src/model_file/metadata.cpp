#include "model_file/metadata.hpp"

#include "base/json.hpp"
#include "table/fields.hpp"

#include <cmath>
#include <stdexcept>

namespace alcole::model_file {
namespace {

/// Members are ordered by name, because the texts are compared with those of a file, whose writer may have had another
/// order.
template <class V>
std::string json_text(const V& value, const char* what) {
    return base::json_text(value, what, -1, base::Order::by_name);
}

/// Throws if the text is not UTF-8: other programs show metadata as text.
const std::string& utf8(const std::string& text, const char* what) {
    json_text(text, what);
    return text;
}

/// Texts that must exist.
class Texts {
  public:
    explicit Texts(const std::map<std::string, std::string>& texts) : texts_(texts) {}
    const std::string& operator[](const std::string& name) const {
        const auto found = texts_.find(name);
        if (found == texts_.end())
            throw std::invalid_argument("the metadata of the model are incomplete: '" + name + "' is missing");
        return found->second;
    }
    template <class V>
    void read(const std::string& name, V& value) const {
        value = base::from_json<V>((*this)[name], "entry of a model's metadata", name);
    }

  private:
    const std::map<std::string, std::string>& texts_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> metadata_of(const learning::TrainedModel& file) {
    if (!std::isfinite(file.goal.l2)) throw std::invalid_argument("this is not a valid model: l2 is not finite");
    std::vector<std::pair<std::string, std::string>> texts = {
        {format_key, std::to_string(learning::TrainedModel::format)},
        {"alcole.version", utf8(file.version, "the version")},
        {"alcole.schema", to_json(file.schema)},
        {"alcole.model", json_text(file.shape, "the model")},
        {"alcole.l2", json_text(file.goal.l2, "l2")},
        {"alcole.merges", json_text(file.merges, "a merge")},
        {"alcole.constraints", to_json(file.goal.constraints)},
        {"alcole.protected", json_text(file.protected_columns, "a protected column")},
        {"alcole.reading", json_text(file.reading, "how the data were read")},
        {"alcole.training_hash", utf8(file.training_hash, "the hash of the training data")},
        {"alcole.run", utf8(file.run_toml, "the run file")}};
    if (file.goal.objective != tabular::Objective::loss)
        texts.emplace_back("alcole.objective", to_string(file.goal.objective));
    if (file.goal.error_width != 0)
        texts.emplace_back("alcole.error_width", json_text(file.goal.error_width, "a width"));
    if (!file.certificate.empty()) texts.emplace_back("alcole.certificate", utf8(file.certificate, "the certificate"));
    return texts;
}

learning::TrainedModel from_metadata(const std::map<std::string, std::string>& texts) {
    const Texts text(texts);
    learning::TrainedModel file{.schema = tabular::schema_from_json(text["alcole.schema"])};
    file.goal.constraints = constraints_from_json(text["alcole.constraints"]);
    text.read("alcole.model", file.shape);
    text.read("alcole.merges", file.merges);
    text.read("alcole.protected", file.protected_columns);
    text.read("alcole.reading", file.reading);
    text.read("alcole.l2", file.goal.l2);
    if (texts.contains("alcole.objective")) file.goal.objective = tabular::objective_from(text["alcole.objective"]);
    if (texts.contains("alcole.error_width")) text.read("alcole.error_width", file.goal.error_width);
    file.training_hash = text["alcole.training_hash"];
    file.run_toml = text["alcole.run"];
    if (texts.contains("alcole.certificate")) file.certificate = text["alcole.certificate"];
    file.version = text["alcole.version"];
    return file;
}

}  // namespace alcole::model_file
