#include "../engine/random_table.hpp"
#include "../table/temporary_file.hpp"
#include "model_file/checksum.hpp"
#include "sample_models.hpp"

#include <functional>

#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

namespace alcole::model_file {
namespace {

learning::TrainedModel small_model() {
    const auto table = tests::random_table({.rows = 40, .missing = true, .seed = 2});
    return tests::sample_model(table, {.target = "repaid", .features = {"age", "sex"}}, {.hidden = {2}});
}

/// The message about bytes, without the name; empty if they are read.
std::string said_of(std::string_view bytes) {
    try {
        decode(bytes, "some.onnx");
    } catch (const std::runtime_error& error) {
        const std::string said = error.what();
        EXPECT_TRUE(said.starts_with("some.onnx: ")) << said;
        return said.substr(std::string("some.onnx: ").size());
    }
    return "";
}

/// A file that was modified by someone who could also fix its checksum.
std::string changed(const std::function<void(onnx::ModelProto&)>& change) {
    onnx::ModelProto model;
    EXPECT_TRUE(model.ParseFromString(encode(small_model())));
    model.mutable_metadata_props()->RemoveLast();
    change(model);
    return with_checksum(model.SerializeAsString());
}

std::string with_text(const std::string& key, const std::string& text) {
    return changed([&](onnx::ModelProto& model) {
        for (auto& entry : *model.mutable_metadata_props())
            if (entry.key() == key) entry.set_value(text);
    });
}

TEST(Refused, IsNotTheFileItself) {
    EXPECT_EQ(said_of(encode(small_model())), "");
    EXPECT_EQ(changed([](auto&) {}), encode(small_model()));
}

TEST(Refused, IsEveryBeginningOfAFile) {
    const std::string bytes = encode(small_model());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        ASSERT_NE(said_of(std::string_view(bytes).substr(0, size)), "") << size;
    EXPECT_EQ(said_of(""), "the file is empty");
    EXPECT_EQ(said_of(std::string_view(bytes).substr(0, bytes.size() / 2)),
              "this is not an ONNX file, or only a part of one");
}

TEST(Refused, IsAFileWithAnyByteChanged) {
    std::string bytes = encode(small_model());
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        const char before = bytes[at];
        for (const unsigned flip : {1U, 16U, 128U, 255U}) {
            bytes[at] = static_cast<char>(static_cast<unsigned char>(before) ^ flip);
            ASSERT_NE(said_of(bytes), "") << at << " ^ " << flip;
        }
        bytes[at] = before;
    }
    const std::size_t weight = bytes.find("theta layer0 weights") + 30;
    bytes[weight] = static_cast<char>(static_cast<unsigned char>(bytes[weight]) ^ 1U);
    EXPECT_EQ(said_of(bytes), "the file is damaged: its checksum does not fit its content");
}

TEST(Refused, IsAFileWithSomethingBehindIt) {
    EXPECT_NE(said_of(encode(small_model()) + "x"), "");
    EXPECT_NE(said_of(encode(small_model()) + encode(small_model())), "");
}

TEST(Refused, AreFilesOfOthers) {
    EXPECT_EQ(said_of("age,sex\n1,f\n"), "this is not an ONNX file, or only a part of one");
    onnx::ModelProto model;
    model.set_ir_version(8);
    model.mutable_graph()->set_name("theirs");
    EXPECT_EQ(said_of(model.SerializeAsString()), "this ONNX file was not written by alcole");
    auto* entry = model.add_metadata_props();
    entry->set_key("author");
    entry->set_value("someone");
    EXPECT_EQ(said_of(model.SerializeAsString()), "this ONNX file was not written by alcole");
}

TEST(Refused, IsANewerFormat) {
    EXPECT_EQ(said_of(with_text("alcole.format", "2")), "a newer alcole wrote this file (format 2; this one reads 1)");
    EXPECT_EQ(said_of(with_text("alcole.format", "0")), "the file is damaged: it does not say which format it has");
    EXPECT_EQ(said_of(with_text("alcole.format", "1b")), "the file is damaged: it does not say which format it has");
}

constexpr const char* other_graph =
    "the graph is not the one that alcole writes for this model; another program changed it";

TEST(Refused, IsAGraphThatIsNotTheModels) {
    EXPECT_EQ(said_of(changed([](auto& model) {
                  for (auto& node : *model.mutable_graph()->mutable_node())
                      if (node.op_type() == "Sigmoid") node.set_op_type("Tanh");
              })),
              other_graph);
    EXPECT_EQ(said_of(with_text("alcole.model", R"({"activation":"tanh","hidden":[2]})")), other_graph);
    EXPECT_EQ(said_of(changed([](auto& model) { model.set_doc_string("improved"); })), other_graph);
    EXPECT_EQ(said_of(changed([](auto& model) { model.mutable_metadata_props(1)->set_key("alcole.comment"); })),
              "the metadata of the model are incomplete: 'alcole.version' is missing");
    EXPECT_EQ(said_of(changed([](auto& model) {
                  auto* entry = model.add_metadata_props();
                  entry->set_key("alcole.l2");
                  entry->set_value("7");
              })),
              other_graph);
    EXPECT_EQ(said_of(with_text("alcole.l2", " 0.5")), other_graph);
}

TEST(Refused, AreWeightsOfTheWrongNumber) {
    constexpr const char* length =
        "this is not a valid model: the length of theta does not match the schema and the hidden layers";
    EXPECT_EQ(said_of(changed([](auto& model) {
                  for (auto& tensor : *model.mutable_graph()->mutable_initializer())
                      if (tensor.name() == "alcole/theta layer0 biases") tensor.mutable_raw_data()->resize(4);
              })),
              length);
    EXPECT_EQ(said_of(with_text("alcole.model", R"({"activation":"sigmoid","hidden":[4611686018427387904,4]})")),
              length);
    EXPECT_EQ(said_of(with_text("alcole.model", R"({"activation":"sigmoid","hidden":[0]})")), length);
}

TEST(Refused, AreTextsThatMakeNoSense) {
    EXPECT_EQ(said_of(with_text("alcole.schema", "{}")), "this is not a valid schema: 'schema' is missing");
    EXPECT_EQ(said_of(with_text("alcole.model", "[")),
              "this is not a valid entry of a model's metadata: it is not JSON");
    EXPECT_EQ(
        said_of(with_text("alcole.model", R"({"activation":"sigmoid","hidden":[-1]})")),
        "this is not a valid entry of a model's metadata: 'alcole.model.hidden[0]' must be a whole number, 0 or more");
    EXPECT_EQ(said_of(with_text("alcole.model", R"({"activation":"sinus","hidden":[]})")),
              "this is not a valid entry of a model's metadata: 'alcole.model.activation' must be one of sigmoid, "
              "tanh, softplus, gelu, "
              "silu, relu, not 'sinus'");
    EXPECT_EQ(said_of(with_text("alcole.l2", "\"no\"")),
              "this is not a valid entry of a model's metadata: 'alcole.l2' must be a number");
    EXPECT_EQ(said_of(with_text("alcole.merges", "[1]")),
              "this is not a valid entry of a model's metadata: 'alcole.merges[0]' must be an object");
    EXPECT_EQ(
        said_of(with_text("alcole.reading", R"({"delimiter":",,"})")),
        "this is not a valid entry of a model's metadata: 'alcole.reading.delimiter' must be one character, or none");
}

TEST(Refused, IsAFileThatIsNotThere) {
    EXPECT_THROW((void)learning::TrainedModel::load("no such folder/model.onnx"), std::runtime_error);
}

}  // namespace
}  // namespace alcole::model_file
