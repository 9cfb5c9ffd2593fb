//===- CopiesToLoops.cpp - Copies of memory as loop nests -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Conversion/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace piper {
#define GEN_PASS_DEF_COPIESTOLOOPS
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

using namespace mlir;

namespace {

struct CopiesToLoopsPass
    : public piper::impl::CopiesToLoopsBase<CopiesToLoopsPass> {
  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp op) { copies.push_back(op); });
    for (memref::CopyOp op : copies) {
      OpBuilder builder(op);
      if (op.getSource() != op.getTarget())
        linalg::makeMemRefCopyOp(builder, op.getLoc(), op.getSource(),
                                 op.getTarget());
      op.erase();
    }
  }
};

} // namespace
