//===- Location.cpp - Where in the model an op came from -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/Location.h"

#include "llvm/ADT/STLFunctionalExtras.h"

using namespace mlir;

/// Visits `loc` and what it is made of, outermost first and the callee of a
/// call before its caller, until `visit` returns true.
static bool walkLocation(Location loc,
                         llvm::function_ref<bool(Location)> visit) {
  if (visit(loc))
    return true;
  if (auto name = dyn_cast<NameLoc>(loc))
    return walkLocation(name.getChildLoc(), visit);
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return walkLocation(call.getCallee(), visit) ||
           walkLocation(call.getCaller(), visit);
  if (auto fused = dyn_cast<FusedLoc>(loc))
    return llvm::any_of(fused.getLocations(), [&](Location part) {
      return walkLocation(part, visit);
    });
  if (auto opaque = dyn_cast<OpaqueLoc>(loc))
    return walkLocation(opaque.getFallbackLocation(), visit);
  return false;
}

std::string piper::modulePath(Location loc) {
  std::string path;
  walkLocation(loc, [&](Location part) {
    auto name = dyn_cast<NameLoc>(part);
    if (name)
      path = name.getName().str();
    return !path.empty();
  });
  return path;
}

std::string piper::pythonLine(Location loc) {
  std::string line;
  walkLocation(loc, [&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (file)
      line = file.getFilename().str() + ":" + std::to_string(file.getLine());
    return !line.empty();
  });
  return line;
}

std::string piper::describe(Location loc) {
  std::string path = modulePath(loc), line = pythonLine(loc);
  if (path.empty())
    return line.empty() ? "unknown location" : line;
  return line.empty() ? path : path + " (" + line + ")";
}
