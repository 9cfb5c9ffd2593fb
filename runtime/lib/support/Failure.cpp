//===- Failure.cpp - One failure stops every thread -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Failure.h"
#include <algorithm>

using namespace piper::rt;

WaitPoint::WaitPoint(Failure &failure) : failure(failure) {
  std::lock_guard<std::mutex> held(failure.mutex);
  failure.points.push_back(this);
}

WaitPoint::~WaitPoint() {
  std::lock_guard<std::mutex> held(failure.mutex);
  auto &points = failure.points;
  points.erase(std::remove(points.begin(), points.end(), this), points.end());
}

void Failure::fail(Status status) {
  std::lock_guard<std::mutex> held(mutex);
  if (flag.load(std::memory_order_relaxed))
    return;
  first = std::move(status);
  flag.store(true, std::memory_order_release);
  for (WaitPoint *point : points) {
    // Taking the lock makes sure that a thread that has just seen no failure
    // is asleep before it is woken.
    {
      std::lock_guard<std::mutex> inside(point->mutex);
    }
    point->condition.notify_all();
  }
}

Status Failure::status() {
  std::lock_guard<std::mutex> held(mutex);
  return first;
}
