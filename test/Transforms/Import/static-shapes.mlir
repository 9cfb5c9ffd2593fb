// RUN: piper-opt %s -piper-import | FileCheck %s

// torch-mlir hides extents of static programs behind casts; torch.roll is one.

// CHECK-LABEL: func.func @main
// CHECK-NOT: ?
// CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<3x2xf32>, tensor<1x2xf32>) -> tensor<4x2xf32>
// CHECK-NOT: ?
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [2, 2] [1, 1] : tensor<4x2xf32> to tensor<2x2xf32>
// CHECK-NOT: ?
// CHECK: return
func.func @main(%w: tensor<4x2xf32> {piper.param = "w"}) -> tensor<f32> {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %tail = tensor.extract_slice %w[1, 0] [3, 2] [1, 1] : tensor<4x2xf32> to tensor<3x2xf32>
  %tail_cast = tensor.cast %tail : tensor<3x2xf32> to tensor<?x2xf32>
  %head = tensor.extract_slice %w[0, 0] [1, 2] [1, 1] : tensor<4x2xf32> to tensor<1x2xf32>
  %head_cast = tensor.cast %head : tensor<1x2xf32> to tensor<?x2xf32>
  %rolled = tensor.concat dim(0) %tail_cast, %head_cast : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<4x2xf32>
  %part = tensor.extract_slice %rolled[0, 0] [%c2, 2] [1, 1] : tensor<4x2xf32> to tensor<?x2xf32>
  %empty = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%part : tensor<?x2xf32>) outs(%start : tensor<f32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %in, %sum : f32
    linalg.yield %next : f32
  } -> tensor<f32>
  return %loss : tensor<f32>
}
