// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Tables read in bodies: rows (an embedding, some twice) are added in loop order; an element
// of each row and elements permuted within rows are masks over the table.
//
// CHECK: @rows argument 0 (param t): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @pick argument 0 (input): max error {{[0-9.e+-]+}} over 12 samples
// CHECK: @permute argument 0 (input): max error {{[0-9.e+-]+}} over 6 samples
// CHECK: @points argument 0 (input): max error {{[0-9.e+-]+}} over 5 samples
// CHECK: @one_row argument 0 (param t): max error {{[0-9.e+-]+}} over 4 samples
// CHECK: @scaled argument 0 (param t): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @rows(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0 : index
// CHECK: %[[V2:.*]] = arith.constant 1 : index
// CHECK: %[[V3:.*]] = arith.constant 3 : index
// CHECK: %[[V6:.*]] = scf.for %[[V4:.*]] = %[[V1]] to %[[V3]] step %[[V2]] iter_args(%[[V5:.*]] = %{{[a-z0-9_]+}})
// CHECK: %[[V7:.*]] = arith.constant 0 : index
// CHECK: %[[V8:.*]] = tensor.extract %{{[a-z0-9_]+}}[%[[V4]]]
// CHECK: %[[V9:.*]] = arith.index_cast %[[V8]]
// CHECK: %[[V10:.*]] = tensor.extract_slice %[[V5]][%[[V9]], 0] [1, 4] [1, 1]
// CHECK: %[[V11:.*]] = tensor.extract_slice %{{[a-z0-9_]+}}[%[[V4]], 0] [1, 4] [1, 1]
// CHECK: %[[V12:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[V11]] : tensor<4xf32>) outs(%[[V10]] : tensor<4xf32>)
// CHECK: ^bb0(%[[V13:.*]]: f32, %[[V14:.*]]: f32):
// CHECK: %[[V15:.*]] = arith.addf %[[V14]], %[[V13]]
// CHECK: linalg.yield %[[V15]]
// CHECK: %[[V16:.*]] = tensor.insert_slice %[[V12]] into %[[V5]][%[[V9]], 0] [1, 4] [1, 1]
// CHECK: return %{{[a-z0-9_]+}}, %[[V6]]
func.func private @rows(%t: tensor<5x4xf32> {piper.role = "param", piper.param = "t"}) -> (tensor<3x4xf32>) {
  %ids = arith.constant dense<[2, 0, 2]> : tensor<3xi64>
  %e = tensor.empty() : tensor<3x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%id: i64, %o: f32):
    %at = arith.index_cast %id : i64 to index
    %c = linalg.index 1 : index
    %r = tensor.extract %t[%at, %c] : tensor<5x4xf32>
    linalg.yield %r : f32
  } -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func private @pick(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<3x4xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3xf32>, tensor<3xi64>) outs(%[[V1]] : tensor<3x4xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: i64, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V7:.*]] = linalg.index 1
// CHECK: %[[V8:.*]] = arith.index_cast %[[V4]]
// CHECK: %[[V9:.*]] = arith.cmpi eq, %[[V7]], %[[V8]]
// CHECK: %[[V10:.*]] = arith.select %[[V9]], %[[V3]], %[[V6]]
// CHECK: linalg.yield %[[V10]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]]
func.func private @pick(%t: tensor<3x4xf32> {piper.role = "input"}) -> (tensor<3xf32>) {
  %ids = arith.constant dense<[2, 0, 3]> : tensor<3xi64>
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<3xf32>) {
  ^bb0(%id: i64, %o: f32):
    %at = arith.index_cast %id : i64 to index
    %c = linalg.index 0 : index
    %r = tensor.extract %t[%c, %at] : tensor<3x4xf32>
    linalg.yield %r : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func private @permute(%t: tensor<2x3xf32> {piper.role = "input"}) -> (tensor<2x3xf32>) {
  %ids = arith.constant dense<[[2, 0, 1], [1, 1, 2]]> : tensor<2x3xi64>
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<2x3xi64>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%id: i64, %o: f32):
    %at = arith.index_cast %id : i64 to index
    %c = linalg.index 0 : index
    %r = tensor.extract %t[%c, %at] : tensor<2x3xf32>
    linalg.yield %r : f32
  } -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func private @points(%t: tensor<5xf32> {piper.role = "input"}) -> (tensor<4xf32>) {
  %ids = arith.constant dense<[2, 0, 2, 4]> : tensor<4xi64>
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%ids : tensor<4xi64>) outs(%e : tensor<4xf32>) {
  ^bb0(%id: i64, %o: f32):
    %at = arith.index_cast %id : i64 to index
    %r = tensor.extract %t[%at] : tensor<5xf32>
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @one_row(%t: tensor<1x4xf32> {piper.role = "param", piper.param = "t"}) -> (tensor<2x4xf32>) {
  %ids = arith.constant dense<[0, 0]> : tensor<2xi64>
  %e = tensor.empty() : tensor<2x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<2xi64>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%id: i64, %o: f32):
    %at = arith.index_cast %id : i64 to index
    %c = linalg.index 1 : index
    %r = tensor.extract %t[%at, %c] : tensor<1x4xf32>
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func private @scaled(%t: tensor<5x4xf32> {piper.role = "param", piper.param = "t"}) -> (tensor<3x4xf32>) {
  %ids = arith.constant dense<[2, 0, 2]> : tensor<3xi64>
  %e = tensor.empty() : tensor<3x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%id: i64, %o: f32):
    %at = arith.index_cast %id : i64 to index
    %c = linalg.index 1 : index
    %s = tensor.extract %t[%at, %c] : tensor<5x4xf32>
    %r = math.sin %s : f32
    linalg.yield %r : f32
  } -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
