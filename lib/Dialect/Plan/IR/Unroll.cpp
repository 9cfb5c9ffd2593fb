//===- Unroll.cpp - Actions of repeats, one by one -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Plan/IR/Unroll.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

void piper::plan::mapNumbers(Operation *action,
                             llvm::function_ref<Attribute(Attribute)> fn) {
  // All actions name what they touch by these; the order is that of the text.
  for (StringRef name : {"mb", "ins_", "outs", "inouts", "scratch", "buffers",
                         "buffer", "after"}) {
    Attribute old = action->getAttr(name), mapped;
    if (auto list = dyn_cast_or_null<ArrayAttr>(old))
      mapped = ArrayAttr::get(action->getContext(),
                              llvm::map_to_vector(list.getValue(), fn));
    else if (old)
      mapped = fn(old);
    if (mapped != old)
      action->setAttr(name, mapped);
  }
}

bool piper::plan::hasRepeats(ModuleOp module) {
  return llvm::any_of(module.getOps<ProgramOp>(), [](ProgramOp program) {
    return !program.getOps<RepeatOp>().empty();
  });
}

/// The number in one iteration.
static Attribute numberAt(Attribute number, int64_t iteration) {
  if (auto ref = dyn_cast<BufferRefAttr>(number))
    return ref.at(iteration);
  if (auto event = dyn_cast<EventRefAttr>(number))
    return event.at(iteration);
  if (auto each = dyn_cast<EachAttr>(number))
    return Builder(number.getContext()).getI64IntegerAttr(each.at(iteration));
  return number;
}

void piper::plan::unroll(ProgramOp program) {
  for (auto repeat : llvm::to_vector(program.getOps<RepeatOp>())) {
    OpBuilder builder(repeat);
    for (int64_t i = 0, e = repeat.getCount(); i < e; ++i)
      for (Operation &op : repeat.getBody().front())
        mapNumbers(builder.clone(op),
                   [&](Attribute number) { return numberAt(number, i); });
    repeat.erase();
  }
}

void piper::plan::unroll(ModuleOp module) {
  for (auto program : module.getOps<ProgramOp>())
    unroll(program);
}

OwningOpRef<ModuleOp> piper::plan::unrolledCopy(ModuleOp module) {
  if (!hasRepeats(module))
    return nullptr;
  OwningOpRef<ModuleOp> copy = module.clone();
  unroll(*copy);
  return copy;
}
