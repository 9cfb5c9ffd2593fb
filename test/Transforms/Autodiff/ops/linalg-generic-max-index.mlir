// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Maximum and index of it, as torch.max along a dimension: the index has no gradient.
//
// CHECK: @max_index argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @max_index(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 9223372036854775807 : i64
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<3xi64>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}{{#[0-9]}} : tensor<3x7xf32>, tensor<3xf32>) outs(%[[V3]] : tensor<3xi64>)
// CHECK: ^bb0(%[[V5:.*]]: f32, %[[V6:.*]]: f32, %[[V7:.*]]: i64):
// CHECK: %[[V8:.*]] = arith.cmpf oeq, %[[V5]], %[[V6]]
// CHECK: %[[V9:.*]] = arith.cmpf uno, %[[V5]], %[[V5]]
// CHECK: %[[V10:.*]] = arith.ori %[[V8]], %[[V9]]
// CHECK: %[[V11:.*]] = linalg.index 1
// CHECK: %[[V12:.*]] = arith.index_cast %[[V11]]
// CHECK: %[[V13:.*]] = arith.select %[[V10]], %[[V12]], %[[V1]]
// CHECK: %[[V14:.*]] = arith.minsi %[[V7]], %[[V13]]
// CHECK: linalg.yield %[[V14]]
// CHECK: %[[V15:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V16:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %[[V4]] : tensor<3xf32>, tensor<3xi64>) outs(%[[V15]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V17:.*]]: f32, %[[V18:.*]]: i64, %[[V19:.*]]: f32):
// CHECK: %[[V20:.*]] = linalg.index 1
// CHECK: %[[V21:.*]] = arith.index_cast %[[V20]]
// CHECK: %[[V22:.*]] = arith.cmpi eq, %[[V21]], %[[V18]]
// CHECK: %[[V23:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V24:.*]] = arith.select %[[V22]], %[[V17]], %[[V23]]
// CHECK: linalg.yield %[[V24]]
// CHECK: return %{{[a-z0-9_]+}}{{#[0-9]}}, %{{[a-z0-9_]+}}{{#[0-9]}}, %[[V16]]
func.func private @max_index(%x: tensor<3x7xf32> {piper.role = "input"}) -> (tensor<3xf32>, tensor<3xi64>) {
  %fc = arith.constant 0xFF800000 : f32
  %fe = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<3xf32>) -> tensor<3xf32>
  %gc = arith.constant 0 : i64
  %ge = tensor.empty() : tensor<3xi64>
  %g = linalg.fill ins(%gc : i64) outs(%ge : tensor<3xi64>) -> tensor<3xi64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x7xf32>) outs(%f, %g : tensor<3xf32>, tensor<3xi64>) {
  ^bb0(%a: f32, %o: f32, %q: i64):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i64
    %m = arith.maximumf %a, %o : f32
    %c = arith.cmpf ogt, %a, %o : f32
    %s = arith.select %c, %n, %q : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<3xf32>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi64>
}
