//===- CompileCache.h - Machine code from earlier runs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_CONVERSION_COMPILECACHE_H
#define PIPER_CONVERSION_COMPILECACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace piper {

/// Object files by key in a directory that several processes may share. Entries
/// appear whole or not at all; one that is damaged counts as absent.
class CompileCache {
public:
  /// `directory` is made when something is stored.
  CompileCache(std::string directory, llvm::CachePruningPolicy policy)
      : directory(std::move(directory)), policy(policy) {}

  /// The entry, or null.
  std::unique_ptr<llvm::MemoryBuffer> find(llvm::StringRef key) const;

  /// Adds the entry, then removes others, the longest unused first, until the
  /// policy is met.
  llvm::Error store(llvm::StringRef key, llvm::MemoryBufferRef object) const;

  /// `piper` in the user's cache folder ($XDG_CACHE_HOME or ~/.cache); empty
  /// for a user without one.
  static std::string defaultDirectory();

  /// Digits for a key that is the same for equal lists of parts only.
  static std::string keyOf(llvm::ArrayRef<llvm::StringRef> parts);

private:
  std::string pathOf(llvm::StringRef key) const;

  std::string directory;
  llvm::CachePruningPolicy policy;
};

} // namespace piper

#endif // PIPER_CONVERSION_COMPILECACHE_H
