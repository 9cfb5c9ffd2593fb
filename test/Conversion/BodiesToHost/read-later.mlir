// An op that begins with a tensor which is read later begins with a copy of it.
// Without one, the memory of its result was given to that tensor, and a conflict
// was reported that has no way out. From random program 115.
// RUN: piper-opt %s --piper-bodies-to-buffers | FileCheck %s
// RUN: piper-run-body %s --compare | FileCheck %s --check-prefix=VALUES
// VALUES: 4 bodies, 0 differ from the evaluator

// CHECK-LABEL: func.func private @insertion
// CHECK: %[[Y:.*]] = linalg.generic
// CHECK: math.sin
// CHECK: %[[COPY:.*]] = linalg.generic {{.*}} ins(%[[Y]] :
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[IN]] : f32
// CHECK: tensor.insert_slice %{{.*}} into %[[COPY]][3] [1] [1]
#id = affine_map<(i) -> (i)>
func.func private @insertion(%x: tensor<4xf32>, %a: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.sin %in : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %z = tensor.insert_slice %a into %y[3] [1] [1] : tensor<f32> into tensor<4xf32>
  return %z, %y : tensor<4xf32>, tensor<4xf32>
}

// Through a reshape, and of a sum into the tensor.
// CHECK-LABEL: func.func private @sum
// CHECK: %[[WIDE:.*]] = tensor.expand_shape
// CHECK: %[[COPY:.*]] = linalg.generic {{.*}} ins(%[[WIDE]] :
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x2xf32>) outs(%[[COPY]] :
#wide = affine_map<(i, j) -> (i, j)>
func.func private @sum(%x: tensor<4xf32>, %a: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.sin %in : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %w = tensor.expand_shape %y [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %z = linalg.generic {indexing_maps = [#wide, #wide], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<2x2xf32>) outs(%w : tensor<2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %out, %in : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  return %z, %y : tensor<2x2xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func private @loop
// CHECK: math.sin
// CHECK: %[[COPY:.*]] = linalg.generic
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[COPY]])
func.func private @loop(%x: tensor<4xf32>, %a: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.sin %in : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %y) -> (tensor<4xf32>) {
    %n = tensor.insert_slice %a into %t[%i] [1] [1] : tensor<f32> into tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %z, %y : tensor<4xf32>, tensor<4xf32>
}

// None where nobody reads it later.
// CHECK-LABEL: func.func private @last
// CHECK: %[[Y:.*]] = linalg.generic
// CHECK: tensor.insert_slice %{{.*}} into %[[Y]][3]
func.func private @last(%x: tensor<4xf32>, %a: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.sin %in : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %c0 = arith.constant 0 : index
  %first = tensor.extract %y[%c0] : tensor<4xf32>
  %t = tensor.from_elements %first : tensor<f32>
  %z = tensor.insert_slice %a into %y[3] [1] [1] : tensor<f32> into tensor<4xf32>
  return %z, %t : tensor<4xf32>, tensor<f32>
}
