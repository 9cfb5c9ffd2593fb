//===- PlanOps.cpp - Operations of the plan dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/ByteSize.h"
#include "PlanSyntax.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

#define GET_OP_CLASSES
#include "Piper/Dialect/Plan/IR/PlanOps.cpp.inc"

//===----------------------------------------------------------------------===//
// ChannelOp
//===----------------------------------------------------------------------===//

/// Parses `<pp = 0>` as a coordinate.
static ParseResult parseCoord(OpAsmParser &parser, CoordAttr &coord) {
  coord = dyn_cast_or_null<CoordAttr>(CoordAttr::parse(parser, {}));
  return success(static_cast<bool>(coord));
}

ParseResult ChannelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  CoordAttr from, to;
  Type type;
  if (parser.parseSymbolName(name) || parseCoord(parser, from) ||
      parser.parseKeyword("to") || parseCoord(parser, to) ||
      parser.parseColonType(type) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.sym_name = name;
  properties.from = from;
  properties.to = to;
  properties.type = TypeAttr::get(type);
  return success();
}

void ChannelOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << " ";
  cast<CoordAttr>(getFrom()).print(printer);
  printer << " to ";
  cast<CoordAttr>(getTo()).print(printer);
  printer << " : " << getType();
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"sym_name", "from", "to", "type"});
}

LogicalResult ChannelOp::verify() {
  auto from = dyn_cast<CoordAttr>(getFrom()), to = dyn_cast<CoordAttr>(getTo());
  if (!from || !to)
    return emitOpError() << "connects mesh coordinates";
  if (from.getAxes() != to.getAxes())
    return emitOpError() << "fixes other axes at " << from << " than at " << to;
  if (from == to)
    return emitOpError() << "leads from " << from << " to itself";
  auto tensor = dyn_cast<RankedTensorType>(getType());
  if (!tensor || !tensor.hasStaticShape())
    return emitOpError() << "carries tensors of static shape, got "
                         << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// ProgramOp
//===----------------------------------------------------------------------===//

ParseResult ProgramOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<Attribute> roles;
  ArrayAttr streams, events;
  int64_t arena;
  auto parseRole = [&]() -> ParseResult {
    CoordAttr coord;
    if (parseCoord(parser, coord))
      return failure();
    roles.push_back(coord);
    return success();
  };
  if (parser.parseSymbolName(name) || parser.parseKeyword("at") ||
      parser.parseCommaSeparatedList(parseRole) ||
      parseNames(parser, "streams", streams) || parser.parseKeyword("arena") ||
      parser.parseLParen() || parser.parseInteger(arena) ||
      parser.parseRParen() || parseNames(parser, "events", events) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  Builder &builder = parser.getBuilder();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.sym_name = name;
  properties.roles = builder.getArrayAttr(roles);
  properties.streams = streams;
  properties.events = events;
  properties.arena = builder.getI64IntegerAttr(arena);
  return success();
}

void ProgramOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << " at ";
  llvm::interleaveComma(getRoles().getAsRange<CoordAttr>(), printer,
                        [&](CoordAttr role) { role.print(printer); });
  printNames(printer, "streams", getStreams());
  printer << " arena(" << getArena() << ")";
  printNames(printer, "events", getEvents());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"sym_name", "roles", "streams", "arena", "events"});
  printer << " ";
  printer.printRegion(getBody());
}

LogicalResult ProgramOp::verify() {
  if (getRoles().empty())
    return emitOpError() << "plays no role";
  if (getStreams().empty())
    return emitOpError() << "has no stream";
  if (static_cast<int64_t>(getArena()) < 0)
    return emitOpError() << "has a negative arena";
  int64_t actions = 0;
  for (Operation &op : getBody().front()) {
    auto repeat = dyn_cast<RepeatOp>(op);
    if (!repeat) {
      actions += isa<ActionInterface>(op);
      continue;
    }
    int64_t each = repeat.getBody().empty()
                       ? 0
                       : repeat.getBody().front().getOperations().size();
    int64_t count = static_cast<int64_t>(repeat.getCount());
    if (count > kMaxActions || actions + each * count > kMaxActions)
      return repeat.emitOpError() << "makes more than " << kMaxActions
                                  << " actions of @" << getSymName();
    actions += each * std::max<int64_t>(count, 0);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// BufferOp
//===----------------------------------------------------------------------===//

ParseResult BufferOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  Properties &properties = result.getOrAddProperties<Properties>();
  StringAttr name;
  Type type;
  if (parser.parseSymbolName(name) || parser.parseColonType(type))
    return failure();
  properties.sym_name = name;
  properties.type = TypeAttr::get(type);
  int64_t number = 1;
  if (succeeded(parser.parseOptionalKeyword("x")) &&
      parser.parseInteger(number))
    return failure();
  properties.slots = builder.getI64IntegerAttr(number);
  if (succeeded(parser.parseOptionalKeyword("at"))) {
    if (parser.parseInteger(number))
      return failure();
    properties.offset = builder.getI64IntegerAttr(number);
  }
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<BufferKind> kind = symbolizeBufferKind(keyword);
  if (!kind)
    return parser.emitError(loc)
           << "unknown kind of buffer '" << keyword << "'";
  properties.kind = BufferKindAttr::get(parser.getContext(), *kind);
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseAttribute(properties.of) ||
        (succeeded(parser.parseOptionalComma()) &&
         parser.parseAttribute(properties.state)) ||
        parser.parseRParen())
      return failure();
  }
  number = 0;
  if (succeeded(parser.parseOptionalKeyword("role")) &&
      parser.parseInteger(number))
    return failure();
  properties.role = builder.getI64IntegerAttr(number);
  NamedAttrList extra;
  if (parser.parseOptionalAttrDict(extra))
    return failure();
  if (Attribute fields = extra.erase("fields")) {
    properties.fields = dyn_cast<DictionaryAttr>(fields);
    if (!properties.fields)
      return parser.emitError(loc) << "fields is a dictionary";
  }
  result.attributes.append(extra);
  return success();
}

void BufferOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << " : " << getType();
  if (getSlots() != 1)
    printer << " x " << getSlots();
  if (getOffset())
    printer << " at " << *getOffset();
  printer << " " << stringifyBufferKind(getKind());
  if (getOfAttr()) {
    printer << "(" << getOfAttr();
    if (getStateAttr())
      printer << ", " << getStateAttr();
    printer << ")";
  }
  if (getRole())
    printer << " role " << getRole();
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {"sym_name", "type", "slots", "offset", "kind", "of", "state", "role"});
}

LogicalResult BufferOp::verify() {
  auto tensor = dyn_cast<RankedTensorType>(getType());
  if (!tensor || !tensor.hasStaticShape() ||
      !tensor.getElementType().isIntOrFloat())
    return emitOpError() << "holds a tensor of numbers of static shape, got "
                         << getType();
  if (static_cast<int64_t>(getSlots()) < 1)
    return emitOpError() << "has " << static_cast<int64_t>(getSlots())
                         << " slots; at least one is needed";
  if (getOffset() &&
      (static_cast<int64_t>(*getOffset()) < 0 || *getOffset() % 64 != 0))
    return emitOpError() << "is at " << static_cast<int64_t>(*getOffset())
                         << "; offsets are multiples of 64";
  bool named =
      getKind() == BufferKind::Param || getKind() == BufferKind::Grad ||
      getKind() == BufferKind::State || getKind() == BufferKind::ModelBuffer;
  if (named && !getOfAttr())
    return emitOpError() << "of kind " << stringifyBufferKind(getKind())
                         << " says what it is of";
  auto program = (*this)->getParentOfType<ProgramOp>();
  if (getRole() >= program.getRoles().size())
    return emitOpError() << "is of role " << getRole() << ", but the program "
                         << "plays " << program.getRoles().size();
  return success();
}

BufferOp ProgramOp::lookup(BufferRefAttr ref) {
  return dyn_cast_or_null<BufferOp>(
      mlir::SymbolTable::lookupSymbolIn(*this, ref.getBuffer().getAttr()));
}

RankedTensorType BufferOp::getTensorType() {
  return cast<RankedTensorType>(getType());
}

int64_t BufferOp::getBytes() { return bytesOf(getTensorType()); }

int64_t BufferOp::getSlotStride() {
  return llvm::alignTo(std::max<int64_t>(1, getBytes()), 64);
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

template <typename Ref> static SmallVector<Ref> toVector(ArrayAttr refs) {
  if (!refs)
    return {};
  return llvm::to_vector(refs.getAsRange<Ref>());
}

// What every action answers in the same way.
#define PIPER_PLAN_ACTION(Op)                                                  \
  FlatSymbolRefAttr Op::getActionStream() { return getStreamAttr(); }          \
  SmallVector<EventRefAttr> Op::getWaits() {                                   \
    return toVector<EventRefAttr>(getAfterAttr());                             \
  }                                                                            \
  FlatSymbolRefAttr Op::getActionSignal() { return getSignalAttr(); }
PIPER_PLAN_ACTION(LaunchOp)
PIPER_PLAN_ACTION(ZeroOp)
PIPER_PLAN_ACTION(LoadOp)
PIPER_PLAN_ACTION(SendOp)
PIPER_PLAN_ACTION(RecvOp)
PIPER_PLAN_ACTION(CollectiveOp)
#undef PIPER_PLAN_ACTION

SmallVector<BufferRefAttr> LaunchOp::getReads() {
  SmallVector<BufferRefAttr> refs = toVector<BufferRefAttr>(getIns_());
  llvm::append_range(refs, toVector<BufferRefAttr>(getInouts()));
  return refs;
}
SmallVector<BufferRefAttr> LaunchOp::getWrites() {
  SmallVector<BufferRefAttr> refs = toVector<BufferRefAttr>(getOuts());
  llvm::append_range(refs, toVector<BufferRefAttr>(getInouts()));
  llvm::append_range(refs, toVector<BufferRefAttr>(getScratchAttr()));
  return refs;
}
SmallVector<BufferRefAttr> ZeroOp::getReads() { return {}; }
SmallVector<BufferRefAttr> ZeroOp::getWrites() {
  return toVector<BufferRefAttr>(getBuffers());
}
SmallVector<BufferRefAttr> LoadOp::getReads() { return {}; }
SmallVector<BufferRefAttr> LoadOp::getWrites() { return {getBuffer()}; }
SmallVector<BufferRefAttr> SendOp::getReads() { return {getBuffer()}; }
SmallVector<BufferRefAttr> SendOp::getWrites() { return {}; }
SmallVector<BufferRefAttr> RecvOp::getReads() { return {}; }
SmallVector<BufferRefAttr> RecvOp::getWrites() { return {getBuffer()}; }
SmallVector<BufferRefAttr> CollectiveOp::getReads() {
  return toVector<BufferRefAttr>(getBuffers());
}
SmallVector<BufferRefAttr> CollectiveOp::getWrites() {
  return toVector<BufferRefAttr>(getBuffers());
}

//===----------------------------------------------------------------------===//
// RepeatOp and the numbers of actions
//===----------------------------------------------------------------------===//

/// `first + step * i` for the last of `count` iterations is in range; what lies
/// between is then too.
static bool staysInRange(int64_t first, int64_t step, int64_t count) {
  constexpr int64_t limit = int64_t(1) << 31;
  int64_t last;
  return first >= 0 && first < limit &&
         !llvm::MulOverflow(step, count - 1, last) &&
         !llvm::AddOverflow(last, first, last) && last >= 0 && last < limit;
}

static SmallVector<BufferRefAttr> refsOf(ActionInterface action) {
  SmallVector<BufferRefAttr> refs = action.getReads();
  llvm::append_range(refs, action.getWrites());
  return refs;
}

LogicalResult piper::plan::detail::verifyNumbers(Operation *op) {
  auto mb = op->getAttr("mb");
  auto number = dyn_cast_or_null<IntegerAttr>(mb);
  if (mb && !isa<EachAttr>(mb) && !(number && number.getType().isInteger(64)))
    return op->emitOpError() << "has a microbatch that is no number: " << mb;
  if (isa_and_nonnull<RepeatOp>(op->getParentOp()))
    return success(); // the repeat looks at it, knowing how often
  auto action = cast<ActionInterface>(op);
  bool iterates = isa_and_nonnull<EachAttr>(mb);
  for (BufferRefAttr ref : refsOf(action))
    iterates |= ref.getStep() != 0;
  for (EventRefAttr wait : action.getWaits())
    iterates |= wait.getStep() != 0;
  if (iterates)
    return op->emitOpError()
           << "has a number that follows from an iteration, but is in no "
              "plan.repeat";
  return success();
}

LogicalResult RepeatOp::verifyRegions() {
  int64_t count = static_cast<int64_t>(getCount());
  if (count < 2)
    return emitOpError() << "has " << count
                         << " iterations; at least 2 are needed";
  if (getBody().front().empty())
    return emitOpError() << "has no action";
  auto program = (*this)->getParentOfType<ProgramOp>();
  for (Operation &op : getBody().front()) {
    auto action = dyn_cast<ActionInterface>(op);
    if (!action)
      return op.emitOpError() << "is no action; a plan.repeat has only those";
    for (BufferRefAttr ref : refsOf(action)) {
      BufferOp buffer = ref.getStep() ? program.lookup(ref) : BufferOp();
      if (buffer && ref.getModulus() > static_cast<int64_t>(buffer.getSlots()))
        return op.emitOpError()
               << "turns over " << ref.getModulus() << " slots of "
               << ref.getBuffer() << ", which has " << buffer.getSlots();
    }
    auto each = dyn_cast_or_null<EachAttr>(op.getAttr("mb"));
    if (each && !staysInRange(each.getFirst(), each.getStep(), count))
      return op.emitOpError() << "has the microbatch " << each.getFirst()
                              << " + " << each.getStep() << " i, out of range "
                              << "in " << count << " iterations";
    for (EventRefAttr wait : action.getWaits())
      if (wait.getStep() &&
          !staysInRange(wait.getOrdinal(), wait.getStep(), count))
        return op.emitOpError()
               << "waits for the signal " << wait.getOrdinal() << " + "
               << wait.getStep() << " i of " << wait.getEvent()
               << ", out of range in " << count << " iterations";
  }
  return success();
}

LogicalResult CollectiveOp::verify() {
  size_t members = getRoles() ? getRoles()->size() : 1;
  if (members == 0 || getBuffers().empty() || getBuffers().size() % members)
    return emitOpError() << "has " << getBuffers().size() << " buffers for "
                         << members
                         << " local members; each has the same number";
  return success();
}
