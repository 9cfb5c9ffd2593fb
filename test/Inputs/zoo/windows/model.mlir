#loc = loc(unknown)
#loc1 = loc("models.py":137:0)
#loc2 = loc("torch/nn/modules/normalization.py":228:0)
#loc3 = loc("models.py":141:0)
#loc4 = loc("models.py":133:0)
#loc6 = loc("torch/nn/modules/linear.py":134:0)
#loc7 = loc("models.py":135:0)
#loc8 = loc("models.py":136:0)
#loc10 = loc("models.py":139:0)
#loc11 = loc("models.py":140:0)
#map = affine_map<(d0, d1, d2) -> (d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<() -> ()>
#loc12 = loc(callsite(#loc2 at #loc3))
#loc13 = loc(callsite(#loc6 at #loc7))
#loc14 = loc(callsite(#loc6 at #loc1))
#loc15 = loc(callsite(#loc6 at #loc3))
#loc16 = loc("norm"(#loc12))
#loc17 = loc("qkv"(#loc13))
#loc18 = loc("out"(#loc14))
#loc19 = loc("merge"(#loc15))
module {
  func.func @main(%arg0: tensor<9x2xf32> {piper.param = "table"} loc(unknown), %arg1: tensor<24x8xf32> {piper.param = "qkv.weight"} loc(unknown), %arg2: tensor<24xf32> {piper.param = "qkv.bias"} loc(unknown), %arg3: tensor<8x8xf32> {piper.param = "out.weight"} loc(unknown), %arg4: tensor<8xf32> {piper.param = "out.bias"} loc(unknown), %arg5: tensor<16x32xf32> {piper.param = "merge.weight"} loc(unknown), %arg6: tensor<32xf32> {piper.param = "norm.weight"} loc(unknown), %arg7: tensor<32xf32> {piper.param = "norm.bias"} loc(unknown), %arg8: tensor<4x4xi64> {piper.buffer = "offset"} loc(unknown), %arg9: tensor<2x4x4x8xf32> {piper.input = "x"} loc(unknown), %arg10: tensor<2x2x2x16xf32> {piper.input = "y"} loc(unknown)) -> tensor<f32> {
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %c9_i64 = arith.constant 9 : i64 loc(#loc)
    %cst_0 = arith.constant 0xFF800000 : f32 loc(#loc1)
    %cst_1 = arith.constant 1.000000e+00 : f64 loc(#loc1)
    %cst_2 = arith.constant 1.000000e-05 : f64 loc(#loc16)
    %cst_3 = arith.constant 3.200000e+01 : f32 loc(#loc)
    %cst_4 = arith.constant 5.000000e-01 : f32 loc(#loc)
    %cst_5 = arith.constant 1.280000e+02 : f32 loc(#loc)
    %extracted_slice = tensor.extract_slice %arg9[0, 1, 0, 0] [2, 3, 4, 8] [1, 1, 1, 1] : tensor<2x4x4x8xf32> to tensor<2x3x4x8xf32> loc(#loc4)
    %cast = tensor.cast %extracted_slice : tensor<2x3x4x8xf32> to tensor<2x?x4x8xf32> loc(#loc4)
    %extracted_slice_6 = tensor.extract_slice %arg9[0, 0, 0, 0] [2, 1, 4, 8] [1, 1, 1, 1] : tensor<2x4x4x8xf32> to tensor<2x1x4x8xf32> loc(#loc4)
    %cast_7 = tensor.cast %extracted_slice_6 : tensor<2x1x4x8xf32> to tensor<2x?x4x8xf32> loc(#loc4)
    %concat = tensor.concat dim(1) %cast, %cast_7 : (tensor<2x?x4x8xf32>, tensor<2x?x4x8xf32>) -> tensor<2x4x4x8xf32> loc(#loc4)
    %extracted_slice_8 = tensor.extract_slice %concat[0, 0, 1, 0] [2, 4, 3, 8] [1, 1, 1, 1] : tensor<2x4x4x8xf32> to tensor<2x4x3x8xf32> loc(#loc4)
    %cast_9 = tensor.cast %extracted_slice_8 : tensor<2x4x3x8xf32> to tensor<2x4x?x8xf32> loc(#loc4)
    %extracted_slice_10 = tensor.extract_slice %concat[0, 0, 0, 0] [2, 4, 1, 8] [1, 1, 1, 1] : tensor<2x4x4x8xf32> to tensor<2x4x1x8xf32> loc(#loc4)
    %cast_11 = tensor.cast %extracted_slice_10 : tensor<2x4x1x8xf32> to tensor<2x4x?x8xf32> loc(#loc4)
    %concat_12 = tensor.concat dim(2) %cast_9, %cast_11 : (tensor<2x4x?x8xf32>, tensor<2x4x?x8xf32>) -> tensor<2x4x4x8xf32> loc(#loc4)
    %expanded = tensor.expand_shape %concat_12 [[0], [1, 2], [3, 4], [5]] output_shape [2, 2, 2, 2, 2, 8] : tensor<2x4x4x8xf32> into tensor<2x2x2x2x2x8xf32> loc(#loc5)
    %0 = tensor.empty() : tensor<2x2x2x2x2x8xf32> loc(#loc5)
    %transposed = linalg.transpose ins(%expanded : tensor<2x2x2x2x2x8xf32>) outs(%0 : tensor<2x2x2x2x2x8xf32>) permutation = [0, 1, 3, 2, 4, 5]  loc(#loc5)
    %collapsed = tensor.collapse_shape %transposed [[0, 1, 2], [3, 4], [5]] : tensor<2x2x2x2x2x8xf32> into tensor<8x4x8xf32> loc(#loc5)
    %1 = tensor.empty() : tensor<8x24xf32> loc(#loc17)
    %transposed_13 = linalg.transpose ins(%arg1 : tensor<24x8xf32>) outs(%1 : tensor<8x24xf32>) permutation = [1, 0]  loc(#loc17)
    %2 = tensor.empty() : tensor<8x8x24xf32> loc(#loc17)
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_13 : tensor<8x24xf32>) outs(%2 : tensor<8x8x24xf32>) {
    ^bb0(%in: f32 loc("qkv"(#loc13)), %out: f32 loc("qkv"(#loc13))):
      linalg.yield %in : f32 loc(#loc17)
    } -> tensor<8x8x24xf32> loc(#loc17)
    %4 = tensor.empty() : tensor<8x4x24xf32> loc(#loc17)
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<8x4x24xf32>) -> tensor<8x4x24xf32> loc(#loc17)
    %6 = linalg.batch_matmul ins(%collapsed, %3 : tensor<8x4x8xf32>, tensor<8x8x24xf32>) outs(%5 : tensor<8x4x24xf32>) -> tensor<8x4x24xf32> loc(#loc17)
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %arg2 : tensor<8x4x24xf32>, tensor<24xf32>) outs(%4 : tensor<8x4x24xf32>) {
    ^bb0(%in: f32 loc("qkv"(#loc13)), %in_58: f32 loc("qkv"(#loc13)), %out: f32 loc("qkv"(#loc13))):
      %74 = arith.addf %in, %in_58 : f32 loc(#loc17)
      linalg.yield %74 : f32 loc(#loc17)
    } -> tensor<8x4x24xf32> loc(#loc17)
    %expanded_14 = tensor.expand_shape %7 [[0], [1], [2, 3, 4]] output_shape [8, 4, 3, 2, 4] : tensor<8x4x24xf32> into tensor<8x4x3x2x4xf32> loc(#loc7)
    %8 = tensor.empty() : tensor<3x8x2x4x4xf32> loc(#loc7)
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<8x4x3x2x4xf32>) outs(%8 : tensor<3x8x2x4x4xf32>) permutation = [2, 0, 3, 1, 4]  loc(#loc7)
    %extracted_slice_16 = tensor.extract_slice %transposed_15[0, 0, 0, 0, 0] [1, 8, 2, 4, 4] [1, 1, 1, 1, 1] : tensor<3x8x2x4x4xf32> to tensor<1x8x2x4x4xf32> loc(#loc7)
    %extracted_slice_17 = tensor.extract_slice %transposed_15[1, 0, 0, 0, 0] [1, 8, 2, 4, 4] [1, 1, 1, 1, 1] : tensor<3x8x2x4x4xf32> to tensor<1x8x2x4x4xf32> loc(#loc7)
    %extracted_slice_18 = tensor.extract_slice %transposed_15[2, 0, 0, 0, 0] [1, 8, 2, 4, 4] [1, 1, 1, 1, 1] : tensor<3x8x2x4x4xf32> to tensor<1x8x2x4x4xf32> loc(#loc7)
    %collapsed_19 = tensor.collapse_shape %extracted_slice_17 [[0, 1], [2], [3], [4]] : tensor<1x8x2x4x4xf32> into tensor<8x2x4x4xf32> loc(#loc7)
    %9 = tensor.empty() : tensor<8x2x4x4xf32> loc(#loc8)
    %transposed_20 = linalg.transpose ins(%collapsed_19 : tensor<8x2x4x4xf32>) outs(%9 : tensor<8x2x4x4xf32>) permutation = [0, 1, 3, 2]  loc(#loc8)
    %collapsed_21 = tensor.collapse_shape %extracted_slice_16 [[0, 1, 2], [3], [4]] : tensor<1x8x2x4x4xf32> into tensor<16x4x4xf32> loc(#loc8)
    %collapsed_22 = tensor.collapse_shape %transposed_20 [[0, 1], [2], [3]] : tensor<8x2x4x4xf32> into tensor<16x4x4xf32> loc(#loc8)
    %10 = tensor.empty() : tensor<16x4x4xf32> loc(#loc8)
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<16x4x4xf32>) -> tensor<16x4x4xf32> loc(#loc8)
    %12 = linalg.batch_matmul ins(%collapsed_21, %collapsed_22 : tensor<16x4x4xf32>, tensor<16x4x4xf32>) outs(%11 : tensor<16x4x4xf32>) -> tensor<16x4x4xf32> loc(#loc8)
    %expanded_23 = tensor.expand_shape %12 [[0, 1], [2], [3]] output_shape [8, 2, 4, 4] : tensor<16x4x4xf32> into tensor<8x2x4x4xf32> loc(#loc8)
    %13 = tensor.empty() : tensor<4x4x2xf32> loc(#loc8)
    %14 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8 : tensor<4x4xi64>) outs(%13 : tensor<4x4x2xf32>) {
    ^bb0(%in: i64 loc("models.py":136:0), %out: f32 loc("models.py":136:0)):
      %74 = arith.cmpi slt, %in, %c0_i64 : i64 loc(#loc8)
      %75 = arith.addi %in, %c9_i64 : i64 loc(#loc8)
      %76 = arith.select %74, %75, %in : i64 loc(#loc8)
      %77 = arith.index_cast %76 : i64 to index loc(#loc8)
      %78 = linalg.index 2 : index loc(#loc8)
      %extracted = tensor.extract %arg0[%77, %78] : tensor<9x2xf32> loc(#loc8)
      linalg.yield %extracted : f32 loc(#loc8)
    } -> tensor<4x4x2xf32> loc(#loc8)
    %15 = tensor.empty() : tensor<2x4x4xf32> loc(#loc8)
    %transposed_24 = linalg.transpose ins(%14 : tensor<4x4x2xf32>) outs(%15 : tensor<2x4x4xf32>) permutation = [2, 0, 1]  loc(#loc8)
    %16 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23, %transposed_24 : tensor<8x2x4x4xf32>, tensor<2x4x4xf32>) outs(%9 : tensor<8x2x4x4xf32>) {
    ^bb0(%in: f32 loc("models.py":136:0), %in_58: f32 loc("models.py":136:0), %out: f32 loc("models.py":136:0)):
      %74 = arith.addf %in, %in_58 : f32 loc(#loc8)
      linalg.yield %74 : f32 loc(#loc8)
    } -> tensor<8x2x4x4xf32> loc(#loc8)
    %17 = tensor.empty() : tensor<8x2x4xi64> loc(#loc1)
    %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : tensor<8x2x4xi64>) -> tensor<8x2x4xi64> loc(#loc1)
    %19 = tensor.empty() : tensor<8x2x4xf32> loc(#loc1)
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<8x2x4xf32>) -> tensor<8x2x4xf32> loc(#loc1)
    %21:2 = linalg.generic {indexing_maps = [#map4, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%16 : tensor<8x2x4x4xf32>) outs(%20, %18 : tensor<8x2x4xf32>, tensor<8x2x4xi64>) {
    ^bb0(%in: f32 loc("models.py":136:0), %out: f32 loc("models.py":137:0), %out_58: i64 loc("models.py":137:0)):
      %74 = linalg.index 3 : index loc(#loc1)
      %75 = arith.index_cast %74 : index to i64 loc(#loc1)
      %76 = arith.maximumf %in, %out : f32 loc(#loc1)
      %77 = arith.cmpf ogt, %in, %out : f32 loc(#loc1)
      %78 = arith.select %77, %75, %out_58 : i64 loc(#loc1)
      linalg.yield %76, %78 : f32, i64 loc(#loc1)
    } -> (tensor<8x2x4xf32>, tensor<8x2x4xi64>) loc(#loc1)
    %expanded_25 = tensor.expand_shape %21#0 [[0], [1], [2, 3]] output_shape [8, 2, 4, 1] : tensor<8x2x4xf32> into tensor<8x2x4x1xf32> loc(#loc1)
    %22 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %expanded_25 : tensor<8x2x4x4xf32>, tensor<8x2x4x1xf32>) outs(%9 : tensor<8x2x4x4xf32>) {
    ^bb0(%in: f32 loc("models.py":136:0), %in_58: f32 loc("models.py":137:0), %out: f32 loc("models.py":137:0)):
      %74 = arith.subf %in, %in_58 : f32 loc(#loc1)
      linalg.yield %74 : f32 loc(#loc1)
    } -> tensor<8x2x4x4xf32> loc(#loc1)
    %23 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<8x2x4x4xf32>) outs(%9 : tensor<8x2x4x4xf32>) {
    ^bb0(%in: f32 loc("models.py":137:0), %out: f32 loc("models.py":137:0)):
      %74 = math.exp %in : f32 loc(#loc1)
      linalg.yield %74 : f32 loc(#loc1)
    } -> tensor<8x2x4x4xf32> loc(#loc1)
    %24 = tensor.empty() : tensor<8x2x4x1xf32> loc(#loc1)
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<8x2x4x1xf32>) -> tensor<8x2x4x1xf32> loc(#loc1)
    %26 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%23 : tensor<8x2x4x4xf32>) outs(%25 : tensor<8x2x4x1xf32>) {
    ^bb0(%in: f32 loc("models.py":137:0), %out: f32 loc("models.py":137:0)):
      %74 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %74 : f32 loc(#loc1)
    } -> tensor<8x2x4x1xf32> loc(#loc1)
    %27 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<8x2x4x4xf32>, tensor<8x2x4x1xf32>) outs(%9 : tensor<8x2x4x4xf32>) {
    ^bb0(%in: f32 loc("models.py":137:0), %in_58: f32 loc("models.py":137:0), %out: f32 loc("models.py":137:0)):
      %74 = arith.divf %in, %in_58 : f32 loc(#loc1)
      linalg.yield %74 : f32 loc(#loc1)
    } -> tensor<8x2x4x4xf32> loc(#loc1)
    %collapsed_26 = tensor.collapse_shape %27 [[0, 1], [2], [3]] : tensor<8x2x4x4xf32> into tensor<16x4x4xf32> loc(#loc1)
    %collapsed_27 = tensor.collapse_shape %extracted_slice_18 [[0, 1, 2], [3], [4]] : tensor<1x8x2x4x4xf32> into tensor<16x4x4xf32> loc(#loc1)
    %28 = linalg.batch_matmul ins(%collapsed_26, %collapsed_27 : tensor<16x4x4xf32>, tensor<16x4x4xf32>) outs(%11 : tensor<16x4x4xf32>) -> tensor<16x4x4xf32> loc(#loc1)
    %expanded_28 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [8, 2, 4, 4] : tensor<16x4x4xf32> into tensor<8x2x4x4xf32> loc(#loc1)
    %29 = tensor.empty() : tensor<8x4x2x4xf32> loc(#loc1)
    %transposed_29 = linalg.transpose ins(%expanded_28 : tensor<8x2x4x4xf32>) outs(%29 : tensor<8x4x2x4xf32>) permutation = [0, 2, 1, 3]  loc(#loc1)
    %collapsed_30 = tensor.collapse_shape %transposed_29 [[0], [1], [2, 3]] : tensor<8x4x2x4xf32> into tensor<8x4x8xf32> loc(#loc1)
    %30 = tensor.empty() : tensor<8x8xf32> loc(#loc18)
    %transposed_31 = linalg.transpose ins(%arg3 : tensor<8x8xf32>) outs(%30 : tensor<8x8xf32>) permutation = [1, 0]  loc(#loc18)
    %31 = tensor.empty() : tensor<8x8x8xf32> loc(#loc18)
    %32 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_31 : tensor<8x8xf32>) outs(%31 : tensor<8x8x8xf32>) {
    ^bb0(%in: f32 loc("out"(#loc14)), %out: f32 loc("out"(#loc14))):
      linalg.yield %in : f32 loc(#loc18)
    } -> tensor<8x8x8xf32> loc(#loc18)
    %33 = tensor.empty() : tensor<8x4x8xf32> loc(#loc18)
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<8x4x8xf32>) -> tensor<8x4x8xf32> loc(#loc18)
    %35 = linalg.batch_matmul ins(%collapsed_30, %32 : tensor<8x4x8xf32>, tensor<8x8x8xf32>) outs(%34 : tensor<8x4x8xf32>) -> tensor<8x4x8xf32> loc(#loc18)
    %36 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %arg4 : tensor<8x4x8xf32>, tensor<8xf32>) outs(%33 : tensor<8x4x8xf32>) {
    ^bb0(%in: f32 loc("out"(#loc14)), %in_58: f32 loc("out"(#loc14)), %out: f32 loc("out"(#loc14))):
      %74 = arith.addf %in, %in_58 : f32 loc(#loc18)
      linalg.yield %74 : f32 loc(#loc18)
    } -> tensor<8x4x8xf32> loc(#loc18)
    %expanded_32 = tensor.expand_shape %36 [[0, 1, 2], [3, 4], [5]] output_shape [2, 2, 2, 2, 2, 8] : tensor<8x4x8xf32> into tensor<2x2x2x2x2x8xf32> loc(#loc9)
    %transposed_33 = linalg.transpose ins(%expanded_32 : tensor<2x2x2x2x2x8xf32>) outs(%0 : tensor<2x2x2x2x2x8xf32>) permutation = [0, 1, 3, 2, 4, 5]  loc(#loc9)
    %collapsed_34 = tensor.collapse_shape %transposed_33 [[0], [1, 2], [3, 4], [5]] : tensor<2x2x2x2x2x8xf32> into tensor<2x4x4x8xf32> loc(#loc9)
    %extracted_slice_35 = tensor.extract_slice %collapsed_34[0, 3, 0, 0] [2, 1, 4, 8] [1, 1, 1, 1] : tensor<2x4x4x8xf32> to tensor<2x1x4x8xf32> loc(#loc10)
    %cast_36 = tensor.cast %extracted_slice_35 : tensor<2x1x4x8xf32> to tensor<2x?x4x8xf32> loc(#loc10)
    %extracted_slice_37 = tensor.extract_slice %collapsed_34[0, 0, 0, 0] [2, 3, 4, 8] [1, 1, 1, 1] : tensor<2x4x4x8xf32> to tensor<2x3x4x8xf32> loc(#loc10)
    %cast_38 = tensor.cast %extracted_slice_37 : tensor<2x3x4x8xf32> to tensor<2x?x4x8xf32> loc(#loc10)
    %concat_39 = tensor.concat dim(1) %cast_36, %cast_38 : (tensor<2x?x4x8xf32>, tensor<2x?x4x8xf32>) -> tensor<2x4x4x8xf32> loc(#loc10)
    %extracted_slice_40 = tensor.extract_slice %concat_39[0, 0, 3, 0] [2, 4, 1, 8] [1, 1, 1, 1] : tensor<2x4x4x8xf32> to tensor<2x4x1x8xf32> loc(#loc10)
    %cast_41 = tensor.cast %extracted_slice_40 : tensor<2x4x1x8xf32> to tensor<2x4x?x8xf32> loc(#loc10)
    %extracted_slice_42 = tensor.extract_slice %concat_39[0, 0, 0, 0] [2, 4, 3, 8] [1, 1, 1, 1] : tensor<2x4x4x8xf32> to tensor<2x4x3x8xf32> loc(#loc10)
    %cast_43 = tensor.cast %extracted_slice_42 : tensor<2x4x3x8xf32> to tensor<2x4x?x8xf32> loc(#loc10)
    %concat_44 = tensor.concat dim(2) %cast_41, %cast_43 : (tensor<2x4x?x8xf32>, tensor<2x4x?x8xf32>) -> tensor<2x4x4x8xf32> loc(#loc10)
    %37 = tensor.empty() : tensor<2x4x4x8xf32> loc(#loc10)
    %38 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg9, %concat_44 : tensor<2x4x4x8xf32>, tensor<2x4x4x8xf32>) outs(%37 : tensor<2x4x4x8xf32>) {
    ^bb0(%in: f32 loc("models.py":133:0), %in_58: f32 loc("models.py":139:0), %out: f32 loc("models.py":139:0)):
      %74 = arith.addf %in, %in_58 : f32 loc(#loc10)
      linalg.yield %74 : f32 loc(#loc10)
    } -> tensor<2x4x4x8xf32> loc(#loc10)
    %extracted_slice_45 = tensor.extract_slice %38[0, 0, 0, 0] [2, 2, 4, 8] [1, 2, 1, 1] : tensor<2x4x4x8xf32> to tensor<2x2x4x8xf32> loc(#loc11)
    %extracted_slice_46 = tensor.extract_slice %extracted_slice_45[0, 0, 0, 0] [2, 2, 2, 8] [1, 1, 2, 1] : tensor<2x2x4x8xf32> to tensor<2x2x2x8xf32> loc(#loc11)
    %extracted_slice_47 = tensor.extract_slice %38[0, 1, 0, 0] [2, 2, 4, 8] [1, 2, 1, 1] : tensor<2x4x4x8xf32> to tensor<2x2x4x8xf32> loc(#loc11)
    %extracted_slice_48 = tensor.extract_slice %extracted_slice_47[0, 0, 0, 0] [2, 2, 2, 8] [1, 1, 2, 1] : tensor<2x2x4x8xf32> to tensor<2x2x2x8xf32> loc(#loc11)
    %extracted_slice_49 = tensor.extract_slice %extracted_slice_45[0, 0, 1, 0] [2, 2, 2, 8] [1, 1, 2, 1] : tensor<2x2x4x8xf32> to tensor<2x2x2x8xf32> loc(#loc11)
    %extracted_slice_50 = tensor.extract_slice %extracted_slice_47[0, 0, 1, 0] [2, 2, 2, 8] [1, 1, 2, 1] : tensor<2x2x4x8xf32> to tensor<2x2x2x8xf32> loc(#loc11)
    %concat_51 = tensor.concat dim(3) %extracted_slice_46, %extracted_slice_48, %extracted_slice_49, %extracted_slice_50 : (tensor<2x2x2x8xf32>, tensor<2x2x2x8xf32>, tensor<2x2x2x8xf32>, tensor<2x2x2x8xf32>) -> tensor<2x2x2x32xf32> loc(#loc11)
    %39 = tensor.empty() : tensor<2x2x2x1xf32> loc(#loc16)
    %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<2x2x2x1xf32>) -> tensor<2x2x2x1xf32> loc(#loc16)
    %41 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%concat_51 : tensor<2x2x2x32xf32>) outs(%40 : tensor<2x2x2x1xf32>) {
    ^bb0(%in: f32 loc("models.py":140:0), %out: f32 loc("norm"(#loc12))):
      %74 = arith.addf %in, %out : f32 loc(#loc16)
      linalg.yield %74 : f32 loc(#loc16)
    } -> tensor<2x2x2x1xf32> loc(#loc16)
    %42 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<2x2x2x1xf32>) outs(%39 : tensor<2x2x2x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      %74 = arith.divf %in, %cst_3 : f32 loc(#loc16)
      linalg.yield %74 : f32 loc(#loc16)
    } -> tensor<2x2x2x1xf32> loc(#loc16)
    %43 = tensor.empty() : tensor<2x2x2x32xf32> loc(#loc16)
    %collapsed_52 = tensor.collapse_shape %42 [[0], [1], [2, 3]] : tensor<2x2x2x1xf32> into tensor<2x2x2xf32> loc(#loc16)
    %44 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_52 : tensor<2x2x2xf32>) outs(%43 : tensor<2x2x2x32xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      linalg.yield %in : f32 loc(#loc16)
    } -> tensor<2x2x2x32xf32> loc(#loc16)
    %45 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_51, %44 : tensor<2x2x2x32xf32>, tensor<2x2x2x32xf32>) outs(%43 : tensor<2x2x2x32xf32>) {
    ^bb0(%in: f32 loc("models.py":140:0), %in_58: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      %74 = arith.subf %in, %in_58 : f32 loc(#loc16)
      linalg.yield %74 : f32 loc(#loc16)
    } -> tensor<2x2x2x32xf32> loc(#loc16)
    %46 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %45 : tensor<2x2x2x32xf32>, tensor<2x2x2x32xf32>) outs(%43 : tensor<2x2x2x32xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %in_58: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      %74 = arith.mulf %in, %in_58 : f32 loc(#loc16)
      linalg.yield %74 : f32 loc(#loc16)
    } -> tensor<2x2x2x32xf32> loc(#loc16)
    %47 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%46 : tensor<2x2x2x32xf32>) outs(%40 : tensor<2x2x2x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      %74 = arith.addf %in, %out : f32 loc(#loc16)
      linalg.yield %74 : f32 loc(#loc16)
    } -> tensor<2x2x2x1xf32> loc(#loc16)
    %48 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<2x2x2x1xf32>) outs(%39 : tensor<2x2x2x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      %74 = arith.divf %in, %cst_3 : f32 loc(#loc16)
      linalg.yield %74 : f32 loc(#loc16)
    } -> tensor<2x2x2x1xf32> loc(#loc16)
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<2x2x2x1xf32>) outs(%39 : tensor<2x2x2x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      %74 = arith.truncf %cst_2 : f64 to f32 loc(#loc16)
      %75 = arith.addf %in, %74 : f32 loc(#loc16)
      linalg.yield %75 : f32 loc(#loc16)
    } -> tensor<2x2x2x1xf32> loc(#loc16)
    %50 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<2x2x2x1xf32>) outs(%39 : tensor<2x2x2x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      %74 = math.rsqrt %in : f32 loc(#loc16)
      linalg.yield %74 : f32 loc(#loc16)
    } -> tensor<2x2x2x1xf32> loc(#loc16)
    %collapsed_53 = tensor.collapse_shape %50 [[0], [1], [2, 3]] : tensor<2x2x2x1xf32> into tensor<2x2x2xf32> loc(#loc16)
    %51 = linalg.generic {indexing_maps = [#map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_53 : tensor<2x2x2xf32>) outs(%43 : tensor<2x2x2x32xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      linalg.yield %in : f32 loc(#loc16)
    } -> tensor<2x2x2x32xf32> loc(#loc16)
    %52 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %51 : tensor<2x2x2x32xf32>, tensor<2x2x2x32xf32>) outs(%43 : tensor<2x2x2x32xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %in_58: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      %74 = arith.mulf %in, %in_58 : f32 loc(#loc16)
      linalg.yield %74 : f32 loc(#loc16)
    } -> tensor<2x2x2x32xf32> loc(#loc16)
    %53 = linalg.generic {indexing_maps = [#map4, #map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %arg6 : tensor<2x2x2x32xf32>, tensor<32xf32>) outs(%43 : tensor<2x2x2x32xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %in_58: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      %74 = arith.mulf %in, %in_58 : f32 loc(#loc16)
      linalg.yield %74 : f32 loc(#loc16)
    } -> tensor<2x2x2x32xf32> loc(#loc16)
    %54 = linalg.generic {indexing_maps = [#map4, #map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %arg7 : tensor<2x2x2x32xf32>, tensor<32xf32>) outs(%43 : tensor<2x2x2x32xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc12)), %in_58: f32 loc("norm"(#loc12)), %out: f32 loc("norm"(#loc12))):
      %74 = arith.addf %in, %in_58 : f32 loc(#loc16)
      linalg.yield %74 : f32 loc(#loc16)
    } -> tensor<2x2x2x32xf32> loc(#loc16)
    %55 = tensor.empty() : tensor<32x16xf32> loc(#loc19)
    %transposed_54 = linalg.transpose ins(%arg5 : tensor<16x32xf32>) outs(%55 : tensor<32x16xf32>) permutation = [1, 0]  loc(#loc19)
    %56 = tensor.empty() : tensor<2x2x32x16xf32> loc(#loc19)
    %57 = linalg.generic {indexing_maps = [#map9, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_54 : tensor<32x16xf32>) outs(%56 : tensor<2x2x32x16xf32>) {
    ^bb0(%in: f32 loc("merge"(#loc15)), %out: f32 loc("merge"(#loc15))):
      linalg.yield %in : f32 loc(#loc19)
    } -> tensor<2x2x32x16xf32> loc(#loc19)
    %collapsed_55 = tensor.collapse_shape %54 [[0, 1], [2], [3]] : tensor<2x2x2x32xf32> into tensor<4x2x32xf32> loc(#loc19)
    %collapsed_56 = tensor.collapse_shape %57 [[0, 1], [2], [3]] : tensor<2x2x32x16xf32> into tensor<4x32x16xf32> loc(#loc19)
    %58 = tensor.empty() : tensor<4x2x16xf32> loc(#loc19)
    %59 = linalg.fill ins(%cst : f32) outs(%58 : tensor<4x2x16xf32>) -> tensor<4x2x16xf32> loc(#loc19)
    %60 = linalg.batch_matmul ins(%collapsed_55, %collapsed_56 : tensor<4x2x32xf32>, tensor<4x32x16xf32>) outs(%59 : tensor<4x2x16xf32>) -> tensor<4x2x16xf32> loc(#loc19)
    %expanded_57 = tensor.expand_shape %60 [[0, 1], [2], [3]] output_shape [2, 2, 2, 16] : tensor<4x2x16xf32> into tensor<2x2x2x16xf32> loc(#loc19)
    %61 = tensor.empty() : tensor<2x2x2x16xf32> loc(#loc3)
    %62 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_57, %arg10 : tensor<2x2x2x16xf32>, tensor<2x2x2x16xf32>) outs(%61 : tensor<2x2x2x16xf32>) {
    ^bb0(%in: f32 loc("merge"(#loc15)), %in_58: f32 loc("models.py":141:0), %out: f32 loc("models.py":141:0)):
      %74 = arith.subf %in, %in_58 : f32 loc(#loc3)
      linalg.yield %74 : f32 loc(#loc3)
    } -> tensor<2x2x2x16xf32> loc(#loc3)
    %63 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<2x2x2x16xf32>) outs(%61 : tensor<2x2x2x16xf32>) {
    ^bb0(%in: f32 loc("models.py":141:0), %out: f32 loc("models.py":141:0)):
      %74 = math.absf %in : f32 loc(#loc3)
      linalg.yield %74 : f32 loc(#loc3)
    } -> tensor<2x2x2x16xf32> loc(#loc3)
    %64 = tensor.empty() : tensor<2x2x2x16xi1> loc(#loc3)
    %65 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<2x2x2x16xf32>) outs(%64 : tensor<2x2x2x16xi1>) {
    ^bb0(%in: f32 loc("models.py":141:0), %out: i1 loc("models.py":141:0)):
      %74 = arith.extf %in : f32 to f64 loc(#loc3)
      %75 = arith.cmpf olt, %74, %cst_1 : f64 loc(#loc3)
      linalg.yield %75 : i1 loc(#loc3)
    } -> tensor<2x2x2x16xi1> loc(#loc3)
    %66 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<2x2x2x16xf32>) outs(%61 : tensor<2x2x2x16xf32>) {
    ^bb0(%in: f32 loc("models.py":141:0), %out: f32 loc("models.py":141:0)):
      %74 = arith.mulf %in, %cst_4 : f32 loc(#loc3)
      linalg.yield %74 : f32 loc(#loc3)
    } -> tensor<2x2x2x16xf32> loc(#loc3)
    %67 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %63 : tensor<2x2x2x16xf32>, tensor<2x2x2x16xf32>) outs(%61 : tensor<2x2x2x16xf32>) {
    ^bb0(%in: f32 loc("models.py":141:0), %in_58: f32 loc("models.py":141:0), %out: f32 loc("models.py":141:0)):
      %74 = arith.mulf %in, %in_58 : f32 loc(#loc3)
      linalg.yield %74 : f32 loc(#loc3)
    } -> tensor<2x2x2x16xf32> loc(#loc3)
    %68 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<2x2x2x16xf32>) outs(%61 : tensor<2x2x2x16xf32>) {
    ^bb0(%in: f32 loc("models.py":141:0), %out: f32 loc("models.py":141:0)):
      %74 = arith.subf %in, %cst_4 : f32 loc(#loc3)
      linalg.yield %74 : f32 loc(#loc3)
    } -> tensor<2x2x2x16xf32> loc(#loc3)
    %69 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %67, %68 : tensor<2x2x2x16xi1>, tensor<2x2x2x16xf32>, tensor<2x2x2x16xf32>) outs(%61 : tensor<2x2x2x16xf32>) {
    ^bb0(%in: i1 loc("models.py":141:0), %in_58: f32 loc("models.py":141:0), %in_59: f32 loc("models.py":141:0), %out: f32 loc("models.py":141:0)):
      %74 = arith.select %in, %in_58, %in_59 : f32 loc(#loc3)
      linalg.yield %74 : f32 loc(#loc3)
    } -> tensor<2x2x2x16xf32> loc(#loc3)
    %70 = tensor.empty() : tensor<f32> loc(#loc3)
    %71 = linalg.fill ins(%cst : f32) outs(%70 : tensor<f32>) -> tensor<f32> loc(#loc3)
    %72 = linalg.generic {indexing_maps = [#map4, #map10], iterator_types = ["reduction", "reduction", "reduction", "reduction"]} ins(%69 : tensor<2x2x2x16xf32>) outs(%71 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":141:0), %out: f32 loc("models.py":141:0)):
      %74 = arith.addf %in, %out : f32 loc(#loc3)
      linalg.yield %74 : f32 loc(#loc3)
    } -> tensor<f32> loc(#loc3)
    %73 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = []} ins(%72 : tensor<f32>) outs(%70 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":141:0), %out: f32 loc("models.py":141:0)):
      %74 = arith.divf %in, %cst_5 : f32 loc(#loc3)
      linalg.yield %74 : f32 loc(#loc3)
    } -> tensor<f32> loc(#loc3)
    return %73 : tensor<f32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc5 = loc("models.py":134:0)
#loc9 = loc("models.py":138:0)
