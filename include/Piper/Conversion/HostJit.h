//===- HostJit.h - Compiles a lowered module for this machine -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_CONVERSION_HOSTJIT_H
#define PIPER_CONVERSION_HOSTJIT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace piper {

/// How a module is compiled. No option changes a bit of any result.
struct HostJitOptions {
  unsigned optLevel = 3;
};

/// A module in the LLVM dialect, compiled for the host's CPU through ORC.
/// Nothing is contracted or reassociated: the module says every rounding.
class HostJit {
public:
  using Symbols = llvm::ArrayRef<std::pair<llvm::StringRef, void *>>;

  /// Compiles the module to an object file for this machine.
  static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  compile(mlir::ModuleOp module, const HostJitOptions &options = {});

  /// Loads what `compile` made, now or on a machine of the same target.
  /// `symbols` are the functions it may call beside those of the C library; an
  /// undefined one is an error that names it.
  static llvm::Expected<std::unique_ptr<HostJit>>
  load(std::unique_ptr<llvm::MemoryBuffer> object, Symbols symbols,
       const HostJitOptions &options = {});

  /// Compiles and loads.
  static llvm::Expected<std::unique_ptr<HostJit>>
  create(mlir::ModuleOp module, Symbols symbols,
         const HostJitOptions &options = {});

  /// What machine code depends on beside the module: compiler, processor and
  /// options.
  static llvm::Expected<std::string>
  describeTarget(const HostJitOptions &options = {});

  ~HostJit();

  /// Address of a function or constant; an error if there is none of the name.
  llvm::Expected<void *> lookup(llvm::StringRef name);

private:
  HostJit();
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace piper

#endif // PIPER_CONVERSION_HOSTJIT_H
