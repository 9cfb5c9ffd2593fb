//===- PiperAttrs.cpp - Attributes of the piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseAxes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace piper;

#include "Piper/Dialect/Piper/IR/PiperEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Piper/Dialect/Piper/IR/PiperAttrs.cpp.inc"

void PiperDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Piper/Dialect/Piper/IR/PiperAttrs.cpp.inc"
      >();
}

/// Fails when a name occurs twice.
static LogicalResult verifyUnique(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<StringAttr> names) {
  llvm::StringSet<> seen;
  for (StringAttr name : names)
    if (!seen.insert(name.getValue()).second)
      return emitError() << "axis '" << name.getValue() << "' occurs twice";
  return success();
}

/// Parses an axis name written as a bare keyword.
static ParseResult parseAxis(AsmParser &parser, StringAttr &axis) {
  std::string name;
  if (parser.parseKeywordOrString(&name))
    return failure();
  axis = parser.getBuilder().getStringAttr(name);
  return success();
}

//===----------------------------------------------------------------------===//
// AxesAttr
//===----------------------------------------------------------------------===//

Attribute AxesAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  auto parseOne = [&]() -> ParseResult {
    std::string name;
    if (parser.parseString(&name) || parser.parseEqual() ||
        parser.parseInteger(sizes.emplace_back()))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<AxesAttr>(parser.getContext(), names, sizes);
}

void AxesAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(
      llvm::zip(getNames(), getSizes()), printer, [&](auto axis) {
        printer << std::get<0>(axis) << "=" << std::get<1>(axis);
      });
  printer << "]>";
}

LogicalResult AxesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> names,
                               ArrayRef<int64_t> sizes) {
  if (names.size() != sizes.size())
    return emitError() << names.size() << " axis names but " << sizes.size()
                       << " sizes";
  int64_t total = 1;
  for (auto [name, size] : llvm::zip(names, sizes)) {
    if (size <= 0) // M1
      return emitError() << "axis '" << name.getValue() << "' has size " << size
                         << "; sizes are 1 or more";
    if (llvm::MulOverflow(total, size, total))
      return emitError() << "the mesh has more coordinates than 64 bits count";
  }
  return verifyUnique(emitError, names);
}

int64_t AxesAttr::getNumCoordinates() const {
  int64_t total = 1;
  for (int64_t size : getSizes())
    total *= size;
  return total;
}

std::optional<unsigned> AxesAttr::find(StringRef name) const {
  for (auto [i, axis] : llvm::enumerate(getNames()))
    if (axis.getValue() == name)
      return i;
  return std::nullopt;
}

int64_t AxesAttr::getSize(StringRef name) const {
  std::optional<unsigned> i = find(name);
  return i ? getSizes()[*i] : 0;
}

//===----------------------------------------------------------------------===//
// CoordAttr
//===----------------------------------------------------------------------===//

CoordAttr piper::parseCoord(AsmParser &parser, AsmParser::Delimiter delimiter) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<StringAttr> axes;
  SmallVector<int64_t> values;
  auto parseOne = [&]() -> ParseResult {
    return failure(failed(parseAxis(parser, axes.emplace_back())) ||
                   parser.parseEqual() ||
                   parser.parseInteger(values.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(delimiter, parseOne))
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  function_ref<InFlightDiagnostic()> onError = emitError;
  return CoordAttr::getChecked(onError, parser.getContext(),
                               ArrayRef<StringAttr>(axes), ArrayRef(values));
}

Attribute CoordAttr::parse(AsmParser &parser, Type) {
  return parseCoord(parser, AsmParser::Delimiter::LessGreater);
}

void CoordAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(llvm::zip(getAxes(), getValues()), printer,
                        [&](auto at) {
                          printer.printKeywordOrString(std::get<0>(at));
                          printer << " = " << std::get<1>(at);
                        });
  printer << ">";
}

LogicalResult CoordAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<StringAttr> axes,
                                ArrayRef<int64_t> values) {
  if (axes.size() != values.size())
    return emitError() << axes.size() << " axes but " << values.size()
                       << " positions";
  for (auto [axis, value] : llvm::zip(axes, values))
    if (value < 0)
      return emitError() << "position " << value << " on axis '"
                         << axis.getValue() << "' is negative";
  return verifyUnique(emitError, axes);
}

std::optional<int64_t> CoordAttr::get(StringRef axis) const {
  for (auto [name, value] : llvm::zip(getAxes(), getValues()))
    if (name.getValue() == axis)
      return value;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// LayoutAttr
//===----------------------------------------------------------------------===//

/// Parses `shard(d)`, `partial<sum>` or `replica`.
static ParseResult parseAxisState(AsmParser &parser, int32_t &kind,
                                  int64_t &argument) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<LayoutKind> parsed = symbolizeLayoutKind(keyword);
  if (!parsed)
    return parser.emitError(loc)
           << "expected shard(d), partial<sum|max> or replica, got '" << keyword
           << "'";
  kind = static_cast<int32_t>(*parsed);
  argument = 0;
  if (*parsed == LayoutKind::Shard)
    return failure(parser.parseLParen() || parser.parseInteger(argument) ||
                   parser.parseRParen());
  if (*parsed != LayoutKind::Partial)
    return success();
  StringRef reduction;
  if (parser.parseLess() || parser.parseKeyword(&reduction) ||
      parser.parseGreater())
    return failure();
  std::optional<Reduction> how = symbolizeReduction(reduction);
  if (!how)
    return parser.emitError(loc) << "unknown reduction '" << reduction << "'";
  argument = static_cast<int64_t>(*how);
  return success();
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> axes;
  SmallVector<int32_t> kinds;
  SmallVector<int64_t> arguments;
  auto parseOne = [&]() -> ParseResult {
    return failure(failed(parseAxis(parser, axes.emplace_back())) ||
                   parser.parseEqual() ||
                   failed(parseAxisState(parser, kinds.emplace_back(),
                                         arguments.emplace_back())));
  };
  bool wrapped = succeeded(parser.parseOptionalLess());
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseOne))
    return {};
  if (wrapped && parser.parseGreater())
    return {};
  return parser.getChecked<LayoutAttr>(parser.getContext(), axes, kinds,
                                       arguments);
}

/// Prints the part in braces, which types print without `<` and `>`.
static void printLayoutBody(AsmPrinter &printer, LayoutAttr layout) {
  printer << "{";
  llvm::interleaveComma(
      llvm::zip(layout.getAxes(), layout.getKinds(), layout.getArguments()),
      printer, [&](auto state) {
        auto [axis, kind, argument] = state;
        printer.printKeywordOrString(axis);
        printer << " = " << stringifyLayoutKind(static_cast<LayoutKind>(kind));
        if (static_cast<LayoutKind>(kind) == LayoutKind::Shard)
          printer << "(" << argument << ")";
        else if (static_cast<LayoutKind>(kind) == LayoutKind::Partial)
          printer << "<" << stringifyReduction(static_cast<Reduction>(argument))
                  << ">";
      });
  printer << "}";
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printLayoutBody(printer, *this);
  printer << ">";
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<StringAttr> axes,
                                 ArrayRef<int32_t> kinds,
                                 ArrayRef<int64_t> arguments) {
  if (axes.size() != kinds.size() || axes.size() != arguments.size())
    return emitError() << "layout with " << axes.size() << " axes, "
                       << kinds.size() << " states and " << arguments.size()
                       << " arguments";
  for (auto [axis, kind, argument] : llvm::zip(axes, kinds, arguments))
    if (static_cast<LayoutKind>(kind) == LayoutKind::Shard && argument < 0)
      return emitError() << "axis '" << axis.getValue()
                         << "' shards the negative dimension " << argument;
  return verifyUnique(emitError, axes);
}

std::optional<LayoutKind> LayoutAttr::getKind(StringRef axis) const {
  for (auto [name, kind] : llvm::zip(getAxes(), getKinds()))
    if (name.getValue() == axis)
      return static_cast<LayoutKind>(kind);
  return std::nullopt;
}

int64_t LayoutAttr::getArgument(StringRef axis) const {
  for (auto [name, argument] : llvm::zip(getAxes(), getArguments()))
    if (name.getValue() == axis)
      return argument;
  return 0;
}

SmallVector<StringAttr> LayoutAttr::getAxesOfKind(LayoutKind kind) const {
  SmallVector<StringAttr> axes;
  for (auto [name, state] : llvm::zip(getAxes(), getKinds()))
    if (static_cast<LayoutKind>(state) == kind)
      axes.push_back(name);
  return axes;
}

LayoutAttr LayoutAttr::with(StringAttr axis, std::optional<LayoutKind> kind,
                            int64_t argument) const {
  SmallVector<StringAttr> axes;
  SmallVector<int32_t> kinds;
  SmallVector<int64_t> arguments;
  bool placed = false;
  for (auto [name, state, arg] :
       llvm::zip(getAxes(), getKinds(), getArguments())) {
    bool same = name == axis;
    placed |= same;
    if (same && !kind)
      continue;
    axes.push_back(name);
    kinds.push_back(same ? static_cast<int32_t>(*kind) : state);
    arguments.push_back(same ? argument : arg);
  }
  if (!placed && kind) {
    axes.push_back(axis);
    kinds.push_back(static_cast<int32_t>(*kind));
    arguments.push_back(argument);
  }
  return LayoutAttr::get(getContext(), axes, kinds, arguments);
}

//===----------------------------------------------------------------------===//
// IndexRangeAttr
//===----------------------------------------------------------------------===//

LogicalResult
IndexRangeAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       int64_t min, int64_t limit,
                       std::optional<int64_t> ignored) {
  if (min >= limit)
    return emitError() << "range from " << min << " to " << limit
                       << " has no integer";
  return success();
}

bool IndexRangeAttr::contains(int64_t value) const {
  return (value >= getMin() && value < getLimit()) || value == getIgnored();
}

IndexRangeAttr IndexRangeAttr::intersect(IndexRangeAttr other) const {
  std::optional<int64_t> ignored;
  if (getIgnored() && other.contains(*getIgnored()))
    ignored = getIgnored();
  else if (other.getIgnored() && contains(*other.getIgnored()))
    ignored = other.getIgnored();
  return IndexRangeAttr::get(getContext(), std::max(getMin(), other.getMin()),
                             std::min(getLimit(), other.getLimit()), ignored);
}
