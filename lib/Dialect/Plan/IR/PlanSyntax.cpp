//===- PlanSyntax.cpp - Pieces of syntax shared by the plan's operations -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanSyntax.h"

using namespace mlir;
using namespace piper::plan;

ParseResult piper::plan::parseRef(OpAsmParser &parser, BufferRefAttr &ref) {
  StringAttr buffer;
  int64_t slot = 0;
  if (parser.parseSymbolName(buffer))
    return failure();
  if (succeeded(parser.parseOptionalLSquare()))
    if (parser.parseInteger(slot) || parser.parseRSquare())
      return failure();
  ref = BufferRefAttr::get(parser.getContext(), FlatSymbolRefAttr::get(buffer),
                           slot);
  return success();
}

void piper::plan::printRef(OpAsmPrinter &printer, Operation *op,
                           BufferRefAttr ref) {
  printer.printSymbolName(ref.getBuffer().getValue());
  // A slot is written wherever the buffer has several.
  auto program = op->getParentOfType<ProgramOp>();
  BufferOp buffer = program ? program.lookup(ref) : BufferOp();
  if (ref.getSlot() || (buffer && buffer.getSlots() > 1))
    printer << "[" << ref.getSlot() << "]";
}

ParseResult piper::plan::parseRefList(OpAsmParser &parser, ArrayAttr &refs) {
  SmallVector<Attribute> parsed;
  auto parseOne = [&]() -> ParseResult {
    BufferRefAttr ref;
    if (parseRef(parser, ref))
      return failure();
    parsed.push_back(ref);
    return success();
  };
  if (parser.parseCommaSeparatedList(parseOne))
    return failure();
  refs = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

void piper::plan::printRefList(OpAsmPrinter &printer, Operation *op,
                               ArrayAttr refs) {
  llvm::interleaveComma(refs.getAsRange<BufferRefAttr>(), printer,
                        [&](BufferRefAttr ref) { printRef(printer, op, ref); });
}

/// `keyword(@x[1], @y)`, or nothing at all for an empty list.
static ParseResult parseRefs(OpAsmParser &parser, StringRef keyword,
                             ArrayAttr &refs) {
  refs = parser.getBuilder().getArrayAttr({});
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return failure(parser.parseLParen() || parseRefList(parser, refs) ||
                 parser.parseRParen());
}

static void printRefs(OpAsmPrinter &printer, Operation *op, StringRef keyword,
                      ArrayAttr refs, StringRef &separator) {
  if (!refs || refs.empty())
    return;
  printer << separator << keyword << "(";
  printRefList(printer, op, refs);
  printer << ")";
  separator = " ";
}

ParseResult piper::plan::parseLaunchBuffers(OpAsmParser &parser, ArrayAttr &ins,
                                            ArrayAttr &outs, ArrayAttr &inouts,
                                            ArrayAttr &scratch) {
  if (parseRefs(parser, "ins", ins) || parseRefs(parser, "outs", outs) ||
      parseRefs(parser, "inouts", inouts) ||
      parseRefs(parser, "scratch", scratch))
    return failure();
  if (scratch.empty())
    scratch = {};
  return success();
}

void piper::plan::printLaunchBuffers(OpAsmPrinter &printer, Operation *op,
                                     ArrayAttr ins, ArrayAttr outs,
                                     ArrayAttr inouts, ArrayAttr scratch) {
  StringRef separator;
  printRefs(printer, op, "ins", ins, separator);
  printRefs(printer, op, "outs", outs, separator);
  printRefs(printer, op, "inouts", inouts, separator);
  printRefs(printer, op, "scratch", scratch, separator);
}

/// `@e:2`. (`@e#2` would read better, but `#` starts an alias in MLIR's lexer.)
static ParseResult parseEvent(OpAsmParser &parser,
                              SmallVectorImpl<Attribute> &events) {
  StringAttr event;
  int64_t ordinal;
  if (parser.parseSymbolName(event) || parser.parseColon() ||
      parser.parseInteger(ordinal))
    return failure();
  events.push_back(EventRefAttr::get(parser.getContext(),
                                     FlatSymbolRefAttr::get(event), ordinal));
  return success();
}

ParseResult piper::plan::parseTiming(OpAsmParser &parser,
                                     FlatSymbolRefAttr &stream,
                                     ArrayAttr &after,
                                     FlatSymbolRefAttr &signal) {
  StringAttr name;
  if (parser.parseKeyword("on") || parser.parseSymbolName(name))
    return failure();
  stream = FlatSymbolRefAttr::get(name);
  if (succeeded(parser.parseOptionalKeyword("after"))) {
    SmallVector<Attribute> events;
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
          return parseEvent(parser, events);
        }))
      return failure();
    after = parser.getBuilder().getArrayAttr(events);
  }
  if (failed(parser.parseOptionalKeyword("signals")))
    return success();
  if (parser.parseLParen() || parser.parseSymbolName(name) ||
      parser.parseRParen())
    return failure();
  signal = FlatSymbolRefAttr::get(name);
  return success();
}

void piper::plan::printTiming(OpAsmPrinter &printer, Operation *,
                              FlatSymbolRefAttr stream, ArrayAttr after,
                              FlatSymbolRefAttr signal) {
  printer << "on ";
  printer.printSymbolName(stream.getValue());
  if (after && !after.empty()) {
    printer << " after(";
    llvm::interleaveComma(
        after.getAsRange<EventRefAttr>(), printer, [&](EventRefAttr event) {
          printer.printSymbolName(event.getEvent().getValue());
          printer << ":" << event.getOrdinal();
        });
    printer << ")";
  }
  if (signal) {
    printer << " signals(";
    printer.printSymbolName(signal.getValue());
    printer << ")";
  }
}

ParseResult piper::plan::parseNames(OpAsmParser &parser, StringRef keyword,
                                    ArrayAttr &names) {
  SmallVector<Attribute> parsed;
  auto parseOne = [&]() -> ParseResult {
    StringAttr name;
    if (parser.parseSymbolName(name))
      return failure();
    parsed.push_back(FlatSymbolRefAttr::get(name));
    return success();
  };
  if (parser.parseKeyword(keyword) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  names = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

void piper::plan::printNames(OpAsmPrinter &printer, StringRef keyword,
                             ArrayAttr names) {
  printer << " " << keyword << "(";
  llvm::interleaveComma(names.getAsRange<FlatSymbolRefAttr>(), printer,
                        [&](FlatSymbolRefAttr name) {
                          printer.printSymbolName(name.getValue());
                        });
  printer << ")";
}
