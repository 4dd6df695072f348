#include "data/sha256.hpp"

#include <array>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <vector>

#include <openssl/evp.h>

namespace alcole::data {

std::string sha256_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error(file.string() + " cannot be read");
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    bool fine = context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
    std::vector<char> buffer(1U << 18U);
    while (fine && in) {
        in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        fine = EVP_DigestUpdate(context.get(), buffer.data(), static_cast<std::size_t>(in.gcount())) == 1;
    }
    if (in.bad()) throw std::runtime_error(file.string() + " cannot be read to its end");
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (!fine || EVP_DigestFinal_ex(context.get(), digest.data(), &size) != 1)
        throw std::runtime_error("OpenSSL cannot compute the SHA-256 of " + file.string());
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
        constexpr std::string_view hexadecimal = "0123456789abcdef";
        text += hexadecimal[digest[i] >> 4U];
        text += hexadecimal[digest[i] & 15U];
    }
    return text;
}

}  // namespace alcole::data
