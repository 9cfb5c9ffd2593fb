#loc = loc(unknown)
#loc1 = loc("nets.py":18:0)
#loc2 = loc("nets.py":16:0)
#loc3 = loc("nets.py":15:0)
#loc4 = loc("nets.py":17:0)
#loc5 = loc("torch/nn/modules/normalization.py":334:0)
#loc6 = loc("torch/nn/modules/conv.py":565:0)
#loc7 = loc("nets.py":13:0)
#loc8 = loc("nets.py":14:0)
#loc9 = loc("torch/nn/modules/conv.py":385:0)
#loc10 = loc("torch/nn/modules/linear.py":134:0)
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map4 = affine_map<(d0, d1, d2, d3) -> ()>
#map5 = affine_map<(d0, d1, d2) -> ()>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1) -> (d0)>
#map10 = affine_map<(d0, d1) -> (d0, 0)>
#map11 = affine_map<(d0) -> (d0)>
#map12 = affine_map<(d0) -> ()>
#map13 = affine_map<() -> ()>
#loc11 = loc(callsite(#loc5 at #loc3))
#loc12 = loc(callsite(#loc6 at #loc7))
#loc13 = loc(callsite(#loc6 at #loc8))
#loc14 = loc(callsite(#loc6 at #loc3))
#loc15 = loc(callsite(#loc6 at #loc2))
#loc16 = loc(callsite(#loc9 at #loc4))
#loc17 = loc(callsite(#loc10 at #loc1))
#loc18 = loc("norm"(#loc11))
#loc19 = loc("conv1"(#loc12))
#loc20 = loc("grouped"(#loc13))
#loc21 = loc("depthwise"(#loc14))
#loc22 = loc("point"(#loc15))
#loc23 = loc("conv1d"(#loc16))
#loc24 = loc("fc"(#loc17))
module {
  func.func @main(%arg0: tensor<8x3x3x3xf32> {piper.param = "conv1.weight"} loc(unknown), %arg1: tensor<8xf32> {piper.param = "conv1.bias"} loc(unknown), %arg2: tensor<8x4x3x3xf32> {piper.param = "grouped.weight"} loc(unknown), %arg3: tensor<8x1x3x3xf32> {piper.param = "depthwise.weight"} loc(unknown), %arg4: tensor<8xf32> {piper.param = "depthwise.bias"} loc(unknown), %arg5: tensor<8xf32> {piper.param = "norm.weight"} loc(unknown), %arg6: tensor<8xf32> {piper.param = "norm.bias"} loc(unknown), %arg7: tensor<6x8x1x1xf32> {piper.param = "point.weight"} loc(unknown), %arg8: tensor<6xf32> {piper.param = "point.bias"} loc(unknown), %arg9: tensor<4x6x3xf32> {piper.param = "conv1d.weight"} loc(unknown), %arg10: tensor<4xf32> {piper.param = "conv1d.bias"} loc(unknown), %arg11: tensor<5x4xf32> {piper.param = "fc.weight"} loc(unknown), %arg12: tensor<5xf32> {piper.param = "fc.bias"} loc(unknown), %arg13: tensor<2x3x17x15xf32> {piper.input = "x"} loc(unknown), %arg14: tensor<2xi64> {piper.input = "targets"} loc(unknown)) -> tensor<f32> {
    %c-100_i64 = arith.constant -100 : i64 loc(#loc1)
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %cst_0 = arith.constant 0xFF800000 : f32 loc(#loc)
    %cst_1 = arith.constant 0.000000e+00 : f64 loc(#loc)
    %c5 = arith.constant 5 : index loc(#loc)
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<2xf32> loc(#loc1)
    %cst_3 = arith.constant dense<6.000000e+00> : tensor<f32> loc(#loc2)
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<f32> loc(#loc3)
    %cst_5 = arith.constant 1.000000e-02 : f64 loc(#loc4)
    %cst_6 = arith.constant 1.000000e-05 : f64 loc(#loc18)
    %cst_7 = arith.constant 2.240000e+02 : f32 loc(#loc)
    %cst_8 = arith.constant 2.240000e+02 : f64 loc(#loc)
    %cst_9 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_10 = arith.constant 3.000000e+00 : f32 loc(#loc)
    %cst_11 = arith.constant 6.000000e+00 : f32 loc(#loc)
    %cst_12 = arith.constant 4.000000e+00 : f32 loc(#loc2)
    %cst_13 = arith.constant dense<0> : tensor<2xi64> loc(#loc1)
    %padded = tensor.pad %arg13 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg15: index loc("conv1"(#loc12)), %arg16: index loc("conv1"(#loc12)), %arg17: index loc("conv1"(#loc12)), %arg18: index loc("conv1"(#loc12))):
      tensor.yield %cst : f32 loc(#loc19)
    } : tensor<2x3x17x15xf32> to tensor<2x3x19x17xf32> loc(#loc19)
    %0 = tensor.empty() : tensor<2x8x9x8xf32> loc(#loc19)
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<8xf32>) outs(%0 : tensor<2x8x9x8xf32>) dimensions = [0, 2, 3]  loc(#loc19)
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg0 : tensor<2x3x19x17xf32>, tensor<8x3x3x3xf32>) outs(%broadcasted : tensor<2x8x9x8xf32>) -> tensor<2x8x9x8xf32> loc(#loc19)
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<2x8x9x8xf32>) outs(%0 : tensor<2x8x9x8xf32>) {
    ^bb0(%in: f32 loc("conv1"(#loc12)), %out: f32 loc("nets.py":13:0)):
      %89 = arith.cmpf ugt, %in, %cst : f32 loc(#loc7)
      %90 = arith.select %89, %in, %cst : f32 loc(#loc7)
      linalg.yield %90 : f32 loc(#loc7)
    } -> tensor<2x8x9x8xf32> loc(#loc7)
    %padded_14 = tensor.pad %2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg15: index loc("grouped"(#loc13)), %arg16: index loc("grouped"(#loc13)), %arg17: index loc("grouped"(#loc13)), %arg18: index loc("grouped"(#loc13))):
      tensor.yield %cst : f32 loc(#loc20)
    } : tensor<2x8x9x8xf32> to tensor<2x8x11x10xf32> loc(#loc20)
    %expanded = tensor.expand_shape %padded_14 [[0], [1, 2], [3], [4]] output_shape [2, 2, 4, 11, 10] : tensor<2x8x11x10xf32> into tensor<2x2x4x11x10xf32> loc(#loc20)
    %expanded_15 = tensor.expand_shape %arg2 [[0, 1], [2], [3], [4]] output_shape [2, 4, 4, 3, 3] : tensor<8x4x3x3xf32> into tensor<2x4x4x3x3xf32> loc(#loc20)
    %expanded_16 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [2, 2, 4, 9, 8] : tensor<2x8x9x8xf32> into tensor<2x2x4x9x8xf32> loc(#loc20)
    %3 = linalg.fill ins(%cst : f32) outs(%expanded_16 : tensor<2x2x4x9x8xf32>) -> tensor<2x2x4x9x8xf32> loc(#loc20)
    %4 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded, %expanded_15 : tensor<2x2x4x11x10xf32>, tensor<2x4x4x3x3xf32>) outs(%3 : tensor<2x2x4x9x8xf32>) -> tensor<2x2x4x9x8xf32> loc(#loc20)
    %collapsed = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : tensor<2x2x4x9x8xf32> into tensor<2x8x9x8xf32> loc(#loc20)
    %5 = tensor.empty() : tensor<2x8x8x7xf32> loc(#loc8)
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<2x8x8x7xf32>) -> tensor<2x8x8x7xf32> loc(#loc8)
    %7 = tensor.empty() : tensor<2x2xf32> loc(#loc8)
    %8 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%collapsed, %7 : tensor<2x8x9x8xf32>, tensor<2x2xf32>) outs(%6 : tensor<2x8x8x7xf32>) -> tensor<2x8x8x7xf32> loc(#loc8)
    %padded_17 = tensor.pad %8 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg15: index loc("depthwise"(#loc14)), %arg16: index loc("depthwise"(#loc14)), %arg17: index loc("depthwise"(#loc14)), %arg18: index loc("depthwise"(#loc14))):
      tensor.yield %cst : f32 loc(#loc21)
    } : tensor<2x8x8x7xf32> to tensor<2x8x12x11xf32> loc(#loc21)
    %broadcasted_18 = linalg.broadcast ins(%arg4 : tensor<8xf32>) outs(%5 : tensor<2x8x8x7xf32>) dimensions = [0, 2, 3]  loc(#loc21)
    %collapsed_19 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : tensor<8x1x3x3xf32> into tensor<8x3x3xf32> loc(#loc21)
    %9 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_17, %collapsed_19 : tensor<2x8x12x11xf32>, tensor<8x3x3xf32>) outs(%broadcasted_18 : tensor<2x8x8x7xf32>) -> tensor<2x8x8x7xf32> loc(#loc21)
    %collapsed_20 = tensor.collapse_shape %9 [[0], [1, 2, 3]] : tensor<2x8x8x7xf32> into tensor<2x448xf32> loc(#loc18)
    %expanded_21 = tensor.expand_shape %collapsed_20 [[0], [1, 2]] output_shape [2, 2, 224] : tensor<2x448xf32> into tensor<2x2x224xf32> loc(#loc18)
    %10 = tensor.empty() : tensor<2x2x1xf32> loc(#loc18)
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<2x2x1xf32>) -> tensor<2x2x1xf32> loc(#loc18)
    %12 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_21 : tensor<2x2x224xf32>) outs(%11 : tensor<2x2x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc11)), %out: f32 loc("norm"(#loc11))):
      %89 = arith.addf %in, %out : f32 loc(#loc18)
      linalg.yield %89 : f32 loc(#loc18)
    } -> tensor<2x2x1xf32> loc(#loc18)
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x2x1xf32>) outs(%10 : tensor<2x2x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc11)), %out: f32 loc("norm"(#loc11))):
      %89 = arith.divf %in, %cst_7 : f32 loc(#loc18)
      linalg.yield %89 : f32 loc(#loc18)
    } -> tensor<2x2x1xf32> loc(#loc18)
    %14 = tensor.empty() : tensor<2x2x224xf64> loc(#loc18)
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x2x224xf32>) outs(%14 : tensor<2x2x224xf64>) {
    ^bb0(%in: f32 loc("norm"(#loc11)), %out: f64 loc("norm"(#loc11))):
      %89 = arith.extf %in : f32 to f64 loc(#loc18)
      linalg.yield %89 : f64 loc(#loc18)
    } -> tensor<2x2x224xf64> loc(#loc18)
    %16 = tensor.empty() : tensor<2x2x1xf64> loc(#loc18)
    %17 = linalg.fill ins(%cst_1 : f64) outs(%16 : tensor<2x2x1xf64>) -> tensor<2x2x1xf64> loc(#loc18)
    %18 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<2x2x224xf64>) outs(%17 : tensor<2x2x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc11)), %out: f64 loc("norm"(#loc11))):
      %89 = arith.addf %in, %out : f64 loc(#loc18)
      linalg.yield %89 : f64 loc(#loc18)
    } -> tensor<2x2x1xf64> loc(#loc18)
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x2x1xf64>) outs(%16 : tensor<2x2x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc11)), %out: f64 loc("norm"(#loc11))):
      %89 = arith.divf %in, %cst_8 : f64 loc(#loc18)
      linalg.yield %89 : f64 loc(#loc18)
    } -> tensor<2x2x1xf64> loc(#loc18)
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %19 : tensor<2x2x224xf64>, tensor<2x2x1xf64>) outs(%14 : tensor<2x2x224xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc11)), %in_32: f64 loc("norm"(#loc11)), %out: f64 loc("norm"(#loc11))):
      %89 = arith.subf %in, %in_32 : f64 loc(#loc18)
      linalg.yield %89 : f64 loc(#loc18)
    } -> tensor<2x2x224xf64> loc(#loc18)
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %20 : tensor<2x2x224xf64>, tensor<2x2x224xf64>) outs(%14 : tensor<2x2x224xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc11)), %in_32: f64 loc("norm"(#loc11)), %out: f64 loc("norm"(#loc11))):
      %89 = arith.mulf %in, %in_32 : f64 loc(#loc18)
      linalg.yield %89 : f64 loc(#loc18)
    } -> tensor<2x2x224xf64> loc(#loc18)
    %22 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21 : tensor<2x2x224xf64>) outs(%17 : tensor<2x2x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc11)), %out: f64 loc("norm"(#loc11))):
      %89 = arith.addf %in, %out : f64 loc(#loc18)
      linalg.yield %89 : f64 loc(#loc18)
    } -> tensor<2x2x1xf64> loc(#loc18)
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x2x1xf64>) outs(%16 : tensor<2x2x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc11)), %out: f64 loc("norm"(#loc11))):
      %89 = arith.divf %in, %cst_8 : f64 loc(#loc18)
      linalg.yield %89 : f64 loc(#loc18)
    } -> tensor<2x2x1xf64> loc(#loc18)
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<2x2x1xf64>) outs(%10 : tensor<2x2x1xf32>) {
    ^bb0(%in: f64 loc("norm"(#loc11)), %out: f32 loc("norm"(#loc11))):
      %89 = arith.truncf %in : f64 to f32 loc(#loc18)
      linalg.yield %89 : f32 loc(#loc18)
    } -> tensor<2x2x1xf32> loc(#loc18)
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<2x2x1xf32>) outs(%10 : tensor<2x2x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc11)), %out: f32 loc("norm"(#loc11))):
      %89 = arith.truncf %cst_6 : f64 to f32 loc(#loc18)
      %90 = arith.addf %in, %89 : f32 loc(#loc18)
      linalg.yield %90 : f32 loc(#loc18)
    } -> tensor<2x2x1xf32> loc(#loc18)
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<2x2x1xf32>) outs(%10 : tensor<2x2x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc11)), %out: f32 loc("norm"(#loc11))):
      %89 = math.rsqrt %in : f32 loc(#loc18)
      linalg.yield %89 : f32 loc(#loc18)
    } -> tensor<2x2x1xf32> loc(#loc18)
    %27 = tensor.empty() : tensor<2x2x224xf32> loc(#loc18)
    %28 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21, %13 : tensor<2x2x224xf32>, tensor<2x2x1xf32>) outs(%27 : tensor<2x2x224xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc11)), %in_32: f32 loc("norm"(#loc11)), %out: f32 loc("norm"(#loc11))):
      %89 = arith.subf %in, %in_32 : f32 loc(#loc18)
      linalg.yield %89 : f32 loc(#loc18)
    } -> tensor<2x2x224xf32> loc(#loc18)
    %29 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %26 : tensor<2x2x224xf32>, tensor<2x2x1xf32>) outs(%27 : tensor<2x2x224xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc11)), %in_32: f32 loc("norm"(#loc11)), %out: f32 loc("norm"(#loc11))):
      %89 = arith.mulf %in, %in_32 : f32 loc(#loc18)
      linalg.yield %89 : f32 loc(#loc18)
    } -> tensor<2x2x224xf32> loc(#loc18)
    %collapsed_22 = tensor.collapse_shape %29 [[0], [1, 2]] : tensor<2x2x224xf32> into tensor<2x448xf32> loc(#loc18)
    %expanded_23 = tensor.expand_shape %collapsed_22 [[0], [1, 2, 3]] output_shape [2, 8, 8, 7] : tensor<2x448xf32> into tensor<2x8x8x7xf32> loc(#loc18)
    %expanded_24 = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32> loc(#loc18)
    %30 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23, %expanded_24 : tensor<2x8x8x7xf32>, tensor<8x1x1xf32>) outs(%5 : tensor<2x8x8x7xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc11)), %in_32: f32 loc("norm"(#loc11)), %out: f32 loc("norm"(#loc11))):
      %89 = arith.mulf %in, %in_32 : f32 loc(#loc18)
      linalg.yield %89 : f32 loc(#loc18)
    } -> tensor<2x8x8x7xf32> loc(#loc18)
    %expanded_25 = tensor.expand_shape %arg6 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32> loc(#loc18)
    %31 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_25 : tensor<2x8x8x7xf32>, tensor<8x1x1xf32>) outs(%5 : tensor<2x8x8x7xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc11)), %in_32: f32 loc("norm"(#loc11)), %out: f32 loc("norm"(#loc11))):
      %89 = arith.addf %in, %in_32 : f32 loc(#loc18)
      linalg.yield %89 : f32 loc(#loc18)
    } -> tensor<2x8x8x7xf32> loc(#loc18)
    %32 = linalg.generic {indexing_maps = [#map4, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %31 : tensor<f32>, tensor<2x8x8x7xf32>) outs(%5 : tensor<2x8x8x7xf32>) {
    ^bb0(%in: f32 loc("nets.py":15:0), %in_32: f32 loc("norm"(#loc11)), %out: f32 loc("nets.py":15:0)):
      %89 = arith.cmpf ogt, %in, %in_32 : f32 loc(#loc3)
      %90 = arith.select %89, %in, %in_32 : f32 loc(#loc3)
      linalg.yield %90 : f32 loc(#loc3)
    } -> tensor<2x8x8x7xf32> loc(#loc3)
    %33 = linalg.generic {indexing_maps = [#map4, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %31 : tensor<f32>, tensor<2x8x8x7xf32>) outs(%5 : tensor<2x8x8x7xf32>) {
    ^bb0(%in: f32 loc("nets.py":15:0), %in_32: f32 loc("norm"(#loc11)), %out: f32 loc("nets.py":15:0)):
      %89 = arith.cmpf olt, %in, %in_32 : f32 loc(#loc3)
      %90 = arith.select %89, %in, %in_32 : f32 loc(#loc3)
      linalg.yield %90 : f32 loc(#loc3)
    } -> tensor<2x8x8x7xf32> loc(#loc3)
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<2x8x8x7xf32>) outs(%5 : tensor<2x8x8x7xf32>) {
    ^bb0(%in: f32 loc("nets.py":15:0), %out: f32 loc("nets.py":15:0)):
      %89 = math.exp %in : f32 loc(#loc3)
      linalg.yield %89 : f32 loc(#loc3)
    } -> tensor<2x8x8x7xf32> loc(#loc3)
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<2x8x8x7xf32>) outs(%5 : tensor<2x8x8x7xf32>) {
    ^bb0(%in: f32 loc("nets.py":15:0), %out: f32 loc("nets.py":15:0)):
      %89 = arith.subf %in, %cst_9 : f32 loc(#loc3)
      linalg.yield %89 : f32 loc(#loc3)
    } -> tensor<2x8x8x7xf32> loc(#loc3)
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %35 : tensor<2x8x8x7xf32>, tensor<2x8x8x7xf32>) outs(%5 : tensor<2x8x8x7xf32>) {
    ^bb0(%in: f32 loc("nets.py":15:0), %in_32: f32 loc("nets.py":15:0), %out: f32 loc("nets.py":15:0)):
      %89 = arith.addf %in, %in_32 : f32 loc(#loc3)
      linalg.yield %89 : f32 loc(#loc3)
    } -> tensor<2x8x8x7xf32> loc(#loc3)
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %36 : tensor<2x8x8x7xf32>, tensor<2x8x8x7xf32>) outs(%5 : tensor<2x8x8x7xf32>) {
    ^bb0(%in: f32 loc("nets.py":14:0), %in_32: f32 loc("nets.py":15:0), %out: f32 loc("nets.py":15:0)):
      %89 = arith.addf %in, %in_32 : f32 loc(#loc3)
      linalg.yield %89 : f32 loc(#loc3)
    } -> tensor<2x8x8x7xf32> loc(#loc3)
    %38 = tensor.empty() : tensor<2x6x8x7xf32> loc(#loc22)
    %broadcasted_26 = linalg.broadcast ins(%arg8 : tensor<6xf32>) outs(%38 : tensor<2x6x8x7xf32>) dimensions = [0, 2, 3]  loc(#loc22)
    %39 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%37, %arg7 : tensor<2x8x8x7xf32>, tensor<6x8x1x1xf32>) outs(%broadcasted_26 : tensor<2x6x8x7xf32>) -> tensor<2x6x8x7xf32> loc(#loc22)
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<2x6x8x7xf32>) outs(%38 : tensor<2x6x8x7xf32>) {
    ^bb0(%in: f32 loc("point"(#loc15)), %out: f32 loc("nets.py":16:0)):
      %89 = arith.addf %in, %cst_10 : f32 loc(#loc2)
      linalg.yield %89 : f32 loc(#loc2)
    } -> tensor<2x6x8x7xf32> loc(#loc2)
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<2x6x8x7xf32>) outs(%38 : tensor<2x6x8x7xf32>) {
    ^bb0(%in: f32 loc("nets.py":16:0), %out: f32 loc("nets.py":16:0)):
      %89 = arith.cmpf ugt, %in, %cst : f32 loc(#loc2)
      %90 = arith.select %89, %in, %cst : f32 loc(#loc2)
      linalg.yield %90 : f32 loc(#loc2)
    } -> tensor<2x6x8x7xf32> loc(#loc2)
    %42 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %cst_3 : tensor<2x6x8x7xf32>, tensor<f32>) outs(%38 : tensor<2x6x8x7xf32>) {
    ^bb0(%in: f32 loc("nets.py":16:0), %in_32: f32 loc("nets.py":16:0), %out: f32 loc("nets.py":16:0)):
      %89 = arith.cmpf olt, %in, %in_32 : f32 loc(#loc2)
      %90 = arith.select %89, %in, %in_32 : f32 loc(#loc2)
      linalg.yield %90 : f32 loc(#loc2)
    } -> tensor<2x6x8x7xf32> loc(#loc2)
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<2x6x8x7xf32>) outs(%38 : tensor<2x6x8x7xf32>) {
    ^bb0(%in: f32 loc("nets.py":16:0), %out: f32 loc("nets.py":16:0)):
      %89 = arith.divf %in, %cst_11 : f32 loc(#loc2)
      linalg.yield %89 : f32 loc(#loc2)
    } -> tensor<2x6x8x7xf32> loc(#loc2)
    %44 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %39 : tensor<2x6x8x7xf32>, tensor<2x6x8x7xf32>) outs(%38 : tensor<2x6x8x7xf32>) {
    ^bb0(%in: f32 loc("nets.py":16:0), %in_32: f32 loc("point"(#loc15)), %out: f32 loc("nets.py":16:0)):
      %89 = arith.mulf %in, %in_32 : f32 loc(#loc2)
      linalg.yield %89 : f32 loc(#loc2)
    } -> tensor<2x6x8x7xf32> loc(#loc2)
    %45 = tensor.empty() : tensor<2x6x4x3xf32> loc(#loc2)
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<2x6x4x3xf32>) -> tensor<2x6x4x3xf32> loc(#loc2)
    %47 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%44, %7 : tensor<2x6x8x7xf32>, tensor<2x2xf32>) outs(%46 : tensor<2x6x4x3xf32>) -> tensor<2x6x4x3xf32> loc(#loc2)
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<2x6x4x3xf32>) outs(%45 : tensor<2x6x4x3xf32>) {
    ^bb0(%in: f32 loc("nets.py":16:0), %out: f32 loc("nets.py":16:0)):
      %89 = arith.divf %in, %cst_12 : f32 loc(#loc2)
      linalg.yield %89 : f32 loc(#loc2)
    } -> tensor<2x6x4x3xf32> loc(#loc2)
    %collapsed_27 = tensor.collapse_shape %48 [[0], [1], [2, 3]] : tensor<2x6x4x3xf32> into tensor<2x6x12xf32> loc(#loc4)
    %49 = tensor.empty() : tensor<2x4x10xf32> loc(#loc23)
    %broadcasted_28 = linalg.broadcast ins(%arg10 : tensor<4xf32>) outs(%49 : tensor<2x4x10xf32>) dimensions = [0, 2]  loc(#loc23)
    %50 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%collapsed_27, %arg9 : tensor<2x6x12xf32>, tensor<4x6x3xf32>) outs(%broadcasted_28 : tensor<2x4x10xf32>) -> tensor<2x4x10xf32> loc(#loc23)
    %51 = linalg.generic {indexing_maps = [#map5, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4, %50 : tensor<f32>, tensor<2x4x10xf32>) outs(%49 : tensor<2x4x10xf32>) {
    ^bb0(%in: f32 loc("nets.py":15:0), %in_32: f32 loc("conv1d"(#loc16)), %out: f32 loc("nets.py":17:0)):
      %89 = arith.cmpf ogt, %in, %in_32 : f32 loc(#loc4)
      %90 = arith.select %89, %in, %in_32 : f32 loc(#loc4)
      linalg.yield %90 : f32 loc(#loc4)
    } -> tensor<2x4x10xf32> loc(#loc4)
    %52 = linalg.generic {indexing_maps = [#map5, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4, %50 : tensor<f32>, tensor<2x4x10xf32>) outs(%49 : tensor<2x4x10xf32>) {
    ^bb0(%in: f32 loc("nets.py":15:0), %in_32: f32 loc("conv1d"(#loc16)), %out: f32 loc("nets.py":17:0)):
      %89 = arith.cmpf olt, %in, %in_32 : f32 loc(#loc4)
      %90 = arith.select %89, %in, %in_32 : f32 loc(#loc4)
      linalg.yield %90 : f32 loc(#loc4)
    } -> tensor<2x4x10xf32> loc(#loc4)
    %53 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<2x4x10xf32>) outs(%49 : tensor<2x4x10xf32>) {
    ^bb0(%in: f32 loc("nets.py":17:0), %out: f32 loc("nets.py":17:0)):
      %89 = arith.truncf %cst_5 : f64 to f32 loc(#loc4)
      %90 = arith.mulf %in, %89 : f32 loc(#loc4)
      linalg.yield %90 : f32 loc(#loc4)
    } -> tensor<2x4x10xf32> loc(#loc4)
    %54 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51, %53 : tensor<2x4x10xf32>, tensor<2x4x10xf32>) outs(%49 : tensor<2x4x10xf32>) {
    ^bb0(%in: f32 loc("nets.py":17:0), %in_32: f32 loc("nets.py":17:0), %out: f32 loc("nets.py":17:0)):
      %89 = arith.addf %in, %in_32 : f32 loc(#loc4)
      linalg.yield %89 : f32 loc(#loc4)
    } -> tensor<2x4x10xf32> loc(#loc4)
    %55 = tensor.empty() : tensor<2x4xi64> loc(#loc1)
    %56 = linalg.fill ins(%c0_i64 : i64) outs(%55 : tensor<2x4xi64>) -> tensor<2x4xi64> loc(#loc1)
    %57 = tensor.empty() : tensor<2x4xf32> loc(#loc1)
    %58 = linalg.fill ins(%cst_0 : f32) outs(%57 : tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc1)
    %59:2 = linalg.generic {indexing_maps = [#map1, #map6, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%54 : tensor<2x4x10xf32>) outs(%58, %56 : tensor<2x4xf32>, tensor<2x4xi64>) {
    ^bb0(%in: f32 loc("nets.py":17:0), %out: f32 loc("nets.py":18:0), %out_32: i64 loc("nets.py":18:0)):
      %89 = linalg.index 2 : index loc(#loc1)
      %90 = arith.index_cast %89 : index to i64 loc(#loc1)
      %91 = arith.maximumf %in, %out : f32 loc(#loc1)
      %92 = arith.cmpf ogt, %in, %out : f32 loc(#loc1)
      %93 = arith.select %92, %90, %out_32 : i64 loc(#loc1)
      linalg.yield %91, %93 : f32, i64 loc(#loc1)
    } -> (tensor<2x4xf32>, tensor<2x4xi64>) loc(#loc1)
    %60 = tensor.empty() : tensor<4x5xf32> loc(#loc24)
    %transposed = linalg.transpose ins(%arg11 : tensor<5x4xf32>) outs(%60 : tensor<4x5xf32>) permutation = [1, 0]  loc(#loc24)
    %61 = tensor.empty() : tensor<2x5xf32> loc(#loc24)
    %62 = linalg.fill ins(%cst : f32) outs(%61 : tensor<2x5xf32>) -> tensor<2x5xf32> loc(#loc24)
    %63 = linalg.matmul ins(%59#0, %transposed : tensor<2x4xf32>, tensor<4x5xf32>) outs(%62 : tensor<2x5xf32>) -> tensor<2x5xf32> loc(#loc24)
    %64 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%63, %arg12 : tensor<2x5xf32>, tensor<5xf32>) outs(%61 : tensor<2x5xf32>) {
    ^bb0(%in: f32 loc("fc"(#loc17)), %in_32: f32 loc("fc"(#loc17)), %out: f32 loc("fc"(#loc17))):
      %89 = arith.addf %in, %in_32 : f32 loc(#loc24)
      linalg.yield %89 : f32 loc(#loc24)
    } -> tensor<2x5xf32> loc(#loc24)
    %65 = tensor.empty() : tensor<2xi64> loc(#loc1)
    %66 = linalg.fill ins(%c0_i64 : i64) outs(%65 : tensor<2xi64>) -> tensor<2xi64> loc(#loc1)
    %67 = tensor.empty() : tensor<2xf32> loc(#loc1)
    %68 = linalg.fill ins(%cst_0 : f32) outs(%67 : tensor<2xf32>) -> tensor<2xf32> loc(#loc1)
    %69:2 = linalg.generic {indexing_maps = [#map7, #map9, #map9], iterator_types = ["parallel", "reduction"]} ins(%64 : tensor<2x5xf32>) outs(%68, %66 : tensor<2xf32>, tensor<2xi64>) {
    ^bb0(%in: f32 loc("fc"(#loc17)), %out: f32 loc("nets.py":18:0), %out_32: i64 loc("nets.py":18:0)):
      %89 = linalg.index 1 : index loc(#loc1)
      %90 = arith.index_cast %89 : index to i64 loc(#loc1)
      %91 = arith.maximumf %in, %out : f32 loc(#loc1)
      %92 = arith.cmpf ogt, %in, %out : f32 loc(#loc1)
      %93 = arith.select %92, %90, %out_32 : i64 loc(#loc1)
      linalg.yield %91, %93 : f32, i64 loc(#loc1)
    } -> (tensor<2xf32>, tensor<2xi64>) loc(#loc1)
    %expanded_29 = tensor.expand_shape %69#0 [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32> loc(#loc1)
    %70 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel", "parallel"]} ins(%64, %expanded_29 : tensor<2x5xf32>, tensor<2x1xf32>) outs(%61 : tensor<2x5xf32>) {
    ^bb0(%in: f32 loc("fc"(#loc17)), %in_32: f32 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = arith.subf %in, %in_32 : f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<2x5xf32> loc(#loc1)
    %71 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<2x5xf32>) outs(%61 : tensor<2x5xf32>) {
    ^bb0(%in: f32 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = math.exp %in : f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<2x5xf32> loc(#loc1)
    %72 = tensor.empty() : tensor<2x1xf32> loc(#loc1)
    %73 = linalg.fill ins(%cst : f32) outs(%72 : tensor<2x1xf32>) -> tensor<2x1xf32> loc(#loc1)
    %74 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["parallel", "reduction"]} ins(%71 : tensor<2x5xf32>) outs(%73 : tensor<2x1xf32>) {
    ^bb0(%in: f32 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<2x1xf32> loc(#loc1)
    %75 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%74 : tensor<2x1xf32>) outs(%72 : tensor<2x1xf32>) {
    ^bb0(%in: f32 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = math.log %in : f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<2x1xf32> loc(#loc1)
    %76 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel", "parallel"]} ins(%70, %75 : tensor<2x5xf32>, tensor<2x1xf32>) outs(%61 : tensor<2x5xf32>) {
    ^bb0(%in: f32 loc("nets.py":18:0), %in_32: f32 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = arith.subf %in, %in_32 : f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<2x5xf32> loc(#loc1)
    %77 = tensor.empty() : tensor<2xi1> loc(#loc1)
    %78 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%arg14 : tensor<2xi64>) outs(%77 : tensor<2xi1>) {
    ^bb0(%in: i64 loc("nets.py":18:0), %out: i1 loc("nets.py":18:0)):
      %89 = arith.cmpi ne, %in, %c-100_i64 : i64 loc(#loc1)
      linalg.yield %89 : i1 loc(#loc1)
    } -> tensor<2xi1> loc(#loc1)
    %79 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel"]} ins(%78, %arg14, %cst_13 : tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) outs(%65 : tensor<2xi64>) {
    ^bb0(%in: i1 loc("nets.py":18:0), %in_32: i64 loc("nets.py":18:0), %in_33: i64 loc("nets.py":18:0), %out: i64 loc("nets.py":18:0)):
      %89 = arith.select %in, %in_32, %in_33 : i64 loc(#loc1)
      linalg.yield %89 : i64 loc(#loc1)
    } -> tensor<2xi64> loc(#loc1)
    %expanded_30 = tensor.expand_shape %79 [[0, 1]] output_shape [2, 1] : tensor<2xi64> into tensor<2x1xi64> loc(#loc1)
    %80 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%expanded_30 : tensor<2x1xi64>) outs(%73 : tensor<2x1xf32>) {
    ^bb0(%in: i64 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = linalg.index 0 : index loc(#loc1)
      %90 = arith.index_cast %in : i64 to index loc(#loc1)
      %91 = arith.cmpi slt, %90, %c5 : index loc(#loc1)
      cf.assert %91, "index must be smaller than dim size" loc(#loc1)
      %92 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc1)
      cf.assert %92, "index must be larger or equal to 0" loc(#loc1)
      %extracted = tensor.extract %76[%89, %90] : tensor<2x5xf32> loc(#loc1)
      linalg.yield %extracted : f32 loc(#loc1)
    } -> tensor<2x1xf32> loc(#loc1)
    %collapsed_31 = tensor.collapse_shape %80 [[0, 1]] : tensor<2x1xf32> into tensor<2xf32> loc(#loc1)
    %81 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%collapsed_31 : tensor<2xf32>) outs(%67 : tensor<2xf32>) {
    ^bb0(%in: f32 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = arith.negf %in : f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<2xf32> loc(#loc1)
    %82 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%78 : tensor<2xi1>) outs(%67 : tensor<2xf32>) {
    ^bb0(%in: i1 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = arith.uitofp %in : i1 to f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<2xf32> loc(#loc1)
    %83 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel"]} ins(%78, %81, %cst_2 : tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) outs(%67 : tensor<2xf32>) {
    ^bb0(%in: i1 loc("nets.py":18:0), %in_32: f32 loc("nets.py":18:0), %in_33: f32 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = arith.select %in, %in_32, %in_33 : f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<2xf32> loc(#loc1)
    %84 = tensor.empty() : tensor<f32> loc(#loc1)
    %85 = linalg.fill ins(%cst : f32) outs(%84 : tensor<f32>) -> tensor<f32> loc(#loc1)
    %86 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["reduction"]} ins(%83 : tensor<2xf32>) outs(%85 : tensor<f32>) {
    ^bb0(%in: f32 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    %87 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["reduction"]} ins(%82 : tensor<2xf32>) outs(%85 : tensor<f32>) {
    ^bb0(%in: f32 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    %88 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = []} ins(%86, %87 : tensor<f32>, tensor<f32>) outs(%84 : tensor<f32>) {
    ^bb0(%in: f32 loc("nets.py":18:0), %in_32: f32 loc("nets.py":18:0), %out: f32 loc("nets.py":18:0)):
      %89 = arith.divf %in, %in_32 : f32 loc(#loc1)
      linalg.yield %89 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    return %88 : tensor<f32> loc(#loc)
  } loc(#loc)
} loc(#loc)
