//===- ResolvePlaces.cpp - Stages to positions and devices -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyResolver.h"

#include "Piper/Transforms/Graph/StrategyMessages.h"

#include <set>

using namespace mlir;
using namespace piper;

static std::vector<int64_t> integersOf(ArrayAttr list) {
  std::vector<int64_t> values;
  for (Attribute entry : list)
    values.push_back(cast<IntegerAttr>(entry).getInt());
  return values;
}

LogicalResult StrategyResolver::setPipelineAxis(PlaceOp op, StringRef axis) {
  if (axisSize(axis) == 0)
    return directiveError(op) << "the mesh has no axis \"" << axis << "\"";
  if (!result.pipelineAxis.empty() && result.pipelineAxis != axis)
    return directiveError(op)
           << "places stages on the axis \"" << axis << "\", others are on \""
           << result.pipelineAxis << "\"; stages share one axis";
  result.pipelineAxis = axis.str();
  return success();
}

/// `at`: positions on one axis, one for all or one per index.
LogicalResult StrategyResolver::placeAt(PlaceOp op, ArrayRef<int64_t> matched) {
  DictionaryAttr at = op.getAtAttr();
  if (all<DeviceMeshOp>().empty())
    return directiveError(op) << "\"at\" needs a mesh, which names the axes";
  if (at.size() != 1)
    return directiveError(op)
           << "\"at\" names " << at.size() << " axes; stages share one axis";
  StringRef axis = at.begin()->getName().getValue();
  if (failed(setPipelineAxis(op, axis)))
    return failure();
  auto list = dyn_cast<ArrayAttr>(at.begin()->getValue());
  if (list && static_cast<int64_t>(list.size()) != numStages())
    return directiveError(op) << "\"at\" lists " << list.size()
                              << " positions for " << numStages() << " stages";
  for (int64_t stage : matched) {
    Attribute value = list ? list[stage] : at.begin()->getValue();
    int64_t position = cast<IntegerAttr>(value).getInt();
    if (position >= axisSize(axis))
      return directiveError(op)
             << "position " << position << " is outside the axis \"" << axis
             << "\" of size " << axisSize(axis);
    result.stages[stage].coordinate = position;
  }
  return success();
}

/// Device sets without a mesh: one position of "pp" per distinct set.
LogicalResult StrategyResolver::placeOnDevices() {
  std::vector<std::vector<int64_t>> sets; // as written
  std::map<std::set<int64_t>, int64_t> positionOf;
  FirstBy<int64_t> ownerOf; // by device
  // Sets in the order of the stages, not of the file.
  for (auto &[stage, op] : placeOf) {
    std::vector<int64_t> devices = integersOf(op.getDevicesAttr());
    if (!sets.empty() && devices.size() != sets.front().size()) {
      InFlightDiagnostic diagnostic = directiveError(op);
      diagnostic << "stage " << stage << " has " << devices.size()
                 << " devices, stage " << placeOf.begin()->first << " has "
                 << sets.front().size() << "; all sets have one size";
      diagnostic.attachNote(placeOf.begin()->second.getLoc())
          << "the other set is here";
      return diagnostic;
    }
    std::set<int64_t> set(devices.begin(), devices.end());
    auto [entry, isNew] = positionOf.insert({set, sets.size()});
    result.stages[stage].coordinate = entry->second;
    if (!isNew)
      continue;
    sets.push_back(devices);
    for (int64_t device : devices)
      if (!ownerOf.insert({device, op}).second)
        return directiveError(op)
               << "device " << device
               << " is in two different sets; without a mesh, sets are equal "
                  "or have no device in common";
  }
  if (sets.size() > 1) {
    result.axes.push_back({"pp", sets.size()});
    result.pipelineAxis = "pp";
  }
  if (sets.front().size() > 1)
    result.axes.push_back({"dp", sets.front().size()});
  for (const std::vector<int64_t> &set : sets)
    llvm::append_range(result.devices, set);
  return success();
}

/// Devices with a mesh: all devices at one position of one axis.
LogicalResult StrategyResolver::placeOnMeshSlice(PlaceOp op,
                                                 ArrayRef<int64_t> matched) {
  std::vector<int64_t> devices = integersOf(op.getDevicesAttr());
  llvm::sort(devices);
  int64_t stride = result.devices.size();
  for (const auto &[axis, size] : result.axes) {
    stride /= size;
    for (int64_t position = 0; position < size; ++position) {
      std::vector<int64_t> slice;
      for (auto [coordinate, device] : llvm::enumerate(result.devices))
        if (static_cast<int64_t>(coordinate) / stride % size == position)
          slice.push_back(device);
      llvm::sort(slice);
      if (slice != devices)
        continue;
      for (int64_t stage : matched)
        result.stages[stage].coordinate = position;
      return setPipelineAxis(op, axis);
    }
  }
  return directiveError(op) << "its " << devices.size()
                            << " devices are those of no position of an axis "
                               "of the mesh";
}

/// Each stage has a place, and each position a stage.
LogicalResult StrategyResolver::checkPlaced() {
  for (int64_t stage = 0; stage < numStages(); ++stage)
    if (!placeOf.count(stage))
      return directiveError(places.back().first)
             << "stage " << stage << " of " << numStages()
             << " is in no place directive";
  std::set<int64_t> used;
  for (const ResolvedStage &stage : result.stages)
    used.insert(stage.coordinate);
  for (int64_t position = 0, end = result.numPipelineRanks(); position < end;
       ++position)
    if (!used.count(position))
      return directiveError(all<DeviceMeshOp>().front())
             << "no stage is placed at position " << position
             << " of the axis \"" << result.pipelineAxis << "\"";
  return success();
}

LogicalResult StrategyResolver::resolvePlaces() {
  bool hasMesh = !all<DeviceMeshOp>().empty();
  for (PlaceOp op : all<PlaceOp>()) {
    FailureOr<SmallVector<int64_t>> matched =
        matchStages(op, op.getFilterAttr());
    if (failed(matched))
      return failure();
    for (int64_t stage : *matched) {
      auto [other, isNew] = placeOf.insert({stage, op});
      if (isNew)
        continue;
      InFlightDiagnostic diagnostic = directiveError(op);
      diagnostic << "stage " << stage << " is placed twice";
      diagnostic.attachNote(other->second.getLoc())
          << "by this directive before";
      return diagnostic;
    }
    places.push_back({op, *matched});
    if (op.getAtAttr() && failed(placeAt(op, *matched)))
      return failure();
    if (op.getDevicesAttr() && hasMesh &&
        failed(placeOnMeshSlice(op, *matched)))
      return failure();
  }
  if (placeOf.empty())
    return success();
  if (!hasMesh && failed(placeOnDevices()))
    return failure();
  return checkPlaced();
}
