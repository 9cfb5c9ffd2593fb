//===- MinimumCut.h - Minimum cuts of flow networks -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_AUTODIFF_MINIMUMCUT_H
#define PIPER_TRANSFORMS_AUTODIFF_MINIMUMCUT_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace piper {

/// A directed network with capacities, from the node `source` to the node
/// `sink`, and its minimum cut. The cut depends on the capacities alone, not on
/// the order in which nodes and edges were added.
class FlowNetwork {
public:
  static constexpr unsigned source = 0, sink = 1;
  /// Capacity of an edge that no cut crosses. Those of other edges have to sum
  /// up to less.
  static constexpr int64_t infinite = int64_t(1) << 61;

  FlowNetwork() : leaving(2) {}

  unsigned addNode() {
    leaving.emplace_back();
    return leaving.size() - 1;
  }

  /// An edge of `capacity` >= 0.
  void addEdge(unsigned from, unsigned to, int64_t capacity);

  /// Sends as much as possible from source to sink (Dinic, "Algorithm for
  /// solution of a problem of maximum flow in networks with power estimation",
  /// 1970: shortest augmenting paths, a level graph at a time). Returns the
  /// nodes from which the sink is then still reachable: the smallest sink side
  /// that a minimum cut has.
  llvm::BitVector cut();

private:
  struct Edge {
    unsigned to;
    int64_t capacity; // what more it can carry
  };

  bool findLevels();
  void augment();
  void sendAlong(llvm::SmallVectorImpl<unsigned> &path);

  llvm::SmallVector<Edge, 0> edges; // edge 2i and its reverse 2i + 1
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 0> leaving;
  llvm::SmallVector<int, 0> level;     // distance from the source, or -1
  llvm::SmallVector<unsigned, 0> next; // first edge of a node still to try
};

} // namespace piper

#endif // PIPER_TRANSFORMS_AUTODIFF_MINIMUMCUT_H
