//===- OpCost.cpp - What one op costs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Transforms/Graph/OpCost.h"
#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Support/ByteSize.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace piper;

/// A product of [rows, inner] and [inner, columns] takes 2 * rows * columns *
/// inner operations. Attention has two, with inner extents d and e of a row of
/// q and of v; its gradient (FlashAttention, Dao et al. 2022, algorithm 4) has
/// the scores again, dq and dk over d, dv and the cotangent of the weights over
/// e.
static int64_t attentionFlops(RankedTensorType q, RankedTensorType k,
                              RankedTensorType v, int64_t timesD,
                              int64_t timesE) {
  int64_t rank = q.getRank(), columns = k.getDimSize(rank - 2);
  int64_t rows =
      q.getNumElements() / std::max<int64_t>(q.getDimSize(rank - 1), 1);
  return 2 * rows * columns *
         (timesD * q.getDimSize(rank - 1) + timesE * v.getDimSize(rank - 1));
}

int64_t piper::flopsOf(Operation *op) {
  if (auto attention = dyn_cast<body::AttentionOp>(op))
    return attentionFlops(attention.getQ().getType(),
                          attention.getK().getType(),
                          attention.getV().getType(), 1, 1);
  if (auto gradient = dyn_cast<body::AttentionGradOp>(op))
    return attentionFlops(gradient.getQ().getType(), gradient.getK().getType(),
                          gradient.getV().getType(), 3, 2);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || !linalg::isaContractionOpInterface(linalgOp))
    return 0;
  int64_t flops = 2;
  for (int64_t range : linalgOp.getStaticLoopRanges())
    flops *= range;
  return flops;
}

static double bytesOf(TypeRange types) {
  double bytes = 0;
  for (Type type : types)
    bytes += piper::bytesOf(type);
  return bytes;
}

double piper::movedBytesOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, double>(op)
      .Case([](linalg::LinalgOp op) {
        double bytes = 0;
        for (OpOperand &operand : op->getOpOperands()) {
          double own = piper::bytesOf(operand.get().getType());
          bool isRead = op.payloadUsesValueFromOperand(&operand);
          bytes += (isRead ? own : 0) + (op.isDpsInit(&operand) ? own : 0);
        }
        return bytes;
      })
      .Case([](tensor::InsertSliceOp op) {
        return 2.0 * piper::bytesOf(op.getSourceType()); // in place
      })
      .Case<tensor::ConcatOp, tensor::PadOp, tensor::GatherOp,
            tensor::GenerateOp, body::AttentionOp, body::AttentionGradOp>(
          [](Operation *op) {
            return ::bytesOf(op->getOperandTypes()) +
                   ::bytesOf(op->getResultTypes());
          })
      .Case([](body::ScatterOp op) {
        // In place as well: windows are read and written.
        return 3.0 * piper::bytesOf(op.getUpdates().getType()) +
               piper::bytesOf(op.getIndices().getType());
      })
      .Default(0.0); // views and scalars
}

double piper::timeOf(Operation *op, const Rates &rates) {
  auto timeOfRegions = [&] {
    double time = 0;
    for (Region &region : op->getRegions())
      time += timeOf(region, rates);
    return time;
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    auto low = getConstantIntValue(loop.getLowerBound()),
         high = getConstantIntValue(loop.getUpperBound()),
         step = getConstantIntValue(loop.getStep());
    double trips = low && high && step && *step > 0 && *high > *low
                       ? llvm::divideCeil(*high - *low, *step)
                       : 1;
    return trips * timeOfRegions();
  }
  if (isa<scf::IfOp>(op))
    return timeOfRegions();
  return std::max(flopsOf(op) / rates.flops, movedBytesOf(op) / rates.bytes);
}

double piper::timeOf(Region &region, const Rates &rates) {
  double time = 0;
  for (Operation &op : region.getOps())
    time += timeOf(&op, rates);
  return time;
}

Link piper::linkOf(MeshOp mesh, StringRef axis, Link link) {
  auto entry = mesh && mesh.getLinks()
                   ? mesh.getLinks()->getAs<DictionaryAttr>(axis)
                   : DictionaryAttr();
  auto read = [&](StringRef name, double &number) {
    Attribute value = entry ? entry.get(name) : Attribute();
    if (auto real = dyn_cast_or_null<FloatAttr>(value))
      number = real.getValueAsDouble();
    else if (auto integer = dyn_cast_or_null<IntegerAttr>(value))
      number = integer.getInt();
  };
  read("gbps", link.gbps);
  read("latency_us", link.latency);
  return link;
}
