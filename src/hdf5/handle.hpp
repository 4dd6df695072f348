#pragma once

#include <mutex>
#include <utility>

#include <hdf5.h>

/// RAII wrappers for HDF5's identifiers and its global lock.
namespace alcole::hdf5 {

class Handle {
  public:
    using Close = herr_t (*)(hid_t);
    Handle() = default;
    Handle(hid_t id, Close closer) : id_(id), close_(closer) {}
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
    /// False if HDF5 could not write buffered data while closing.
    bool close() {
        const hid_t id = std::exchange(id_, H5I_INVALID_HID);
        return id < 0 || close_(id) >= 0;
    }

  private:
    hid_t id_ = H5I_INVALID_HID;
    Close close_ = nullptr;
};

/// Holds the lock without which HDF5 must not be called, since it is not thread-safe, and turns off its printing of
/// errors. HDF5's clean-up at the end of the program is disabled: it crashes on damaged files, and we close what we
/// open.
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

/// The type of a UTF-8 text of fixed length, padded with zeros.
inline Handle text_type(std::size_t bytes) {
    Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), bytes);
    H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    return type;
}

inline constexpr const char* format_attribute = "alcole_table";

}  // namespace alcole::hdf5
