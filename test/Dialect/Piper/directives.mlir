// Every directive with each of its keys survives print and parse, also in the
// generic form and as bytecode.
// RUN: piper-opt %s -o %t.1.mlir
// RUN: piper-opt %t.1.mlir -o %t.2.mlir
// RUN: diff %t.1.mlir %t.2.mlir
// RUN: piper-opt %s --mlir-print-op-generic | piper-opt -o %t.3.mlir
// RUN: diff %t.1.mlir %t.3.mlir
// RUN: piper-opt %s --emit-bytecode | piper-opt -o %t.4.mlir
// RUN: diff %t.1.mlir %t.4.mlir
// RUN: FileCheck %s < %t.1.mlir

// CHECK-LABEL: piper.strategy @all {
piper.strategy @all {
  // CHECK-NEXT: piper.annotate {groups = {{\[\[}}"wte", "h.{0-1}"], ["lm_head"]], name = "cut", tag = "pp"}
  piper.annotate {tag = "pp", groups = [["wte", "h.{0-1}"], ["lm_head"]], name = "cut"}
  // CHECK-NEXT: piper.annotate {match = ["h.*.attn", ["h.*.w1", "h.*.w2"]], tag = "a"}
  piper.annotate {tag = "a", match = ["h.*.attn", ["h.*.w1", "h.*.w2"]]}
  // CHECK-NEXT: piper.annotate {parts = 4 : i64, tag = "b"}
  piper.annotate {tag = "b", parts = 4 : i64}
  // CHECK-NEXT: piper.device_mesh {axes = {{\[\[}}"pp", 2], ["dp", 2]], devices = [0, 1, 1, 0], links = {pp = {gbps = 100 : i64, latency_us = 2.500000e+00 : f64}}, name = "m"}
  piper.device_mesh {axes = [["pp", 2 : i64], ["dp", 2 : i64]], devices = [0, 1, 1, 0],
                     links = {pp = {gbps = 100 : i64, latency_us = 2.5 : f64}}, name = "m"}
  // CHECK-NEXT: piper.device_mesh {axes = []}
  piper.device_mesh {axes = []}
  // CHECK-NEXT: piper.place {devices = [0, 1], filter = {PP = 0 : i64}, name = "p", stream = "s"}
  piper.place {filter = {PP = 0 : i64}, devices = [0, 1], stream = "s", name = "p"}
  // CHECK-NEXT: piper.place {at = {dp = 1 : i64, pp = [0, 1, 1, 0]}, filter = {pp = "*"}}
  piper.place {filter = {pp = "*"}, at = {pp = [0 : i64, 1 : i64, 1 : i64, 0 : i64], dp = 1 : i64}}
  // CHECK-NEXT: piper.replicate {axis = "dp", bucket_by = ["layer"], bucket_size = 25 : i64, filter = {pp = "*"}, gather = "g", gather_stream = "gs", name = "r", prefetch_distance = 2 : i64, reduce = "r", reduce_stream = "rs", shard_grads = true, shard_optimizer = false, shard_params = true}
  piper.replicate {axis = "dp", bucket_by = ["layer"], bucket_size = 25 : i64,
                   filter = {pp = "*"}, gather = "g", gather_stream = "gs", name = "r",
                   prefetch_distance = 2 : i64, reduce = "r", reduce_stream = "rs",
                   shard_grads = true, shard_optimizer = false, shard_params = true}
  // CHECK-NEXT: piper.replicate {axis = ["dp", "cp"], bucket_size = 5.000000e-01 : f64}
  piper.replicate {axis = ["dp", "cp"], bucket_size = 0.5 : f64}
  // CHECK-NEXT: piper.replicate {devices = [0, 1]}
  piper.replicate {devices = [0, 1]}
  // CHECK-NEXT: piper.shard {activations = {out = 0 : i64}, attention = "ring", axis = "cp", devices = [0], filter = {a = 0 : i64}, inputs = {x = 1 : i64}, name = "sh", params = {weight = 0 : i64}, stream = "s", zigzag = true}
  piper.shard {activations = {out = 0 : i64}, attention = "ring", axis = "cp", devices = [0],
               filter = {a = 0 : i64}, inputs = {x = 1 : i64}, name = "sh",
               params = {weight = 0 : i64}, stream = "s", zigzag = true}
  // CHECK-NEXT: piper.shard
  piper.shard
  // CHECK-NEXT: piper.split {dim_name = "MB", filter = {pp = "*"}, name = "sp", num_microbatches = 4 : i64}
  piper.split {dim_name = "MB", filter = {pp = "*"}, name = "sp", num_microbatches = 4 : i64}
  // CHECK-NEXT: piper.order {filters = {{\[\[}}{MB = 0 : i64, PASS = "F", PP = 0 : i64}], [{PASS = "B"}, {PASS = "F"}]], name = "o"}
  piper.order {filters = [[{PP = 0 : i64, MB = 0 : i64, PASS = "F"}], [{PASS = "B"}, {PASS = "F"}]], name = "o"}
  // CHECK-NEXT: piper.use_schedule {kind = "1f1b", memory_limit = 6.450000e+01 : f64, name = "u"}
  piper.use_schedule {kind = "1f1b", memory_limit = 64.5, name = "u"}
  // CHECK-NEXT: piper.use_schedule {rows = {{\[\[}}"0F0", "0B0"], []]}
  piper.use_schedule {rows = [["0F0", "0B0"], []]}
  // CHECK-NEXT: piper.use_schedule {csv = "table.csv"}
  piper.use_schedule {csv = "table.csv"}
  // CHECK-NEXT: piper.recompute {filter = {pp = 0 : i64}, keep = ["attn"], name = "rc"}
  piper.recompute {filter = {pp = 0 : i64}, keep = ["attn"], name = "rc"}
  // CHECK-NEXT: piper.streams {name = "st", streams = {s = {sms = 8 : i64}}}
  piper.streams {name = "st", streams = {s = {sms = 8 : i64}}}
  // CHECK-NEXT: piper.parallel {cp = 1 : i64, dp = 2 : i64, ep = 1 : i64, name = "par", num_microbatches = 4 : i64, params = {w = 0 : i64}, pp = 2 : i64, recompute = true, schedule = "1f1b", tp = 1 : i64, v = 1 : i64, zero = 0 : i64}
  piper.parallel {cp = 1 : i64, dp = 2 : i64, ep = 1 : i64, name = "par", num_microbatches = 4 : i64,
                  params = {w = 0 : i64}, pp = 2 : i64, recompute = true, schedule = "1f1b",
                  tp = 1 : i64, v = 1 : i64, zero = 0 : i64}
  // CHECK-NEXT: }
}

// CHECK-LABEL: piper.strategy @noted attributes {note = "x"} {
// CHECK-NEXT: }
piper.strategy @noted attributes {note = "x"} {
}
