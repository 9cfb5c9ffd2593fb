// RUN: piper-opt %s -split-input-file --piper-annotate | FileCheck %s

// Outside every match: operands' latest, earliest user, the loss last. The path
// of the head wins over the tied parameter it reads.
piper.strategy @s {
  piper.annotate {tag = "pp", groups = [["emb"], ["mid", "head"]]}
}
// CHECK-LABEL: @tied
func.func @tied(%x: tensor<4xf32> {piper.input = "x"}, %w: tensor<4xf32> {piper.param = "emb.weight"}) -> tensor<4xf32> {
  // CHECK: math.sin {{.*}}pp = 0
  %a = math.sin %x : tensor<4xf32>
  // CHECK: arith.addf {{.*}}pp = 0
  %b = arith.addf %a, %w : tensor<4xf32> loc("emb")
  // CHECK: math.cos {{.*}}pp = 0
  %c = math.cos %b : tensor<4xf32> loc("other")
  // CHECK: math.exp {{.*}}pp = 1
  %d = math.exp %c : tensor<4xf32> loc("mid.act")
  // CHECK: arith.mulf {{.*}}pp = 1
  %e = arith.mulf %d, %w : tensor<4xf32> loc("head")
  return %e : tensor<4xf32>
}

// -----

// match: the next index for each module; a list shares one index per layer.
piper.strategy @s {
  piper.annotate {tag = "a", match = ["l.*.w1"]}
  piper.annotate {tag = "b", match = [["l.*.w1", "l.*.w2"]]}
  piper.annotate {tag = "pp", parts = 2 : i64}
  piper.place {filter = {pp = "*"}, devices = [0]}
}
// CHECK-LABEL: @match
func.func @match(%x: tensor<4xf32> {piper.input = "x"}) -> tensor<4xf32> {
  // CHECK: {a = 0 : i64, b = 0 : i64, pp = 0 : i64}
  %a = math.sin %x : tensor<4xf32> loc("l.0.w1")
  // CHECK: {b = 0 : i64, pp = 0 : i64}
  %b = math.sin %a : tensor<4xf32> loc("l.0.w2")
  // CHECK: {a = 1 : i64, b = 1 : i64, pp = 1 : i64}
  %c = math.sin %b : tensor<4xf32> loc("l.1.w1")
  // CHECK: {b = 1 : i64, pp = 1 : i64}
  %d = math.sin %c : tensor<4xf32> loc("l.1.w2")
  return %d : tensor<4xf32>
}
