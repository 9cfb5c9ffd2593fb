//===- ResolveStreams.cpp - Resources of named streams -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyResolver.h"

#include "Piper/Support/LocatedJson.h"
#include "Piper/Transforms/Graph/StrategyMessages.h"

using namespace mlir;
using namespace piper;

static constexpr StringRef kPriorities[] = {"low", "normal", "high"};

/// Streams that directives name, in their order: `place` those of messages, the
/// others those of collectives.
llvm::SetVector<StringRef> StrategyResolver::namedStreams() {
  llvm::SetVector<StringRef> names, messages, collectives;
  for (Operation &op : strategy.getBody().front())
    for (StringRef key : {"stream", "reduce_stream", "gather_stream"})
      if (auto name = op.getAttrOfType<StringAttr>(key)) {
        names.insert(name.getValue());
        (isa<PlaceOp>(op) ? messages : collectives).insert(name.getValue());
      }
  for (StringRef name : messages)
    result.messageStreams.push_back(name.str());
  for (StringRef name : collectives)
    result.collectiveStreams.push_back(name.str());
  return names;
}

/// The resources of one stream: a priority and a number of thread blocks.
static LogicalResult checkResources(StreamsOp op, NamedAttribute stream) {
  auto error = [&] {
    return directiveError(op)
           << "the stream \"" << stream.getName().getValue() << "\" ";
  };
  auto resources = dyn_cast<DictionaryAttr>(stream.getValue());
  if (!resources)
    return error() << "has no object of resources";
  for (NamedAttribute entry : resources) {
    StringRef key = entry.getName().getValue();
    if (key == "priority") {
      auto word = dyn_cast<StringAttr>(entry.getValue());
      if (!word || !llvm::is_contained(kPriorities, word.getValue()))
        return error()
               << "has a \"priority\" that is none of low, normal, high";
    } else if (key == "max_ctas") {
      auto number = dyn_cast<IntegerAttr>(entry.getValue());
      if (!number || number.getInt() < 1)
        return error() << "has \"max_ctas\" that is no number, 1 or more";
    } else {
      return error() << "has the unknown key \"" << key
                     << "\"; known are priority, max_ctas";
    }
  }
  return success();
}

LogicalResult StrategyResolver::resolveStreams() {
  llvm::SetVector<StringRef> named = namedStreams();
  SmallVector<NamedAttribute> streams;
  for (StreamsOp op : all<StreamsOp>())
    for (NamedAttribute stream : op.getStreams()) {
      StringRef name = stream.getName().getValue();
      if (failed(checkResources(op, stream)))
        return failure();
      if (!named.contains(name)) {
        InFlightDiagnostic diagnostic = directiveError(op);
        diagnostic << "no directive names the stream \"" << name << "\"";
        StringRef nearest = nearestWord(name, named.getArrayRef());
        if (!nearest.empty())
          diagnostic << "; did you mean \"" << nearest << "\"?";
        return diagnostic;
      }
      if (llvm::is_contained(llvm::map_range(streams,
                                             [](NamedAttribute other) {
                                               return other.getName();
                                             }),
                             stream.getName()))
        return directiveError(op)
               << "the stream \"" << name << "\" has resources twice";
      streams.push_back(stream);
    }
  result.streams = DictionaryAttr::get(strategy.getContext(), streams);
  return success();
}
