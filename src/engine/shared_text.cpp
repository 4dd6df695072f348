#include "engine/shared_text.hpp"

#include <map>
#include <utility>

namespace alcole::engine {

using table::PartFacts;
using table::ValueKind;
using tabular::ReadOptions;
using tabular::Table;

SharedText::SharedText(std::filesystem::path file, const ReadOptions& options, ReadRequest& request,
                       const Context& context)
    : file_(std::move(file)),
      options_(options),
      request_(request),
      context_(context),
      has_header_(options.names.empty()) {
    table::ByteSource source(file_);
    const std::uint64_t size = source.size();
    table::OpenTable first = table::open_csv(std::move(source), options_);
    request_.options.names = first.names;
    request_.columns = first.names.size();
    request_.kinds = table::kinds_of_first_rows(std::move(first));
    request_.bounds = equal_parts(size, request_.readers.size());
    request_.starts.assign(request_.readers.size(), ReadRequest::unknown);
}

PartFacts SharedText::read_own() {
    if (own_ && own_version_ == request_.version && table::agree(own_->facts().kinds, request_.kinds))
        return own_->facts();
    own_.reset();
    own_version_ = request_.version;
    own_ = std::make_unique<table::TextPart>(table::open_csv(table::ByteSource(file_, context_), options_),
                                             request_.bounds[1]);
    own_->read(request_.kinds);
    return own_->facts();
}

void SharedText::judge(const std::vector<PartFacts>& facts) { next_ = judged(facts); }

/// Where the parts begin is settled first: what a part reports about its columns means nothing if it begins in the
/// middle of a row.
auto SharedText::judged(const std::vector<PartFacts>& facts) -> Next {
    bool failed = false;
    if (!begin_where_others_end(facts, failed)) return failed ? Next::give_up : Next::again;
    if (!agree_on_kinds(facts) || are_mixed(facts)) return Next::again;
    other_rows_ = 0;
    for (std::size_t k = 1; k < facts.size(); ++k) other_rows_ += facts[k].rows;
    return facts.front().rows + other_rows_ > 0 ? Next::done : Next::give_up;
}

/// Whether every part begins where the previous one ends. The first one that does not must be read again from there;
/// the reports of the parts after it may be wrong as well.
bool SharedText::begin_where_others_end(const std::vector<PartFacts>& facts, bool& failed) {
    for (std::size_t k = 0; k < facts.size(); ++k) {
        if (k > 0 && facts[k].begin != facts[k - 1].end) {
            const std::uint64_t start = facts[k - 1].end;
            failed = request_.starts[k] == start;  // it was told where to start, but could not
            request_.starts[k] = start;
            return false;
        }
        failed = facts[k].failed;
        if (failed) return false;
        if (k > 0) request_.starts[k] = facts[k].begin;
    }
    return true;
}

bool SharedText::agree_on_kinds(const std::vector<PartFacts>& facts) {
    bool agree = true;
    for (std::size_t c = 0; c < request_.kinds.size(); ++c)
        for (const auto& part : facts) {
            if (part.kinds[c] == ValueKind::unknown) continue;
            if (request_.kinds[c] == ValueKind::unknown) request_.kinds[c] = part.kinds[c];
            agree = agree && part.kinds[c] == request_.kinds[c];
        }
    return agree;
}

/// A word after numbers, in any part, makes the whole column one of words; the note refers to the first such word.
bool SharedText::are_mixed(const std::vector<PartFacts>& facts) {
    std::map<std::string, Note> found;
    std::uint64_t lines = 0;  // lines before the part
    for (const auto& part : facts) {
        for (auto [name, note] : part.mixed) {
            note.numbers.front() += static_cast<double>(lines);
            found.try_emplace(name, std::move(note));
        }
        lines += part.lines;
    }
    if (found.empty()) return false;
    for (std::size_t c = 0; c < request_.kinds.size(); ++c)
        if (found.contains(columns()[c].name())) request_.kinds[c] = ValueKind::words;
    for (auto& [name, note] : found) {
        options_.types[name] = request_.options.types[name] = tabular::ColumnType::category;
        mixed_.push_back(std::move(note));
    }
    ++request_.version;
    return true;
}

Table SharedText::finish() && {
    own_->add_appended(other_rows_);
    Table table = std::move(*own_).finish();
    table.notes.insert(table.notes.end(), mixed_.begin(), mixed_.end());
    if (has_header_) table::note_numbers_in_header(table);
    return table;
}

}  // namespace alcole::engine
