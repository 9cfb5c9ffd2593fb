//===- OutlineKernels.cpp - One function per kernel -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each loop nest of a body becomes a function whose pointers LLVM may take as
// distinct; equal ones, of all bodies, are shared. LLVM then optimizes small
// functions once instead of one huge body.

#include "Bodies.h"
#include "Piper/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringMap.h"

namespace piper {
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

/// The memory behind views.
static Value rootOf(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

namespace {

struct OutlineKernelsPass
    : public piper::impl::OutlineKernelsBase<OutlineKernelsPass> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      if (function.isExternal() || !function.getBody().hasOneBlock())
        continue;
      SmallVector<Operation *> nests;
      for (Operation &op : function.getBody().front())
        if (isa<scf::ForOp, linalg::LinalgOp>(op) && op.getNumResults() == 0)
          nests.push_back(&op);
      for (Operation *nest : nests)
        outline(function, nest);
    }
    kernels.clear();
  }

  void outline(func::FuncOp body, Operation *nest) {
    llvm::SetVector<Value> captured(nest->getOperands().begin(),
                                    nest->getOperands().end());
    for (Region &region : nest->getRegions())
      visitUsedValuesDefinedAbove(
          region, [&](OpOperand *use) { captured.insert(use->get()); });
    SmallVector<Value> arguments, constants;
    for (Value value : captured) {
      Operation *def = value.getDefiningOp();
      bool isConstant = def && (def->hasTrait<OpTrait::ConstantLike>() ||
                                isa<memref::GetGlobalOp>(def));
      (isConstant ? constants : arguments).push_back(value);
    }
    func::FuncOp kernel = buildKernel(body, nest, arguments, constants);
    markDistinct(kernel, arguments);
    kernel = share(kernel);
    OpBuilder builder(nest);
    func::CallOp::create(builder, nest->getLoc(), kernel, arguments);
    nest->erase();
  }

  func::FuncOp buildKernel(func::FuncOp body, Operation *nest,
                           ArrayRef<Value> arguments,
                           ArrayRef<Value> constants) {
    OpBuilder builder(body);
    // Without locations equal kernels print alike.
    Location loc = builder.getUnknownLoc();
    auto types = llvm::map_to_vector(
        arguments, [](Value value) { return value.getType(); });
    auto kernel = func::FuncOp::create(builder, loc, "kernel",
                                       builder.getFunctionType(types, {}));
    kernel.setPrivate();
    builder.setInsertionPointToStart(kernel.addEntryBlock());
    IRMapping mapping;
    for (Value constant : constants)
      mapping.map(constant,
                  builder.clone(*constant.getDefiningOp())->getResult(0));
    mapping.map(arguments, kernel.getArguments());
    builder.clone(*nest, mapping);
    func::ReturnOp::create(builder, loc);
    // Inlined back, kernels would lose what is gained here.
    Attribute noInline = builder.getStringAttr("noinline");
    Attribute width = builder.getStrArrayAttr(
        {"prefer-vector-width", std::to_string(vectorWidth)});
    kernel->setAttr("passthrough", builder.getArrayAttr({noInline, width}));
    return kernel;
  }

  static void markDistinct(func::FuncOp kernel, ArrayRef<Value> arguments) {
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      bool distinct = isa<MemRefType>(argument.getType());
      for (auto [j, other] : llvm::enumerate(arguments))
        distinct &= i == j || rootOf(argument) != rootOf(other);
      if (distinct)
        kernel.setArgAttr(i, "llvm.noalias",
                          UnitAttr::get(kernel.getContext()));
    }
  }

  /// The first kernel with the same text, or this one under a name of its own.
  func::FuncOp share(func::FuncOp kernel) {
    std::string text;
    llvm::raw_string_ostream os(text);
    kernel.print(os, OpPrintingFlags().useLocalScope().printGenericOpForm());
    auto [entry, isNew] = kernels.try_emplace(text, kernel);
    if (!isNew) {
      kernel.erase();
      return entry->second;
    }
    kernel.setSymName("piper_kernel_" + std::to_string(kernels.size() - 1));
    return kernel;
  }

  using OutlineKernelsBase::OutlineKernelsBase;
  llvm::StringMap<func::FuncOp> kernels;
};

} // namespace
