#pragma once

#include <alcole/context.hpp>
#include <alcole/tabular/read.hpp>

#include "engine/reading_orders.hpp"
#include "table/text_part.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace alcole::engine {

/// Checks and joins the parts of a CSV file on rank 0. A part is valid if it begins where the previous one ends, and if
/// the kind of each column is that of the column's first value in the whole file.
class SharedText {
  public:
    /// Whether to read again, to leave the file to a single reader, or to collect the parts.
    enum class Next : std::uint8_t { again, give_up, done };

    /// `request` contains the file and its readers; what each reader should do is written into it. Throws ReadError if
    /// the first rows are not valid.
    SharedText(std::filesystem::path file, const tabular::ReadOptions& options, ReadRequest& request,
               const Context& context);

    /// Reads rank 0's own part.
    table::PartFacts read_own();
    void judge(const std::vector<table::PartFacts>& facts);
    Next next() const { return next_; }

    /// The columns of rank 0's part; once next() is `done`, those of the other readers are appended to them.
    std::span<table::ColumnBuilder> columns() { return own_->columns(); }
    tabular::Table finish() &&;

  private:
    Next judged(const std::vector<table::PartFacts>& facts);
    bool begin_where_others_end(const std::vector<table::PartFacts>& facts, bool& failed);
    bool agree_on_kinds(const std::vector<table::PartFacts>& facts);
    bool are_mixed(const std::vector<table::PartFacts>& facts);

    std::filesystem::path file_;
    tabular::ReadOptions options_;
    ReadRequest& request_;
    const Context& context_;
    bool has_header_;
    std::unique_ptr<table::TextPart> own_{};
    std::uint64_t own_version_ = 0;
    std::vector<Note> mixed_{};
    std::uint64_t other_rows_ = 0;
    Next next_ = Next::again;
};

}  // namespace alcole::engine
