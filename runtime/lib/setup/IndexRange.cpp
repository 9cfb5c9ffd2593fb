//===- IndexRange.cpp - Integers that would index outside of a table -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Setup.h"
#include "llvm/ADT/STLExtras.h"

using namespace piper::rt;

/// "[1, 7]" for element `index` of a tensor of the shape.
static std::string positionText(int64_t index, llvm::ArrayRef<int64_t> shape) {
  Shape position(shape.size());
  for (size_t i = shape.size(); i-- > 0; index /= shape[i])
    position[i] = index % shape[i];
  return shapeText(position);
}

static std::string rangeText(const IndexRange &range) {
  return range.ignored ? str("from ", range.min, " to ", range.limit - 1,
                             ", or ", *range.ignored)
                       : str("from ", range.min, " to ", range.limit - 1);
}

std::string TensorInfo::outsideRange(const void *data) const {
  if (!range)
    return "";
  std::vector<int64_t> values(elements);
  convert(data, dtype, values.data(), DType::I64, elements);
  auto bad = llvm::find_if(
      values, [this](int64_t value) { return !range->contains(value); });
  if (bad == values.end())
    return "";
  return str("holds ", *bad, " at ", positionText(bad - values.begin(), shape),
             "; the model takes integers ", rangeText(*range));
}
