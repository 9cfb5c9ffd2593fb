//===- PlanDialect.cpp - Registration, attributes and enums of the plan dialect
//-*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanSyntax.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

#include "Piper/Dialect/Plan/IR/PlanDialect.cpp.inc"
#include "Piper/Dialect/Plan/IR/PlanEnums.cpp.inc"
#include "Piper/Dialect/Plan/IR/PlanInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Piper/Dialect/Plan/IR/PlanAttrs.cpp.inc"

void PlanDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Piper/Dialect/Plan/IR/PlanAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Piper/Dialect/Plan/IR/PlanOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// BufferRefAttr: <@x[1]>, or <@x> for slot 0. Operations print it bare.
//===----------------------------------------------------------------------===//

Attribute BufferRefAttr::parse(AsmParser &parser, Type) {
  StringAttr buffer;
  int64_t slot, step, modulus;
  if (parser.parseLess() || parser.parseSymbolName(buffer) ||
      parseSlot(parser, slot, step, modulus) || parser.parseGreater())
    return {};
  return BufferRefAttr::get(parser.getContext(), FlatSymbolRefAttr::get(buffer),
                            slot, step, modulus);
}

void BufferRefAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printSymbolName(getBuffer().getValue());
  if (getSlot() || getStep())
    printSlot(printer.getStream(), *this);
  printer << ">";
}

int64_t BufferRefAttr::slotAt(int64_t iteration) const {
  return getStep() ? (getSlot() + getStep() * iteration) % getModulus()
                   : getSlot();
}

BufferRefAttr BufferRefAttr::at(int64_t iteration) const {
  return getStep()
             ? BufferRefAttr::get(getContext(), getBuffer(), slotAt(iteration))
             : *this;
}

//===----------------------------------------------------------------------===//
// EventRefAttr: <@e, 2>; operations print @e:2.
//===----------------------------------------------------------------------===//

Attribute EventRefAttr::parse(AsmParser &parser, Type) {
  StringAttr event;
  int64_t ordinal, step;
  if (parser.parseLess() || parser.parseSymbolName(event) ||
      parser.parseComma() || parseNumber(parser, ordinal, step) ||
      parser.parseGreater())
    return {};
  return EventRefAttr::get(parser.getContext(), FlatSymbolRefAttr::get(event),
                           ordinal, step);
}

void EventRefAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printSymbolName(getEvent().getValue());
  printer << ", ";
  printNumber(printer.getStream(), getOrdinal(), getStep());
  printer << ">";
}

EventRefAttr EventRefAttr::at(int64_t iteration) const {
  return getStep() ? EventRefAttr::get(getContext(), getEvent(),
                                       getOrdinal() + getStep() * iteration)
                   : *this;
}

//===----------------------------------------------------------------------===//
// EachAttr: <i + 3>
//===----------------------------------------------------------------------===//

Attribute EachAttr::parse(AsmParser &parser, Type) {
  int64_t first, step;
  if (parser.parseLess() || parseNumber(parser, first, step) ||
      parser.parseGreater())
    return {};
  return EachAttr::get(parser.getContext(), first, step);
}

void EachAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printNumber(printer.getStream(), getFirst(), getStep());
  printer << ">";
}
