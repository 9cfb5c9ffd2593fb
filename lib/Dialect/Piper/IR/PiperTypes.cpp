//===- PiperTypes.cpp - Types of the piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseAxes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace piper;

#define GET_TYPEDEF_CLASSES
#include "Piper/Dialect/Piper/IR/PiperTypes.cpp.inc"

void PiperDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Piper/Dialect/Piper/IR/PiperTypes.cpp.inc"
      >();
}

Type ValueType::parse(AsmParser &parser) {
  RankedTensorType tensor;
  StringAttr mesh;
  if (parser.parseLess() || parser.parseType(tensor) || parser.parseComma() ||
      parser.parseSymbolName(mesh))
    return {};
  CoordAttr placement =
      parseCoord(parser, AsmParser::Delimiter::OptionalSquare);
  if (!placement)
    return {};
  auto layout = LayoutAttr::get(parser.getContext(), {}, {}, {});
  if (succeeded(parser.parseOptionalComma())) {
    layout = dyn_cast_or_null<LayoutAttr>(LayoutAttr::parse(parser, {}));
    if (!layout)
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ValueType>(parser.getContext(), tensor,
                                      FlatSymbolRefAttr::get(mesh), placement,
                                      layout);
}

void ValueType::print(AsmPrinter &printer) const {
  printer << "<" << getTensor() << ", ";
  printer.printSymbolName(getMesh().getValue());
  if (!getPlacement().empty()) {
    printer << "[";
    llvm::interleaveComma(
        llvm::zip(getPlacement().getAxes(), getPlacement().getValues()),
        printer, [&](auto at) {
          printer.printKeywordOrString(std::get<0>(at));
          printer << "=" << std::get<1>(at);
        });
    printer << "]";
  }
  if (!getLayout().empty()) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << getLayout(); // #piper.layout<{...}>
    StringRef body = text;
    printer << ", " << body.drop_front(body.find('{')).rsplit('>').first;
  }
  printer << ">";
}

LogicalResult ValueType::verify(function_ref<InFlightDiagnostic()> emitError,
                                RankedTensorType tensor, FlatSymbolRefAttr mesh,
                                CoordAttr placement, LayoutAttr layout) {
  if (!tensor.hasStaticShape())
    return emitError() << "extents are static; got " << tensor;
  for (auto [axis, kind, argument] :
       llvm::zip(layout.getAxes(), layout.getKinds(), layout.getArguments())) {
    if (placement.get(axis))
      return emitError() << "axis '" << axis.getValue()
                         << "' is both placed and laid out";
    if (static_cast<LayoutKind>(kind) == LayoutKind::Shard &&
        argument >= tensor.getRank())
      return emitError() << "axis '" << axis.getValue() << "' shards dimension "
                         << argument << " of a tensor "
                         << "of rank " << tensor.getRank();
  }
  return success();
}

ValueType ValueType::withLayout(LayoutAttr layout) const {
  return ValueType::get(getContext(), getTensor(), getMesh(), getPlacement(),
                        layout);
}

ValueType ValueType::withPlacement(CoordAttr placement) const {
  return ValueType::get(getContext(), getTensor(), getMesh(), placement,
                        getLayout());
}
