#loc = loc(unknown)
#loc1 = loc("torch/nn/modules/linear.py":134:0)
#loc2 = loc("models.py":48:0)
#loc3 = loc("models.py":49:0)
#loc4 = loc("torch/nn/modules/conv.py":385:0)
#loc5 = loc("models.py":50:0)
#loc6 = loc("models.py":51:0)
#loc7 = loc("models.py":54:0)
#loc8 = loc("models.py":55:0)
#loc9 = loc("models.py":56:0)
#loc10 = loc("models.py":57:0)
#map = affine_map<(d0, d1, d2) -> (d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map9 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map11 = affine_map<(d0, d1, d2) -> ()>
#map12 = affine_map<() -> ()>
#loc11 = loc(callsite(#loc1 at #loc2))
#loc12 = loc(callsite(#loc4 at #loc3))
#loc13 = loc(callsite(#loc1 at #loc5))
#loc14 = loc(callsite(#loc1 at #loc6))
#loc15 = loc(callsite(#loc1 at #loc8))
#loc16 = loc(callsite(#loc1 at #loc10))
#loc17 = loc("enter"(#loc11))
#loc18 = loc("conv"(#loc12))
#loc19 = loc("dt"(#loc13))
#loc20 = loc("B"(#loc14))
#loc21 = loc("C"(#loc15))
#loc22 = loc("leave"(#loc16))
module {
  func.func @main(%arg0: tensor<6x3xf32> {piper.param = "A"} loc(unknown), %arg1: tensor<6xf32> {piper.param = "D"} loc(unknown), %arg2: tensor<12x6xf32> {piper.param = "enter.weight"} loc(unknown), %arg3: tensor<12xf32> {piper.param = "enter.bias"} loc(unknown), %arg4: tensor<6x6xf32> {piper.param = "leave.weight"} loc(unknown), %arg5: tensor<6xf32> {piper.param = "leave.bias"} loc(unknown), %arg6: tensor<6x1x4xf32> {piper.param = "conv.weight"} loc(unknown), %arg7: tensor<6xf32> {piper.param = "conv.bias"} loc(unknown), %arg8: tensor<6x6xf32> {piper.param = "dt.weight"} loc(unknown), %arg9: tensor<6xf32> {piper.param = "dt.bias"} loc(unknown), %arg10: tensor<3x6xf32> {piper.param = "B.weight"} loc(unknown), %arg11: tensor<3xf32> {piper.param = "B.bias"} loc(unknown), %arg12: tensor<3x6xf32> {piper.param = "C.weight"} loc(unknown), %arg13: tensor<3xf32> {piper.param = "C.bias"} loc(unknown), %arg14: tensor<2x5x6xf32> {piper.input = "x"} loc(unknown), %arg15: tensor<2x5x6xf32> {piper.input = "y"} loc(unknown)) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant 2.000000e+01 : f32 loc(#loc)
    %cst_2 = arith.constant 6.000000e+01 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<6x12xf32> loc(#loc17)
    %transposed = linalg.transpose ins(%arg2 : tensor<12x6xf32>) outs(%0 : tensor<6x12xf32>) permutation = [1, 0]  loc(#loc17)
    %1 = tensor.empty() : tensor<2x6x12xf32> loc(#loc17)
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<6x12xf32>) outs(%1 : tensor<2x6x12xf32>) {
    ^bb0(%in: f32 loc("enter"(#loc11)), %out: f32 loc("enter"(#loc11))):
      linalg.yield %in : f32 loc(#loc17)
    } -> tensor<2x6x12xf32> loc(#loc17)
    %3 = tensor.empty() : tensor<2x5x12xf32> loc(#loc17)
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<2x5x12xf32>) -> tensor<2x5x12xf32> loc(#loc17)
    %5 = linalg.batch_matmul ins(%arg14, %2 : tensor<2x5x6xf32>, tensor<2x6x12xf32>) outs(%4 : tensor<2x5x12xf32>) -> tensor<2x5x12xf32> loc(#loc17)
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %arg3 : tensor<2x5x12xf32>, tensor<12xf32>) outs(%3 : tensor<2x5x12xf32>) {
    ^bb0(%in: f32 loc("enter"(#loc11)), %in_60: f32 loc("enter"(#loc11)), %out: f32 loc("enter"(#loc11))):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc17)
      linalg.yield %82 : f32 loc(#loc17)
    } -> tensor<2x5x12xf32> loc(#loc17)
    %extracted_slice = tensor.extract_slice %6[0, 0, 0] [2, 5, 6] [1, 1, 1] : tensor<2x5x12xf32> to tensor<2x5x6xf32> loc(#loc2)
    %extracted_slice_3 = tensor.extract_slice %6[0, 0, 6] [2, 5, 6] [1, 1, 1] : tensor<2x5x12xf32> to tensor<2x5x6xf32> loc(#loc2)
    %7 = tensor.empty() : tensor<2x6x5xf32> loc(#loc3)
    %transposed_4 = linalg.transpose ins(%extracted_slice : tensor<2x5x6xf32>) outs(%7 : tensor<2x6x5xf32>) permutation = [0, 2, 1]  loc(#loc3)
    %expanded = tensor.expand_shape %transposed_4 [[0], [1], [2, 3]] output_shape [2, 6, 5, 1] : tensor<2x6x5xf32> into tensor<2x6x5x1xf32> loc(#loc18)
    %expanded_5 = tensor.expand_shape %arg6 [[0], [1], [2, 3]] output_shape [6, 1, 4, 1] : tensor<6x1x4xf32> into tensor<6x1x4x1xf32> loc(#loc18)
    %padded = tensor.pad %expanded low[0, 0, 3, 0] high[0, 0, 3, 0] {
    ^bb0(%arg16: index loc("conv"(#loc12)), %arg17: index loc("conv"(#loc12)), %arg18: index loc("conv"(#loc12)), %arg19: index loc("conv"(#loc12))):
      tensor.yield %cst : f32 loc(#loc18)
    } : tensor<2x6x5x1xf32> to tensor<2x6x11x1xf32> loc(#loc18)
    %8 = tensor.empty() : tensor<2x6x8x1xf32> loc(#loc18)
    %broadcasted = linalg.broadcast ins(%arg7 : tensor<6xf32>) outs(%8 : tensor<2x6x8x1xf32>) dimensions = [0, 2, 3]  loc(#loc18)
    %collapsed = tensor.collapse_shape %expanded_5 [[0, 1], [2], [3]] : tensor<6x1x4x1xf32> into tensor<6x4x1xf32> loc(#loc18)
    %9 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<2x6x11x1xf32>, tensor<6x4x1xf32>) outs(%broadcasted : tensor<2x6x8x1xf32>) -> tensor<2x6x8x1xf32> loc(#loc18)
    %collapsed_6 = tensor.collapse_shape %9 [[0], [1], [2, 3]] : tensor<2x6x8x1xf32> into tensor<2x6x8xf32> loc(#loc18)
    %extracted_slice_7 = tensor.extract_slice %collapsed_6[0, 0, 0] [2, 6, 5] [1, 1, 1] : tensor<2x6x8xf32> to tensor<2x6x5xf32> loc(#loc3)
    %10 = tensor.empty() : tensor<2x5x6xf32> loc(#loc3)
    %transposed_8 = linalg.transpose ins(%extracted_slice_7 : tensor<2x6x5xf32>) outs(%10 : tensor<2x5x6xf32>) permutation = [0, 2, 1]  loc(#loc3)
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_8 : tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":49:0), %out: f32 loc("models.py":49:0)):
      %82 = arith.negf %in : f32 loc(#loc3)
      %83 = math.exp %82 : f32 loc(#loc3)
      %84 = arith.addf %83, %cst_0 : f32 loc(#loc3)
      %85 = arith.divf %cst_0, %84 : f32 loc(#loc3)
      linalg.yield %85 : f32 loc(#loc3)
    } -> tensor<2x5x6xf32> loc(#loc3)
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %transposed_8 : tensor<2x5x6xf32>, tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":49:0), %in_60: f32 loc("models.py":49:0), %out: f32 loc("models.py":49:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc3)
      linalg.yield %82 : f32 loc(#loc3)
    } -> tensor<2x5x6xf32> loc(#loc3)
    %13 = tensor.empty() : tensor<6x6xf32> loc(#loc19)
    %transposed_9 = linalg.transpose ins(%arg8 : tensor<6x6xf32>) outs(%13 : tensor<6x6xf32>) permutation = [1, 0]  loc(#loc19)
    %14 = tensor.empty() : tensor<2x6x6xf32> loc(#loc19)
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_9 : tensor<6x6xf32>) outs(%14 : tensor<2x6x6xf32>) {
    ^bb0(%in: f32 loc("dt"(#loc13)), %out: f32 loc("dt"(#loc13))):
      linalg.yield %in : f32 loc(#loc19)
    } -> tensor<2x6x6xf32> loc(#loc19)
    %16 = linalg.fill ins(%cst : f32) outs(%10 : tensor<2x5x6xf32>) -> tensor<2x5x6xf32> loc(#loc19)
    %17 = linalg.batch_matmul ins(%12, %15 : tensor<2x5x6xf32>, tensor<2x6x6xf32>) outs(%16 : tensor<2x5x6xf32>) -> tensor<2x5x6xf32> loc(#loc19)
    %18 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %arg9 : tensor<2x5x6xf32>, tensor<6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("dt"(#loc13)), %in_60: f32 loc("dt"(#loc13)), %out: f32 loc("dt"(#loc13))):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc19)
      linalg.yield %82 : f32 loc(#loc19)
    } -> tensor<2x5x6xf32> loc(#loc19)
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":50:0), %out: f32 loc("models.py":50:0)):
      %82 = math.exp %in : f32 loc(#loc5)
      linalg.yield %82 : f32 loc(#loc5)
    } -> tensor<2x5x6xf32> loc(#loc5)
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":50:0), %out: f32 loc("models.py":50:0)):
      %82 = math.log1p %in : f32 loc(#loc5)
      linalg.yield %82 : f32 loc(#loc5)
    } -> tensor<2x5x6xf32> loc(#loc5)
    %21 = tensor.empty() : tensor<2x5x6xi1> loc(#loc5)
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x5x6xf32>) outs(%21 : tensor<2x5x6xi1>) {
    ^bb0(%in: f32 loc("models.py":50:0), %out: i1 loc("models.py":50:0)):
      %82 = arith.cmpf ogt, %in, %cst_1 : f32 loc(#loc5)
      linalg.yield %82 : i1 loc(#loc5)
    } -> tensor<2x5x6xi1> loc(#loc5)
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %18, %20 : tensor<2x5x6xi1>, tensor<2x5x6xf32>, tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: i1 loc("models.py":50:0), %in_60: f32 loc("dt"(#loc13)), %in_61: f32 loc("models.py":50:0), %out: f32 loc("models.py":50:0)):
      %82 = arith.select %in, %in_60, %in_61 : f32 loc(#loc5)
      linalg.yield %82 : f32 loc(#loc5)
    } -> tensor<2x5x6xf32> loc(#loc5)
    %expanded_10 = tensor.expand_shape %23 [[0], [1], [2, 3]] output_shape [2, 5, 6, 1] : tensor<2x5x6xf32> into tensor<2x5x6x1xf32> loc(#loc5)
    %24 = tensor.empty() : tensor<2x5x6x1xf32> loc(#loc6)
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<2x5x6x1xf32>) outs(%24 : tensor<2x5x6x1xf32>) {
    ^bb0(%in: f32 loc("models.py":50:0), %out: f32 loc("models.py":51:0)):
      %82 = arith.negf %in : f32 loc(#loc6)
      linalg.yield %82 : f32 loc(#loc6)
    } -> tensor<2x5x6x1xf32> loc(#loc6)
    %26 = tensor.empty() : tensor<6x3xf32> loc(#loc6)
    %27 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x3xf32>) outs(%26 : tensor<6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":51:0), %out: f32 loc("models.py":51:0)):
      %82 = math.exp %in : f32 loc(#loc6)
      linalg.yield %82 : f32 loc(#loc6)
    } -> tensor<6x3xf32> loc(#loc6)
    %28 = tensor.empty() : tensor<2x5x6x3xf32> loc(#loc6)
    %29 = linalg.generic {indexing_maps = [#map5, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %27 : tensor<2x5x6x1xf32>, tensor<6x3xf32>) outs(%28 : tensor<2x5x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":51:0), %in_60: f32 loc("models.py":51:0), %out: f32 loc("models.py":51:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc6)
      linalg.yield %82 : f32 loc(#loc6)
    } -> tensor<2x5x6x3xf32> loc(#loc6)
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<2x5x6x3xf32>) outs(%28 : tensor<2x5x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":51:0), %out: f32 loc("models.py":51:0)):
      %82 = math.exp %in : f32 loc(#loc6)
      linalg.yield %82 : f32 loc(#loc6)
    } -> tensor<2x5x6x3xf32> loc(#loc6)
    %transposed_11 = linalg.transpose ins(%arg10 : tensor<3x6xf32>) outs(%26 : tensor<6x3xf32>) permutation = [1, 0]  loc(#loc20)
    %31 = tensor.empty() : tensor<2x6x3xf32> loc(#loc20)
    %32 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_11 : tensor<6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("B"(#loc14)), %out: f32 loc("B"(#loc14))):
      linalg.yield %in : f32 loc(#loc20)
    } -> tensor<2x6x3xf32> loc(#loc20)
    %33 = tensor.empty() : tensor<2x5x3xf32> loc(#loc20)
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<2x5x3xf32>) -> tensor<2x5x3xf32> loc(#loc20)
    %35 = linalg.batch_matmul ins(%12, %32 : tensor<2x5x6xf32>, tensor<2x6x3xf32>) outs(%34 : tensor<2x5x3xf32>) -> tensor<2x5x3xf32> loc(#loc20)
    %36 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %arg11 : tensor<2x5x3xf32>, tensor<3xf32>) outs(%33 : tensor<2x5x3xf32>) {
    ^bb0(%in: f32 loc("B"(#loc14)), %in_60: f32 loc("B"(#loc14)), %out: f32 loc("B"(#loc14))):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc20)
      linalg.yield %82 : f32 loc(#loc20)
    } -> tensor<2x5x3xf32> loc(#loc20)
    %expanded_12 = tensor.expand_shape %36 [[0], [1], [2, 3]] output_shape [2, 5, 1, 3] : tensor<2x5x3xf32> into tensor<2x5x1x3xf32> loc(#loc6)
    %37 = linalg.generic {indexing_maps = [#map5, #map7, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10, %expanded_12 : tensor<2x5x6x1xf32>, tensor<2x5x1x3xf32>) outs(%28 : tensor<2x5x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":50:0), %in_60: f32 loc("models.py":51:0), %out: f32 loc("models.py":51:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc6)
      linalg.yield %82 : f32 loc(#loc6)
    } -> tensor<2x5x6x3xf32> loc(#loc6)
    %extracted_slice_13 = tensor.extract_slice %30[0, 0, 0, 0] [2, 1, 6, 3] [1, 1, 1, 1] : tensor<2x5x6x3xf32> to tensor<2x1x6x3xf32> loc(#loc7)
    %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2], [3]] : tensor<2x1x6x3xf32> into tensor<2x6x3xf32> loc(#loc7)
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_14 : tensor<2x6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.mulf %in, %cst : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_15 = tensor.extract_slice %37[0, 0, 0, 0] [2, 1, 6, 3] [1, 1, 1, 1] : tensor<2x5x6x3xf32> to tensor<2x1x6x3xf32> loc(#loc7)
    %collapsed_16 = tensor.collapse_shape %extracted_slice_15 [[0, 1], [2], [3]] : tensor<2x1x6x3xf32> into tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_17 = tensor.extract_slice %12[0, 0, 0] [2, 1, 6] [1, 1, 1] : tensor<2x5x6xf32> to tensor<2x1x6xf32> loc(#loc7)
    %collapsed_18 = tensor.collapse_shape %extracted_slice_17 [[0, 1], [2]] : tensor<2x1x6xf32> into tensor<2x6xf32> loc(#loc7)
    %expanded_19 = tensor.expand_shape %collapsed_18 [[0], [1, 2]] output_shape [2, 6, 1] : tensor<2x6xf32> into tensor<2x6x1xf32> loc(#loc7)
    %39 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_16, %expanded_19 : tensor<2x6x3xf32>, tensor<2x6x1xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %39 : tensor<2x6x3xf32>, tensor<2x6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %transposed_20 = linalg.transpose ins(%arg12 : tensor<3x6xf32>) outs(%26 : tensor<6x3xf32>) permutation = [1, 0]  loc(#loc21)
    %41 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_20 : tensor<6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("C"(#loc15)), %out: f32 loc("C"(#loc15))):
      linalg.yield %in : f32 loc(#loc21)
    } -> tensor<2x6x3xf32> loc(#loc21)
    %42 = linalg.batch_matmul ins(%12, %41 : tensor<2x5x6xf32>, tensor<2x6x3xf32>) outs(%34 : tensor<2x5x3xf32>) -> tensor<2x5x3xf32> loc(#loc21)
    %43 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %arg13 : tensor<2x5x3xf32>, tensor<3xf32>) outs(%33 : tensor<2x5x3xf32>) {
    ^bb0(%in: f32 loc("C"(#loc15)), %in_60: f32 loc("C"(#loc15)), %out: f32 loc("C"(#loc15))):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc21)
      linalg.yield %82 : f32 loc(#loc21)
    } -> tensor<2x5x3xf32> loc(#loc21)
    %extracted_slice_21 = tensor.extract_slice %43[0, 0, 0] [2, 1, 3] [1, 1, 1] : tensor<2x5x3xf32> to tensor<2x1x3xf32> loc(#loc8)
    %44 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %extracted_slice_21 : tensor<2x6x3xf32>, tensor<2x1x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":55:0), %out: f32 loc("models.py":55:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc8)
      linalg.yield %82 : f32 loc(#loc8)
    } -> tensor<2x6x3xf32> loc(#loc8)
    %45 = tensor.empty() : tensor<2x6xf32> loc(#loc8)
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<2x6xf32>) -> tensor<2x6xf32> loc(#loc8)
    %47 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%44 : tensor<2x6x3xf32>) outs(%46 : tensor<2x6xf32>) {
    ^bb0(%in: f32 loc("models.py":55:0), %out: f32 loc("models.py":55:0)):
      %82 = arith.addf %in, %out : f32 loc(#loc8)
      linalg.yield %82 : f32 loc(#loc8)
    } -> tensor<2x6xf32> loc(#loc8)
    %extracted_slice_22 = tensor.extract_slice %30[0, 1, 0, 0] [2, 1, 6, 3] [1, 1, 1, 1] : tensor<2x5x6x3xf32> to tensor<2x1x6x3xf32> loc(#loc7)
    %collapsed_23 = tensor.collapse_shape %extracted_slice_22 [[0, 1], [2], [3]] : tensor<2x1x6x3xf32> into tensor<2x6x3xf32> loc(#loc7)
    %48 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_23, %40 : tensor<2x6x3xf32>, tensor<2x6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_24 = tensor.extract_slice %37[0, 1, 0, 0] [2, 1, 6, 3] [1, 1, 1, 1] : tensor<2x5x6x3xf32> to tensor<2x1x6x3xf32> loc(#loc7)
    %collapsed_25 = tensor.collapse_shape %extracted_slice_24 [[0, 1], [2], [3]] : tensor<2x1x6x3xf32> into tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_26 = tensor.extract_slice %12[0, 1, 0] [2, 1, 6] [1, 1, 1] : tensor<2x5x6xf32> to tensor<2x1x6xf32> loc(#loc7)
    %collapsed_27 = tensor.collapse_shape %extracted_slice_26 [[0, 1], [2]] : tensor<2x1x6xf32> into tensor<2x6xf32> loc(#loc7)
    %expanded_28 = tensor.expand_shape %collapsed_27 [[0], [1, 2]] output_shape [2, 6, 1] : tensor<2x6xf32> into tensor<2x6x1xf32> loc(#loc7)
    %49 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_25, %expanded_28 : tensor<2x6x3xf32>, tensor<2x6x1xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %50 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %49 : tensor<2x6x3xf32>, tensor<2x6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_29 = tensor.extract_slice %43[0, 1, 0] [2, 1, 3] [1, 1, 1] : tensor<2x5x3xf32> to tensor<2x1x3xf32> loc(#loc8)
    %51 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %extracted_slice_29 : tensor<2x6x3xf32>, tensor<2x1x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":55:0), %out: f32 loc("models.py":55:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc8)
      linalg.yield %82 : f32 loc(#loc8)
    } -> tensor<2x6x3xf32> loc(#loc8)
    %52 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%51 : tensor<2x6x3xf32>) outs(%46 : tensor<2x6xf32>) {
    ^bb0(%in: f32 loc("models.py":55:0), %out: f32 loc("models.py":55:0)):
      %82 = arith.addf %in, %out : f32 loc(#loc8)
      linalg.yield %82 : f32 loc(#loc8)
    } -> tensor<2x6xf32> loc(#loc8)
    %extracted_slice_30 = tensor.extract_slice %30[0, 2, 0, 0] [2, 1, 6, 3] [1, 1, 1, 1] : tensor<2x5x6x3xf32> to tensor<2x1x6x3xf32> loc(#loc7)
    %collapsed_31 = tensor.collapse_shape %extracted_slice_30 [[0, 1], [2], [3]] : tensor<2x1x6x3xf32> into tensor<2x6x3xf32> loc(#loc7)
    %53 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_31, %50 : tensor<2x6x3xf32>, tensor<2x6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_32 = tensor.extract_slice %37[0, 2, 0, 0] [2, 1, 6, 3] [1, 1, 1, 1] : tensor<2x5x6x3xf32> to tensor<2x1x6x3xf32> loc(#loc7)
    %collapsed_33 = tensor.collapse_shape %extracted_slice_32 [[0, 1], [2], [3]] : tensor<2x1x6x3xf32> into tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_34 = tensor.extract_slice %12[0, 2, 0] [2, 1, 6] [1, 1, 1] : tensor<2x5x6xf32> to tensor<2x1x6xf32> loc(#loc7)
    %collapsed_35 = tensor.collapse_shape %extracted_slice_34 [[0, 1], [2]] : tensor<2x1x6xf32> into tensor<2x6xf32> loc(#loc7)
    %expanded_36 = tensor.expand_shape %collapsed_35 [[0], [1, 2]] output_shape [2, 6, 1] : tensor<2x6xf32> into tensor<2x6x1xf32> loc(#loc7)
    %54 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_33, %expanded_36 : tensor<2x6x3xf32>, tensor<2x6x1xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %55 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %54 : tensor<2x6x3xf32>, tensor<2x6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_37 = tensor.extract_slice %43[0, 2, 0] [2, 1, 3] [1, 1, 1] : tensor<2x5x3xf32> to tensor<2x1x3xf32> loc(#loc8)
    %56 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %extracted_slice_37 : tensor<2x6x3xf32>, tensor<2x1x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":55:0), %out: f32 loc("models.py":55:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc8)
      linalg.yield %82 : f32 loc(#loc8)
    } -> tensor<2x6x3xf32> loc(#loc8)
    %57 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<2x6x3xf32>) outs(%46 : tensor<2x6xf32>) {
    ^bb0(%in: f32 loc("models.py":55:0), %out: f32 loc("models.py":55:0)):
      %82 = arith.addf %in, %out : f32 loc(#loc8)
      linalg.yield %82 : f32 loc(#loc8)
    } -> tensor<2x6xf32> loc(#loc8)
    %extracted_slice_38 = tensor.extract_slice %30[0, 3, 0, 0] [2, 1, 6, 3] [1, 1, 1, 1] : tensor<2x5x6x3xf32> to tensor<2x1x6x3xf32> loc(#loc7)
    %collapsed_39 = tensor.collapse_shape %extracted_slice_38 [[0, 1], [2], [3]] : tensor<2x1x6x3xf32> into tensor<2x6x3xf32> loc(#loc7)
    %58 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_39, %55 : tensor<2x6x3xf32>, tensor<2x6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_40 = tensor.extract_slice %37[0, 3, 0, 0] [2, 1, 6, 3] [1, 1, 1, 1] : tensor<2x5x6x3xf32> to tensor<2x1x6x3xf32> loc(#loc7)
    %collapsed_41 = tensor.collapse_shape %extracted_slice_40 [[0, 1], [2], [3]] : tensor<2x1x6x3xf32> into tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_42 = tensor.extract_slice %12[0, 3, 0] [2, 1, 6] [1, 1, 1] : tensor<2x5x6xf32> to tensor<2x1x6xf32> loc(#loc7)
    %collapsed_43 = tensor.collapse_shape %extracted_slice_42 [[0, 1], [2]] : tensor<2x1x6xf32> into tensor<2x6xf32> loc(#loc7)
    %expanded_44 = tensor.expand_shape %collapsed_43 [[0], [1, 2]] output_shape [2, 6, 1] : tensor<2x6xf32> into tensor<2x6x1xf32> loc(#loc7)
    %59 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_41, %expanded_44 : tensor<2x6x3xf32>, tensor<2x6x1xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %59 : tensor<2x6x3xf32>, tensor<2x6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_45 = tensor.extract_slice %43[0, 3, 0] [2, 1, 3] [1, 1, 1] : tensor<2x5x3xf32> to tensor<2x1x3xf32> loc(#loc8)
    %61 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %extracted_slice_45 : tensor<2x6x3xf32>, tensor<2x1x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":55:0), %out: f32 loc("models.py":55:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc8)
      linalg.yield %82 : f32 loc(#loc8)
    } -> tensor<2x6x3xf32> loc(#loc8)
    %62 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<2x6x3xf32>) outs(%46 : tensor<2x6xf32>) {
    ^bb0(%in: f32 loc("models.py":55:0), %out: f32 loc("models.py":55:0)):
      %82 = arith.addf %in, %out : f32 loc(#loc8)
      linalg.yield %82 : f32 loc(#loc8)
    } -> tensor<2x6xf32> loc(#loc8)
    %extracted_slice_46 = tensor.extract_slice %30[0, 4, 0, 0] [2, 1, 6, 3] [1, 1, 1, 1] : tensor<2x5x6x3xf32> to tensor<2x1x6x3xf32> loc(#loc7)
    %collapsed_47 = tensor.collapse_shape %extracted_slice_46 [[0, 1], [2], [3]] : tensor<2x1x6x3xf32> into tensor<2x6x3xf32> loc(#loc7)
    %63 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_47, %60 : tensor<2x6x3xf32>, tensor<2x6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_48 = tensor.extract_slice %37[0, 4, 0, 0] [2, 1, 6, 3] [1, 1, 1, 1] : tensor<2x5x6x3xf32> to tensor<2x1x6x3xf32> loc(#loc7)
    %collapsed_49 = tensor.collapse_shape %extracted_slice_48 [[0, 1], [2], [3]] : tensor<2x1x6x3xf32> into tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_50 = tensor.extract_slice %12[0, 4, 0] [2, 1, 6] [1, 1, 1] : tensor<2x5x6xf32> to tensor<2x1x6xf32> loc(#loc7)
    %collapsed_51 = tensor.collapse_shape %extracted_slice_50 [[0, 1], [2]] : tensor<2x1x6xf32> into tensor<2x6xf32> loc(#loc7)
    %expanded_52 = tensor.expand_shape %collapsed_51 [[0], [1, 2]] output_shape [2, 6, 1] : tensor<2x6xf32> into tensor<2x6x1xf32> loc(#loc7)
    %64 = linalg.generic {indexing_maps = [#map1, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_49, %expanded_52 : tensor<2x6x3xf32>, tensor<2x6x1xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %65 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63, %64 : tensor<2x6x3xf32>, tensor<2x6x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":54:0), %out: f32 loc("models.py":54:0)):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc7)
      linalg.yield %82 : f32 loc(#loc7)
    } -> tensor<2x6x3xf32> loc(#loc7)
    %extracted_slice_53 = tensor.extract_slice %43[0, 4, 0] [2, 1, 3] [1, 1, 1] : tensor<2x5x3xf32> to tensor<2x1x3xf32> loc(#loc8)
    %66 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %extracted_slice_53 : tensor<2x6x3xf32>, tensor<2x1x3xf32>) outs(%31 : tensor<2x6x3xf32>) {
    ^bb0(%in: f32 loc("models.py":54:0), %in_60: f32 loc("models.py":55:0), %out: f32 loc("models.py":55:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc8)
      linalg.yield %82 : f32 loc(#loc8)
    } -> tensor<2x6x3xf32> loc(#loc8)
    %67 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "reduction"]} ins(%66 : tensor<2x6x3xf32>) outs(%46 : tensor<2x6xf32>) {
    ^bb0(%in: f32 loc("models.py":55:0), %out: f32 loc("models.py":55:0)):
      %82 = arith.addf %in, %out : f32 loc(#loc8)
      linalg.yield %82 : f32 loc(#loc8)
    } -> tensor<2x6xf32> loc(#loc8)
    %expanded_54 = tensor.expand_shape %47 [[0], [1, 2]] output_shape [2, 1, 6] : tensor<2x6xf32> into tensor<2x1x6xf32> loc(#loc9)
    %expanded_55 = tensor.expand_shape %52 [[0], [1, 2]] output_shape [2, 1, 6] : tensor<2x6xf32> into tensor<2x1x6xf32> loc(#loc9)
    %expanded_56 = tensor.expand_shape %57 [[0], [1, 2]] output_shape [2, 1, 6] : tensor<2x6xf32> into tensor<2x1x6xf32> loc(#loc9)
    %expanded_57 = tensor.expand_shape %62 [[0], [1, 2]] output_shape [2, 1, 6] : tensor<2x6xf32> into tensor<2x1x6xf32> loc(#loc9)
    %expanded_58 = tensor.expand_shape %67 [[0], [1, 2]] output_shape [2, 1, 6] : tensor<2x6xf32> into tensor<2x1x6xf32> loc(#loc9)
    %concat = tensor.concat dim(1) %expanded_54, %expanded_55, %expanded_56, %expanded_57, %expanded_58 : (tensor<2x1x6xf32>, tensor<2x1x6xf32>, tensor<2x1x6xf32>, tensor<2x1x6xf32>, tensor<2x1x6xf32>) -> tensor<2x5x6xf32> loc(#loc9)
    %68 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %arg1 : tensor<2x5x6xf32>, tensor<6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":49:0), %in_60: f32 loc("models.py":56:0), %out: f32 loc("models.py":56:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc9)
      linalg.yield %82 : f32 loc(#loc9)
    } -> tensor<2x5x6xf32> loc(#loc9)
    %69 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %68 : tensor<2x5x6xf32>, tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":56:0), %in_60: f32 loc("models.py":56:0), %out: f32 loc("models.py":56:0)):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc9)
      linalg.yield %82 : f32 loc(#loc9)
    } -> tensor<2x5x6xf32> loc(#loc9)
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_3 : tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":48:0), %out: f32 loc("models.py":56:0)):
      %82 = arith.negf %in : f32 loc(#loc9)
      %83 = math.exp %82 : f32 loc(#loc9)
      %84 = arith.addf %83, %cst_0 : f32 loc(#loc9)
      %85 = arith.divf %cst_0, %84 : f32 loc(#loc9)
      linalg.yield %85 : f32 loc(#loc9)
    } -> tensor<2x5x6xf32> loc(#loc9)
    %71 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %extracted_slice_3 : tensor<2x5x6xf32>, tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":56:0), %in_60: f32 loc("models.py":48:0), %out: f32 loc("models.py":56:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc9)
      linalg.yield %82 : f32 loc(#loc9)
    } -> tensor<2x5x6xf32> loc(#loc9)
    %72 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %71 : tensor<2x5x6xf32>, tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":56:0), %in_60: f32 loc("models.py":56:0), %out: f32 loc("models.py":56:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc9)
      linalg.yield %82 : f32 loc(#loc9)
    } -> tensor<2x5x6xf32> loc(#loc9)
    %transposed_59 = linalg.transpose ins(%arg4 : tensor<6x6xf32>) outs(%13 : tensor<6x6xf32>) permutation = [1, 0]  loc(#loc22)
    %73 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_59 : tensor<6x6xf32>) outs(%14 : tensor<2x6x6xf32>) {
    ^bb0(%in: f32 loc("leave"(#loc16)), %out: f32 loc("leave"(#loc16))):
      linalg.yield %in : f32 loc(#loc22)
    } -> tensor<2x6x6xf32> loc(#loc22)
    %74 = linalg.batch_matmul ins(%72, %73 : tensor<2x5x6xf32>, tensor<2x6x6xf32>) outs(%16 : tensor<2x5x6xf32>) -> tensor<2x5x6xf32> loc(#loc22)
    %75 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %arg5 : tensor<2x5x6xf32>, tensor<6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("leave"(#loc16)), %in_60: f32 loc("leave"(#loc16)), %out: f32 loc("leave"(#loc16))):
      %82 = arith.addf %in, %in_60 : f32 loc(#loc22)
      linalg.yield %82 : f32 loc(#loc22)
    } -> tensor<2x5x6xf32> loc(#loc22)
    %76 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %arg15 : tensor<2x5x6xf32>, tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("leave"(#loc16)), %in_60: f32 loc("models.py":57:0), %out: f32 loc("models.py":57:0)):
      %82 = arith.subf %in, %in_60 : f32 loc(#loc10)
      linalg.yield %82 : f32 loc(#loc10)
    } -> tensor<2x5x6xf32> loc(#loc10)
    %77 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %76 : tensor<2x5x6xf32>, tensor<2x5x6xf32>) outs(%10 : tensor<2x5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":57:0), %in_60: f32 loc("models.py":57:0), %out: f32 loc("models.py":57:0)):
      %82 = arith.mulf %in, %in_60 : f32 loc(#loc10)
      linalg.yield %82 : f32 loc(#loc10)
    } -> tensor<2x5x6xf32> loc(#loc10)
    %78 = tensor.empty() : tensor<f32> loc(#loc10)
    %79 = linalg.fill ins(%cst : f32) outs(%78 : tensor<f32>) -> tensor<f32> loc(#loc10)
    %80 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["reduction", "reduction", "reduction"]} ins(%77 : tensor<2x5x6xf32>) outs(%79 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":57:0), %out: f32 loc("models.py":57:0)):
      %82 = arith.addf %in, %out : f32 loc(#loc10)
      linalg.yield %82 : f32 loc(#loc10)
    } -> tensor<f32> loc(#loc10)
    %81 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%80 : tensor<f32>) outs(%78 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":57:0), %out: f32 loc("models.py":57:0)):
      %82 = arith.divf %in, %cst_2 : f32 loc(#loc10)
      linalg.yield %82 : f32 loc(#loc10)
    } -> tensor<f32> loc(#loc10)
    return %81 : tensor<f32> loc(#loc)
  } loc(#loc)
} loc(#loc)
