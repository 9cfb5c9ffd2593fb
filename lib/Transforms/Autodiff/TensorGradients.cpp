//===- TensorGradients.cpp - Gradient rules of tensor and arith ops -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientModels.h"

#include "Piper/Support/Location.h"
#include "Piper/Transforms/Autodiff/GradientBuilder.h"
#include "Piper/Transforms/Autodiff/GradientOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

namespace {

/// Ops that depend on nothing: constants, tensor.empty.
template <typename OpTy>
struct ConstantModel
    : GradientOpInterface::ExternalModel<ConstantModel<OpTy>, OpTy> {
  LogicalResult buildGradient(Operation *, GradientBuilder &) const {
    return success();
  }
};

Value cotangentOf(Operation *op, GradientBuilder &gradients) {
  return gradients.getCotangent(op->getResult(0));
}

/// The reshape back.
template <typename OpTy, typename BackTy>
struct ReshapeModel
    : GradientOpInterface::ExternalModel<ReshapeModel<OpTy, BackTy>, OpTy> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto reshape = cast<OpTy>(op);
    Value back = BackTy::create(
        gradients.getBuilder(), op->getLoc(), reshape.getSrcType(),
        cotangentOf(op, gradients), reshape.getReassociationIndices());
    gradients.addContribution(op->getLoc(), reshape.getSrc(), back);
    return success();
  }
};

struct CastModel
    : GradientOpInterface::ExternalModel<CastModel, tensor::CastOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    Value source = op->getOperand(0);
    Value back =
        tensor::CastOp::create(gradients.getBuilder(), op->getLoc(),
                               source.getType(), cotangentOf(op, gradients));
    gradients.addContribution(op->getLoc(), source, back);
    return success();
  }
};

/// True if the slice meets no slice that was written to `value`, which must be
/// a chain of insertions into zeros, all of stride one.
bool meetsOnlyZeros(Value value, tensor::ExtractSliceOp slice) {
  auto isUnit = [](ArrayRef<int64_t> strides) {
    return llvm::all_of(strides, [](int64_t s) { return s == 1; });
  };
  auto insert = value.getDefiningOp<tensor::InsertSliceOp>();
  if (!insert || !isUnit(slice.getStaticStrides()))
    return false;
  for (; insert; insert = value.getDefiningOp<tensor::InsertSliceOp>()) {
    bool disjoint = false;
    if (!isUnit(insert.getStaticStrides()))
      return false;
    for (auto [o1, s1, o2, s2] :
         llvm::zip_equal(slice.getStaticOffsets(), slice.getStaticSizes(),
                         insert.getStaticOffsets(), insert.getStaticSizes())) {
      if (ShapedType::isDynamic(o1) || ShapedType::isDynamic(o2))
        return false;
      disjoint |= o1 + s1 <= o2 || o2 + s2 <= o1;
    }
    if (!disjoint)
      return false;
    value = insert.getDest();
  }
  auto fill = value.getDefiningOp<linalg::FillOp>();
  return fill && matchPattern(fill.getInputs()[0], m_AnyZeroFloat());
}

/// Slices of one value (q, k and v of one projection) are put side by side
/// into one tensor of zeros; where they overlap they are added.
struct ExtractSliceModel
    : GradientOpInterface::ExternalModel<ExtractSliceModel,
                                         tensor::ExtractSliceOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    OpBuilder &b = gradients.getBuilder();
    Location loc = op->getLoc();
    Value source = slice.getSource();
    Value g = cotangentOf(op, gradients);
    Value accumulator = gradients.getAccumulator(source);
    Value whole = accumulator ? accumulator : gradients.getCotangent(source);
    if (!whole) {
      whole = gradients.createZeros(loc, slice.getSourceType());
    } else if (!meetsOnlyZeros(whole, slice)) {
      Value old = tensor::ExtractSliceOp::create(
          b, loc, slice.getType(), whole, slice.getMixedOffsets(),
          slice.getMixedSizes(), slice.getMixedStrides());
      g = gradients.createSum(loc, old, g, /*inPlace=*/true);
    }
    Value sum = tensor::InsertSliceOp::create(
        b, loc, g, whole, slice.getMixedOffsets(), slice.getMixedSizes(),
        slice.getMixedStrides());
    if (accumulator)
      gradients.setAccumulator(source, sum);
    else
      gradients.setCotangent(source, sum);
    return success();
  }
};

struct InsertSliceModel
    : GradientOpInterface::ExternalModel<InsertSliceModel,
                                         tensor::InsertSliceOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    OpBuilder &b = gradients.getBuilder();
    Location loc = op->getLoc();
    Value g = cotangentOf(op, gradients);
    if (gradients.isActive(insert.getSource()))
      gradients.addContribution(
          loc, insert.getSource(),
          tensor::ExtractSliceOp::create(
              b, loc, insert.getSourceType(), g, insert.getMixedOffsets(),
              insert.getMixedSizes(), insert.getMixedStrides()));
    if (!gradients.isActive(insert.getDest()))
      return success();
    Value zeros = gradients.createZeros(loc, insert.getSourceType());
    gradients.addContribution(loc, insert.getDest(),
                              tensor::InsertSliceOp::create(
                                  b, loc, zeros, g, insert.getMixedOffsets(),
                                  insert.getMixedSizes(),
                                  insert.getMixedStrides()));
    return success();
  }
};

struct ConcatModel
    : GradientOpInterface::ExternalModel<ConcatModel, tensor::ConcatOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto concat = cast<tensor::ConcatOp>(op);
    OpBuilder &b = gradients.getBuilder();
    Value g = cotangentOf(op, gradients);
    int64_t offset = 0;
    for (Value input : concat.getInputs()) {
      auto type = cast<RankedTensorType>(input.getType());
      SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
      SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
      SmallVector<OpFoldResult> sizes;
      for (int64_t extent : type.getShape())
        sizes.push_back(b.getIndexAttr(extent));
      offsets[concat.getDim()] = b.getIndexAttr(offset);
      offset += type.getDimSize(concat.getDim());
      if (gradients.isActive(input))
        gradients.addContribution(
            op->getLoc(), input,
            tensor::ExtractSliceOp::create(b, op->getLoc(), type, g, offsets,
                                           sizes, strides));
    }
    return success();
  }
};

struct PadModel : GradientOpInterface::ExternalModel<PadModel, tensor::PadOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto pad = cast<tensor::PadOp>(op);
    OpBuilder &b = gradients.getBuilder();
    Value padding = pad.getConstantPaddingValue();
    if (!padding || gradients.isActive(padding))
      return op->emitError() << "cannot differentiate for the padding of this "
                                "tensor.pad: it is not a constant"
                             << "; it comes from " << describe(op->getLoc());
    auto type = cast<RankedTensorType>(pad.getSource().getType());
    SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes;
    for (int64_t extent : type.getShape())
      sizes.push_back(b.getIndexAttr(extent));
    gradients.addContribution(
        op->getLoc(), pad.getSource(),
        tensor::ExtractSliceOp::create(b, op->getLoc(), type,
                                       cotangentOf(op, gradients),
                                       pad.getMixedLowPad(), sizes, strides));
    return success();
  }
};

/// A scalar read outside of any generic.
struct ExtractModel
    : GradientOpInterface::ExternalModel<ExtractModel, tensor::ExtractOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto extract = cast<tensor::ExtractOp>(op);
    OpBuilder &b = gradients.getBuilder();
    Value zeros =
        gradients.createZeros(op->getLoc(), extract.getTensor().getType());
    gradients.addContribution(
        op->getLoc(), extract.getTensor(),
        tensor::InsertOp::create(b, op->getLoc(), cotangentOf(op, gradients),
                                 zeros, extract.getIndices()));
    return success();
  }
};

/// A scalar written into a tensor.
struct InsertModel
    : GradientOpInterface::ExternalModel<InsertModel, tensor::InsertOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto insert = cast<tensor::InsertOp>(op);
    OpBuilder &b = gradients.getBuilder();
    Location loc = op->getLoc();
    Value g = cotangentOf(op, gradients);
    if (gradients.isActive(insert.getScalar()))
      gradients.addContribution(
          loc, insert.getScalar(),
          tensor::ExtractOp::create(b, loc, g, insert.getIndices()));
    if (!gradients.isActive(insert.getDest()))
      return success();
    Value zero = arith::ConstantOp::create(
        b, loc, b.getZeroAttr(insert.getScalar().getType()));
    gradients.addContribution(
        loc, insert.getDest(),
        tensor::InsertOp::create(b, loc, zero, g, insert.getIndices()));
    return success();
  }
};

struct FromElementsModel
    : GradientOpInterface::ExternalModel<FromElementsModel,
                                         tensor::FromElementsOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    OpBuilder &b = gradients.getBuilder();
    Location loc = op->getLoc();
    Value g = cotangentOf(op, gradients);
    auto type = cast<RankedTensorType>(g.getType());
    for (auto [i, element] : llvm::enumerate(op->getOperands())) {
      if (!gradients.isActive(element))
        continue;
      SmallVector<Value> indices;
      int64_t rest = i;
      for (int64_t extent : llvm::reverse(type.getShape())) {
        indices.push_back(
            arith::ConstantIndexOp::create(b, loc, rest % extent));
        rest /= extent;
      }
      std::reverse(indices.begin(), indices.end());
      gradients.addContribution(loc, element,
                                tensor::ExtractOp::create(b, loc, g, indices));
    }
    return success();
  }
};

} // namespace

void piper::registerTensorGradients(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::EmptyOp::attachInterface<ConstantModel<tensor::EmptyOp>>(*context);
    tensor::ExpandShapeOp::attachInterface<
        ReshapeModel<tensor::ExpandShapeOp, tensor::CollapseShapeOp>>(*context);
    tensor::CollapseShapeOp::attachInterface<
        ReshapeModel<tensor::CollapseShapeOp, tensor::ExpandShapeOp>>(*context);
    tensor::CastOp::attachInterface<CastModel>(*context);
    tensor::ExtractSliceOp::attachInterface<ExtractSliceModel>(*context);
    tensor::InsertSliceOp::attachInterface<InsertSliceModel>(*context);
    tensor::ConcatOp::attachInterface<ConcatModel>(*context);
    tensor::PadOp::attachInterface<PadModel>(*context);
    tensor::ExtractOp::attachInterface<ExtractModel>(*context);
    tensor::InsertOp::attachInterface<InsertModel>(*context);
    tensor::FromElementsOp::attachInterface<FromElementsModel>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    arith::ConstantOp::attachInterface<ConstantModel<arith::ConstantOp>>(
        *context);
  });
}

void piper::registerAutodiffExternalModels(DialectRegistry &registry) {
  registerBodyGradients(registry);
  registerLinalgGradients(registry);
  registerScalarGradients(registry);
  registerTensorGradients(registry);
}
