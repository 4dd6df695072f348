#pragma once

#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

/// The Arrow C data and stream interfaces: an ABI of three structs, declared as in their specification
/// (https://arrow.apache.org/docs/format/CDataInterface.html). Neither side needs a library of the other.
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

/// A struct that another library fills and that is released exactly once: `release` is the other library's function, or
/// null if nothing is held.
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
    T& operator*() { return held_; }
    const T& operator*() const { return held_; }

  private:
    T held_{};
};

/// The columns that an object with __arrow_c_stream__ offers, in place.
class ArrowTable {
  public:
    /// Reads the whole stream. Throws std::invalid_argument with a sentence if it fails, or has no columns.
    explicit ArrowTable(const pybind11::capsule& capsule);

    const std::vector<std::string>& names() const { return names_; }
    std::size_t num_rows() const { return num_rows_; }
    /// Numbers, booleans and words, including dictionaries of words. Throws TypeError for anything else.
    tabular::Column column(const std::string& name, std::size_t place) const;

  private:
    std::unique_ptr<Held<ArrowSchema>> schema_ = std::make_unique<Held<ArrowSchema>>();
    std::vector<std::shared_ptr<Held<ArrowArray>>> batches_;  // shared with the columns that read them
    std::vector<std::string> names_;
    std::size_t num_rows_ = 0;
};

}  // namespace alcole::python
