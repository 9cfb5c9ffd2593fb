//===- PiperOps.cpp - Operations of the piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace piper;

#define GET_OP_CLASSES
#include "Piper/Dialect/Piper/IR/PiperOps.cpp.inc"

//===----------------------------------------------------------------------===//
// ForeachMicrobatchOp
//===----------------------------------------------------------------------===//

// foreach_microbatch (%a : !t, %b : !u) { ... } : the arguments' types are the
// results' types.
ParseResult ForeachMicrobatchOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion(), arguments))
    return failure();
  for (OpAsmParser::Argument &argument : arguments)
    result.addTypes(argument.type);
  return success();
}

void ForeachMicrobatchOp::print(OpAsmPrinter &printer) {
  printer << " (";
  llvm::interleaveComma(
      getBody().getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ")";
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// ScheduleOp
//===----------------------------------------------------------------------===//

ParseResult ScheduleOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name, graph;
  std::string kind, axis;
  if (parser.parseSymbolName(name) || parser.parseKeyword("for") ||
      parser.parseSymbolName(graph) || parser.parseLess() ||
      parser.parseString(&kind) || parser.parseGreater() ||
      parser.parseKeyword("along") || parser.parseString(&axis))
    return failure();
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> rows;
  auto parseRow = [&]() -> ParseResult {
    std::string row;
    if (parser.parseString(&row))
      return failure();
    rows.push_back(builder.getStringAttr(row));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseRow) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.sym_name = name;
  properties.graph = FlatSymbolRefAttr::get(graph);
  properties.kind = builder.getStringAttr(kind);
  properties.axis = builder.getStringAttr(axis);
  properties.rows = builder.getArrayAttr(rows);
  return success();
}

void ScheduleOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << " for ";
  printer.printSymbolName(getGraph());
  printer << " <" << getKindAttr() << "> along " << getAxisAttr() << " {";
  printer.increaseIndent();
  llvm::interleave(
      getRows(),
      [&](Attribute row) {
        printer.printNewline();
        printer << row;
      },
      [&] { printer << ","; });
  printer.decreaseIndent();
  printer.printNewline();
  printer << "}";
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"sym_name", "graph", "kind", "axis", "rows"});
}
