//===- PiperDirectives.cpp - Constraints of directives -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be said of a directive alone; piper-check-strategy checks them
// against each other and against the model.
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace piper;

/// Whether `attribute` is an integer of at least `low`.
static bool isInteger(Attribute attribute, int64_t low) {
  auto integer = dyn_cast_or_null<IntegerAttr>(attribute);
  return integer && integer.getInt() >= low;
}

/// Whether `attribute` is a list, not empty, whose entries all fulfil `test`.
static bool isListOf(Attribute attribute,
                     llvm::function_ref<bool(Attribute)> test) {
  auto list = dyn_cast_or_null<ArrayAttr>(attribute);
  return list && !list.empty() && llvm::all_of(list, test);
}

static bool isName(Attribute attribute) {
  auto name = dyn_cast_or_null<StringAttr>(attribute);
  return name && !name.getValue().empty();
}

/// Whether the attributes present among `attributes` number exactly one.
static bool isExactlyOne(ArrayRef<Attribute> attributes) {
  return llvm::count_if(attributes, [](Attribute a) { return bool(a); }) == 1;
}

LogicalResult StrategyOp::verify() {
  for (Operation &op : getBody().front())
    if (!isa<AnnotateOp, DeviceMeshOp, PlaceOp, ReplicateOp, ShardOp, SplitOp,
             OrderOp, UseScheduleOp, RecomputeOp, StreamsOp, ParallelOp>(op))
      return op.emitOpError("is no directive"); // S1
  return success();
}

LogicalResult AnnotateOp::verify() {
  Attribute count = getPartsAttr();
  if (getTag().empty())
    return emitOpError("needs a 'tag' that is not empty");
  if (!isExactlyOne({getGroupsAttr(), getMatchAttr(), count})) // A1
    return emitOpError("needs exactly one of 'groups', 'match' and 'auto'");
  if (getGroupsAttr() && !isListOf(getGroupsAttr(), [](Attribute group) {
        return isListOf(group, isName);
      })) // A2
    return emitOpError("'groups' is a list of lists of patterns");
  if (getMatchAttr() && !isListOf(getMatchAttr(), [](Attribute entry) {
        return isName(entry) || isListOf(entry, isName);
      })) // A2
    return emitOpError("'match' is a list of patterns or lists of patterns");
  if (count && !isInteger(count, 1)) // A3
    return emitOpError("'auto' is a number of parts, 1 or more");
  return success();
}

LogicalResult DeviceMeshOp::verify() {
  int64_t coordinates = 1;
  llvm::SmallSetVector<StringRef, 4> names;
  for (Attribute attribute : getAxes()) {
    auto axis = dyn_cast<ArrayAttr>(attribute);
    if (!axis || axis.size() != 2 || !isName(axis[0]) ||
        !isInteger(axis[1], 1)) // D1
      return emitOpError("'axes' is a list of pairs of a name and a size");
    StringRef name = cast<StringAttr>(axis[0]).getValue();
    if (!names.insert(name)) // D1
      return emitOpError("names the axis \"") << name << "\" twice";
    if (llvm::MulOverflow(coordinates, cast<IntegerAttr>(axis[1]).getInt(),
                          coordinates))
      return emitOpError("has more coordinates than fit 64 bits");
  }
  if (ArrayAttr devices = getDevicesAttr()) { // D2
    if (static_cast<int64_t>(devices.size()) != coordinates)
      return emitOpError("lists ")
             << devices.size() << " devices for " << coordinates
             << " coordinates, the product of the sizes of its axes";
    for (Attribute device : devices)
      if (!isInteger(device, 0))
        return emitOpError("'devices' are numbers, 0 or more");
  }
  for (NamedAttribute link : getLinksAttr() ? getLinksAttr().getValue()
                                            : ArrayRef<NamedAttribute>()) {
    auto values = dyn_cast<DictionaryAttr>(link.getValue());
    if (!names.contains(link.getName().getValue())) // D3
      return emitOpError("'links' names \"")
             << link.getName().getValue() << "\", which is no axis of the mesh";
    if (!values || llvm::any_of(values, [](NamedAttribute value) {
          return (value.getName() != "gbps" &&
                  value.getName() != "latency_us") ||
                 !isa<IntegerAttr, FloatAttr>(value.getValue());
        }))
      return emitOpError("a link has the numbers 'gbps' and 'latency_us'");
  }
  return success();
}

LogicalResult PlaceOp::verify() {
  if (!isExactlyOne({getDevicesAttr(), getAtAttr()})) // P1
    return emitOpError("needs exactly one of 'devices' and 'at'");
  if (ArrayAttr devices = getDevicesAttr()) {
    llvm::SmallSet<int64_t, 8> seen;
    if (devices.empty())
      return emitOpError("'devices' is empty");
    for (Attribute device : devices) {
      if (!isInteger(device, 0)) // P2
        return emitOpError("'devices' are numbers, 0 or more");
      int64_t number = cast<IntegerAttr>(device).getInt();
      if (!seen.insert(number).second) // P2
        return emitOpError("names device ") << number << " twice";
    }
    return success();
  }
  auto position = [](Attribute value) { return isInteger(value, 0); };
  for (NamedAttribute entry : getAtAttr()) // P3
    if (!position(entry.getValue()) && !isListOf(entry.getValue(), position))
      return emitOpError("'at' gives \"")
             << entry.getName().getValue()
             << "\" neither a position, 0 or more, nor a list of them";
  return success();
}

LogicalResult ReplicateOp::verify() {
  Attribute axis = getAxisAttr();
  if (axis && !isName(axis) && !isListOf(axis, isName)) // R1
    return emitOpError("'axis' is a name or a list of names");
  if (!axis && !getDevicesAttr()) // R1
    return emitOpError("needs 'axis' or 'devices'");
  if (Attribute size = getBucketSizeAttr()) { // R2
    auto number = dyn_cast<FloatAttr>(size);
    if (!isInteger(size, 1) && !(number && number.getValueAsDouble() > 0))
      return emitOpError("'bucket_size' is a number of MB above 0");
  }
  return success();
}

LogicalResult SplitOp::verify() {
  if (!isInteger(getNumMicrobatchesAttr(), 1)) // SP1
    return emitOpError("'num_microbatches' is 1 or more");
  return success();
}

LogicalResult OrderOp::verify() {
  if (getFilters().size() < 2) // O1
    return emitOpError("needs at least two groups of filters");
  for (Attribute group : getFilters())
    if (!isListOf(group,
                  [](Attribute a) { return isa<DictionaryAttr>(a); })) // O2
      return emitOpError("'filters' is a list of groups, each a list of "
                         "filters that is not empty");
  return success();
}

LogicalResult UseScheduleOp::verify() {
  if (!isExactlyOne({getKindAttr(), getRowsAttr(), getCsvAttr()})) // U1
    return emitOpError("needs exactly one of 'kind', 'rows' and 'csv'");
  if (Attribute limit = getMemoryLimitAttr()) { // U3
    auto number = dyn_cast<FloatAttr>(limit);
    if (!isInteger(limit, 1) && !(number && number.getValueAsDouble() > 0))
      return emitOpError("'memory_limit' is a number of MB above 0");
  }
  if (Attribute costs = getCostsAttr()) { // U4
    if (getKind() != "auto")
      return emitOpError("'costs' goes with \"kind\": \"auto\"");
    if (!isName(costs) && !isListOf(costs, isName))
      return emitOpError("'costs' is a file or a list of files");
  }
  if (getRowsAttr())
    for (Attribute row : getRowsAttr())
      if (!isa<ArrayAttr>(row) ||
          !llvm::all_of(cast<ArrayAttr>(row), isName)) // U2
        return emitOpError("'rows' is a list of lists of actions");
  return success();
}
