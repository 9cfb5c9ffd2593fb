// Files to ops to JSON to the same ops; several files are joined in order.
// RUN: split-file %s %t
// RUN: piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/a.json,%t/b.json --piper-print-strategy -o %t/ops1.mlir > %t/c.json
// RUN: piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/c.json -o %t/ops2.mlir
// RUN: grep -v '^#loc\|^$' %t/ops1.mlir | sed 's/ loc(.*)$//' > %t/ops1.txt
// RUN: grep -v '^#loc\|^$' %t/ops2.mlir | sed 's/ loc(.*)$//' > %t/ops2.txt
// RUN: diff %t/ops1.txt %t/ops2.txt
// RUN: FileCheck %s --check-prefix=OPS < %t/ops1.mlir
// RUN: FileCheck %s --check-prefix=JSON < %t/c.json
// RUN: piper-opt %t/ops1.mlir | piper-opt --piper-check-strategy

// OPS-LABEL: piper.strategy @s {
// OPS-NEXT: piper.annotate {groups = {{\[\[}}"layers.0"], ["layers.1", "layers.{2-3}"]], name = "cut", tag = "PP"}
// OPS-NEXT: piper.device_mesh {axes = {{\[\[}}"pp", 2], ["dp", 2]], links = {pp = {gbps = 100 : i64, latency_us = 2.500000e+00 : f64}}}
// OPS-NEXT: piper.place {at = {pp = [0, 1]}, filter = {PP = "*"}}
// OPS-NEXT: piper.replicate {axis = "dp", bucket_size = 1.000000e+00 : f64}
// OPS-NEXT: piper.split {dim_name = "MB", num_microbatches = 1 : i64}
// OPS-NEXT: piper.order
// OPS-NEXT: piper.order

// JSON: {"op": "mesh", "axes": {{\[\[}}"pp", 2], ["dp", 2]]
// JSON: "bucket_size": 1.0}
// JSON: {"op": "order", "filters": {{\[\[}}{"MB": 0, "PASS": "F", "PP": 0}],

//--- m.mlir
module {}
//--- a.json
[{"op": "annotate", "tag": "PP", "name": "cut",
  "groups": [["layers.0"], ["layers.1", "layers.{2-3}"]]}]
//--- b.json
[
  {"op": "mesh", "axes": [["pp", 2], ["dp", 2]],
   "links": {"pp": {"gbps": 100, "latency_us": 2.5}}},
  {"op": "place", "filter": {"PP": "*"}, "at": {"pp": [0, 1]}},
  {"op": "replicate", "axis": "dp", "bucket_size": 1.0},
  {"op": "split", "dim_name": "MB", "num_microbatches": 1},
  {"op": "order", "filters": [[{"PP": 0, "MB": 0, "PASS": "F"}],
                              [{"PP": 0, "MB": 0, "PASS": "B"}]]},
  {"op": "order", "filters": [[{"PP": 1, "MB": 0, "PASS": "F"}],
                              [{"PP": 1, "MB": 0, "PASS": "B"}]]}
]
