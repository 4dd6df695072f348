#pragma once

#include <alcole/tabular/read.hpp>

#include "engine/reading_orders.hpp"
#include "table/text_part.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace alcole::engine {

/// What rank 0 makes of the parts of a CSV file. A part is right if it begins where the one before ends, from the
/// header on, and if its values are taken for what the first value of their column in the whole file is.
class SharedText {
  public:
    enum class Verdict : std::uint8_t { again, give_up, done };

    /// `request` has the file and its readers; what every reader is to do is written into it. Throws ReadError where
    /// the first rows are wrong.
    SharedText(std::filesystem::path file, const tabular::ReadOptions& options, ReadRequest& request);

    /// Rank 0's own part.
    table::PartFacts read_own();
    void judge(const std::vector<table::PartFacts>& facts);
    Verdict verdict() const { return verdict_; }

    /// Once it is done: what all other readers have read is appended to these.
    std::span<table::ColumnBuilder> columns() { return own_->columns(); }
    tabular::Table finish() &&;

  private:
    Verdict judged(const std::vector<table::PartFacts>& facts);
    bool begin_where_others_end(const std::vector<table::PartFacts>& facts, bool& failed);
    bool agree_on_kinds(const std::vector<table::PartFacts>& facts);
    bool are_mixed(const std::vector<table::PartFacts>& facts);

    std::filesystem::path file_;
    tabular::ReadOptions options_;
    ReadRequest& request_;
    bool has_header_;
    std::unique_ptr<table::TextPart> own_{};
    std::uint64_t own_version_ = 0;
    std::vector<Note> mixed_{};
    std::uint64_t other_rows_ = 0;
    Verdict verdict_ = Verdict::again;
};

}  // namespace alcole::engine
