// RUN: piper-opt %s --piper-mixed-precision -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s
// RUN: echo '{"optimizer": "sgd"}' > %t.f32.json
// RUN: piper-opt %s --piper-mixed-precision=training=%t.f32.json | FileCheck %s --check-prefix=F32

// F32-NOT: bf16

// The operands of the product are rounded before they are moved, its result
// after the bias is added; module "b" widens the value for itself, twice "a"'s
// reader does not.
// CHECK-LABEL: func.func @main
// CHECK-SAME:    %[[W:arg0]]: tensor<4x3xf32>
// CHECK:         %[[WN:.*]] = linalg.generic {{.*}} ins(%[[W]] : tensor<4x3xf32>) outs(%{{.*}} : tensor<4x3xbf16>)
// CHECK:         %[[WW:.*]] = linalg.generic {{.*}} ins(%[[WN]] : tensor<4x3xbf16>)
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[WW]]
// CHECK:         %[[XN:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<2x3xf32>) outs(%{{.*}} : tensor<2x3xbf16>)
// CHECK:           arith.truncf %{{.*}} : f32 to bf16
// CHECK:         %[[XW:.*]] = linalg.generic {{.*}} ins(%[[XN]] : tensor<2x3xbf16>)
// CHECK:           arith.extf %{{.*}} : bf16 to f32
// CHECK:         %[[Y:.*]] = linalg.matmul ins(%[[XW]], %[[T]]
// CHECK-NOT:     bf16
// CHECK:         %[[Z:.*]] = linalg.generic {{.*}} ins(%[[Y]], %arg1
// CHECK:           arith.addf
// CHECK:         %[[ZN:.*]] = linalg.generic {{.*}} ins(%[[Z]] : tensor<2x4xf32>) outs(%{{.*}} : tensor<2x4xbf16>)
// CHECK:         } -> tensor<2x4xbf16> loc("a"
// CHECK:         %[[ZW:.*]] = linalg.generic {{.*}} ins(%[[ZN]] : tensor<2x4xbf16>)
// CHECK:         } -> tensor<2x4xf32> loc("b"
// CHECK:         math.exp %[[ZW]]
// CHECK-NOT:     bf16
func.func @main(%w: tensor<4x3xf32> {piper.param = "a.w"}, %b: tensor<4xf32> {piper.param = "a.b"},
                %x: tensor<2x3xf32> {piper.input = "x"}) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4xf32> loc("a"("m.py":1:0))
  %t = linalg.transpose ins(%w : tensor<4x3xf32>) outs(%e : tensor<3x4xf32>) permutation = [1, 0] loc("a"("m.py":1:0))
  %o = tensor.empty() : tensor<2x4xf32> loc("a"("m.py":1:0))
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x4xf32>) -> tensor<2x4xf32> loc("a"("m.py":1:0))
  %y = linalg.matmul ins(%x, %t : tensor<2x3xf32>, tensor<3x4xf32>) outs(%f : tensor<2x4xf32>) -> tensor<2x4xf32> loc("a"("m.py":1:0))
  %z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<2x4xf32>, tensor<4xf32>) outs(%o : tensor<2x4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32> loc("a"("m.py":1:0))
  %h = math.exp %z : tensor<2x4xf32> loc("b"("m.py":2:0))
  %l = tensor.empty() : tensor<f32>
  %g = linalg.fill ins(%zero : f32) outs(%l : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%h : tensor<2x4xf32>) outs(%g : tensor<f32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.addf %p, %r : f32
    linalg.yield %s : f32
  } -> tensor<f32> loc("b"("m.py":3:0))
  return %loss : tensor<f32>
}
