//===- CompileCache.cpp - Machine code from earlier runs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Conversion/CompileCache.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace piper;
using namespace llvm;

/// An entry is this, the hash of the object, the object.
static constexpr StringLiteral kMagic = "PIPEROBJ";

/// 16 bytes.
static std::string hashOf(StringRef bytes) {
  XXH128_hash_t hash = xxh3_128bits(arrayRefFromStringRef(bytes));
  char text[16];
  support::endian::write64le(text, hash.low64);
  support::endian::write64le(text + 8, hash.high64);
  return std::string(text, sizeof(text));
}

std::string CompileCache::defaultDirectory() {
  SmallString<128> path;
  if (!sys::path::cache_directory(path))
    return "";
  sys::path::append(path, "piper");
  return path.str().str();
}

std::string CompileCache::keyOf(ArrayRef<StringRef> parts) {
  // Hashes have one length, so that parts cannot run into each other.
  std::string hashes;
  for (StringRef part : parts)
    hashes += hashOf(part);
  return toHex(hashOf(hashes), /*LowerCase=*/true);
}

std::string CompileCache::pathOf(StringRef key) const {
  // Pruning leaves files with other names alone.
  SmallString<128> path(directory);
  sys::path::append(path, "llvmcache-" + key);
  return path.str().str();
}

std::unique_ptr<MemoryBuffer> CompileCache::find(StringRef key) const {
  std::string path = pathOf(key);
  // Reading an entry counts as use of it.
  Expected<sys::fs::file_t> file =
      sys::fs::openNativeFileForRead(path, sys::fs::OF_UpdateAtime);
  if (!file) {
    consumeError(file.takeError());
    return nullptr;
  }
  auto entry = MemoryBuffer::getOpenFile(*file, path, /*FileSize=*/-1,
                                         /*RequiresNullTerminator=*/false);
  sys::fs::closeFile(*file);
  if (!entry)
    return nullptr;
  StringRef text = (*entry)->getBuffer();
  if (!text.consume_front(kMagic) || text.size() < 16 ||
      hashOf(text.drop_front(16)) != text.take_front(16))
    return nullptr;
  return MemoryBuffer::getMemBufferCopy(text.drop_front(16), path);
}

Error CompileCache::store(StringRef key, MemoryBufferRef object) const {
  if (std::error_code error = sys::fs::create_directories(directory))
    return createFileError(directory, error);
  if (Error error = writeToOutput(pathOf(key), [&](raw_ostream &os) {
        os << kMagic << hashOf(object.getBuffer()) << object.getBuffer();
        return Error::success();
      }))
    return error;
  pruneCache(directory, policy);
  return Error::success();
}
