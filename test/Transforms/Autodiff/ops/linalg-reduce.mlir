// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// A sum: g to each. Maximum and minimum along a dimension: to the first that is it; over
// everything: shared by those that are. A product: g times the product of the others.
//
// CHECK: @sum argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @maximum argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @minimum argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @everything argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @product argument 0 (input): max error {{[0-9.e+-]+}} over 12 samples
// CHECK: @nothing argument 0 (input): max error {{[0-9.e+-]+}} over 0 samples
// CHECK: @one argument 0 (input): max error {{[0-9.e+-]+}} over 3 samples
// CHECK: @long argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @sum(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}} : tensor<3xf32>) outs(%[[V1]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32):
// CHECK: linalg.yield %[[V3]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]]
func.func private @sum(%x: tensor<3x7xf32> {piper.role = "input"}) -> (tensor<3xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<3x7xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func private @maximum(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 9223372036854775807 : i64
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<3xi64>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3xf32>) outs(%[[V3]] : tensor<3xi64>)
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
// CHECK: return %{{[a-z0-9_]+}}, %[[V16]]
func.func private @maximum(%x: tensor<3x7xf32> {piper.role = "input"}) -> (tensor<3xf32>) {
  %fc = arith.constant 0xFF800000 : f32
  %fe = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<3x7xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  return %0 : tensor<3xf32>
}

func.func private @minimum(%x: tensor<3x7xf32> {piper.role = "input"}) -> (tensor<7xf32>) {
  %fc = arith.constant 0x7F800000 : f32
  %fe = tensor.empty() : tensor<7xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<7xf32>) -> tensor<7xf32>
  %0 = linalg.reduce { arith.minimumf } ins(%x : tensor<3x7xf32>) outs(%f : tensor<7xf32>) dimensions = [0]
  return %0 : tensor<7xf32>
}

// CHECK-LABEL: func.func private @everything(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<f32>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<f32>) outs(%[[V3]] : tensor<f32>)
// CHECK: ^bb0(%[[V5:.*]]: f32, %[[V6:.*]]: f32, %[[V7:.*]]: f32):
// CHECK: %[[V8:.*]] = arith.cmpf oeq, %[[V5]], %[[V6]]
// CHECK: %[[V9:.*]] = arith.cmpf uno, %[[V5]], %[[V5]]
// CHECK: %[[V10:.*]] = arith.ori %[[V8]], %[[V9]]
// CHECK: %[[V11:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[V12:.*]] = arith.select %[[V10]], %[[V11]], %[[V1]]
// CHECK: %[[V13:.*]] = arith.addf %[[V7]], %[[V12]]
// CHECK: linalg.yield %[[V13]]
// CHECK: %[[V14:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V15:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %[[V4]] : tensor<f32>, tensor<3x7xf32>, tensor<f32>, tensor<f32>) outs(%[[V14]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V16:.*]]: f32, %[[V17:.*]]: f32, %[[V18:.*]]: f32, %[[V19:.*]]: f32, %[[V20:.*]]: f32):
// CHECK: %[[V21:.*]] = arith.cmpf oeq, %[[V17]], %[[V18]]
// CHECK: %[[V22:.*]] = arith.cmpf uno, %[[V17]], %[[V17]]
// CHECK: %[[V23:.*]] = arith.ori %[[V21]], %[[V22]]
// CHECK: %[[V24:.*]] = arith.divf %[[V16]], %[[V19]]
// CHECK: %[[V25:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V26:.*]] = arith.select %[[V23]], %[[V24]], %[[V25]]
// CHECK: linalg.yield %[[V26]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V15]]
func.func private @everything(%x: tensor<3x7xf32> {piper.role = "input"}) -> (tensor<f32>) {
  %fc = arith.constant 0xFF800000 : f32
  %fe = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<f32>) -> tensor<f32>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<3x7xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func private @product(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<3x4xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}} : tensor<3xf32>) outs(%[[V1]] : tensor<3x4xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32):
// CHECK: linalg.yield %[[V3]]
// CHECK: %[[V5:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{[a-z0-9_]+}} : tensor<3x4xf32>) outs(%[[V2]] : tensor<3x4xf32>)
// CHECK: ^bb0(%[[V6:.*]]: f32, %[[V7:.*]]: f32):
// CHECK: %[[V8:.*]] = linalg.index 1
// CHECK: %[[V9:.*]] = linalg.index 2
// CHECK: %[[V10:.*]] = arith.cmpi eq, %[[V8]], %[[V9]]
// CHECK: %[[V11:.*]] = arith.mulf %[[V7]], %[[V6]]
// CHECK: %[[V12:.*]] = arith.select %[[V10]], %[[V7]], %[[V11]]
// CHECK: linalg.yield %[[V12]]
// CHECK: %[[V13:.*]] = tensor.empty() : tensor<3x4xf32>
// CHECK: %[[V14:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %[[V5]] : tensor<3xf32>, tensor<3x4xf32>) outs(%[[V13]] : tensor<3x4xf32>)
// CHECK: ^bb0(%[[V15:.*]]: f32, %[[V16:.*]]: f32, %[[V17:.*]]: f32):
// CHECK: %[[V18:.*]] = arith.mulf %[[V15]], %[[V16]]
// CHECK: linalg.yield %[[V18]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V14]]
func.func private @product(%x: tensor<3x4xf32> {piper.role = "input"}) -> (tensor<3xf32>) {
  %fc = arith.constant 1.0 : f32
  %fe = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.reduce { arith.mulf } ins(%x : tensor<3x4xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  return %0 : tensor<3xf32>
}

func.func private @nothing(%x: tensor<3x0xf32> {piper.role = "input"}) -> (tensor<3xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<3x0xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  return %0 : tensor<3xf32>
}

func.func private @one(%x: tensor<3x1xf32> {piper.role = "input"}) -> (tensor<3xf32>) {
  %fc = arith.constant 0xFF800000 : f32
  %fe = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.reduce { arith.maxnumf } ins(%x : tensor<3x1xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  return %0 : tensor<3xf32>
}

func.func private @long(%x: tensor<19xf32> {piper.role = "input"}) -> (tensor<f32>) {
  %fc = arith.constant 1.0 : f32
  %fe = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<f32>) -> tensor<f32>
  %0 = linalg.reduce { arith.mulf } ins(%x : tensor<19xf32>) outs(%f : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}
