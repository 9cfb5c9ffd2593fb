//===- InputFile.cpp - Reading at offsets -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Safetensors.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace piper::rt;

Result<InputFile> InputFile::open(const std::string &path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return Status::badInput(path + ": cannot open: " + std::strerror(errno));
  struct stat info;
  if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(descriptor);
    return Status::badInput(path + ": not a regular file");
  }
  return InputFile(path, descriptor, info.st_size);
}

InputFile::InputFile(InputFile &&other)
    : name(std::move(other.name)), descriptor(other.descriptor),
      bytes(other.bytes) {
  other.descriptor = -1;
}

InputFile &InputFile::operator=(InputFile &&other) {
  std::swap(name, other.name);
  std::swap(descriptor, other.descriptor);
  std::swap(bytes, other.bytes);
  return *this;
}

InputFile::~InputFile() {
  if (descriptor >= 0)
    ::close(descriptor);
}

Status InputFile::read(int64_t offset, void *target, int64_t count) const {
  char *to = static_cast<char *>(target);
  int64_t done = 0;
  while (done < count) {
    ssize_t got = ::pread(descriptor, to + done, count - done, offset + done);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return Status::badInput(
          str(name, ": cannot read bytes [", offset, ", ", offset + count,
              "): ", got < 0 ? std::strerror(errno) : "the file ends early"));
    done += got;
  }
  return Status::success();
}
