//===- PiperDialect.cpp - Registration of the piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Piper/IR/Piper.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace piper;

#include "Piper/Dialect/Piper/IR/PiperDialect.cpp.inc"

void PiperDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "Piper/Dialect/Piper/IR/PiperOps.cpp.inc"
      >();
}

/// Whether `value` has the data of a static tensor of f32.
static bool holdsWeights(Attribute value) {
  auto elements = dyn_cast<ElementsAttr>(value);
  auto type = elements ? dyn_cast<RankedTensorType>(elements.getShapedType())
                       : RankedTensorType();
  if (!type || !type.hasStaticShape() || !type.getElementType().isF32())
    return false;
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  if (!resource)
    return isa<DenseElementsAttr>(value);
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  return blob && static_cast<int64_t>(blob->getData().size()) ==
                     type.getNumElements() * 4;
}

LogicalResult PiperDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attribute) {
  if (attribute.getName() != "piper.init")
    return success();
  auto values = dyn_cast<DictionaryAttr>(attribute.getValue());
  if (!values)
    return op->emitError("piper.init is not a dictionary of weights");
  for (NamedAttribute entry : values)
    if (!holdsWeights(entry.getValue()))
      return op->emitError("piper.init has no f32 tensor, or not all of it, as "
                           "the value of ")
             << entry.getName();
  return success();
}
