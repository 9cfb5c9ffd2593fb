//===- Tokens.cpp - Windows of a token file -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sources.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include <cstring>

using namespace piper::rt;

namespace {
/// Window w holds tokens [w*T, w*T + T]; sample k of the run is window
/// permuted(k mod W) of epoch k div W.
class Tokens : public DataSource {
public:
  Tokens(InputFile file, const Setup &setup, uint64_t seed, DType type)
      : DataSource(file.path(), setup), file(std::move(file)), seed(seed),
        type(type) {}

  Status check() {
    for (const TensorInfo &input : setup.inputs) {
      if (input.name != "tokens" && input.name != "targets")
        return fail("a token file has no input '" + input.name + "'");
      if (input.dtype != DType::I64 || input.shape.size() != 2)
        return fail(str("input '", input.name,
                        "' is not i64 [batch, time] but ",
                        mlirName(input.dtype), " ", shapeText(input.shape)));
    }
    if (setup.inputs.empty())
      return fail("the program has no inputs");
    batch = setup.inputs[0].shape[0];
    time = setup.inputs[0].shape[1];
    for (const TensorInfo &input : setup.inputs)
      if (input.shape[0] != batch || input.shape[1] != time)
        return fail("'tokens' and 'targets' differ in shape");
    int64_t width = byteSize(type);
    if (file.size() % width)
      return fail(str(file.size(), " bytes are no whole number of ", width,
                      "-byte tokens"));
    int64_t tokens = file.size() / width;
    windows = time > 0 ? (tokens - 1) / time : 0;
    if (tokens == 0 || windows < 1)
      return fail(str("data too short: ", tokens, " tokens, one window takes ",
                      time + 1));
    return Status::success();
  }

  Status read(int64_t step, int input, int64_t microbatch,
              void *target) override {
    const TensorInfo &info = setup.inputs[input];
    int64_t shift = info.name == "targets" ? 1 : 0;
    int64_t width = byteSize(type);
    int64_t *out = static_cast<int64_t *>(target);
    std::vector<char> raw(time * width);
    int64_t first =
        (step * setup.replicas * setup.microbatches + microbatch) * batch;
    for (int64_t row = 0; row < batch; ++row, out += time) {
      int64_t k = first + row;
      int64_t window = permuted(k % windows, windows, seed, k / windows);
      if (Status status = file.read((window * time + shift) * width, raw.data(),
                                    time * width);
          !status.ok())
        return status;
      convert(raw.data(), type, out, DType::I64, time);
    }
    return Status::success();
  }

private:
  Status fail(const std::string &what) {
    return Status::badInput(file.path() + ": " + what);
  }

  InputFile file;
  const uint64_t seed;
  const DType type;
  int64_t batch = 0, time = 0, windows = 0;
};
} // namespace

/// Element type by the code of a Megatron index.
static std::optional<DType> indexedType(uint8_t code) {
  switch (code) {
  case 1:
    return DType::U8;
  case 2:
    return DType::I8;
  case 3:
    return DType::I16;
  case 4:
    return DType::I32;
  case 5:
    return DType::I64;
  case 8:
    return DType::U16;
  default:
    return std::nullopt; // floating-point codes and unknown ones
  }
}

/// Reads the header of a Megatron index and checks it against the token file,
/// which is then read as one run of tokens.
static Result<DType> readIndex(const InputFile &index,
                               const InputFile &tokens) {
  constexpr int64_t kHeader = 34;
  static constexpr char kMagic[] = "MMIDIDX\0"; // 9 bytes with the last zero
  auto fail = [&](const std::string &what) {
    return Status::badInput(index.path() + ": " + what);
  };
  char header[kHeader];
  if (index.size() < kHeader)
    return fail(str("index of ", index.size(), " bytes; its header takes 34"));
  if (Status status = index.read(0, header, kHeader); !status.ok())
    return status;
  if (std::memcmp(header, kMagic, sizeof(kMagic)) != 0)
    return fail("not a Megatron index");
  uint64_t version = llvm::support::endian::read64le(header + 9);
  if (version != 1)
    return fail(str("index of version ", version, "; 1 is supported"));
  uint8_t code = static_cast<uint8_t>(header[17]);
  std::optional<DType> type = indexedType(code);
  if (!type)
    return fail(str("element type ", unsigned(code), " is not for tokens"));
  uint64_t sequences = llvm::support::endian::read64le(header + 18);
  uint64_t documents = llvm::support::endian::read64le(header + 26);
  uint64_t rest = static_cast<uint64_t>(index.size() - kHeader);
  if (sequences > rest / 12 || documents > (rest - sequences * 12) / 8)
    return fail(str(sequences, " sequences and ", documents,
                    " documents in an index of ", index.size(), " bytes"));
  // Lengths are i32, one after the other.
  std::vector<char> lengths(sequences * 4);
  if (Status status = index.read(kHeader, lengths.data(), lengths.size());
      !status.ok())
    return status;
  int64_t total = 0;
  for (uint64_t i = 0; i < sequences; ++i)
    total += std::max<int32_t>(
        llvm::support::endian::read<int32_t, llvm::endianness::little>(
            &lengths[i * 4]),
        0);
  if (total * byteSize(*type) != tokens.size())
    return fail(str("lists ", total, " tokens of ", byteSize(*type), " bytes, ",
                    tokens.path(), " has ", tokens.size(), " bytes"));
  return *type;
}

Result<std::unique_ptr<DataSource>>
piper::rt::openTokens(const std::string &path, const Setup &setup,
                      const DataOptions &options) {
  Result<InputFile> file = InputFile::open(path);
  if (!file.ok())
    return file.status();
  DType type = options.wideTokens ? DType::U32 : DType::U16;
  std::string index = path.substr(0, path.size() - 4) + ".idx";
  if (llvm::sys::fs::exists(index)) {
    Result<InputFile> opened = InputFile::open(index);
    if (!opened.ok())
      return opened.status();
    Result<DType> indexed = readIndex(*opened, *file);
    if (!indexed.ok())
      return indexed.status();
    type = *indexed;
  }
  auto tokens =
      std::make_unique<Tokens>(file.take(), setup, options.seed, type);
  if (Status status = tokens->check(); !status.ok())
    return status;
  return std::unique_ptr<DataSource>(std::move(tokens));
}
