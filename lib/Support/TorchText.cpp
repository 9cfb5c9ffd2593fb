//===- TorchText.cpp - Text in the torch dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/TorchText.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

/// Lowers both what the FX importer writes and torch-mlir's backend form.
static const StringRef passes[] = {
    "--torchdynamo-export-to-torch-backend-pipeline",
    "--torch-backend-to-linalg-on-tensors-backend-pipeline",
    "--mlir-print-debuginfo"};

std::unique_ptr<MemoryBuffer>
piper::lowerTorchText(StringRef path, std::unique_ptr<MemoryBuffer> text) {
  StringRef content = text->getBuffer();
  // The data of constants follow the ops.
  bool isTorch =
      content.take_front(content.find("{-#")).contains("!torch.vtensor<");
  if (!isTorch || path == "-")
    return text;
  ErrorOr<std::string> program = sys::findProgramByName("torch-mlir-opt");
  if (!program)
    return text;
  auto fail = [&](const Twine &what) {
    errs() << path << ": error: " << what << "\n";
    return nullptr;
  };
  SmallString<128> output;
  if (std::error_code code =
          sys::fs::createTemporaryFile("piper-torch", "mlir", output))
    return fail("cannot make a temporary file: " + code.message());
  auto remove = make_scope_exit([&] { (void)sys::fs::remove(output); });
  SmallVector<StringRef> arguments{*program, path};
  append_range(arguments, passes);
  std::string command = join(arguments, " ");
  arguments.append({"-o", output});
  std::string why;
  if (int status = sys::ExecuteAndWait(*program, arguments, std::nullopt, {}, 0,
                                       0, &why))
    return fail("torch-mlir-opt ended with " + Twine(status) +
                (why.empty() ? "" : ": " + why) + "; it ran as\n  " + command);
  auto lowered = MemoryBuffer::getFile(output);
  if (!lowered)
    return fail("cannot read what torch-mlir-opt wrote: " +
                lowered.getError().message());
  return MemoryBuffer::getMemBufferCopy((*lowered)->getBuffer(), path);
}
