//===- PlanDialect.cpp - Registration, attributes and enums of the plan dialect
//-*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Plan/IR/Plan.h"
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
  int64_t slot = 0;
  if (parser.parseLess() || parser.parseSymbolName(buffer))
    return {};
  if (succeeded(parser.parseOptionalLSquare()))
    if (parser.parseInteger(slot) || parser.parseRSquare())
      return {};
  if (parser.parseGreater())
    return {};
  return BufferRefAttr::get(parser.getContext(), FlatSymbolRefAttr::get(buffer),
                            slot);
}

void BufferRefAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printSymbolName(getBuffer().getValue());
  if (getSlot())
    printer << "[" << getSlot() << "]";
  printer << ">";
}

//===----------------------------------------------------------------------===//
// EventRefAttr: <@e, 2>; operations print @e:2.
//===----------------------------------------------------------------------===//

Attribute EventRefAttr::parse(AsmParser &parser, Type) {
  StringAttr event;
  int64_t ordinal = 0;
  if (parser.parseLess() || parser.parseSymbolName(event) ||
      parser.parseComma() || parser.parseInteger(ordinal) ||
      parser.parseGreater())
    return {};
  return EventRefAttr::get(parser.getContext(), FlatSymbolRefAttr::get(event),
                           ordinal);
}

void EventRefAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printSymbolName(getEvent().getValue());
  printer << ", " << getOrdinal() << ">";
}
