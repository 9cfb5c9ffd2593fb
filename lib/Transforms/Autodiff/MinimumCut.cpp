//===- MinimumCut.cpp - Minimum cuts of flow networks -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MinimumCut.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace piper;

void FlowNetwork::addEdge(unsigned from, unsigned to, int64_t capacity) {
  leaving[from].push_back(edges.size());
  edges.push_back({to, capacity});
  leaving[to].push_back(edges.size());
  edges.push_back({from, 0});
}

/// Distances from the source over edges that can carry more; false if the sink
/// has none.
bool FlowNetwork::findLevels() {
  level.assign(leaving.size(), -1);
  level[source] = 0;
  llvm::SmallVector<unsigned, 0> queue{source};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned edge : leaving[queue[i]])
      if (unsigned to = edges[edge].to;
          edges[edge].capacity > 0 && level[to] < 0) {
        level[to] = level[queue[i]] + 1;
        queue.push_back(to);
      }
  return level[sink] >= 0;
}

/// Sends what the path can carry and cuts it off at its first full edge.
void FlowNetwork::sendAlong(llvm::SmallVectorImpl<unsigned> &path) {
  int64_t amount = infinite;
  for (unsigned edge : path)
    amount = std::min(amount, edges[edge].capacity);
  for (unsigned edge : path) {
    edges[edge].capacity -= amount;
    edges[edge ^ 1].capacity += amount;
  }
  auto *full = llvm::find_if(
      path, [&](unsigned edge) { return edges[edge].capacity == 0; });
  path.truncate(full - path.begin());
}

/// Fills the level graph: paths that gain a level with every edge.
void FlowNetwork::augment() {
  next.assign(leaving.size(), 0);
  llvm::SmallVector<unsigned> path;
  for (;;) {
    unsigned node = path.empty() ? source : edges[path.back()].to;
    if (node == sink) {
      sendAlong(path);
      continue;
    }
    for (; next[node] < leaving[node].size(); ++next[node]) {
      const Edge &edge = edges[leaving[node][next[node]]];
      if (edge.capacity > 0 && level[edge.to] == level[node] + 1)
        break;
    }
    if (next[node] < leaving[node].size()) {
      path.push_back(leaving[node][next[node]]);
      continue;
    }
    if (path.empty())
      return;
    // A dead end: its last edge leads nowhere in this level graph.
    path.pop_back();
    ++next[path.empty() ? source : edges[path.back()].to];
  }
}

llvm::BitVector FlowNetwork::cut() {
  while (findLevels())
    augment();
  llvm::BitVector sinkSide(leaving.size());
  sinkSide.set(sink);
  llvm::SmallVector<unsigned, 0> queue{sink};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned edge : leaving[queue[i]])
      // The edge is one that leaves this node; its reverse enters it.
      if (unsigned from = edges[edge].to;
          edges[edge ^ 1].capacity > 0 && !sinkSide.test(from)) {
        sinkSide.set(from);
        queue.push_back(from);
      }
  return sinkSide;
}
