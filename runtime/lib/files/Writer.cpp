//===- Writer.cpp - Writing files whole or not at all -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Safetensors.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace piper::rt;

static bool writeAll(int descriptor, llvm::StringRef piece) {
  while (!piece.empty()) {
    ssize_t done = ::write(descriptor, piece.data(), piece.size());
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    piece = piece.drop_front(done);
  }
  return true;
}

Status piper::rt::writeFileAtomically(const std::string &path,
                                      llvm::ArrayRef<llvm::StringRef> pieces) {
  auto fail = [&](const char *what) {
    return Status::failure(
        str(path, ": cannot ", what, ": ", std::strerror(errno)));
  };
  std::string aside = path + ".tmp." + std::to_string(::getpid());
  int descriptor =
      ::open(aside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return fail("create");
  bool good = true;
  for (llvm::StringRef piece : pieces)
    good = good && writeAll(descriptor, piece);
  good = good && ::fsync(descriptor) == 0;
  if (::close(descriptor) != 0 || !good) {
    Status status = fail("write");
    ::unlink(aside.c_str());
    return status;
  }
  if (::rename(aside.c_str(), path.c_str()) != 0) {
    Status status = fail("rename to");
    ::unlink(aside.c_str());
    return status;
  }
  // The rename is durable once the directory is.
  std::string folder = llvm::sys::path::parent_path(path).str();
  int directory = ::open(folder.empty() ? "." : folder.c_str(),
                         O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory >= 0) {
    ::fsync(directory);
    ::close(directory);
  }
  return Status::success();
}

Status piper::rt::writeSafetensors(const std::string &path,
                                   std::vector<TensorView> tensors) {
  llvm::sort(tensors, [](const TensorView &a, const TensorView &b) {
    int64_t widthA = byteSize(a.dtype), widthB = byteSize(b.dtype);
    return widthA != widthB ? widthA > widthB : a.name < b.name;
  });
  std::string json;
  llvm::raw_string_ostream os(json);
  os << '{';
  int64_t at = 0;
  std::vector<llvm::StringRef> pieces(2);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorView &tensor = tensors[i];
    int64_t bytes =
        elementCount(tensor.shape).value_or(0) * byteSize(tensor.dtype);
    os << (i ? "," : "") << llvm::json::Value(tensor.name) << ":{\"dtype\":\""
       << safetensorsName(tensor.dtype)
       << "\",\"shape\":" << shapeText(tensor.shape) << ",\"data_offsets\":["
       << at << "," << at + bytes << "]}";
    at += bytes;
    pieces.emplace_back(static_cast<const char *>(tensor.data), bytes);
  }
  os << '}';
  json.resize((json.size() + 7) / 8 * 8, ' ');
  char prefix[8];
  llvm::support::endian::write64le(prefix, json.size());
  pieces[0] = llvm::StringRef(prefix, 8);
  pieces[1] = json;
  return writeFileAtomically(path, pieces);
}
