#include "cli/file_hashes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include "assay/types.h"

namespace assay::cli {
namespace {

std::string sha256(const std::filesystem::path& file) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        EVP_MD_CTX_free);
  EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr);
  std::ifstream stream(file, std::ios::binary);
  std::array<char, 1U << 16U> buffer{};
  while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0) {
    EVP_DigestUpdate(context.get(), buffer.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (!stream.eof()) {
    throw Error(fmt::format("cannot read {}: {}; check its permissions", file.string(),
                            std::strerror(errno)));
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(context.get(), digest.data(), &size);
  return fmt::format("{:02x}", fmt::join(digest.data(), digest.data() + size, ""));
}

}  // namespace

std::map<std::string, std::string> file_hashes(const std::vector<std::filesystem::path>& files) {
  std::map<std::string, std::string> hashes;
  for (const std::filesystem::path& file : files) {
    hashes[file.filename().string()] = sha256(file);
  }
  return hashes;
}

}  // namespace assay::cli
