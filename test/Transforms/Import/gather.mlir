// tensor.gather and tensor.scatter: a generic that reads the table, body.scatter.
// RUN: piper-opt %s --piper-import -split-input-file | FileCheck %s
// RUN: piper-opt %s --piper-import --piper-normalize --piper-differentiate=function=main --piper-check-gradient -split-input-file -o /dev/null | FileCheck %s --check-prefix=GRAD
// RUN: piper-opt %s --piper-import --piper-evaluate=precision=f32 -split-input-file -o /dev/null | FileCheck %s --check-prefix=VALUE

// Rows 2, 0, 2 of [[1, 2], [3, 4], [5, 6]] by [1, 10, 100].
// CHECK-LABEL: func.func @main(
// CHECK: %[[IDS:.*]] = arith.constant dense<{{\[\[}}2], [0], [2]]> : tensor<3x1xi32>
// CHECK: %[[COLUMN:.*]] = tensor.extract_slice %[[IDS]][0, 0] [3, 1] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[COLUMN]] : tensor<3xi32>) outs(%{{.*}} : tensor<3x2xf32>)
// CHECK: %[[N:.*]] = arith.index_cast
// CHECK-NEXT: tensor.extract %{{.*}}[%[[N]], %{{.*}}]
// GRAD: @main argument 0 (param w): max error {{.*}}e-{{09|1[0-9]}} over 6 samples
// VALUE: result 0 : tensor<f32> = 1141
module attributes {piper.init = {w = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>}} {
func.func @main(%w: tensor<3x2xf32> {piper.param = "w"}) -> tensor<f32> {
  %ids = arith.constant dense<[[2], [0], [2]]> : tensor<3x1xi32>
  %scale = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %g = tensor.gather %w[%ids] gather_dims([0]) : (tensor<3x2xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%g, %scale : tensor<3x2xf32>, tensor<3xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %p = arith.mulf %a, %s : f32
    %q = arith.addf %o, %p : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
}

// -----

// Two coordinates of index type, dimensions of 1 kept:
// w[1, 2] = 6, w[0, 1] = 2.
// CHECK-LABEL: func.func @main(
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [2, 1]
// CHECK: tensor.extract_slice %{{.*}}[0, 1] [2, 1]
// CHECK: ^bb0(%[[C0:.*]]: index, %[[C1:.*]]: index, %{{.*}}: f32):
// CHECK: tensor.extract %{{.*}}[%[[C0]], %[[C1]]]
// GRAD: @main argument 0 (param w): max error {{.*}}e-{{09|1[0-9]}} over 6 samples
// VALUE: result 0 : tensor<f32> = 62
module attributes {piper.init = {w = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>}} {
func.func @main(%w: tensor<2x3xf32> {piper.param = "w"}) -> tensor<f32> {
  %ids = arith.constant dense<[[1, 2], [0, 1]]> : tensor<2x2xindex>
  %scale = arith.constant dense<[1.0, 28.0]> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %g = tensor.gather %w[%ids] gather_dims([0, 1]) : (tensor<2x3xf32>, tensor<2x2xindex>) -> tensor<2x1x1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%g, %scale : tensor<2x1x1xf32>, tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %p = arith.mulf %a, %s : f32
    %q = arith.addf %o, %p : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
}

// -----

// Columns 2 and 0 are written: [[20, 2, 10], [40, 5, 30]], by row 1 and 100.
// CHECK-LABEL: func.func @main(
// CHECK: body.scatter set %{{.*}} at %{{.*}} into %{{.*}} along [1] : (tensor<2x2x1xf32>, tensor<2x1xi64>, tensor<2x3xf32>)
// GRAD: @main argument 0 (param u): max error {{.*}}e-{{09|1[0-9]}} over 4 samples
// GRAD: @main argument 1 (param w): max error {{.*}}e-{{09|1[0-9]}} over 6 samples
// VALUE: result 0 : tensor<f32> = 7532
module attributes {piper.init = {u = dense<[[10.0, 30.0], [20.0, 40.0]]> : tensor<2x2xf32>, w = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>}} {
func.func @main(%u: tensor<2x2xf32> {piper.param = "u"}, %w: tensor<2x3xf32> {piper.param = "w"}) -> tensor<f32> {
  %ids = arith.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %scale = arith.constant dense<[1.0, 100.0]> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %g = tensor.scatter %u into %w[%ids] scatter_dims([1]) unique : (tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%g, %scale : tensor<2x3xf32>, tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %p = arith.mulf %a, %s : f32
    %q = arith.addf %o, %p : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
}
