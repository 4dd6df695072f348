#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include <hdf5.h>

/// HDF5's numbered things as objects that close themselves.
namespace alcole::hdf5 {

class Handle {
  public:
    using Close = herr_t (*)(hid_t);
    Handle() = default;
    Handle(hid_t id, Close close) : id_(id), close_(close) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    ~Handle() { (void)close(); }

    hid_t get() const { return id_; }
    bool valid() const { return id_ >= 0; }
    /// False when what was to be written could not be.
    bool close() {
        const hid_t id = std::exchange(id_, H5I_INVALID_HID);
        return id < 0 || close_(id) >= 0;
    }

  private:
    hid_t id_ = H5I_INVALID_HID;
    Close close_ = nullptr;
};

/// The library is not made for several threads at once, and prints what fails: one at a time, and in silence. We close
/// what we open; what it would do besides at the end of the program stumbles over files that were damaged.
class Turn {
  public:
    Turn() : lock_(mutex()) {
        H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

  private:
    static std::recursive_mutex& mutex() {
        static std::recursive_mutex one;
        static const herr_t no_end = H5dont_atexit();
        (void)no_end;
        return one;
    }
    std::scoped_lock<std::recursive_mutex> lock_;
    H5E_auto2_t print_ = nullptr;
    void* data_ = nullptr;
};

/// A type of text of so many bytes, UTF-8, padded with zeros.
inline Handle text_type(std::size_t bytes) {
    Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), bytes);
    H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    return type;
}

inline constexpr const char* format_attribute = "alcole_table";

}  // namespace alcole::hdf5
