//===- InterpreterLinalg.cpp - Interprets linalg operations -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

using namespace mlir;
using namespace piper;

namespace {
/// How one operand is addressed: a position that moves with the iterators
/// where the indexing map is linear, the map itself where it is not.
struct Access {
  const Scalar *base = nullptr;
  AffineMap map;
  SmallVector<int64_t> shapeStrides;
  SmallVector<int64_t> steps;
  int64_t position = 0;
  bool linear = true;
};
} // namespace

static int64_t evaluateExpr(AffineExpr expr, ArrayRef<int64_t> dims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluateExpr(binary.getLHS(), dims);
  int64_t rhs = evaluateExpr(binary.getRHS(), dims);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::Mod:
    return llvm::mod(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  default:
    return llvm::divideCeilSigned(lhs, rhs);
  }
}

static bool isLinear(AffineExpr expr) {
  bool linear = true;
  expr.walk([&](AffineExpr e) {
    AffineExprKind kind = e.getKind();
    if (kind == AffineExprKind::Mod || kind == AffineExprKind::FloorDiv ||
        kind == AffineExprKind::CeilDiv)
      linear = false;
  });
  return linear;
}

static Access makeAccess(const Tensor &tensor, AffineMap map) {
  Access access;
  access.base = tensor.data.data();
  access.map = map;
  access.shapeStrides = rowMajorStrides(tensor.shape);
  access.linear = llvm::all_of(map.getResults(), isLinear);
  access.steps.assign(map.getNumDims(), 0);
  if (!access.linear)
    return access;
  // A linear map is known by its values at the origin and at the unit points.
  SmallVector<int64_t> point(map.getNumDims(), 0);
  auto valueAt = [&] {
    int64_t position = 0;
    for (auto [expr, stride] :
         llvm::zip_equal(map.getResults(), access.shapeStrides))
      position += evaluateExpr(expr, point) * stride;
    return position;
  };
  access.position = valueAt();
  for (unsigned d = 0; d < map.getNumDims(); ++d) {
    point[d] = 1;
    access.steps[d] = valueAt() - access.position;
    point[d] = 0;
  }
  return access;
}

static int64_t positionAt(const Access &access, ArrayRef<int64_t> indices) {
  if (access.linear)
    return access.position;
  int64_t position = 0;
  for (auto [expr, stride] :
       llvm::zip_equal(access.map.getResults(), access.shapeStrides))
    position += evaluateExpr(expr, indices) * stride;
  return position;
}

/// Moves to the next point, the last iterator fastest; false after the last.
static bool advance(MutableArrayRef<int64_t> indices, ArrayRef<int64_t> extents,
                    MutableArrayRef<Access> accesses) {
  for (int64_t d = static_cast<int64_t>(indices.size()) - 1; d >= 0; --d) {
    if (++indices[d] < extents[d]) {
      for (Access &access : accesses)
        access.position += access.steps[d];
      return true;
    }
    indices[d] = 0;
    for (Access &access : accesses)
      access.position -= access.steps[d] * (extents[d] - 1);
  }
  return false;
}

/// Runs `program` at every point of `extents`: inputs and the current outputs
/// are its arguments, what it yields is stored into the outputs.
static LogicalResult runLoops(ScalarProgram &program, ArrayRef<int64_t> extents,
                              MutableArrayRef<Access> accesses,
                              MutableArrayRef<Tensor> outputs) {
  if (llvm::is_contained(extents, 0))
    return success();
  SmallVector<int64_t> indices(extents.size(), 0);
  size_t numInputs = accesses.size() - outputs.size();
  SmallVector<int64_t> targets(outputs.size());
  do {
    for (size_t i = 0; i < numInputs; ++i)
      program.argument(i) = accesses[i].base[positionAt(accesses[i], indices)];
    for (size_t i = 0; i < outputs.size(); ++i) {
      targets[i] = positionAt(accesses[numInputs + i], indices);
      program.argument(numInputs + i) = outputs[i].data[targets[i]];
    }
    if (failed(program.run(indices)))
      return failure();
    for (size_t i = 0; i < outputs.size(); ++i)
      outputs[i].data[targets[i]] = program.yielded(i);
  } while (advance(indices, extents, accesses));
  return success();
}

LogicalResult Interpreter::runLinalg(linalg::LinalgOp op) {
  SmallVector<int64_t> shapes;
  for (OpOperand &operand : op->getOpOperands()) {
    const Tensor &tensor = get(operand.get());
    shapes.append(tensor.shape.begin(), tensor.shape.end());
  }
  AffineMap shapesToLoops = op.getShapesToLoopsMap();
  if (!shapesToLoops)
    return op->emitOpError("has iterators whose extent no operand gives");
  SmallVector<int64_t> extents = shapesToLoops.compose(shapes);

  ScalarProgram program;
  if (failed(program.compile(
          *op.getBlock(), [&](Value value) { return find(value); }, options)))
    return failure();
  SmallVector<Tensor> outputs;
  for (Value init : op.getDpsInits())
    outputs.push_back(get(init));
  SmallVector<Access> accesses;
  for (OpOperand *operand : op.getDpsInputOperands())
    accesses.push_back(
        makeAccess(get(operand->get()), op.getMatchingIndexingMap(operand)));
  for (auto [i, output] : llvm::enumerate(outputs))
    accesses.push_back(
        makeAccess(output, op.getMatchingIndexingMap(op.getDpsInitOperand(i))));
  if (failed(runLoops(program, extents, accesses, outputs)))
    return failure();
  for (auto [result, tensor] : llvm::zip_equal(op->getResults(), outputs))
    set(result, std::move(tensor));
  return success();
}
