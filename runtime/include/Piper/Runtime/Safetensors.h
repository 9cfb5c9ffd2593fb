//===- Safetensors.h - Reading and writing safetensors files -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_SAFETENSORS_H
#define PIPER_RUNTIME_SAFETENSORS_H

#include "Piper/Runtime/Setup.h"
#include <memory>

namespace piper::rt {

/// A file opened for reading at any offset from any thread.
class InputFile {
public:
  static Result<InputFile> open(const std::string &path);
  InputFile(InputFile &&other);
  InputFile &operator=(InputFile &&other);
  ~InputFile();

  const std::string &path() const { return name; }
  int64_t size() const { return bytes; }
  /// Reads exactly `count` bytes; an error names file and range.
  Status read(int64_t offset, void *target, int64_t count) const;

private:
  InputFile(std::string name, int descriptor, int64_t bytes)
      : name(std::move(name)), descriptor(descriptor), bytes(bytes) {}
  std::string name;
  int descriptor;
  int64_t bytes;
};

/// A tensor in a file. Types we know by size only have no `dtype`.
struct StoredTensor {
  std::string name;
  std::string dtypeName;
  std::optional<DType> dtype;
  Shape shape;
  int64_t begin = 0, end = 0; // bytes in the data section

  int64_t elements() const;
};

/// A checked header; nothing is read or allocated on the word of the file
/// alone.
class SafetensorsFile {
public:
  /// Errors, each with the file's name and numbers: too short, header too
  /// large or past the end, not UTF-8, bad JSON, duplicate names, unknown
  /// types, shapes that overflow or disagree with their bytes, tensors that
  /// overlap or leave gaps, bytes after the last tensor.
  static Result<SafetensorsFile> open(const std::string &path);

  const std::string &path() const { return file.path(); }
  /// In the order of names.
  const std::vector<StoredTensor> &tensors() const { return stored; }
  const std::vector<std::pair<std::string, std::string>> &metadata() const {
    return meta;
  }
  const StoredTensor *find(llvm::StringRef name) const;

  /// Reads `count` elements from element `first` on, converted to `type`; the
  /// caller has checked that the tensor holds them and `isConvertible`.
  Status read(const StoredTensor &tensor, int64_t first, int64_t count,
              DType type, void *target) const;

private:
  explicit SafetensorsFile(InputFile file) : file(std::move(file)) {}
  Status readHeader();

  InputFile file;
  int64_t dataStart = 0;
  std::vector<StoredTensor> stored;
  std::vector<std::pair<std::string, std::string>> meta;
};

/// The header's JSON, parsed and checked by itself; `dataBytes` is what follows
/// it. Tensors come out in the order of names. Used by the reader and by tests.
Status
parseSafetensorsHeader(llvm::StringRef json, int64_t dataBytes,
                       std::vector<StoredTensor> &tensors,
                       std::vector<std::pair<std::string, std::string>> &meta);

/// A tensor to write.
struct TensorView {
  std::string name;
  DType dtype;
  Shape shape;
  const void *data;
};

/// Writes the tensors, larger element types first, then by name, with the data
/// 8-byte aligned; the same tensors give the same bytes. The file appears
/// whole or not at all: written aside, synced, renamed.
Status writeSafetensors(const std::string &path,
                        std::vector<TensorView> tensors);

/// Writes a whole file in the same way.
Status writeFileAtomically(const std::string &path,
                           llvm::ArrayRef<llvm::StringRef> pieces);

} // namespace piper::rt

#endif // PIPER_RUNTIME_SAFETENSORS_H
