//===- MeshAndSplit.cpp - Axes of the mesh, microbatches -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApplyDirectives.h"
#include "Piper/Transforms/Graph/Passes.h"

namespace piper {
#define GEN_PASS_DEF_PIPERMESH
#define GEN_PASS_DEF_PIPERSPLIT
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

ForeachMicrobatchOp piper::getLoop(GraphOp graph) {
  for (auto loop : graph.getOps<ForeachMicrobatchOp>())
    return loop;
  return {};
}

LogicalResult piper::applyMesh(ModuleOp module,
                               ArrayRef<std::pair<std::string, int64_t>> axes,
                               ArrayRef<int64_t> devices,
                               DictionaryAttr links) {
  auto meshes = module.getOps<MeshOp>();
  if (!llvm::hasSingleElement(meshes))
    return module.emitError()
           << "has " << std::distance(meshes.begin(), meshes.end())
           << " meshes; expected one";
  MeshOp mesh = *meshes.begin();
  Builder builder(module.getContext());
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  for (const auto &[name, size] : axes) {
    names.push_back(builder.getStringAttr(name));
    sizes.push_back(size);
  }
  auto attr = AxesAttr::getChecked([&] { return mesh.emitError(); },
                                   module.getContext(), ArrayRef(names),
                                   ArrayRef(sizes));
  if (!attr)
    return failure();
  mesh.setAxesAttr(attr);
  if (!devices.empty())
    mesh.setDevices(devices);
  if (links)
    mesh.setLinksAttr(links);
  return mesh.verify();
}

LogicalResult piper::applySplit(GraphOp graph, int64_t microbatches) {
  if (microbatches < 1)
    return graph.emitError() << "is split into " << microbatches
                             << " microbatches; at least one is needed";
  int64_t before = graph.getMicrobatches();
  graph.walk([&](ScaleOnceOp scale) {
    if (std::optional<uint64_t> divisor = scale.getDivisor())
      scale.setDivisor(*divisor / before * microbatches);
  });
  graph.setMicrobatches(microbatches);
  return success();
}

namespace {
struct MeshPass : piper::impl::PiperMeshBase<MeshPass> {
  using Base::Base;

  void runOnOperation() override {
    if (axes.size() != sizes.size()) {
      getOperation().emitError() << "piper-mesh: " << axes.size()
                                 << " axes and " << sizes.size() << " sizes";
      return signalPassFailure();
    }
    SmallVector<std::pair<std::string, int64_t>> named;
    for (auto [name, size] : llvm::zip(axes, sizes))
      named.push_back({name, size});
    SmallVector<int64_t> order(devices.begin(), devices.end());
    if (failed(applyMesh(getOperation(), named, order, {})))
      signalPassFailure();
  }
};

struct SplitPass : piper::impl::PiperSplitBase<SplitPass> {
  using Base::Base;

  void runOnOperation() override {
    for (GraphOp graph : getOperation().getOps<GraphOp>())
      if (failed(applySplit(graph, microbatches)))
        return signalPassFailure();
  }
};
} // namespace
