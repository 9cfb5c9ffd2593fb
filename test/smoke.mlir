// RUN: piper-opt %s | FileCheck %s
// CHECK: module
module {}
