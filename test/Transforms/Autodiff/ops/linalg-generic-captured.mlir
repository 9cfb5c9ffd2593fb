// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// A scalar that the body reads from outside, a temperature: summed over all iterations.
//
// CHECK: @captured argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @captured argument 1 (param t): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @operand argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @operand argument 1 (param t): max error {{[0-9.e+-]+}} over 1 samples

// CHECK-LABEL: func.func private @captured(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}} : tensor<3x7xf32>) outs(%[[V1]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32):
// CHECK: %[[V5:.*]] = arith.mulf %[[V3]], %{{[a-z0-9_]+}}
// CHECK: linalg.yield %[[V5]]
// CHECK: %[[V6:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V7:.*]] = tensor.empty() : tensor<f32>
// CHECK: %[[V8:.*]] = linalg.fill ins(%[[V6]]
// CHECK: %[[V9:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3x7xf32>) outs(%[[V8]] : tensor<f32>)
// CHECK: ^bb0(%[[V10:.*]]: f32, %[[V11:.*]]: f32, %[[V12:.*]]: f32):
// CHECK: %[[V13:.*]] = arith.mulf %[[V10]], %[[V11]]
// CHECK: %[[V14:.*]] = arith.addf %[[V12]], %[[V13]]
// CHECK: linalg.yield %[[V14]]
// CHECK: %[[V15:.*]] = tensor.extract %[[V9]][]
// CHECK: %[[V16:.*]] = arith.mulf %[[V15]], %{{[a-z0-9_]+}}
// CHECK: %[[V17:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V18:.*]] = tensor.empty() : tensor<f32>
// CHECK: %[[V19:.*]] = linalg.fill ins(%[[V17]]
// CHECK: %[[V20:.*]] = tensor.insert %[[V16]] into %[[V19]][]
// CHECK: %[[V21:.*]] = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%[[V20]] : tensor<f32>) outs(%{{[a-z0-9_]+}} : tensor<f32>)
// CHECK: ^bb0(%[[V22:.*]]: f32, %[[V23:.*]]: f32):
// CHECK: %[[V24:.*]] = arith.addf %[[V23]], %[[V22]]
// CHECK: linalg.yield %[[V24]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]], %[[V21]]
func.func private @captured(%x: tensor<3x7xf32> {piper.role = "input"}, %t: tensor<f32> {piper.role = "param", piper.param = "t"}) -> (tensor<3x7xf32>) {
  %s = tensor.extract %t[] : tensor<f32>
  %q = math.exp %s : f32
  %e = tensor.empty() : tensor<3x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.mulf %a, %q : f32
    linalg.yield %r : f32
  } -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}

func.func private @operand(%x: tensor<3x7xf32> {piper.role = "input"}, %t: tensor<f32> {piper.role = "param", piper.param = "t"}) -> (tensor<3x7xf32>) {
  %s = tensor.extract %t[] : tensor<f32>
  %e = tensor.empty() : tensor<3x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<3x7xf32>, f32) outs(%e : tensor<3x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}
