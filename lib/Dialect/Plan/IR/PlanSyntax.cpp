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

ParseResult piper::plan::parseNumber(AsmParser &parser, int64_t &first,
                                     int64_t &step) {
  first = 0;
  step = 1;
  int64_t number = 0;
  OptionalParseResult parsed = parser.parseOptionalInteger(number);
  if (parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    if (failed(parser.parseOptionalKeyword("i"))) {
      first = number;
      step = 0;
      return success();
    }
    step = number;
  } else if (parser.parseKeyword("i")) {
    return failure();
  }
  if (succeeded(parser.parseOptionalPlus()))
    return parser.parseInteger(first);
  // What is subtracted comes as a negative number.
  SMLoc loc = parser.getCurrentLocation();
  parsed = parser.parseOptionalInteger(number);
  if (!parsed.has_value())
    return success();
  if (failed(*parsed))
    return failure();
  if (number >= 0)
    return parser.emitError(loc) << "expected '+' or '-' after 'i'";
  first = number;
  return success();
}

void piper::plan::printNumber(raw_ostream &os, int64_t first, int64_t step) {
  if (step == 0) {
    os << first;
    return;
  }
  if (step != 1)
    os << step;
  os << "i";
  if (first > 0)
    os << " + " << first;
  else if (first < 0)
    os << " - " << -static_cast<uint64_t>(first);
}

ParseResult piper::plan::parseMicrobatch(OpAsmParser &parser,
                                         Attribute &number) {
  int64_t first, step;
  if (parseNumber(parser, first, step))
    return failure();
  number = step ? Attribute(EachAttr::get(parser.getContext(), first, step))
                : parser.getBuilder().getI64IntegerAttr(first);
  return success();
}

void piper::plan::printMicrobatch(OpAsmPrinter &printer, Operation *,
                                  Attribute number) {
  if (auto each = dyn_cast<EachAttr>(number))
    printNumber(printer.getStream(), each.getFirst(), each.getStep());
  else
    printer << cast<IntegerAttr>(number).getInt();
}

ParseResult piper::plan::parseSlot(AsmParser &parser, int64_t &slot,
                                   int64_t &step, int64_t &modulus) {
  slot = step = modulus = 0;
  if (failed(parser.parseOptionalLSquare()))
    return success();
  bool opened = succeeded(parser.parseOptionalLParen());
  SMLoc loc = parser.getCurrentLocation();
  if (parseNumber(parser, slot, step) || (opened && parser.parseRParen()))
    return failure();
  bool turns = opened || step;
  if ((turns && (parser.parseKeyword("mod") || parser.parseInteger(modulus))) ||
      parser.parseRSquare())
    return failure();
  if (turns && (step < 1 || modulus <= step || slot < 0 || slot >= modulus))
    return parser.emitError(loc)
           << "a slot is (a i + b) mod k with 0 < a < k and 0 <= b < k";
  return success();
}

void piper::plan::printSlot(raw_ostream &os, BufferRefAttr ref) {
  bool turns = ref.getStep() != 0, isSum = turns && ref.getSlot() != 0;
  os << (isSum ? "[(" : "[");
  printNumber(os, ref.getSlot(), ref.getStep());
  os << (isSum ? ")" : "");
  if (turns)
    os << " mod " << ref.getModulus();
  os << "]";
}

ParseResult piper::plan::parseRef(OpAsmParser &parser, BufferRefAttr &ref) {
  StringAttr buffer;
  int64_t slot, step, modulus;
  if (parser.parseSymbolName(buffer) || parseSlot(parser, slot, step, modulus))
    return failure();
  ref = BufferRefAttr::get(parser.getContext(), FlatSymbolRefAttr::get(buffer),
                           slot, step, modulus);
  return success();
}

void piper::plan::printRef(OpAsmPrinter &printer, Operation *op,
                           BufferRefAttr ref) {
  printer.printSymbolName(ref.getBuffer().getValue());
  // A slot is written wherever the buffer has several.
  auto program = op->getParentOfType<ProgramOp>();
  BufferOp buffer = program ? program.lookup(ref) : BufferOp();
  if (ref.getSlot() || ref.getStep() || (buffer && buffer.getSlots() > 1))
    printSlot(printer.getStream(), ref);
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
  int64_t ordinal, step;
  if (parser.parseSymbolName(event) || parser.parseColon() ||
      parseNumber(parser, ordinal, step))
    return failure();
  events.push_back(EventRefAttr::get(
      parser.getContext(), FlatSymbolRefAttr::get(event), ordinal, step));
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
          printer << ":";
          printNumber(printer.getStream(), event.getOrdinal(), event.getStep());
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
