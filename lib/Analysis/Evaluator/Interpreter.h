//===- Interpreter.h - Interprets functions on tensors -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_EVALUATOR_INTERPRETER_H
#define PIPER_ANALYSIS_EVALUATOR_INTERPRETER_H

#include "ScalarProgram.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <memory>

namespace piper {

/// Interprets one function: holds the value of every SSA value met so far.
/// Every member that can fail has emitted an error when it does.
class Interpreter {
public:
  explicit Interpreter(EvalOptions options) : options(options) {}

  /// Runs `func` on copies of `inputs`, rounded to the precision.
  mlir::FailureOr<llvm::SmallVector<Tensor>> run(mlir::func::FuncOp func,
                                                 llvm::ArrayRef<Tensor> inputs);

  /// Runs the part of a joint body before `piper.cut` on the arguments that
  /// come first and returns the operands of the cut. What the rest needs stays
  /// in this interpreter.
  mlir::FailureOr<llvm::SmallVector<Tensor>>
  runForwardPart(mlir::func::FuncOp joint, llvm::ArrayRef<Tensor> inputs);

  /// Runs the rest of the joint body on the remaining arguments and returns the
  /// results that the forward part did not.
  mlir::FailureOr<llvm::SmallVector<Tensor>>
  runBackwardPart(mlir::func::FuncOp joint, llvm::ArrayRef<Tensor> inputs);

  /// A value that has been computed.
  const Tensor &get(mlir::Value value) const;

private:
  /// Sets the arguments of `joint` from number `from` on; returns its cut.
  mlir::FailureOr<mlir::Operation *> enterPart(mlir::func::FuncOp joint,
                                               llvm::ArrayRef<Tensor> inputs,
                                               int64_t from);
  /// Sets the arguments of `func` from number `first` on.
  mlir::LogicalResult bind(mlir::func::FuncOp func,
                           llvm::ArrayRef<Tensor> inputs, unsigned first = 0);
  mlir::LogicalResult runBlock(mlir::Block &block);
  mlir::LogicalResult runOp(mlir::Operation *op);

  // Control flow.
  mlir::LogicalResult runFor(mlir::scf::ForOp op);
  mlir::LogicalResult runIf(mlir::scf::IfOp op);
  mlir::LogicalResult runCall(mlir::func::CallOp op);

  // Element by element.
  mlir::LogicalResult runElementwise(mlir::Operation *op, const ScalarOp &fn);
  mlir::LogicalResult runLinalg(mlir::linalg::LinalgOp op);

  // The tensor dialect (InterpreterTensor.cpp).
  mlir::LogicalResult runTensorOp(mlir::Operation *op);
  mlir::LogicalResult runExtract(mlir::tensor::ExtractOp op);
  mlir::LogicalResult runInsert(mlir::tensor::InsertOp op);
  mlir::LogicalResult runExtractSlice(mlir::tensor::ExtractSliceOp op);
  mlir::LogicalResult runInsertSlice(mlir::tensor::InsertSliceOp op);
  mlir::LogicalResult runConcat(mlir::tensor::ConcatOp op);
  mlir::LogicalResult runPad(mlir::tensor::PadOp op);
  mlir::LogicalResult runGenerate(mlir::tensor::GenerateOp op);
  mlir::LogicalResult runFromElements(mlir::tensor::FromElementsOp op);
  mlir::LogicalResult runReshape(mlir::Operation *op);

  /// The tensor that a result of static shape starts from.
  mlir::FailureOr<Tensor> resultTensor(mlir::Operation *op, unsigned i = 0);
  llvm::SmallVector<int64_t>
  integers(llvm::ArrayRef<mlir::OpFoldResult> values) const;
  mlir::FailureOr<int64_t> position(mlir::Operation *op, const Tensor &tensor,
                                    mlir::ValueRange indices) const;
  /// Checks that a box of `sizes` lies inside `shape`.
  mlir::LogicalResult checkBox(mlir::Operation *op,
                               llvm::ArrayRef<int64_t> shape,
                               llvm::ArrayRef<int64_t> offsets,
                               llvm::ArrayRef<int64_t> sizes,
                               llvm::ArrayRef<int64_t> strides) const;

  const Tensor *find(mlir::Value value) const;
  void set(mlir::Value value, Tensor tensor);
  void alias(mlir::Value value, mlir::Value source);

  EvalOptions options;
  unsigned depth = 0;
  // Values are shared, since many operations only pass them on.
  llvm::DenseMap<mlir::Value, std::shared_ptr<const Tensor>> values;
};

/// Calls `body` with every index of a box of `extents`, the last fastest, until
/// it fails.
mlir::LogicalResult forEachIndex(
    llvm::ArrayRef<int64_t> extents,
    llvm::function_ref<mlir::LogicalResult(llvm::ArrayRef<int64_t>)> body);

/// Sets every element to the value that shows a read of undefined contents.
void fillUndefined(Tensor &tensor);

/// Row-major strides of `shape`.
llvm::SmallVector<int64_t> rowMajorStrides(llvm::ArrayRef<int64_t> shape);

} // namespace piper

#endif // PIPER_ANALYSIS_EVALUATOR_INTERPRETER_H
