#pragma once

#include "engine/orders.hpp"
#include "engine/reading_orders.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace alcole::engine {

/// Another rank's side of a table that all ranks read together. What it has read is kept here until rank 0 requests it.
class ServedReading {
  public:
    explicit ServedReading(Ranks& ranks) : ranks_(ranks) {}

    void carry_out(Order order, std::span<const std::byte> bytes);

  private:
    void look(PacketReader bytes);
    void read(const ReadRequest& request);
    void read_text(const ReadRequest& request, std::size_t reader);
    void hand_over();
    void discard_parts();

    Ranks& ranks_;
    ReadRequest::What what_ = ReadRequest::What::text;
    // For a text:
    std::unique_ptr<table::TextPart> part_{};
    std::uint64_t version_ = 0;
    table::PartFacts facts_{};
    // For HDF5 files and folders:
    std::vector<tabular::Table> tables_{};
};

}  // namespace alcole::engine
