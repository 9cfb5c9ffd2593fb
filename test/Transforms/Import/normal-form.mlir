// RUN: piper-opt %s --piper-normalize --mlir-print-debuginfo --mlir-print-local-scope -o %t.once && FileCheck %s < %t.once
// RUN: piper-opt %t.once --piper-normalize --mlir-print-debuginfo --mlir-print-local-scope | diff %t.once -

// What the whole models are in normal form: nothing but generics and fills, every
// constant once, and normal form again is the same, locations included.
// RUN: piper-opt %fixtures/gpt/model.mlir --piper-import --piper-normalize -mlir-print-debuginfo -o %t.gpt
// RUN: piper-opt %t.gpt --piper-normalize -mlir-print-debuginfo | diff %t.gpt -
// RUN: piper-opt %fixtures/llama/model.mlir --piper-import --piper-normalize -mlir-print-debuginfo -o %t.llama
// RUN: piper-opt %t.llama --piper-normalize -mlir-print-debuginfo | diff %t.llama -
// RUN: piper-opt %fixtures/moe/model.mlir --piper-import --piper-normalize -mlir-print-debuginfo -o %t.moe
// RUN: piper-opt %t.moe --piper-normalize -mlir-print-debuginfo | diff %t.moe -
// RUN: piper-opt %fixtures/cnn/model.mlir --piper-import --piper-normalize -mlir-print-debuginfo -o %t.cnn
// RUN: piper-opt %t.cnn --piper-normalize -mlir-print-debuginfo | diff %t.cnn -
// RUN: cat %t.gpt %t.llama %t.moe %t.cnn | FileCheck %s --check-prefix=MODELS
// RUN: piper-opt %t.gpt | %python -c "import collections, re, sys; c = collections.Counter(re.findall(r'arith.constant (.*)', sys.stdin.read())); sys.exit(max(c.values()) > 1)"
// MODELS-NOT: = linalg.{{[^gfi]}}
// MODELS-NOT: cf.assert
// MODELS-NOT: tensor<{{.*}}?

// Equal ops of two modules become one, with both locations. Two constants become
// one; what nothing reads goes. A product has the locations of the transposes
// that are in its maps now.
// CHECK-LABEL: func.func @merge(
// CHECK-COUNT-1: arith.constant 1.0
// CHECK-NOT:   arith.constant 1.0
// CHECK:       %[[S:.*]] = linalg.generic
// CHECK:       arith.addf
// CHECK:       } -> tensor<4x8xf32> loc(fused["a"("m.py":1:1), "b"("m.py":2:1)])
// CHECK-NOT:   arith.addf
// CHECK:       %[[P:.*]] = linalg.generic {{.*}}"reduction"{{.*}} ins(%[[S]], %{{.*}} : tensor<4x8xf32>, tensor<8x6xf32>)
// CHECK:       } -> tensor<6x4xf32> loc(fused["c"("m.py":3:1), "d"("m.py":4:1)])
// CHECK-NOT:   linalg.generic
// CHECK:       return %[[P]], %[[S]], %[[S]]
func.func @merge(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> (tensor<6x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %one = arith.constant 1.0 : f32
  %uno = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = arith.addf %i, %one : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32> loc("a"("m.py":1:1))
  %t = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = arith.addf %i, %uno : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32> loc("b"("m.py":2:1))
  %unread = linalg.exp ins(%t : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %ep = tensor.empty() : tensor<4x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%ep : tensor<4x6xf32>) -> tensor<4x6xf32>
  %p = linalg.matmul ins(%s, %w : tensor<4x8xf32>, tensor<8x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32> loc("c"("m.py":3:1))
  %et = tensor.empty() : tensor<6x4xf32>
  %q = linalg.transpose ins(%p : tensor<4x6xf32>) outs(%et : tensor<6x4xf32>) permutation = [1, 0] loc("d"("m.py":4:1))
  return %q, %s, %t : tensor<6x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
