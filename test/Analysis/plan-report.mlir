// RUN: piper-opt --plan-report %S/../Dialect/Plan/golden-mlp.mlir -o %t.out | FileCheck %s
// RUN: piper-opt %S/../Dialect/Plan/golden-mlp.mlir -o %t.in && diff %t.in %t.out
// RUN: piper-opt --plan-report="json=true what=traffic" %S/../Dialect/Plan/golden-mlp.mlir -o /dev/null | FileCheck %s --check-prefix=JSON
// RUN: not piper-opt --plan-report="what=cost" %S/../Dialect/Plan/golden-mlp.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: schedule
// CHECK-NEXT: pp=0 0F0 0F1 0B0---- 0F2 0B1----{{ +}}0B2----
// CHECK-NEXT: pp=1 1F0 1B0---- 1F1 1B1---- 1F2 1B2----
// CHECK: memory per device
// CHECK-NEXT: pp=0 60 = param 25 grad 25
// CHECK: bytes per link and step
// CHECK-NEXT: pp=0 to pp=1 3072 in 3 messages of @act
// CHECK-NEXT: pp=0 along pp 72 in 1 all_reduces
// CHECK-NEXT: pp=1 to pp=0 3072 in 3 messages of @grad
// JSON: {"traffic":[{"bytes":3072,"link":"pp=0 to pp=1","messages":3,"what":"messages of @act"}
// UNKNOWN: error: plan-report knows memory, traffic, schedule and critical-path, not cost
