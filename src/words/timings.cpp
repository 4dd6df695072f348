#include "words/parts.hpp"

namespace alcole::words {
namespace {

/// One phase of one rank.
struct Spent {
    std::size_t rank;
    Phase phase;
    PhaseTime time;
};

std::vector<Spent> all_spent(const learning::Timings& timings) {
    std::vector<Spent> all;
    for (std::size_t rank = 0; rank < timings.ranks.size(); ++rank)
        for (std::size_t phase = 0; phase < num_phases; ++phase)
            if (const PhaseTime& time = timings.ranks[rank].phases[phase]; time.seconds > 0)
                all.push_back({rank, static_cast<Phase>(phase), time});
    return all;
}

}  // namespace

Section timings_section(const learning::Outcome& outcome) {
    Section section{.heading = "Where the time went"};
    if (!outcome.timings) return section;
    const learning::Timings& timings = *outcome.timings;
    section.blocks = {Paragraph{say("Reading took ", Number{timings.reading, 3}, " s, and preparing the rows ",
                                    Number{timings.preparing, 3}, " s.")}};
    if (timings.ranks.empty()) return section;
    using One = const Spent&;
    section.blocks.emplace_back(
        table_of<Spent>("Seconds and bytes", all_spent(timings),
                        {{{"rank"}, [](One s) { return Count{s.rank}; }},
                         {{"phase", "", in_words}, [](One s) { return std::string(to_string(s.phase)); }},
                         {{"times"}, [](One s) { return Count{s.time.times}; }},
                         {{"seconds"},
                          [](One s) {
                              return Number{s.time.seconds, 3};
                          }},
                         {{"waiting"},
                          [](One s) {
                              return Number{s.time.waiting, 3};
                          }},
                         {{"bytes sent"}, [](One s) { return Count{s.time.sent}; }},
                         {{"bytes received"}, [](One s) { return Count{s.time.received}; }}}));
    section.blocks.emplace_back(Paragraph{say("The busiest rank computed ", Number{100 * timings.imbalance(), 3},
                                              " % longer than ranks did on average. Rank 0 also does the rest: "
                                              "the solver's own steps, judging.")});
    return section;
}

}  // namespace alcole::words
