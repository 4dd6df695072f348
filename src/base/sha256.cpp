#include "base/sha256.hpp"

#include <array>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <vector>

#include <openssl/evp.h>

namespace alcole::base {
namespace {

/// OpenSSL's SHA-256, fed piece by piece. `what` names the bytes in error messages.
class Digest {
  public:
    explicit Digest(std::string what) : what_(std::move(what)), context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
        check(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
    }

    void add(std::string_view bytes) { check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1); }

    std::string finish() {
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
        unsigned size = 0;
        check(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
        std::string text;
        for (unsigned i = 0; i < size; ++i) {
            constexpr std::string_view hexadecimal = "0123456789abcdef";
            text += hexadecimal[digest[i] >> 4U];
            text += hexadecimal[digest[i] & 15U];
        }
        return text;
    }

  private:
    void check(bool fine) const {
        if (!fine) throw std::runtime_error("OpenSSL cannot compute the SHA-256 of " + what_);
    }

    std::string what_;
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string sha256_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error(file.string() + " cannot be read");
    Digest digest(file.string());
    std::vector<char> buffer(1U << 18U);
    while (in) {
        in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        digest.add({buffer.data(), static_cast<std::size_t>(in.gcount())});
    }
    if (in.bad()) throw std::runtime_error(file.string() + " cannot be read to the end");
    return digest.finish();
}

std::string sha256_of_pieces(const std::function<void(const Pieces&)>& feed) {
    Digest digest("some bytes");
    feed([&digest](std::string_view piece) { digest.add(piece); });
    return digest.finish();
}

std::string sha256_of_bytes(std::string_view bytes) {
    Digest digest("some bytes");
    digest.add(bytes);
    return digest.finish();
}

}  // namespace alcole::base
