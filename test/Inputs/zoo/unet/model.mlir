#loc = loc(unknown)
#loc1 = loc("models.py":107:0)
#loc2 = loc("torch/nn/modules/conv.py":565:0)
#loc3 = loc("models.py":106:0)
#loc4 = loc("torch/nn/modules/conv.py":1198:0)
#loc5 = loc("models.py":108:0)
#loc6 = loc("models.py":109:0)
#loc7 = loc("torch/nn/modules/activation.py":1649:0)
#loc8 = loc("models.py":110:0)
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> ()>
#map3 = affine_map<() -> ()>
#loc9 = loc(callsite(#loc2 at #loc3))
#loc10 = loc(callsite(#loc2 at #loc1))
#loc11 = loc(callsite(#loc4 at #loc5))
#loc12 = loc(callsite(#loc2 at #loc6))
#loc13 = loc(callsite(#loc7 at #loc6))
#loc14 = loc("down"(#loc9))
#loc15 = loc("deep"(#loc10))
#loc16 = loc("up"(#loc11))
#loc17 = loc("mix"(#loc12))
#loc18 = loc("slope"(#loc13))
#loc19 = loc("out"(#loc12))
module {
  func.func @main(%arg0: tensor<4x1x3x3xf32> {piper.param = "down.weight"} loc(unknown), %arg1: tensor<4xf32> {piper.param = "down.bias"} loc(unknown), %arg2: tensor<8x4x3x3xf32> {piper.param = "deep.weight"} loc(unknown), %arg3: tensor<8xf32> {piper.param = "deep.bias"} loc(unknown), %arg4: tensor<8x4x3x3xf32> {piper.param = "up.weight"} loc(unknown), %arg5: tensor<4xf32> {piper.param = "up.bias"} loc(unknown), %arg6: tensor<4x8x3x3xf32> {piper.param = "mix.weight"} loc(unknown), %arg7: tensor<4xf32> {piper.param = "mix.bias"} loc(unknown), %arg8: tensor<4xf32> {piper.param = "slope.weight"} loc(unknown), %arg9: tensor<1x4x1x1xf32> {piper.param = "out.weight"} loc(unknown), %arg10: tensor<1xf32> {piper.param = "out.bias"} loc(unknown), %arg11: tensor<2x1x8x8xf32> {piper.input = "x"} loc(unknown), %arg12: tensor<2x1x8x8xf32> {piper.input = "y"} loc(unknown)) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant 4.000000e+00 : f32 loc(#loc1)
    %c2 = arith.constant 2 : index loc(#loc)
    %cst_2 = arith.constant 2.000000e+00 : f32 loc(#loc)
    %cst_3 = arith.constant -1.000000e+00 : f32 loc(#loc)
    %cst_4 = arith.constant 1.280000e+02 : f32 loc(#loc)
    %cst_5 = arith.constant 3.000000e+00 : f32 loc(#loc)
    %padded = tensor.pad %arg11 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index loc("down"(#loc9)), %arg14: index loc("down"(#loc9)), %arg15: index loc("down"(#loc9)), %arg16: index loc("down"(#loc9))):
      tensor.yield %cst : f32 loc(#loc14)
    } : tensor<2x1x8x8xf32> to tensor<2x1x10x10xf32> loc(#loc14)
    %0 = tensor.empty() : tensor<2x4x8x8xf32> loc(#loc14)
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<4xf32>) outs(%0 : tensor<2x4x8x8xf32>) dimensions = [0, 2, 3]  loc(#loc14)
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<2x1x10x10xf32>, tensor<4x1x3x3xf32>) outs(%broadcasted : tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32> loc(#loc14)
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<2x4x8x8xf32>) outs(%0 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: f32 loc("down"(#loc9)), %out: f32 loc("models.py":106:0)):
      %39 = arith.negf %in : f32 loc(#loc3)
      %40 = math.exp %39 : f32 loc(#loc3)
      %41 = arith.addf %40, %cst_0 : f32 loc(#loc3)
      %42 = arith.divf %cst_0, %41 : f32 loc(#loc3)
      linalg.yield %42 : f32 loc(#loc3)
    } -> tensor<2x4x8x8xf32> loc(#loc3)
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %1 : tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>) outs(%0 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: f32 loc("models.py":106:0), %in_12: f32 loc("down"(#loc9)), %out: f32 loc("models.py":106:0)):
      %39 = arith.mulf %in, %in_12 : f32 loc(#loc3)
      linalg.yield %39 : f32 loc(#loc3)
    } -> tensor<2x4x8x8xf32> loc(#loc3)
    %4 = tensor.empty() : tensor<2x4x4x4xf32> loc(#loc1)
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32> loc(#loc1)
    %6 = tensor.empty() : tensor<2x2xf32> loc(#loc1)
    %7 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%3, %6 : tensor<2x4x8x8xf32>, tensor<2x2xf32>) outs(%5 : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32> loc(#loc1)
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<2x4x4x4xf32>) outs(%4 : tensor<2x4x4x4xf32>) {
    ^bb0(%in: f32 loc("models.py":107:0), %out: f32 loc("models.py":107:0)):
      %39 = arith.divf %in, %cst_1 : f32 loc(#loc1)
      linalg.yield %39 : f32 loc(#loc1)
    } -> tensor<2x4x4x4xf32> loc(#loc1)
    %padded_6 = tensor.pad %8 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index loc("deep"(#loc10)), %arg14: index loc("deep"(#loc10)), %arg15: index loc("deep"(#loc10)), %arg16: index loc("deep"(#loc10))):
      tensor.yield %cst : f32 loc(#loc15)
    } : tensor<2x4x4x4xf32> to tensor<2x4x6x6xf32> loc(#loc15)
    %9 = tensor.empty() : tensor<2x8x4x4xf32> loc(#loc15)
    %broadcasted_7 = linalg.broadcast ins(%arg3 : tensor<8xf32>) outs(%9 : tensor<2x8x4x4xf32>) dimensions = [0, 2, 3]  loc(#loc15)
    %10 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_6, %arg2 : tensor<2x4x6x6xf32>, tensor<8x4x3x3xf32>) outs(%broadcasted_7 : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32> loc(#loc15)
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<2x8x4x4xf32>) outs(%9 : tensor<2x8x4x4xf32>) {
    ^bb0(%in: f32 loc("deep"(#loc10)), %out: f32 loc("models.py":107:0)):
      %39 = arith.negf %in : f32 loc(#loc1)
      %40 = math.exp %39 : f32 loc(#loc1)
      %41 = arith.addf %40, %cst_0 : f32 loc(#loc1)
      %42 = arith.divf %cst_0, %41 : f32 loc(#loc1)
      linalg.yield %42 : f32 loc(#loc1)
    } -> tensor<2x8x4x4xf32> loc(#loc1)
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %10 : tensor<2x8x4x4xf32>, tensor<2x8x4x4xf32>) outs(%9 : tensor<2x8x4x4xf32>) {
    ^bb0(%in: f32 loc("models.py":107:0), %in_12: f32 loc("deep"(#loc10)), %out: f32 loc("models.py":107:0)):
      %39 = arith.mulf %in, %in_12 : f32 loc(#loc1)
      linalg.yield %39 : f32 loc(#loc1)
    } -> tensor<2x8x4x4xf32> loc(#loc1)
    %13 = tensor.empty() : tensor<4x8x3x3xf32> loc(#loc16)
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<4x8x3x3xf32>) -> tensor<4x8x3x3xf32> loc(#loc16)
    %15 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%14 : tensor<4x8x3x3xf32>) {
    ^bb0(%out: f32 loc("up"(#loc11))):
      %39 = linalg.index 0 : index loc(#loc16)
      %40 = linalg.index 1 : index loc(#loc16)
      %41 = linalg.index 2 : index loc(#loc16)
      %42 = linalg.index 3 : index loc(#loc16)
      %43 = arith.subi %c2, %41 : index loc(#loc16)
      %44 = arith.subi %c2, %42 : index loc(#loc16)
      %extracted = tensor.extract %arg4[%40, %39, %43, %44] : tensor<8x4x3x3xf32> loc(#loc16)
      linalg.yield %extracted : f32 loc(#loc16)
    } -> tensor<4x8x3x3xf32> loc(#loc16)
    %16 = tensor.empty() : tensor<2x8x10x10xf32> loc(#loc16)
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<2x8x10x10xf32>) -> tensor<2x8x10x10xf32> loc(#loc16)
    %inserted_slice = tensor.insert_slice %12 into %17[0, 0, 1, 1] [2, 8, 4, 4] [1, 1, 2, 2] : tensor<2x8x4x4xf32> into tensor<2x8x10x10xf32> loc(#loc16)
    %broadcasted_8 = linalg.broadcast ins(%arg5 : tensor<4xf32>) outs(%0 : tensor<2x4x8x8xf32>) dimensions = [0, 2, 3]  loc(#loc16)
    %18 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %15 : tensor<2x8x10x10xf32>, tensor<4x8x3x3xf32>) outs(%broadcasted_8 : tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32> loc(#loc16)
    %19 = tensor.empty() : tensor<2x8x8x8xf32> loc(#loc5)
    %20 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%19 : tensor<2x8x8x8xf32>) {
    ^bb0(%out: f32 loc("models.py":108:0)):
      %39 = linalg.index 0 : index loc(#loc5)
      %40 = linalg.index 1 : index loc(#loc5)
      %41 = linalg.index 2 : index loc(#loc5)
      %42 = linalg.index 3 : index loc(#loc5)
      %43 = arith.index_cast %41 : index to i64 loc(#loc5)
      %44 = arith.sitofp %43 : i64 to f32 loc(#loc5)
      %45 = arith.divf %44, %cst_2 : f32 loc(#loc5)
      %46 = math.floor %45 : f32 loc(#loc5)
      %47 = arith.maximumf %46, %cst : f32 loc(#loc5)
      %48 = arith.minimumf %47, %cst_5 : f32 loc(#loc5)
      %49 = arith.fptosi %48 : f32 to i64 loc(#loc5)
      %50 = arith.index_cast %49 : i64 to index loc(#loc5)
      %51 = arith.index_cast %42 : index to i64 loc(#loc5)
      %52 = arith.sitofp %51 : i64 to f32 loc(#loc5)
      %53 = arith.divf %52, %cst_2 : f32 loc(#loc5)
      %54 = math.floor %53 : f32 loc(#loc5)
      %55 = arith.maximumf %54, %cst : f32 loc(#loc5)
      %56 = arith.minimumf %55, %cst_5 : f32 loc(#loc5)
      %57 = arith.fptosi %56 : f32 to i64 loc(#loc5)
      %58 = arith.index_cast %57 : i64 to index loc(#loc5)
      %extracted = tensor.extract %12[%39, %40, %50, %58] : tensor<2x8x4x4xf32> loc(#loc5)
      linalg.yield %extracted : f32 loc(#loc5)
    } -> tensor<2x8x8x8xf32> loc(#loc5)
    %extracted_slice = tensor.extract_slice %20[0, 0, 0, 0] [2, 4, 8, 8] [1, 1, 1, 1] : tensor<2x8x8x8xf32> to tensor<2x4x8x8xf32> loc(#loc5)
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %extracted_slice : tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>) outs(%0 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: f32 loc("up"(#loc11)), %in_12: f32 loc("models.py":108:0), %out: f32 loc("models.py":108:0)):
      %39 = arith.addf %in, %in_12 : f32 loc(#loc5)
      linalg.yield %39 : f32 loc(#loc5)
    } -> tensor<2x4x8x8xf32> loc(#loc5)
    %concat = tensor.concat dim(1) %3, %21 : (tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>) -> tensor<2x8x8x8xf32> loc(#loc6)
    %padded_9 = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index loc("mix"(#loc12)), %arg14: index loc("mix"(#loc12)), %arg15: index loc("mix"(#loc12)), %arg16: index loc("mix"(#loc12))):
      tensor.yield %cst : f32 loc(#loc17)
    } : tensor<2x8x8x8xf32> to tensor<2x8x10x10xf32> loc(#loc17)
    %broadcasted_10 = linalg.broadcast ins(%arg7 : tensor<4xf32>) outs(%0 : tensor<2x4x8x8xf32>) dimensions = [0, 2, 3]  loc(#loc17)
    %22 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_9, %arg6 : tensor<2x8x10x10xf32>, tensor<4x8x3x3xf32>) outs(%broadcasted_10 : tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32> loc(#loc17)
    %expanded = tensor.expand_shape %arg8 [[0, 1, 2, 3]] output_shape [1, 4, 1, 1] : tensor<4xf32> into tensor<1x4x1x1xf32> loc(#loc18)
    %23 = tensor.empty() : tensor<2x4x8x8xi1> loc(#loc18)
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<2x4x8x8xf32>) outs(%23 : tensor<2x4x8x8xi1>) {
    ^bb0(%in: f32 loc("mix"(#loc12)), %out: i1 loc("slope"(#loc13))):
      %39 = arith.cmpf ogt, %in, %cst : f32 loc(#loc18)
      linalg.yield %39 : i1 loc(#loc18)
    } -> tensor<2x4x8x8xi1> loc(#loc18)
    %25 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %22 : tensor<1x4x1x1xf32>, tensor<2x4x8x8xf32>) outs(%0 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: f32 loc("slope"(#loc13)), %in_12: f32 loc("mix"(#loc12)), %out: f32 loc("slope"(#loc13))):
      %39 = arith.mulf %in, %in_12 : f32 loc(#loc18)
      linalg.yield %39 : f32 loc(#loc18)
    } -> tensor<2x4x8x8xf32> loc(#loc18)
    %26 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %22, %25 : tensor<2x4x8x8xi1>, tensor<2x4x8x8xf32>, tensor<2x4x8x8xf32>) outs(%0 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: i1 loc("slope"(#loc13)), %in_12: f32 loc("mix"(#loc12)), %in_13: f32 loc("slope"(#loc13)), %out: f32 loc("slope"(#loc13))):
      %39 = arith.select %in, %in_12, %in_13 : f32 loc(#loc18)
      linalg.yield %39 : f32 loc(#loc18)
    } -> tensor<2x4x8x8xf32> loc(#loc18)
    %27 = tensor.empty() : tensor<2x1x8x8xf32> loc(#loc19)
    %broadcasted_11 = linalg.broadcast ins(%arg10 : tensor<1xf32>) outs(%27 : tensor<2x1x8x8xf32>) dimensions = [0, 2, 3]  loc(#loc19)
    %28 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%26, %arg9 : tensor<2x4x8x8xf32>, tensor<1x4x1x1xf32>) outs(%broadcasted_11 : tensor<2x1x8x8xf32>) -> tensor<2x1x8x8xf32> loc(#loc19)
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg12 : tensor<2x1x8x8xf32>) outs(%27 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: f32 loc("models.py":110:0), %out: f32 loc("models.py":110:0)):
      %39 = arith.mulf %in, %cst_3 : f32 loc(#loc8)
      linalg.yield %39 : f32 loc(#loc8)
    } -> tensor<2x1x8x8xf32> loc(#loc8)
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<2x1x8x8xf32>) outs(%27 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: f32 loc("models.py":110:0), %out: f32 loc("models.py":110:0)):
      %39 = arith.addf %in, %cst_0 : f32 loc(#loc8)
      linalg.yield %39 : f32 loc(#loc8)
    } -> tensor<2x1x8x8xf32> loc(#loc8)
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %28 : tensor<2x1x8x8xf32>, tensor<2x1x8x8xf32>) outs(%27 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: f32 loc("models.py":110:0), %in_12: f32 loc("out"(#loc12)), %out: f32 loc("models.py":110:0)):
      %39 = arith.mulf %in, %in_12 : f32 loc(#loc8)
      linalg.yield %39 : f32 loc(#loc8)
    } -> tensor<2x1x8x8xf32> loc(#loc8)
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<2x1x8x8xf32>) outs(%27 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: f32 loc("out"(#loc12)), %out: f32 loc("models.py":110:0)):
      %39 = arith.negf %in : f32 loc(#loc8)
      %40 = math.exp %39 : f32 loc(#loc8)
      %41 = arith.addf %40, %cst_0 : f32 loc(#loc8)
      %42 = arith.divf %cst_0, %41 : f32 loc(#loc8)
      linalg.yield %42 : f32 loc(#loc8)
    } -> tensor<2x1x8x8xf32> loc(#loc8)
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<2x1x8x8xf32>) outs(%27 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: f32 loc("models.py":110:0), %out: f32 loc("models.py":110:0)):
      %39 = math.log %in : f32 loc(#loc8)
      linalg.yield %39 : f32 loc(#loc8)
    } -> tensor<2x1x8x8xf32> loc(#loc8)
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %33 : tensor<2x1x8x8xf32>, tensor<2x1x8x8xf32>) outs(%27 : tensor<2x1x8x8xf32>) {
    ^bb0(%in: f32 loc("models.py":110:0), %in_12: f32 loc("models.py":110:0), %out: f32 loc("models.py":110:0)):
      %39 = arith.subf %in, %in_12 : f32 loc(#loc8)
      linalg.yield %39 : f32 loc(#loc8)
    } -> tensor<2x1x8x8xf32> loc(#loc8)
    %35 = tensor.empty() : tensor<f32> loc(#loc8)
    %36 = linalg.fill ins(%cst : f32) outs(%35 : tensor<f32>) -> tensor<f32> loc(#loc8)
    %37 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction", "reduction", "reduction"]} ins(%34 : tensor<2x1x8x8xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":110:0), %out: f32 loc("models.py":110:0)):
      %39 = arith.addf %in, %out : f32 loc(#loc8)
      linalg.yield %39 : f32 loc(#loc8)
    } -> tensor<f32> loc(#loc8)
    %38 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%37 : tensor<f32>) outs(%35 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":110:0), %out: f32 loc("models.py":110:0)):
      %39 = arith.divf %in, %cst_4 : f32 loc(#loc8)
      linalg.yield %39 : f32 loc(#loc8)
    } -> tensor<f32> loc(#loc8)
    return %38 : tensor<f32> loc(#loc)
  } loc(#loc)
} loc(#loc)
