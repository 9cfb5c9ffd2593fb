//===- PlanSyntax.h - Pieces of syntax shared by the plan's operations -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_DIALECT_PLAN_IR_PLANSYNTAX_H
#define PIPER_LIB_DIALECT_PLAN_IR_PLANSYNTAX_H

#include "Piper/Dialect/Plan/IR/Plan.h"
#include "mlir/IR/OpImplementation.h"

namespace piper::plan {

// `3`, `i + 3`, `2i - 1`: `first + step * i`
mlir::ParseResult parseNumber(mlir::AsmParser &parser, int64_t &first,
                              int64_t &step);
void printNumber(llvm::raw_ostream &os, int64_t first, int64_t step);

// `i + 3` as an attribute; an integer where it does not depend on `i`
mlir::ParseResult parseMicrobatch(mlir::OpAsmParser &parser,
                                  mlir::Attribute &number);
void printMicrobatch(mlir::OpAsmPrinter &printer, mlir::Operation *,
                     mlir::Attribute number);

// `[1]` or `[(i + 2) mod 4]` where there is one
mlir::ParseResult parseSlot(mlir::AsmParser &parser, int64_t &slot,
                            int64_t &step, int64_t &modulus);
void printSlot(llvm::raw_ostream &os, BufferRefAttr ref);

// `@x[1]`
mlir::ParseResult parseRef(mlir::OpAsmParser &parser, BufferRefAttr &ref);
void printRef(mlir::OpAsmPrinter &printer, mlir::Operation *,
              BufferRefAttr ref);

// `@x[1], @y`
mlir::ParseResult parseRefList(mlir::OpAsmParser &parser,
                               mlir::ArrayAttr &refs);
void printRefList(mlir::OpAsmPrinter &printer, mlir::Operation *,
                  mlir::ArrayAttr refs);

// `ins(@x[1], @y) outs(@z) inouts(@a) scratch(@t)`; empty lists are not
// written.
mlir::ParseResult parseLaunchBuffers(mlir::OpAsmParser &parser,
                                     mlir::ArrayAttr &ins,
                                     mlir::ArrayAttr &outs,
                                     mlir::ArrayAttr &inouts,
                                     mlir::ArrayAttr &scratch);
void printLaunchBuffers(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::ArrayAttr ins, mlir::ArrayAttr outs,
                        mlir::ArrayAttr inouts, mlir::ArrayAttr scratch);

// `on @stream after(@e:1, @f:2) signals(@g)`; the last two where present.
mlir::ParseResult parseTiming(mlir::OpAsmParser &parser,
                              mlir::FlatSymbolRefAttr &stream,
                              mlir::ArrayAttr &after,
                              mlir::FlatSymbolRefAttr &signal);
void printTiming(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                 mlir::FlatSymbolRefAttr stream, mlir::ArrayAttr after,
                 mlir::FlatSymbolRefAttr signal);

// `keyword(@a, @b)`
mlir::ParseResult parseNames(mlir::OpAsmParser &parser, llvm::StringRef keyword,
                             mlir::ArrayAttr &names);
void printNames(mlir::OpAsmPrinter &printer, llvm::StringRef keyword,
                mlir::ArrayAttr names);

} // namespace piper::plan

#endif // PIPER_LIB_DIALECT_PLAN_IR_PLANSYNTAX_H
