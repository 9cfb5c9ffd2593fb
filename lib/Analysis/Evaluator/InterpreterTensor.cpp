//===- InterpreterTensor.cpp - Interprets the tensor dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

using namespace mlir;
using namespace piper;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

SmallVector<int64_t>
Interpreter::integers(ArrayRef<OpFoldResult> values) const {
  SmallVector<int64_t> result;
  for (OpFoldResult value : values) {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      result.push_back(*constant);
    else
      result.push_back(get(cast<Value>(value)).data[0].i);
  }
  return result;
}

FailureOr<int64_t> Interpreter::position(Operation *op, const Tensor &tensor,
                                         ValueRange indices) const {
  int64_t result = 0;
  for (auto [value, extent] : llvm::zip_equal(indices, tensor.shape)) {
    int64_t index = get(value).data[0].i;
    if (index < 0 || index >= extent)
      return op->emitOpError("index ")
             << index << " is out of bounds of a dimension of " << extent;
    result = result * extent + index;
  }
  return result;
}

LogicalResult Interpreter::checkBox(Operation *op, ArrayRef<int64_t> shape,
                                    ArrayRef<int64_t> offsets,
                                    ArrayRef<int64_t> sizes,
                                    ArrayRef<int64_t> strides) const {
  for (auto [extent, offset, size, stride] :
       llvm::zip_equal(shape, offsets, sizes, strides)) {
    int64_t last = offset + (size - 1) * stride;
    if (size < 0 || (size > 0 && (offset < 0 || offset >= extent || last < 0 ||
                                  last >= extent)))
      return op->emitOpError("slice of ")
             << size << " from " << offset << " by " << stride
             << " leaves a dimension of " << extent;
  }
  return success();
}

/// Position in row-major order of point `index` of a strided box.
static int64_t boxPosition(ArrayRef<int64_t> index, ArrayRef<int64_t> offsets,
                           ArrayRef<int64_t> strides, ArrayRef<int64_t> shape) {
  int64_t result = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    result = result * shape[d] + offsets[d] + index[d] * strides[d];
  return result;
}

void piper::fillUndefined(Tensor &tensor) {
  unsigned width = integerWidth(tensor.elementType);
  Scalar s;
  if (tensor.isFloat())
    s.f = std::numeric_limits<double>::quiet_NaN();
  else
    s.i = wrapInt(static_cast<int64_t>(uint64_t(1) << (width - 1)), width);
  llvm::fill(tensor.data, s);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult Interpreter::runExtract(tensor::ExtractOp op) {
  const Tensor &source = get(op.getTensor());
  FailureOr<int64_t> at = position(op, source, op.getIndices());
  if (failed(at))
    return failure();
  Tensor result = Tensor::zeros({}, source.elementType);
  result.data[0] = source.data[*at];
  set(op.getResult(), std::move(result));
  return success();
}

LogicalResult Interpreter::runInsert(tensor::InsertOp op) {
  Tensor result = get(op.getDest());
  FailureOr<int64_t> at = position(op, result, op.getIndices());
  if (failed(at))
    return failure();
  result.data[*at] = get(op.getScalar()).data[0];
  set(op.getResult(), std::move(result));
  return success();
}

LogicalResult Interpreter::runExtractSlice(tensor::ExtractSliceOp op) {
  const Tensor &source = get(op.getSource());
  SmallVector<int64_t> offsets = integers(op.getMixedOffsets());
  SmallVector<int64_t> sizes = integers(op.getMixedSizes());
  SmallVector<int64_t> strides = integers(op.getMixedStrides());
  FailureOr<Tensor> result = resultTensor(op);
  if (failed(result) ||
      failed(checkBox(op, source.shape, offsets, sizes, strides)))
    return failure();
  // Dropped unit dimensions do not change the order of the elements.
  int64_t next = 0;
  LogicalResult done = forEachIndex(sizes, [&](ArrayRef<int64_t> index) {
    result->data[next++] =
        source.data[boxPosition(index, offsets, strides, source.shape)];
    return success();
  });
  set(op.getResult(), std::move(*result));
  return done;
}

LogicalResult Interpreter::runInsertSlice(tensor::InsertSliceOp op) {
  const Tensor &source = get(op.getSource());
  Tensor result = get(op.getDest());
  SmallVector<int64_t> offsets = integers(op.getMixedOffsets());
  SmallVector<int64_t> sizes = integers(op.getMixedSizes());
  SmallVector<int64_t> strides = integers(op.getMixedStrides());
  if (failed(checkBox(op, result.shape, offsets, sizes, strides)))
    return failure();
  int64_t next = 0;
  LogicalResult done = forEachIndex(sizes, [&](ArrayRef<int64_t> index) {
    result.data[boxPosition(index, offsets, strides, result.shape)] =
        source.data[next++];
    return success();
  });
  set(op.getResult(), std::move(result));
  return done;
}

LogicalResult Interpreter::runConcat(tensor::ConcatOp op) {
  FailureOr<Tensor> result = resultTensor(op);
  if (failed(result))
    return failure();
  SmallVector<int64_t> offsets(result->shape.size(), 0);
  SmallVector<int64_t> strides(result->shape.size(), 1);
  for (Value operand : op.getInputs()) {
    const Tensor &source = get(operand);
    if (failed(checkBox(op, result->shape, offsets, source.shape, strides)))
      return failure();
    int64_t next = 0;
    if (failed(forEachIndex(source.shape, [&](ArrayRef<int64_t> index) {
          result->data[boxPosition(index, offsets, strides, result->shape)] =
              source.data[next++];
          return success();
        })))
      return failure();
    offsets[op.getDim()] += source.shape[op.getDim()];
  }
  set(op.getResult(), std::move(*result));
  return success();
}

/// Fills `tensor` with what `block` yields at each index.
static LogicalResult generate(Tensor &tensor, Block &block,
                              ScalarProgram::Lookup lookup,
                              EvalOptions options) {
  ScalarProgram program;
  if (failed(program.compile(block, lookup, options)))
    return failure();
  int64_t next = 0;
  return forEachIndex(tensor.shape, [&](ArrayRef<int64_t> index) {
    for (auto [d, i] : llvm::enumerate(index))
      program.argument(d).i = i;
    if (failed(program.run(index)))
      return failure();
    tensor.data[next++] = program.yielded(0);
    return success();
  });
}

LogicalResult Interpreter::runPad(tensor::PadOp op) {
  const Tensor &source = get(op.getSource());
  FailureOr<Tensor> result = resultTensor(op);
  auto lookup = [&](Value value) { return find(value); };
  if (failed(result) ||
      failed(generate(*result, op.getRegion().front(), lookup, options)))
    return failure();
  SmallVector<int64_t> low = integers(op.getMixedLowPad());
  SmallVector<int64_t> strides(low.size(), 1);
  if (failed(checkBox(op, result->shape, low, source.shape, strides)))
    return failure();
  int64_t next = 0;
  LogicalResult done = forEachIndex(source.shape, [&](ArrayRef<int64_t> index) {
    result->data[boxPosition(index, low, strides, result->shape)] =
        source.data[next++];
    return success();
  });
  set(op.getResult(), std::move(*result));
  return done;
}

LogicalResult Interpreter::runGenerate(tensor::GenerateOp op) {
  FailureOr<Tensor> result = resultTensor(op);
  auto lookup = [&](Value value) { return find(value); };
  if (failed(result) ||
      failed(generate(*result, op.getBody().front(), lookup, options)))
    return failure();
  set(op.getResult(), std::move(*result));
  return success();
}

LogicalResult Interpreter::runFromElements(tensor::FromElementsOp op) {
  FailureOr<Tensor> result = resultTensor(op);
  if (failed(result))
    return failure();
  for (auto [s, value] : llvm::zip_equal(result->data, op.getElements()))
    s = get(value).data[0];
  set(op.getResult(), std::move(*result));
  return success();
}

LogicalResult Interpreter::runReshape(Operation *op) {
  FailureOr<Tensor> result = resultTensor(op);
  if (failed(result))
    return failure();
  const Tensor &source = get(op->getOperand(0));
  if (source.size() != result->size())
    return op->emitOpError("turns ")
           << source.size() << " elements into " << result->size();
  result->data = source.data;
  set(op->getResult(0), std::move(*result));
  return success();
}

LogicalResult Interpreter::runTensorOp(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<tensor::EmptyOp>([&](auto o) -> LogicalResult {
        FailureOr<Tensor> result = resultTensor(o);
        if (failed(result))
          return failure();
        fillUndefined(*result);
        set(o.getResult(), std::move(*result));
        return success();
      })
      .Case<tensor::SplatOp>([&](auto o) -> LogicalResult {
        FailureOr<Tensor> result = resultTensor(o);
        if (failed(result))
          return failure();
        llvm::fill(result->data, get(o.getInput()).data[0]);
        set(o.getResult(), std::move(*result));
        return success();
      })
      .Case<tensor::DimOp>([&](auto o) -> LogicalResult {
        int64_t dim = get(o.getIndex()).data[0].i;
        const Tensor &source = get(o.getSource());
        if (dim < 0 || dim >= static_cast<int64_t>(source.shape.size()))
          return o.emitOpError("asks for dimension ")
                 << dim << " of rank " << source.shape.size();
        Tensor result = Tensor::zeros(o.getType());
        result.data[0].i = source.shape[dim];
        set(o.getResult(), std::move(result));
        return success();
      })
      .Case<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
            tensor::ReshapeOp>([&](auto o) { return runReshape(o); })
      .Case<tensor::ExtractOp>([&](auto o) { return runExtract(o); })
      .Case<tensor::InsertOp>([&](auto o) { return runInsert(o); })
      .Case<tensor::ExtractSliceOp>([&](auto o) { return runExtractSlice(o); })
      .Case<tensor::InsertSliceOp>([&](auto o) { return runInsertSlice(o); })
      .Case<tensor::ConcatOp>([&](auto o) { return runConcat(o); })
      .Case<tensor::PadOp>([&](auto o) { return runPad(o); })
      .Case<tensor::GenerateOp>([&](auto o) { return runGenerate(o); })
      .Case<tensor::FromElementsOp>([&](auto o) { return runFromElements(o); })
      .Default([](Operation *o) {
        return o->emitOpError("is not known to the evaluator");
      });
}
