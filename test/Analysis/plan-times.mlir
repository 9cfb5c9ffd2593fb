// Predicted time, bubbles and critical path, from estimates and from measured
// durations.

// RUN: piper-opt --plan-report="what=schedule,critical-path costs=%S/Inputs/costs.json" %S/../Dialect/Plan/golden-mlp.mlir -o /dev/null | FileCheck %s
// RUN: piper-opt --plan-report="what=schedule json=true costs=%S/Inputs/costs.json" %S/../Dialect/Plan/golden-mlp.mlir -o /dev/null | FileCheck %s --check-prefix=JSON
// RUN: piper-opt --plan-report="what=critical-path costs=%S/Inputs/wakes.json" %S/../Dialect/Plan/golden-mlp.mlir -o /dev/null | FileCheck %s --check-prefix=WAKES
// RUN: not piper-opt --plan-report="costs=%S/Inputs/missing.json" %S/../Dialect/Plan/golden-mlp.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not piper-opt --plan-report="costs=%S/Inputs/no-costs.json" %S/../Dialect/Plan/golden-mlp.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not piper-opt --plan-report="gflops=0" %S/../Dialect/Plan/golden-mlp.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=RATE

// A forward takes 1 ms, a backward 2 ms, a message 0.25 ms; the rest nothing.
// 1F1B of two stages and three microbatches: (3 + 1) * 3 ms, and four messages
// that no computation hides.
// CHECK: predicted 13.000 ms a step; bubble pp=0 30.8 %, pp=1 30.8 %
// CHECK-NEXT: measured 13.000 ms a step; bubble pp=0 30.8 %, pp=1 26.9 %
// CHECK-NEXT: critical path, in ms: start, time, as estimated
// CHECK: 0.000 1.000 pp=0 0F0
// CHECK-NEXT: 1.000 0.250 pp=1 recv act
// CHECK-NEXT: 1.250 1.000 pp=1 1F0
// CHECK-NEXT: 2.250 2.000 pp=1 1B0
// CHECK-NEXT: 4.250 0.250 pp=0 recv grad
// CHECK: 8.750 2.000 pp=1 1B2
// CHECK-NEXT: 10.750 0.250 pp=0 recv grad
// CHECK-NEXT: 11.000 2.000 pp=0 0B2

// JSON: "bubbles":[{"bubble":0.30769{{[0-9]*}},"busy_us":9000,"estimated_bubble":0.9{{[0-9]*}},"measured_busy_us":9000,"role":"pp=0"}
// JSON-SAME: "estimated_makespan_us":{{[0-9.]+}},"makespan_us":13000,"measured_step_us":13000

// Actions of a stream are 1 us apart. A message is ready 100 us after its
// forward, the next forward 20 us after the message.
// WAKES: 0.003 1.000 pp=0 0F0
// WAKES-NEXT: 1.103 0.250 pp=1 recv act
// WAKES-NEXT: 1.373 1.000 pp=1 1F0
// WAKES-NEXT: 2.374 2.000 pp=1 1B0

// MISSING: error: {{.*}}missing.json: No such file or directory
// FORM: error: {{.*}}no-costs.json: is no cost file: expected {"version": 1, "durations_us": {...}}
// RATE: error: gflops, gbytes and link-gbps are above 0, link-latency is 0 or more
