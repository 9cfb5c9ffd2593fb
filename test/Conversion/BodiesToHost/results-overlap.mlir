// A value that is a result itself, in another shape, and a result with a part of
// it replaced: neither may be computed in the memory of the other. Random program
// 11 found that the slice was written before the reshaped value was copied.
// RUN: piper-run-body %s --compare | FileCheck %s
// CHECK: 2 bodies, 0 differ from the evaluator

#id = affine_map<(d0, d1) -> (d0, d1)>

func.func private @reshaped(%x: tensor<5x4xf32>, %y: tensor<1x2xf32>) -> (tensor<5x4xf32>, tensor<20xf32>) {
  %e = tensor.empty() : tensor<5x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x4xf32>) outs(%e : tensor<5x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<5x4xf32>
  %1 = tensor.insert_slice %y into %0[2, 1] [1, 2] [2, 2] : tensor<1x2xf32> into tensor<5x4xf32>
  %2 = tensor.collapse_shape %0 [[0, 1]] : tensor<5x4xf32> into tensor<20xf32>
  return %1, %2 : tensor<5x4xf32>, tensor<20xf32>
}

func.func private @sliced(%x: tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<4xf32>, tensor<5x4xf32>) {
  %e = tensor.empty() : tensor<5x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x4xf32>) outs(%e : tensor<5x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<5x4xf32>
  %1 = tensor.extract_slice %0[1, 0] [1, 4] [1, 1] : tensor<5x4xf32> to tensor<4xf32>
  %2 = tensor.insert_slice %1 into %0[3, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<5x4xf32>
  return %0, %1, %2 : tensor<5x4xf32>, tensor<4xf32>, tensor<5x4xf32>
}
