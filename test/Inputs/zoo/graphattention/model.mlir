#loc = loc(unknown)
#loc1 = loc("models.py":164:0)
#loc2 = loc("models.py":159:0)
#loc3 = loc("models.py":163:0)
#loc4 = loc("models.py":161:0)
#loc5 = loc("torch/nn/modules/linear.py":134:0)
#loc6 = loc("models.py":158:0)
#loc7 = loc("models.py":160:0)
#loc8 = loc("models.py":162:0)
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0) -> ()>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<() -> ()>
#loc9 = loc(callsite(#loc5 at #loc6))
#loc10 = loc(callsite(#loc5 at #loc1))
#loc11 = loc("enter"(#loc9))
#loc12 = loc("leave"(#loc10))
module {
  func.func @main(%arg0: tensor<6xf32> {piper.param = "weigh"} loc(unknown), %arg1: tensor<6x4xf32> {piper.param = "enter.weight"} loc(unknown), %arg2: tensor<6xf32> {piper.param = "enter.bias"} loc(unknown), %arg3: tensor<3x6xf32> {piper.param = "leave.weight"} loc(unknown), %arg4: tensor<3xf32> {piper.param = "leave.bias"} loc(unknown), %arg5: tensor<5x4xf32> {piper.input = "x"} loc(unknown), %arg6: tensor<9xi64> {piper.input = "source"} loc(unknown), %arg7: tensor<9xi64> {piper.input = "target"} loc(unknown), %arg8: tensor<5xi64> {piper.input = "y"} loc(unknown)) -> tensor<f32> {
    %c-100_i64 = arith.constant -100 : i64 loc(#loc1)
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %c5_i64 = arith.constant 5 : i64 loc(#loc)
    %cst_0 = arith.constant 0xFF800000 : f32 loc(#loc)
    %c3 = arith.constant 3 : index loc(#loc)
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32> loc(#loc2)
    %cst_2 = arith.constant 9.9999999999999995E-7 : f64 loc(#loc3)
    %cst_3 = arith.constant 1.000000e-02 : f64 loc(#loc2)
    %cst_4 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<5xf32> loc(#loc4)
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<5x6xf32> loc(#loc3)
    %cst_7 = arith.constant dense<0> : tensor<i64> loc(#loc1)
    %0 = tensor.empty() : tensor<4x6xf32> loc(#loc11)
    %transposed = linalg.transpose ins(%arg1 : tensor<6x4xf32>) outs(%0 : tensor<4x6xf32>) permutation = [1, 0]  loc(#loc11)
    %1 = tensor.empty() : tensor<5x6xf32> loc(#loc11)
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<5x6xf32>) -> tensor<5x6xf32> loc(#loc11)
    %3 = linalg.matmul ins(%arg5, %transposed : tensor<5x4xf32>, tensor<4x6xf32>) outs(%2 : tensor<5x6xf32>) -> tensor<5x6xf32> loc(#loc11)
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %arg2 : tensor<5x6xf32>, tensor<6xf32>) outs(%1 : tensor<5x6xf32>) {
    ^bb0(%in: f32 loc("enter"(#loc9)), %in_14: f32 loc("enter"(#loc9)), %out: f32 loc("enter"(#loc9))):
      %60 = arith.addf %in, %in_14 : f32 loc(#loc11)
      linalg.yield %60 : f32 loc(#loc11)
    } -> tensor<5x6xf32> loc(#loc11)
    %5 = tensor.empty() : tensor<9x6xf32> loc(#loc2)
    %6 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<9xi64>) outs(%5 : tensor<9x6xf32>) {
    ^bb0(%in: i64 loc("models.py":159:0), %out: f32 loc("models.py":159:0)):
      %60 = arith.cmpi slt, %in, %c0_i64 : i64 loc(#loc2)
      %61 = arith.addi %in, %c5_i64 : i64 loc(#loc2)
      %62 = arith.select %60, %61, %in : i64 loc(#loc2)
      %63 = arith.index_cast %62 : i64 to index loc(#loc2)
      %64 = linalg.index 1 : index loc(#loc2)
      %extracted = tensor.extract %4[%63, %64] : tensor<5x6xf32> loc(#loc2)
      linalg.yield %extracted : f32 loc(#loc2)
    } -> tensor<9x6xf32> loc(#loc2)
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %arg0 : tensor<9x6xf32>, tensor<6xf32>) outs(%5 : tensor<9x6xf32>) {
    ^bb0(%in: f32 loc("models.py":159:0), %in_14: f32 loc("models.py":159:0), %out: f32 loc("models.py":159:0)):
      %60 = arith.mulf %in, %in_14 : f32 loc(#loc2)
      linalg.yield %60 : f32 loc(#loc2)
    } -> tensor<9x6xf32> loc(#loc2)
    %8 = tensor.empty() : tensor<9xf32> loc(#loc2)
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<9xf32>) -> tensor<9xf32> loc(#loc2)
    %10 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%7 : tensor<9x6xf32>) outs(%9 : tensor<9xf32>) {
    ^bb0(%in: f32 loc("models.py":159:0), %out: f32 loc("models.py":159:0)):
      %60 = arith.addf %in, %out : f32 loc(#loc2)
      linalg.yield %60 : f32 loc(#loc2)
    } -> tensor<9xf32> loc(#loc2)
    %11 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel"]} ins(%cst_1, %10 : tensor<f32>, tensor<9xf32>) outs(%8 : tensor<9xf32>) {
    ^bb0(%in: f32 loc("models.py":159:0), %in_14: f32 loc("models.py":159:0), %out: f32 loc("models.py":159:0)):
      %60 = arith.cmpf ogt, %in, %in_14 : f32 loc(#loc2)
      %61 = arith.select %60, %in, %in_14 : f32 loc(#loc2)
      linalg.yield %61 : f32 loc(#loc2)
    } -> tensor<9xf32> loc(#loc2)
    %12 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel"]} ins(%cst_1, %10 : tensor<f32>, tensor<9xf32>) outs(%8 : tensor<9xf32>) {
    ^bb0(%in: f32 loc("models.py":159:0), %in_14: f32 loc("models.py":159:0), %out: f32 loc("models.py":159:0)):
      %60 = arith.cmpf olt, %in, %in_14 : f32 loc(#loc2)
      %61 = arith.select %60, %in, %in_14 : f32 loc(#loc2)
      linalg.yield %61 : f32 loc(#loc2)
    } -> tensor<9xf32> loc(#loc2)
    %13 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%12 : tensor<9xf32>) outs(%8 : tensor<9xf32>) {
    ^bb0(%in: f32 loc("models.py":159:0), %out: f32 loc("models.py":159:0)):
      %60 = arith.truncf %cst_3 : f64 to f32 loc(#loc2)
      %61 = arith.mulf %in, %60 : f32 loc(#loc2)
      linalg.yield %61 : f32 loc(#loc2)
    } -> tensor<9xf32> loc(#loc2)
    %14 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%11, %13 : tensor<9xf32>, tensor<9xf32>) outs(%8 : tensor<9xf32>) {
    ^bb0(%in: f32 loc("models.py":159:0), %in_14: f32 loc("models.py":159:0), %out: f32 loc("models.py":159:0)):
      %60 = arith.addf %in, %in_14 : f32 loc(#loc2)
      linalg.yield %60 : f32 loc(#loc2)
    } -> tensor<9xf32> loc(#loc2)
    %15 = tensor.empty() : tensor<f32> loc(#loc7)
    %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : tensor<f32>) -> tensor<f32> loc(#loc7)
    %17 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["reduction"]} ins(%14 : tensor<9xf32>) outs(%16 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":159:0), %out: f32 loc("models.py":160:0)):
      %60 = arith.maximumf %in, %out : f32 loc(#loc7)
      linalg.yield %60 : f32 loc(#loc7)
    } -> tensor<f32> loc(#loc7)
    %18 = linalg.generic {indexing_maps = [#map4, #map3, #map4], iterator_types = ["parallel"]} ins(%14, %17 : tensor<9xf32>, tensor<f32>) outs(%8 : tensor<9xf32>) {
    ^bb0(%in: f32 loc("models.py":159:0), %in_14: f32 loc("models.py":160:0), %out: f32 loc("models.py":160:0)):
      %60 = arith.subf %in, %in_14 : f32 loc(#loc7)
      linalg.yield %60 : f32 loc(#loc7)
    } -> tensor<9xf32> loc(#loc7)
    %19 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%18 : tensor<9xf32>) outs(%8 : tensor<9xf32>) {
    ^bb0(%in: f32 loc("models.py":160:0), %out: f32 loc("models.py":160:0)):
      %60 = math.exp %in : f32 loc(#loc7)
      linalg.yield %60 : f32 loc(#loc7)
    } -> tensor<9xf32> loc(#loc7)
    %expanded = tensor.expand_shape %arg7 [[0, 1]] output_shape [9, 1] : tensor<9xi64> into tensor<9x1xi64> loc(#loc4)
    %expanded_8 = tensor.expand_shape %19 [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32> loc(#loc4)
    %20 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%expanded_8, %expanded : tensor<9x1xf32>, tensor<9x1xi64>) outs(%cst_5 : tensor<5xf32>) {
    ^bb0(%arg9: f32 loc("models.py":161:0), %arg10: f32 loc("models.py":161:0)):
      %60 = arith.addf %arg10, %arg9 : f32 loc(#loc4)
      tm_tensor.yield %60 : f32 loc(#loc4)
    } -> tensor<5xf32> loc(#loc4)
    %21 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %expanded_8 : tensor<9x6xf32>, tensor<9x1xf32>) outs(%5 : tensor<9x6xf32>) {
    ^bb0(%in: f32 loc("models.py":162:0), %in_14: f32 loc("models.py":162:0), %out: f32 loc("models.py":162:0)):
      %60 = arith.mulf %in, %in_14 : f32 loc(#loc8)
      linalg.yield %60 : f32 loc(#loc8)
    } -> tensor<9x6xf32> loc(#loc8)
    %expanded_9 = tensor.expand_shape %21 [[0], [1, 2]] output_shape [9, 1, 6] : tensor<9x6xf32> into tensor<9x1x6xf32> loc(#loc3)
    %22 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%expanded_9, %expanded : tensor<9x1x6xf32>, tensor<9x1xi64>) outs(%cst_6 : tensor<5x6xf32>) {
    ^bb0(%arg9: f32 loc("models.py":163:0), %arg10: f32 loc("models.py":163:0)):
      %60 = arith.addf %arg10, %arg9 : f32 loc(#loc3)
      tm_tensor.yield %60 : f32 loc(#loc3)
    } -> tensor<5x6xf32> loc(#loc3)
    %expanded_10 = tensor.expand_shape %20 [[0, 1]] output_shape [5, 1] : tensor<5xf32> into tensor<5x1xf32> loc(#loc3)
    %23 = tensor.empty() : tensor<5x1xf32> loc(#loc3)
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_10 : tensor<5x1xf32>) outs(%23 : tensor<5x1xf32>) {
    ^bb0(%in: f32 loc("models.py":163:0), %out: f32 loc("models.py":163:0)):
      %60 = arith.truncf %cst_2 : f64 to f32 loc(#loc3)
      %61 = arith.addf %in, %60 : f32 loc(#loc3)
      linalg.yield %61 : f32 loc(#loc3)
    } -> tensor<5x1xf32> loc(#loc3)
    %25 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel"]} ins(%22, %24 : tensor<5x6xf32>, tensor<5x1xf32>) outs(%1 : tensor<5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":163:0), %in_14: f32 loc("models.py":163:0), %out: f32 loc("models.py":163:0)):
      %60 = arith.divf %in, %in_14 : f32 loc(#loc3)
      linalg.yield %60 : f32 loc(#loc3)
    } -> tensor<5x6xf32> loc(#loc3)
    %26 = linalg.generic {indexing_maps = [#map6, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1, %25 : tensor<f32>, tensor<5x6xf32>) outs(%1 : tensor<5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":159:0), %in_14: f32 loc("models.py":163:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.cmpf ogt, %in, %in_14 : f32 loc(#loc1)
      %61 = arith.select %60, %in, %in_14 : f32 loc(#loc1)
      linalg.yield %61 : f32 loc(#loc1)
    } -> tensor<5x6xf32> loc(#loc1)
    %27 = linalg.generic {indexing_maps = [#map6, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_1, %25 : tensor<f32>, tensor<5x6xf32>) outs(%1 : tensor<5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":159:0), %in_14: f32 loc("models.py":163:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.cmpf olt, %in, %in_14 : f32 loc(#loc1)
      %61 = arith.select %60, %in, %in_14 : f32 loc(#loc1)
      linalg.yield %61 : f32 loc(#loc1)
    } -> tensor<5x6xf32> loc(#loc1)
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<5x6xf32>) outs(%1 : tensor<5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = math.exp %in : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<5x6xf32> loc(#loc1)
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<5x6xf32>) outs(%1 : tensor<5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.subf %in, %cst_4 : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<5x6xf32> loc(#loc1)
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %29 : tensor<5x6xf32>, tensor<5x6xf32>) outs(%1 : tensor<5x6xf32>) {
    ^bb0(%in: f32 loc("models.py":164:0), %in_14: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.addf %in, %in_14 : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<5x6xf32> loc(#loc1)
    %31 = tensor.empty() : tensor<6x3xf32> loc(#loc12)
    %transposed_11 = linalg.transpose ins(%arg3 : tensor<3x6xf32>) outs(%31 : tensor<6x3xf32>) permutation = [1, 0]  loc(#loc12)
    %32 = tensor.empty() : tensor<5x3xf32> loc(#loc12)
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<5x3xf32>) -> tensor<5x3xf32> loc(#loc12)
    %34 = linalg.matmul ins(%30, %transposed_11 : tensor<5x6xf32>, tensor<6x3xf32>) outs(%33 : tensor<5x3xf32>) -> tensor<5x3xf32> loc(#loc12)
    %35 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%34, %arg4 : tensor<5x3xf32>, tensor<3xf32>) outs(%32 : tensor<5x3xf32>) {
    ^bb0(%in: f32 loc("leave"(#loc10)), %in_14: f32 loc("leave"(#loc10)), %out: f32 loc("leave"(#loc10))):
      %60 = arith.addf %in, %in_14 : f32 loc(#loc12)
      linalg.yield %60 : f32 loc(#loc12)
    } -> tensor<5x3xf32> loc(#loc12)
    %36 = tensor.empty() : tensor<5xi64> loc(#loc1)
    %37 = linalg.fill ins(%c0_i64 : i64) outs(%36 : tensor<5xi64>) -> tensor<5xi64> loc(#loc1)
    %38 = tensor.empty() : tensor<5xf32> loc(#loc1)
    %39 = linalg.fill ins(%cst_0 : f32) outs(%38 : tensor<5xf32>) -> tensor<5xf32> loc(#loc1)
    %40:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%35 : tensor<5x3xf32>) outs(%39, %37 : tensor<5xf32>, tensor<5xi64>) {
    ^bb0(%in: f32 loc("leave"(#loc10)), %out: f32 loc("models.py":164:0), %out_14: i64 loc("models.py":164:0)):
      %60 = linalg.index 1 : index loc(#loc1)
      %61 = arith.index_cast %60 : index to i64 loc(#loc1)
      %62 = arith.maximumf %in, %out : f32 loc(#loc1)
      %63 = arith.cmpf ogt, %in, %out : f32 loc(#loc1)
      %64 = arith.select %63, %61, %out_14 : i64 loc(#loc1)
      linalg.yield %62, %64 : f32, i64 loc(#loc1)
    } -> (tensor<5xf32>, tensor<5xi64>) loc(#loc1)
    %expanded_12 = tensor.expand_shape %40#0 [[0, 1]] output_shape [5, 1] : tensor<5xf32> into tensor<5x1xf32> loc(#loc1)
    %41 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel"]} ins(%35, %expanded_12 : tensor<5x3xf32>, tensor<5x1xf32>) outs(%32 : tensor<5x3xf32>) {
    ^bb0(%in: f32 loc("leave"(#loc10)), %in_14: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.subf %in, %in_14 : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<5x3xf32> loc(#loc1)
    %42 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<5x3xf32>) outs(%32 : tensor<5x3xf32>) {
    ^bb0(%in: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = math.exp %in : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<5x3xf32> loc(#loc1)
    %43 = linalg.fill ins(%cst : f32) outs(%23 : tensor<5x1xf32>) -> tensor<5x1xf32> loc(#loc1)
    %44 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["parallel", "reduction"]} ins(%42 : tensor<5x3xf32>) outs(%43 : tensor<5x1xf32>) {
    ^bb0(%in: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<5x1xf32> loc(#loc1)
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<5x1xf32>) outs(%23 : tensor<5x1xf32>) {
    ^bb0(%in: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = math.log %in : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<5x1xf32> loc(#loc1)
    %46 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel"]} ins(%41, %45 : tensor<5x3xf32>, tensor<5x1xf32>) outs(%32 : tensor<5x3xf32>) {
    ^bb0(%in: f32 loc("models.py":164:0), %in_14: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.subf %in, %in_14 : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<5x3xf32> loc(#loc1)
    %47 = tensor.empty() : tensor<5xi1> loc(#loc1)
    %48 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg8 : tensor<5xi64>) outs(%47 : tensor<5xi1>) {
    ^bb0(%in: i64 loc("models.py":164:0), %out: i1 loc("models.py":164:0)):
      %60 = arith.cmpi ne, %in, %c-100_i64 : i64 loc(#loc1)
      linalg.yield %60 : i1 loc(#loc1)
    } -> tensor<5xi1> loc(#loc1)
    %49 = linalg.generic {indexing_maps = [#map4, #map4, #map3, #map4], iterator_types = ["parallel"]} ins(%48, %arg8, %cst_7 : tensor<5xi1>, tensor<5xi64>, tensor<i64>) outs(%36 : tensor<5xi64>) {
    ^bb0(%in: i1 loc("models.py":164:0), %in_14: i64 loc("models.py":164:0), %in_15: i64 loc("models.py":164:0), %out: i64 loc("models.py":164:0)):
      %60 = arith.select %in, %in_14, %in_15 : i64 loc(#loc1)
      linalg.yield %60 : i64 loc(#loc1)
    } -> tensor<5xi64> loc(#loc1)
    %expanded_13 = tensor.expand_shape %49 [[0, 1]] output_shape [5, 1] : tensor<5xi64> into tensor<5x1xi64> loc(#loc1)
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_13 : tensor<5x1xi64>) outs(%43 : tensor<5x1xf32>) {
    ^bb0(%in: i64 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = linalg.index 0 : index loc(#loc1)
      %61 = arith.index_cast %in : i64 to index loc(#loc1)
      %62 = arith.cmpi slt, %61, %c3 : index loc(#loc1)
      cf.assert %62, "index must be smaller than dim size" loc(#loc1)
      %63 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc1)
      cf.assert %63, "index must be larger or equal to 0" loc(#loc1)
      %extracted = tensor.extract %46[%60, %61] : tensor<5x3xf32> loc(#loc1)
      linalg.yield %extracted : f32 loc(#loc1)
    } -> tensor<5x1xf32> loc(#loc1)
    %collapsed = tensor.collapse_shape %50 [[0, 1]] : tensor<5x1xf32> into tensor<5xf32> loc(#loc1)
    %51 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%collapsed : tensor<5xf32>) outs(%38 : tensor<5xf32>) {
    ^bb0(%in: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.negf %in : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<5xf32> loc(#loc1)
    %52 = linalg.generic {indexing_maps = [#map4, #map4, #map3, #map4], iterator_types = ["parallel"]} ins(%48, %51, %cst_1 : tensor<5xi1>, tensor<5xf32>, tensor<f32>) outs(%38 : tensor<5xf32>) {
    ^bb0(%in: i1 loc("models.py":164:0), %in_14: f32 loc("models.py":164:0), %in_15: f32 loc("models.py":159:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.select %in, %in_14, %in_15 : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<5xf32> loc(#loc1)
    %53 = tensor.empty() : tensor<i64> loc(#loc1)
    %54 = linalg.fill ins(%c0_i64 : i64) outs(%53 : tensor<i64>) -> tensor<i64> loc(#loc1)
    %55 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["reduction"]} ins(%48 : tensor<5xi1>) outs(%54 : tensor<i64>) {
    ^bb0(%in: i1 loc("models.py":164:0), %out: i64 loc("models.py":164:0)):
      %60 = arith.extui %in : i1 to i64 loc(#loc1)
      %61 = arith.addi %60, %out : i64 loc(#loc1)
      linalg.yield %61 : i64 loc(#loc1)
    } -> tensor<i64> loc(#loc1)
    %56 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%55 : tensor<i64>) outs(%15 : tensor<f32>) {
    ^bb0(%in: i64 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.sitofp %in : i64 to f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    %57 = linalg.fill ins(%cst : f32) outs(%15 : tensor<f32>) -> tensor<f32> loc(#loc1)
    %58 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["reduction"]} ins(%52 : tensor<5xf32>) outs(%57 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    %59 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = []} ins(%58, %56 : tensor<f32>, tensor<f32>) outs(%15 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":164:0), %in_14: f32 loc("models.py":164:0), %out: f32 loc("models.py":164:0)):
      %60 = arith.divf %in, %in_14 : f32 loc(#loc1)
      linalg.yield %60 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    return %59 : tensor<f32> loc(#loc)
  } loc(#loc)
} loc(#loc)
