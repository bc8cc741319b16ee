#include "host/shared_object.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string>

#include "assay/types.h"

namespace assay::host {

namespace {

static_assert(std::endian::native == std::endian::little);

#if defined(__x86_64__)
constexpr std::uint16_t own_machine = EM_X86_64;
constexpr std::uint32_t relative_relocation = R_X86_64_RELATIVE;
#elif defined(__aarch64__)
constexpr std::uint16_t own_machine = EM_AARCH64;
constexpr std::uint32_t relative_relocation = R_AARCH64_RELATIVE;
#else
#error "name this machine's ELF number and relative relocation here"
#endif

std::string machine_name(std::uint16_t machine) {
  switch (machine) {
    case EM_X86_64:
      return "x86-64";
    case EM_AARCH64:
      return "aarch64";
    default:
      return fmt::format("ELF machine {}", machine);
  }
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& has) {
  throw Error(
      fmt::format("{}: it {}, wanted an ELF shared object for {}; rebuild it with "
                  "find_package(assay)",
                  file.string(), has, machine_name(own_machine)));
}

[[noreturn]] void cannot_read(const std::filesystem::path& file, const char* reason) {
  throw Error(fmt::format("{}: cannot read the plugin: {}; check the path and its permissions",
                          file.string(), reason));
}

}  // namespace

SharedObject::SharedObject(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    cannot_read(file, std::strerror(errno));
  }

  struct stat status {};

  const bool regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  const auto size = regular ? static_cast<std::size_t>(status.st_size) : 0;
  void* start = size == 0 ? nullptr : mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  if (!regular) {
    cannot_read(file, "it is no regular file");
  }
  if (start == MAP_FAILED) {
    cannot_read(file, std::strerror(errno));
  }
  content_ = {static_cast<const char*>(start), size};
  try {
    check(file);
  } catch (...) {
    munmap(start, size);
    throw;
  }
}

SharedObject::~SharedObject() { munmap(const_cast<char*>(content_.data()), content_.size()); }

template <typename T>
std::optional<T> SharedObject::read(std::uint64_t offset) const {
  if (offset > content_.size() || content_.size() - offset < sizeof(T)) {
    return std::nullopt;
  }
  T value;
  std::memcpy(&value, content_.data() + offset, sizeof(T));
  return value;
}

void SharedObject::check(const std::filesystem::path& file) const {
  if (content_.substr(0, SELFMAG) != ELFMAG) {
    refuse(file, "is no ELF file");
  }
  const auto header = read<Elf64_Ehdr>(0);
  if (!header) {
    refuse(file, fmt::format("ends after {} bytes, in the ELF header", content_.size()));
  }
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
      header->e_machine != own_machine) {
    refuse(file, fmt::format("is an ELF file for {}", header->e_ident[EI_CLASS] == ELFCLASS64
                                                          ? machine_name(header->e_machine)
                                                          : "a machine of another word size"));
  }
  if (header->e_type != ET_DYN) {
    refuse(file, fmt::format("is an ELF file of type {}", header->e_type));
  }
  std::uint64_t end = header->e_shoff + std::uint64_t{header->e_shnum} * sizeof(Elf64_Shdr);
  for (std::uint64_t index = 0; index < header->e_phnum; ++index) {
    const auto segment = read<Elf64_Phdr>(header->e_phoff + index * sizeof(Elf64_Phdr));
    end = std::max(end, segment ? segment->p_offset + segment->p_filesz : UINT64_MAX);
  }
  if (end > content_.size()) {
    refuse(file, fmt::format("is cut off after {} bytes", content_.size()));
  }
}

template <typename Section, typename Visit>
void SharedObject::sections(std::uint32_t type, Visit visit) const {
  const Elf64_Ehdr header = *read<Elf64_Ehdr>(0);
  for (std::uint64_t index = 0; index < header.e_shnum; ++index) {
    const auto section = read<Elf64_Shdr>(header.e_shoff + index * sizeof(Elf64_Shdr));
    if (!section || section->sh_type != type) {
      continue;
    }
    for (std::uint64_t at = 0; at + sizeof(Section) <= section->sh_size; at += sizeof(Section)) {
      const auto entry = read<Section>(section->sh_offset + at);
      if (!entry || visit(header, *section, *entry)) {
        return;
      }
    }
  }
}

std::optional<std::uint64_t> SharedObject::symbol(std::string_view name) const {
  std::optional<std::uint64_t> found;
  sections<Elf64_Sym>(
      SHT_DYNSYM, [&](const Elf64_Ehdr& header, const Elf64_Shdr& section, const Elf64_Sym& entry) {
        const auto names =
            read<Elf64_Shdr>(header.e_shoff + std::uint64_t{section.sh_link} * sizeof(Elf64_Shdr));
        if (entry.st_shndx == SHN_UNDEF || !names) {
          return false;
        }
        const std::uint64_t at = names->sh_offset + entry.st_name;
        if (at < content_.size() && content_.substr(at, name.size()) == name &&
            at + name.size() < content_.size() && content_[at + name.size()] == '\0') {
          found = entry.st_value;
        }
        return found.has_value();
      });
  return found;
}

std::optional<std::string_view> SharedObject::bytes(std::uint64_t address, std::size_t size) const {
  const Elf64_Ehdr header = *read<Elf64_Ehdr>(0);
  for (std::uint64_t index = 0; index < header.e_phnum; ++index) {
    const auto segment = read<Elf64_Phdr>(header.e_phoff + index * sizeof(Elf64_Phdr));
    if (segment && segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
        address - segment->p_vaddr <= segment->p_filesz &&
        segment->p_filesz - (address - segment->p_vaddr) >= size) {
      return content_.substr(segment->p_offset + (address - segment->p_vaddr), size);
    }
  }
  return std::nullopt;
}

std::optional<std::uint32_t> SharedObject::number(std::uint64_t address) const {
  const auto stored = bytes(address, sizeof(std::uint32_t));
  if (!stored) {
    return std::nullopt;
  }
  std::uint32_t value = 0;
  std::memcpy(&value, stored->data(), sizeof(value));
  return value;
}

std::uint64_t SharedObject::pointer(std::uint64_t address) const {
  std::uint64_t value = 0;
  if (const auto stored = bytes(address, sizeof(value))) {
    std::memcpy(&value, stored->data(), sizeof(value));
  }
  sections<Elf64_Rela>(SHT_RELA, [&](const Elf64_Ehdr&, const Elf64_Shdr&, const Elf64_Rela& each) {
    const bool hit = each.r_offset == address && ELF64_R_TYPE(each.r_info) == relative_relocation;
    if (hit) {
      value = static_cast<std::uint64_t>(each.r_addend);
    }
    return hit;
  });
  return value;
}

std::optional<std::string_view> SharedObject::text(std::uint64_t address) const {
  const auto start = bytes(pointer(address), 1);
  if (!start) {
    return std::nullopt;
  }
  const auto offset = static_cast<std::size_t>(start->data() - content_.data());
  const std::size_t end = content_.find('\0', offset);
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  return content_.substr(offset, end - offset);
}

}  // namespace assay::host
