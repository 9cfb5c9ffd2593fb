//===- Import.cpp - Takes a named export -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportCheck.h"
#include "LowerTmTensor.h"
#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Dialect/TmTensor/IR/TmTensor.h"
#include "Piper/Support/Location.h"
#include "Piper/Support/Training.h"
#include "Piper/Transforms/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace piper {
#define GEN_PASS_DEF_IMPORT
#include "Piper/Transforms/Import/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

/// The one function of an export; null after an error if there is not one.
static func::FuncOp onlyFunction(ModuleOp module) {
  func::FuncOp only;
  for (Operation &op : *module.getBody()) {
    auto func = dyn_cast<func::FuncOp>(op);
    if (!func) {
      emitError(op.getLoc())
          << "'" << op.getName() << "' at " << describe(op.getLoc())
          << " stands beside the function; an export is one func.func without "
             "state: take out what keeps it, e.g. set dropout to 0";
      return nullptr;
    }
    if (only) {
      auto diag = emitError(func.getLoc())
                  << "@" << func.getSymName()
                  << " is a second function; an export is one func.func: "
                     "inline or remove the other";
      diag.attachNote(only.getLoc()) << "the first is @" << only.getSymName();
      return nullptr;
    }
    only = func;
  }
  if (!only)
    emitError(module.getLoc()) << "there is no func.func; an export is one "
                                  "function that returns the loss";
  return only;
}

namespace {

struct Import : piper::impl::ImportBase<Import> {
  using ImportBase::ImportBase;

  void runOnOperation() override {
    func::FuncOp func = onlyFunction(getOperation());
    if (!func)
      return signalPassFailure();
    if (!llvm::hasSingleElement(func.getBody())) {
      emitError(func.getLoc())
          << "@" << func.getSymName() << " has "
          << func.getBody().getBlocks().size()
          << " blocks; an export is straight-line code in one block";
      return signalPassFailure();
    }
    if (failed(take(func)))
      signalPassFailure();
  }

private:
  LogicalResult take(func::FuncOp func) {
    FailureOr<PlainLoss> added = lossToAdd();
    if (failed(added) || failed(exports::checkArgumentTypes(func)))
      return failure();
    bool isPlain = !exports::hasRoles(func);
    bool addsLoss =
        !exports::returnsLoss(func) && (isPlain || *added != PlainLoss::none);
    if (!isPlain && failed(exports::checkRoles(func)))
      return failure();
    if (!addsLoss && failed(exports::checkResults(func)))
      return failure();
    exports::findStaticShapes(func);
    if (failed(exports::checkOps(func)))
      return failure();
    exports::lowerGathers(func);
    exports::correctGelu(func, keepGeluConstant);
    if (isPlain)
      exports::nameArguments(func);
    if (addsLoss && failed(exports::addLoss(func, *added)))
      return failure();
    if (!addsLoss && *added != PlainLoss::none)
      emitWarning(func.getLoc())
          << "@" << func.getSymName()
          << " returns its loss; the loss of the training file is not used";
    exports::findIndexRanges(func);
    // Before the lowering, whose loops keep to their tensors.
    if (failed(exports::guardReads(func)))
      return failure();
    return exports::lowerTmTensor(func);
  }

  /// The loss of the option, or of the training file.
  FailureOr<PlainLoss> lossToAdd() {
    if (loss != PlainLoss::none || training.empty())
      return static_cast<PlainLoss>(loss);
    FailureOr<TrainingConfig> config = loadTraining(training, &getContext());
    if (failed(config))
      return failure();
    if (!config->loss)
      return PlainLoss::none;
    return *config->loss == "mse" ? PlainLoss::mse : PlainLoss::crossEntropy;
  }
};

} // namespace
