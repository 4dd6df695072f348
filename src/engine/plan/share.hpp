#pragma once

#include <alcole/ranks.hpp>

#include "engine/plan/index_range.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::engine {

/// The distribution of a plan's groups over the ranks, in the order of the ranks. If there are fewer groups than ranks,
/// some ranks have none.
class Share {
  public:
    /// A single process has all groups.
    Share() = default;
    /// Distributes `groups` groups evenly: the ranks' numbers of groups differ by at most one.
    Share(Ranks& ranks, std::size_t groups) : ranks_(&ranks), groups_(groups) {}

    bool alone() const { return ranks_ == nullptr; }
    IndexRange groups_of(std::size_t rank) const { return {first_of(rank), first_of(rank + 1)}; }
    IndexRange own() const { return groups_of(ranks_->rank()); }
    /// The number of groups of all ranks.
    std::size_t num_groups() const { return groups_; }

    /// Collects the sums of all ranks at rank 0, in the order of the ranks. `sums` begins with `own` sums of `entries`
    /// numbers each, and rank 0 enlarges it to hold those of all ranks; rank r has count_of(r) sums. Returns the number
    /// of sums now present: all of them at rank 0, `own` at any other rank.
    template <class Buffer, class CountOf>
    std::size_t collect(Buffer& sums, std::size_t own, std::size_t entries, CountOf count_of) const {
        if (alone()) return own;
        if (ranks_->rank() > 0) {
            if (own > 0) ranks_->send(0, std::as_bytes(std::span(sums.data(), own * entries)));
            return own;
        }
        std::size_t all = own;
        for (std::size_t rank = 1; rank < ranks_->size(); ++rank) all += count_of(rank);
        if (sums.size() < all * entries) sums.resize(all * entries);
        std::vector<Ranks::Message> messages;
        std::size_t at = own * entries;
        for (std::size_t rank = 1; rank < ranks_->size(); ++rank) {
            const std::size_t count = count_of(rank) * entries;
            if (count > 0) messages.push_back({rank, std::as_writable_bytes(std::span(sums.data() + at, count))});
            at += count;
        }
        ranks_->receive(messages);
        return all;
    }
    /// The same with one sum per group.
    template <class Buffer>
    std::size_t collect(Buffer& sums, std::size_t own, std::size_t entries) const {
        return collect(sums, own, entries, [this](std::size_t rank) { return groups_of(rank).size(); });
    }

  private:
    std::uint32_t first_of(std::size_t rank) const {
        return static_cast<std::uint32_t>(rank * groups_ / ranks_->size());
    }

    Ranks* ranks_ = nullptr;
    std::size_t groups_ = 0;
};

}  // namespace alcole::engine
