#pragma once

#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

/// The Arrow C data and stream interfaces: an ABI of three structs, written down here as their specification has them
/// (https://arrow.apache.org/docs/format/CDataInterface.html). Whoever fills them needs no library of ours, and we none
/// of theirs.
extern "C" {
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
    int (*get_next)(ArrowArrayStream*, ArrowArray* out);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};
}

namespace alcole::python {

/// What is filled by others and given back to them once: `release` is theirs, and null when nothing is held.
template <class T>
class Held {
  public:
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
        if (held_.release != nullptr) held_.release(&held_);
    }
    T* get() { return &held_; }
    const T* operator->() const { return &held_; }
    const T& operator*() const { return held_; }

  private:
    T held_{};
};

/// The columns that an object with __arrow_c_stream__ offers, where they lie.
class ArrowTable {
  public:
    /// Reads the whole stream. Throws std::invalid_argument with a sentence when it fails, or holds no columns.
    explicit ArrowTable(const pybind11::capsule& stream);

    const std::vector<std::string>& names() const { return names_; }
    std::size_t num_rows() const { return num_rows_; }
    /// Numbers, true and false, and words, dictionaries of words included. Throws TypeError for anything else.
    tabular::Column column(const std::string& name, std::size_t place) const;

  private:
    std::unique_ptr<Held<ArrowSchema>> schema_ = std::make_unique<Held<ArrowSchema>>();
    std::vector<std::shared_ptr<Held<ArrowArray>>> batches_;  // shared with the columns that read them
    std::vector<std::string> names_;
    std::size_t num_rows_ = 0;
};

}  // namespace alcole::python
