#loc = loc(unknown)
#loc1 = loc("models.py":27:0)
#loc2 = loc("torch/nn/modules/rnn.py":1865:0)
#loc3 = loc("models.py":25:0)
#loc4 = loc("torch/nn/modules/rnn.py":1165:0)
#loc5 = loc("models.py":22:0)
#loc6 = loc("torch/nn/modules/sparse.py":189:0)
#loc8 = loc("torch/nn/modules/linear.py":134:0)
#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d0, 0)>
#map8 = affine_map<(d0) -> (d0)>
#map9 = affine_map<(d0) -> ()>
#map10 = affine_map<() -> ()>
#loc9 = loc(callsite(#loc2 at #loc3))
#loc10 = loc(callsite(#loc4 at #loc5))
#loc11 = loc(callsite(#loc6 at #loc5))
#loc12 = loc(callsite(#loc8 at #loc1))
#loc13 = loc("gru"(#loc9))
#loc14 = loc("lstm"(#loc10))
#loc15 = loc("embed"(#loc11))
#loc16 = loc("head"(#loc12))
module {
  func.func @main(%arg0: tensor<11x6xf32> {piper.param = "embed.weight"} loc(unknown), %arg1: tensor<16x6xf32> {piper.param = "lstm.weight_ih_l0"} loc(unknown), %arg2: tensor<16x4xf32> {piper.param = "lstm.weight_hh_l0"} loc(unknown), %arg3: tensor<16xf32> {piper.param = "lstm.bias_ih_l0"} loc(unknown), %arg4: tensor<16xf32> {piper.param = "lstm.bias_hh_l0"} loc(unknown), %arg5: tensor<16x6xf32> {piper.param = "lstm.weight_ih_l0_reverse"} loc(unknown), %arg6: tensor<16x4xf32> {piper.param = "lstm.weight_hh_l0_reverse"} loc(unknown), %arg7: tensor<16xf32> {piper.param = "lstm.bias_ih_l0_reverse"} loc(unknown), %arg8: tensor<16xf32> {piper.param = "lstm.bias_hh_l0_reverse"} loc(unknown), %arg9: tensor<21x8xf32> {piper.param = "gru.weight_ih"} loc(unknown), %arg10: tensor<21x7xf32> {piper.param = "gru.weight_hh"} loc(unknown), %arg11: tensor<21xf32> {piper.param = "gru.bias_ih"} loc(unknown), %arg12: tensor<21xf32> {piper.param = "gru.bias_hh"} loc(unknown), %arg13: tensor<11x7xf32> {piper.param = "head.weight"} loc(unknown), %arg14: tensor<11xf32> {piper.param = "head.bias"} loc(unknown), %arg15: tensor<3x4xi64> {piper.input = "tokens"} loc(unknown), %arg16: tensor<3x4xi64> {piper.input = "targets"} loc(unknown)) -> tensor<f32> {
    %c-100_i64 = arith.constant -100 : i64 loc(#loc1)
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %c11 = arith.constant 11 : index loc(#loc)
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant 0xFF800000 : f32 loc(#loc1)
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<12xf32> loc(#loc1)
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<3x7xf32> loc(#loc13)
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<1x3x4xf32> loc(#loc14)
    %c3 = arith.constant 3 : index loc(#loc14)
    %cst_5 = arith.constant dense<0> : tensor<12xi64> loc(#loc1)
    %0 = tensor.empty() : tensor<3x4x6xf32> loc(#loc15)
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<3x4xi64>) outs(%0 : tensor<3x4x6xf32>) {
    ^bb0(%in: i64 loc("embed"(#loc11)), %out: f32 loc("embed"(#loc11))):
      %211 = arith.index_cast %in : i64 to index loc(#loc15)
      %212 = linalg.index 2 : index loc(#loc15)
      %213 = arith.cmpi slt, %211, %c11 : index loc(#loc15)
      cf.assert %213, "index must be smaller than dim size" loc(#loc15)
      %214 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc15)
      cf.assert %214, "index must be larger or equal to 0" loc(#loc15)
      %extracted = tensor.extract %arg0[%211, %212] : tensor<11x6xf32> loc(#loc15)
      linalg.yield %extracted : f32 loc(#loc15)
    } -> tensor<3x4x6xf32> loc(#loc15)
    %2 = tensor.empty() : tensor<4x3x6xf32> loc(#loc14)
    %transposed = linalg.transpose ins(%1 : tensor<3x4x6xf32>) outs(%2 : tensor<4x3x6xf32>) permutation = [1, 0, 2]  loc(#loc14)
    %3 = tensor.empty() : tensor<6x16xf32> loc(#loc14)
    %transposed_6 = linalg.transpose ins(%arg1 : tensor<16x6xf32>) outs(%3 : tensor<6x16xf32>) permutation = [1, 0]  loc(#loc14)
    %4 = tensor.empty() : tensor<4x6x16xf32> loc(#loc14)
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_6 : tensor<6x16xf32>) outs(%4 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      linalg.yield %in : f32 loc(#loc14)
    } -> tensor<4x6x16xf32> loc(#loc14)
    %6 = tensor.empty() : tensor<4x3x16xf32> loc(#loc14)
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<4x3x16xf32>) -> tensor<4x3x16xf32> loc(#loc14)
    %8 = linalg.batch_matmul ins(%transposed, %5 : tensor<4x3x6xf32>, tensor<4x6x16xf32>) outs(%7 : tensor<4x3x16xf32>) -> tensor<4x3x16xf32> loc(#loc14)
    %9 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %arg3 : tensor<4x3x16xf32>, tensor<16xf32>) outs(%6 : tensor<4x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<4x3x16xf32> loc(#loc14)
    %extracted_slice = tensor.extract_slice %9[0, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<4x3x16xf32> to tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_7 = tensor.extract_slice %9[1, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<4x3x16xf32> to tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_8 = tensor.extract_slice %9[2, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<4x3x16xf32> to tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_9 = tensor.extract_slice %9[3, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<4x3x16xf32> to tensor<1x3x16xf32> loc(#loc14)
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x3x16xf32> into tensor<3x16xf32> loc(#loc14)
    %collapsed_10 = tensor.collapse_shape %extracted_slice_7 [[0, 1], [2]] : tensor<1x3x16xf32> into tensor<3x16xf32> loc(#loc14)
    %collapsed_11 = tensor.collapse_shape %extracted_slice_8 [[0, 1], [2]] : tensor<1x3x16xf32> into tensor<3x16xf32> loc(#loc14)
    %collapsed_12 = tensor.collapse_shape %extracted_slice_9 [[0, 1], [2]] : tensor<1x3x16xf32> into tensor<3x16xf32> loc(#loc14)
    %10 = tensor.empty() : tensor<4x16xf32> loc(#loc14)
    %transposed_13 = linalg.transpose ins(%arg2 : tensor<16x4xf32>) outs(%10 : tensor<4x16xf32>) permutation = [1, 0]  loc(#loc14)
    %11 = tensor.empty() : tensor<1x4x16xf32> loc(#loc14)
    %12 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_13 : tensor<4x16xf32>) outs(%11 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      linalg.yield %in : f32 loc(#loc14)
    } -> tensor<1x4x16xf32> loc(#loc14)
    %13 = tensor.empty() : tensor<1x3x16xf32> loc(#loc14)
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x3x16xf32>) -> tensor<1x3x16xf32> loc(#loc14)
    %15 = linalg.batch_matmul ins(%cst_4, %12 : tensor<1x3x4xf32>, tensor<1x4x16xf32>) outs(%14 : tensor<1x3x16xf32>) -> tensor<1x3x16xf32> loc(#loc14)
    %16 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %arg4 : tensor<1x3x16xf32>, tensor<16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %17 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %collapsed : tensor<1x3x16xf32>, tensor<3x16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_14 = tensor.extract_slice %17[0, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_15 = tensor.extract_slice %17[0, 0, 4] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_16 = tensor.extract_slice %17[0, 0, 8] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_17 = tensor.extract_slice %17[0, 0, 12] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %18 = tensor.empty() : tensor<1x3x4xf32> loc(#loc14)
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_14 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_15 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_16 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_17 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %cst_4 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %21 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %24 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %26 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %28 = linalg.batch_matmul ins(%27, %12 : tensor<1x3x4xf32>, tensor<1x4x16xf32>) outs(%14 : tensor<1x3x16xf32>) -> tensor<1x3x16xf32> loc(#loc14)
    %29 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %arg4 : tensor<1x3x16xf32>, tensor<16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %30 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %collapsed_10 : tensor<1x3x16xf32>, tensor<3x16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_18 = tensor.extract_slice %30[0, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_19 = tensor.extract_slice %30[0, 0, 4] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_20 = tensor.extract_slice %30[0, 0, 8] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_21 = tensor.extract_slice %30[0, 0, 12] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_18 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_19 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_20 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_21 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %25 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %36 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %33 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %37 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %36 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %39 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %38 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %40 = linalg.batch_matmul ins(%39, %12 : tensor<1x3x4xf32>, tensor<1x4x16xf32>) outs(%14 : tensor<1x3x16xf32>) -> tensor<1x3x16xf32> loc(#loc14)
    %41 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %arg4 : tensor<1x3x16xf32>, tensor<16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %42 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %collapsed_11 : tensor<1x3x16xf32>, tensor<3x16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_22 = tensor.extract_slice %42[0, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_23 = tensor.extract_slice %42[0, 0, 4] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_24 = tensor.extract_slice %42[0, 0, 8] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_25 = tensor.extract_slice %42[0, 0, 12] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_22 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_23 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_24 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_25 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %47 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %37 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %48 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %45 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %49 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %48 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %51 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46, %50 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %52 = linalg.batch_matmul ins(%51, %12 : tensor<1x3x4xf32>, tensor<1x4x16xf32>) outs(%14 : tensor<1x3x16xf32>) -> tensor<1x3x16xf32> loc(#loc14)
    %53 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %arg4 : tensor<1x3x16xf32>, tensor<16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %54 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %collapsed_12 : tensor<1x3x16xf32>, tensor<3x16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_26 = tensor.extract_slice %54[0, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_27 = tensor.extract_slice %54[0, 0, 4] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_28 = tensor.extract_slice %54[0, 0, 8] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_29 = tensor.extract_slice %54[0, 0, 12] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %55 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %56 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_27 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %57 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_28 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_29 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %59 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %49 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %57 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %61 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %60 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %62 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %63 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %62 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %concat = tensor.concat dim(0) %27, %39, %51, %63 : (tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<1x3x4xf32>) -> tensor<4x3x4xf32> loc(#loc14)
    %transposed_30 = linalg.transpose ins(%arg5 : tensor<16x6xf32>) outs(%3 : tensor<6x16xf32>) permutation = [1, 0]  loc(#loc14)
    %64 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_30 : tensor<6x16xf32>) outs(%4 : tensor<4x6x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      linalg.yield %in : f32 loc(#loc14)
    } -> tensor<4x6x16xf32> loc(#loc14)
    %65 = linalg.batch_matmul ins(%transposed, %64 : tensor<4x3x6xf32>, tensor<4x6x16xf32>) outs(%7 : tensor<4x3x16xf32>) -> tensor<4x3x16xf32> loc(#loc14)
    %66 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %arg7 : tensor<4x3x16xf32>, tensor<16xf32>) outs(%6 : tensor<4x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<4x3x16xf32> loc(#loc14)
    %67 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<4x3x16xf32>) outs(%7 : tensor<4x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = linalg.index 0 : index loc(#loc14)
      %212 = linalg.index 1 : index loc(#loc14)
      %213 = linalg.index 2 : index loc(#loc14)
      %214 = arith.subi %c3, %211 : index loc(#loc14)
      %extracted = tensor.extract %66[%214, %212, %213] : tensor<4x3x16xf32> loc(#loc14)
      linalg.yield %extracted : f32 loc(#loc14)
    } -> tensor<4x3x16xf32> loc(#loc14)
    %extracted_slice_31 = tensor.extract_slice %67[0, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<4x3x16xf32> to tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_32 = tensor.extract_slice %67[1, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<4x3x16xf32> to tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_33 = tensor.extract_slice %67[2, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<4x3x16xf32> to tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_34 = tensor.extract_slice %67[3, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<4x3x16xf32> to tensor<1x3x16xf32> loc(#loc14)
    %collapsed_35 = tensor.collapse_shape %extracted_slice_31 [[0, 1], [2]] : tensor<1x3x16xf32> into tensor<3x16xf32> loc(#loc14)
    %collapsed_36 = tensor.collapse_shape %extracted_slice_32 [[0, 1], [2]] : tensor<1x3x16xf32> into tensor<3x16xf32> loc(#loc14)
    %collapsed_37 = tensor.collapse_shape %extracted_slice_33 [[0, 1], [2]] : tensor<1x3x16xf32> into tensor<3x16xf32> loc(#loc14)
    %collapsed_38 = tensor.collapse_shape %extracted_slice_34 [[0, 1], [2]] : tensor<1x3x16xf32> into tensor<3x16xf32> loc(#loc14)
    %transposed_39 = linalg.transpose ins(%arg6 : tensor<16x4xf32>) outs(%10 : tensor<4x16xf32>) permutation = [1, 0]  loc(#loc14)
    %68 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_39 : tensor<4x16xf32>) outs(%11 : tensor<1x4x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      linalg.yield %in : f32 loc(#loc14)
    } -> tensor<1x4x16xf32> loc(#loc14)
    %69 = linalg.batch_matmul ins(%cst_4, %68 : tensor<1x3x4xf32>, tensor<1x4x16xf32>) outs(%14 : tensor<1x3x16xf32>) -> tensor<1x3x16xf32> loc(#loc14)
    %70 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %arg8 : tensor<1x3x16xf32>, tensor<16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %71 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %collapsed_35 : tensor<1x3x16xf32>, tensor<3x16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_40 = tensor.extract_slice %71[0, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_41 = tensor.extract_slice %71[0, 0, 4] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_42 = tensor.extract_slice %71[0, 0, 8] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_43 = tensor.extract_slice %71[0, 0, 12] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %72 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_40 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %73 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_41 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_42 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %75 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_43 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %76 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %cst_4 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %77 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %74 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %78 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %77 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %79 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %80 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %79 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %81 = linalg.batch_matmul ins(%80, %68 : tensor<1x3x4xf32>, tensor<1x4x16xf32>) outs(%14 : tensor<1x3x16xf32>) -> tensor<1x3x16xf32> loc(#loc14)
    %82 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %arg8 : tensor<1x3x16xf32>, tensor<16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %83 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %collapsed_36 : tensor<1x3x16xf32>, tensor<3x16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_44 = tensor.extract_slice %83[0, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_45 = tensor.extract_slice %83[0, 0, 4] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_46 = tensor.extract_slice %83[0, 0, 8] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_47 = tensor.extract_slice %83[0, 0, 12] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_44 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_45 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %86 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_46 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_47 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %88 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %78 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %89 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %86 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %90 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %89 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %91 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %92 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %91 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %93 = linalg.batch_matmul ins(%92, %68 : tensor<1x3x4xf32>, tensor<1x4x16xf32>) outs(%14 : tensor<1x3x16xf32>) -> tensor<1x3x16xf32> loc(#loc14)
    %94 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %arg8 : tensor<1x3x16xf32>, tensor<16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %95 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %collapsed_37 : tensor<1x3x16xf32>, tensor<3x16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_48 = tensor.extract_slice %95[0, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_49 = tensor.extract_slice %95[0, 0, 4] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_50 = tensor.extract_slice %95[0, 0, 8] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_51 = tensor.extract_slice %95[0, 0, 12] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %96 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_48 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %97 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_49 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %98 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_50 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %99 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_51 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %100 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %90 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %101 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %98 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %102 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %101 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %103 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %104 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %103 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %105 = linalg.batch_matmul ins(%104, %68 : tensor<1x3x4xf32>, tensor<1x4x16xf32>) outs(%14 : tensor<1x3x16xf32>) -> tensor<1x3x16xf32> loc(#loc14)
    %106 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %arg8 : tensor<1x3x16xf32>, tensor<16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %107 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %collapsed_38 : tensor<1x3x16xf32>, tensor<3x16xf32>) outs(%13 : tensor<1x3x16xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x16xf32> loc(#loc14)
    %extracted_slice_52 = tensor.extract_slice %107[0, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_53 = tensor.extract_slice %107[0, 0, 4] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_54 = tensor.extract_slice %107[0, 0, 8] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %extracted_slice_55 = tensor.extract_slice %107[0, 0, 12] [1, 3, 4] [1, 1, 1] : tensor<1x3x16xf32> to tensor<1x3x4xf32> loc(#loc14)
    %108 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_52 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %109 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_53 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_54 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_55 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.negf %in : f32 loc(#loc14)
      %212 = math.exp %211 : f32 loc(#loc14)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc14)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc14)
      linalg.yield %214 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %112 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %102 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %113 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %110 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %114 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %113 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = math.tanh %in : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %116 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %115 : tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%18 : tensor<1x3x4xf32>) {
    ^bb0(%in: f32 loc("lstm"(#loc10)), %in_103: f32 loc("lstm"(#loc10)), %out: f32 loc("lstm"(#loc10))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc14)
      linalg.yield %211 : f32 loc(#loc14)
    } -> tensor<1x3x4xf32> loc(#loc14)
    %concat_56 = tensor.concat dim(0) %116, %104, %92, %80 : (tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<1x3x4xf32>) -> tensor<4x3x4xf32> loc(#loc14)
    %concat_57 = tensor.concat dim(2) %concat, %concat_56 : (tensor<4x3x4xf32>, tensor<4x3x4xf32>) -> tensor<4x3x8xf32> loc(#loc14)
    %117 = tensor.empty() : tensor<3x4x8xf32> loc(#loc14)
    %transposed_58 = linalg.transpose ins(%concat_57 : tensor<4x3x8xf32>) outs(%117 : tensor<3x4x8xf32>) permutation = [1, 0, 2]  loc(#loc14)
    %extracted_slice_59 = tensor.extract_slice %transposed_58[0, 0, 0] [3, 1, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<3x1x8xf32> loc(#loc7)
    %extracted_slice_60 = tensor.extract_slice %transposed_58[0, 1, 0] [3, 1, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<3x1x8xf32> loc(#loc7)
    %extracted_slice_61 = tensor.extract_slice %transposed_58[0, 2, 0] [3, 1, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<3x1x8xf32> loc(#loc7)
    %extracted_slice_62 = tensor.extract_slice %transposed_58[0, 3, 0] [3, 1, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<3x1x8xf32> loc(#loc7)
    %collapsed_63 = tensor.collapse_shape %extracted_slice_59 [[0, 1], [2]] : tensor<3x1x8xf32> into tensor<3x8xf32> loc(#loc7)
    %collapsed_64 = tensor.collapse_shape %extracted_slice_60 [[0, 1], [2]] : tensor<3x1x8xf32> into tensor<3x8xf32> loc(#loc7)
    %collapsed_65 = tensor.collapse_shape %extracted_slice_61 [[0, 1], [2]] : tensor<3x1x8xf32> into tensor<3x8xf32> loc(#loc7)
    %collapsed_66 = tensor.collapse_shape %extracted_slice_62 [[0, 1], [2]] : tensor<3x1x8xf32> into tensor<3x8xf32> loc(#loc7)
    %118 = tensor.empty() : tensor<8x21xf32> loc(#loc13)
    %transposed_67 = linalg.transpose ins(%arg9 : tensor<21x8xf32>) outs(%118 : tensor<8x21xf32>) permutation = [1, 0]  loc(#loc13)
    %119 = tensor.empty() : tensor<3x21xf32> loc(#loc13)
    %120 = linalg.fill ins(%cst : f32) outs(%119 : tensor<3x21xf32>) -> tensor<3x21xf32> loc(#loc13)
    %121 = linalg.matmul ins(%collapsed_63, %transposed_67 : tensor<3x8xf32>, tensor<8x21xf32>) outs(%120 : tensor<3x21xf32>) -> tensor<3x21xf32> loc(#loc13)
    %122 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%121, %arg11 : tensor<3x21xf32>, tensor<21xf32>) outs(%119 : tensor<3x21xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x21xf32> loc(#loc13)
    %extracted_slice_68 = tensor.extract_slice %122[0, 0] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_69 = tensor.extract_slice %122[0, 7] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_70 = tensor.extract_slice %122[0, 14] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %123 = tensor.empty() : tensor<7x21xf32> loc(#loc13)
    %transposed_71 = linalg.transpose ins(%arg10 : tensor<21x7xf32>) outs(%123 : tensor<7x21xf32>) permutation = [1, 0]  loc(#loc13)
    %124 = linalg.matmul ins(%cst_3, %transposed_71 : tensor<3x7xf32>, tensor<7x21xf32>) outs(%120 : tensor<3x21xf32>) -> tensor<3x21xf32> loc(#loc13)
    %125 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%124, %arg12 : tensor<3x21xf32>, tensor<21xf32>) outs(%119 : tensor<3x21xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x21xf32> loc(#loc13)
    %extracted_slice_72 = tensor.extract_slice %125[0, 0] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_73 = tensor.extract_slice %125[0, 7] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_74 = tensor.extract_slice %125[0, 14] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %126 = tensor.empty() : tensor<3x7xf32> loc(#loc13)
    %127 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_72, %extracted_slice_68 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %128 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.negf %in : f32 loc(#loc13)
      %212 = math.exp %211 : f32 loc(#loc13)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc13)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc13)
      linalg.yield %214 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %129 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_73, %extracted_slice_69 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %130 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%129 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.negf %in : f32 loc(#loc13)
      %212 = math.exp %211 : f32 loc(#loc13)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc13)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc13)
      linalg.yield %214 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %131 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_74, %128 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %132 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_70, %131 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %133 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%132 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = math.tanh %in : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %134 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_3, %133 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.subf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %135 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%134, %130 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %136 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%135, %133 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %137 = linalg.matmul ins(%collapsed_64, %transposed_67 : tensor<3x8xf32>, tensor<8x21xf32>) outs(%120 : tensor<3x21xf32>) -> tensor<3x21xf32> loc(#loc13)
    %138 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%137, %arg11 : tensor<3x21xf32>, tensor<21xf32>) outs(%119 : tensor<3x21xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x21xf32> loc(#loc13)
    %extracted_slice_75 = tensor.extract_slice %138[0, 0] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_76 = tensor.extract_slice %138[0, 7] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_77 = tensor.extract_slice %138[0, 14] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %139 = linalg.matmul ins(%136, %transposed_71 : tensor<3x7xf32>, tensor<7x21xf32>) outs(%120 : tensor<3x21xf32>) -> tensor<3x21xf32> loc(#loc13)
    %140 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%139, %arg12 : tensor<3x21xf32>, tensor<21xf32>) outs(%119 : tensor<3x21xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x21xf32> loc(#loc13)
    %extracted_slice_78 = tensor.extract_slice %140[0, 0] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_79 = tensor.extract_slice %140[0, 7] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_80 = tensor.extract_slice %140[0, 14] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %141 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_78, %extracted_slice_75 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %142 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%141 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.negf %in : f32 loc(#loc13)
      %212 = math.exp %211 : f32 loc(#loc13)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc13)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc13)
      linalg.yield %214 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %143 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_79, %extracted_slice_76 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %144 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%143 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.negf %in : f32 loc(#loc13)
      %212 = math.exp %211 : f32 loc(#loc13)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc13)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc13)
      linalg.yield %214 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %145 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_80, %142 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %146 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_77, %145 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %147 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%146 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = math.tanh %in : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %148 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%136, %147 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.subf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %149 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%148, %144 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %150 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%149, %147 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %151 = linalg.matmul ins(%collapsed_65, %transposed_67 : tensor<3x8xf32>, tensor<8x21xf32>) outs(%120 : tensor<3x21xf32>) -> tensor<3x21xf32> loc(#loc13)
    %152 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%151, %arg11 : tensor<3x21xf32>, tensor<21xf32>) outs(%119 : tensor<3x21xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x21xf32> loc(#loc13)
    %extracted_slice_81 = tensor.extract_slice %152[0, 0] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_82 = tensor.extract_slice %152[0, 7] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_83 = tensor.extract_slice %152[0, 14] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %153 = linalg.matmul ins(%150, %transposed_71 : tensor<3x7xf32>, tensor<7x21xf32>) outs(%120 : tensor<3x21xf32>) -> tensor<3x21xf32> loc(#loc13)
    %154 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%153, %arg12 : tensor<3x21xf32>, tensor<21xf32>) outs(%119 : tensor<3x21xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x21xf32> loc(#loc13)
    %extracted_slice_84 = tensor.extract_slice %154[0, 0] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_85 = tensor.extract_slice %154[0, 7] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_86 = tensor.extract_slice %154[0, 14] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %155 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_84, %extracted_slice_81 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %156 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%155 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.negf %in : f32 loc(#loc13)
      %212 = math.exp %211 : f32 loc(#loc13)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc13)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc13)
      linalg.yield %214 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %157 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_85, %extracted_slice_82 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %158 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%157 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.negf %in : f32 loc(#loc13)
      %212 = math.exp %211 : f32 loc(#loc13)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc13)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc13)
      linalg.yield %214 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %159 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_86, %156 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %160 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_83, %159 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %161 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%160 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = math.tanh %in : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %162 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%150, %161 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.subf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %163 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%162, %158 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %164 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%163, %161 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %165 = linalg.matmul ins(%collapsed_66, %transposed_67 : tensor<3x8xf32>, tensor<8x21xf32>) outs(%120 : tensor<3x21xf32>) -> tensor<3x21xf32> loc(#loc13)
    %166 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%165, %arg11 : tensor<3x21xf32>, tensor<21xf32>) outs(%119 : tensor<3x21xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x21xf32> loc(#loc13)
    %extracted_slice_87 = tensor.extract_slice %166[0, 0] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_88 = tensor.extract_slice %166[0, 7] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_89 = tensor.extract_slice %166[0, 14] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %167 = linalg.matmul ins(%164, %transposed_71 : tensor<3x7xf32>, tensor<7x21xf32>) outs(%120 : tensor<3x21xf32>) -> tensor<3x21xf32> loc(#loc13)
    %168 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%167, %arg12 : tensor<3x21xf32>, tensor<21xf32>) outs(%119 : tensor<3x21xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x21xf32> loc(#loc13)
    %extracted_slice_90 = tensor.extract_slice %168[0, 0] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_91 = tensor.extract_slice %168[0, 7] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %extracted_slice_92 = tensor.extract_slice %168[0, 14] [3, 7] [1, 1] : tensor<3x21xf32> to tensor<3x7xf32> loc(#loc13)
    %169 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_90, %extracted_slice_87 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %170 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%169 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.negf %in : f32 loc(#loc13)
      %212 = math.exp %211 : f32 loc(#loc13)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc13)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc13)
      linalg.yield %214 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %171 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_91, %extracted_slice_88 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %172 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%171 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.negf %in : f32 loc(#loc13)
      %212 = math.exp %211 : f32 loc(#loc13)
      %213 = arith.addf %212, %cst_0 : f32 loc(#loc13)
      %214 = arith.divf %cst_0, %213 : f32 loc(#loc13)
      linalg.yield %214 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %173 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_92, %170 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %174 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_89, %173 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %175 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%174 : tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = math.tanh %in : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %176 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%164, %175 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.subf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %177 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%176, %172 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.mulf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %178 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%177, %175 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%126 : tensor<3x7xf32>) {
    ^bb0(%in: f32 loc("gru"(#loc9)), %in_103: f32 loc("gru"(#loc9)), %out: f32 loc("gru"(#loc9))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc13)
      linalg.yield %211 : f32 loc(#loc13)
    } -> tensor<3x7xf32> loc(#loc13)
    %expanded = tensor.expand_shape %136 [[0], [1, 2]] output_shape [3, 1, 7] : tensor<3x7xf32> into tensor<3x1x7xf32> loc(#loc1)
    %expanded_93 = tensor.expand_shape %150 [[0], [1, 2]] output_shape [3, 1, 7] : tensor<3x7xf32> into tensor<3x1x7xf32> loc(#loc1)
    %expanded_94 = tensor.expand_shape %164 [[0], [1, 2]] output_shape [3, 1, 7] : tensor<3x7xf32> into tensor<3x1x7xf32> loc(#loc1)
    %expanded_95 = tensor.expand_shape %178 [[0], [1, 2]] output_shape [3, 1, 7] : tensor<3x7xf32> into tensor<3x1x7xf32> loc(#loc1)
    %concat_96 = tensor.concat dim(1) %expanded, %expanded_93, %expanded_94, %expanded_95 : (tensor<3x1x7xf32>, tensor<3x1x7xf32>, tensor<3x1x7xf32>, tensor<3x1x7xf32>) -> tensor<3x4x7xf32> loc(#loc1)
    %179 = tensor.empty() : tensor<7x11xf32> loc(#loc16)
    %transposed_97 = linalg.transpose ins(%arg13 : tensor<11x7xf32>) outs(%179 : tensor<7x11xf32>) permutation = [1, 0]  loc(#loc16)
    %180 = tensor.empty() : tensor<3x7x11xf32> loc(#loc16)
    %181 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_97 : tensor<7x11xf32>) outs(%180 : tensor<3x7x11xf32>) {
    ^bb0(%in: f32 loc("head"(#loc12)), %out: f32 loc("head"(#loc12))):
      linalg.yield %in : f32 loc(#loc16)
    } -> tensor<3x7x11xf32> loc(#loc16)
    %182 = tensor.empty() : tensor<3x4x11xf32> loc(#loc16)
    %183 = linalg.fill ins(%cst : f32) outs(%182 : tensor<3x4x11xf32>) -> tensor<3x4x11xf32> loc(#loc16)
    %184 = linalg.batch_matmul ins(%concat_96, %181 : tensor<3x4x7xf32>, tensor<3x7x11xf32>) outs(%183 : tensor<3x4x11xf32>) -> tensor<3x4x11xf32> loc(#loc16)
    %185 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184, %arg14 : tensor<3x4x11xf32>, tensor<11xf32>) outs(%182 : tensor<3x4x11xf32>) {
    ^bb0(%in: f32 loc("head"(#loc12)), %in_103: f32 loc("head"(#loc12)), %out: f32 loc("head"(#loc12))):
      %211 = arith.addf %in, %in_103 : f32 loc(#loc16)
      linalg.yield %211 : f32 loc(#loc16)
    } -> tensor<3x4x11xf32> loc(#loc16)
    %collapsed_98 = tensor.collapse_shape %185 [[0, 1], [2]] : tensor<3x4x11xf32> into tensor<12x11xf32> loc(#loc1)
    %collapsed_99 = tensor.collapse_shape %arg16 [[0, 1]] : tensor<3x4xi64> into tensor<12xi64> loc(#loc1)
    %186 = tensor.empty() : tensor<12xi64> loc(#loc1)
    %187 = linalg.fill ins(%c0_i64 : i64) outs(%186 : tensor<12xi64>) -> tensor<12xi64> loc(#loc1)
    %188 = tensor.empty() : tensor<12xf32> loc(#loc1)
    %189 = linalg.fill ins(%cst_1 : f32) outs(%188 : tensor<12xf32>) -> tensor<12xf32> loc(#loc1)
    %190:2 = linalg.generic {indexing_maps = [#map4, #map6, #map6], iterator_types = ["parallel", "reduction"]} ins(%collapsed_98 : tensor<12x11xf32>) outs(%189, %187 : tensor<12xf32>, tensor<12xi64>) {
    ^bb0(%in: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0), %out_103: i64 loc("models.py":27:0)):
      %211 = linalg.index 1 : index loc(#loc1)
      %212 = arith.index_cast %211 : index to i64 loc(#loc1)
      %213 = arith.maximumf %in, %out : f32 loc(#loc1)
      %214 = arith.cmpf ogt, %in, %out : f32 loc(#loc1)
      %215 = arith.select %214, %212, %out_103 : i64 loc(#loc1)
      linalg.yield %213, %215 : f32, i64 loc(#loc1)
    } -> (tensor<12xf32>, tensor<12xi64>) loc(#loc1)
    %expanded_100 = tensor.expand_shape %190#0 [[0, 1]] output_shape [12, 1] : tensor<12xf32> into tensor<12x1xf32> loc(#loc1)
    %191 = tensor.empty() : tensor<12x11xf32> loc(#loc1)
    %192 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%collapsed_98, %expanded_100 : tensor<12x11xf32>, tensor<12x1xf32>) outs(%191 : tensor<12x11xf32>) {
    ^bb0(%in: f32 loc("models.py":27:0), %in_103: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = arith.subf %in, %in_103 : f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<12x11xf32> loc(#loc1)
    %193 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%192 : tensor<12x11xf32>) outs(%191 : tensor<12x11xf32>) {
    ^bb0(%in: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = math.exp %in : f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<12x11xf32> loc(#loc1)
    %194 = tensor.empty() : tensor<12x1xf32> loc(#loc1)
    %195 = linalg.fill ins(%cst : f32) outs(%194 : tensor<12x1xf32>) -> tensor<12x1xf32> loc(#loc1)
    %196 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["parallel", "reduction"]} ins(%193 : tensor<12x11xf32>) outs(%195 : tensor<12x1xf32>) {
    ^bb0(%in: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<12x1xf32> loc(#loc1)
    %197 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%196 : tensor<12x1xf32>) outs(%194 : tensor<12x1xf32>) {
    ^bb0(%in: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = math.log %in : f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<12x1xf32> loc(#loc1)
    %198 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%192, %197 : tensor<12x11xf32>, tensor<12x1xf32>) outs(%191 : tensor<12x11xf32>) {
    ^bb0(%in: f32 loc("models.py":27:0), %in_103: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = arith.subf %in, %in_103 : f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<12x11xf32> loc(#loc1)
    %199 = tensor.empty() : tensor<12xi1> loc(#loc1)
    %200 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel"]} ins(%collapsed_99 : tensor<12xi64>) outs(%199 : tensor<12xi1>) {
    ^bb0(%in: i64 loc("models.py":27:0), %out: i1 loc("models.py":27:0)):
      %211 = arith.cmpi ne, %in, %c-100_i64 : i64 loc(#loc1)
      linalg.yield %211 : i1 loc(#loc1)
    } -> tensor<12xi1> loc(#loc1)
    %201 = linalg.generic {indexing_maps = [#map8, #map8, #map8, #map8], iterator_types = ["parallel"]} ins(%200, %collapsed_99, %cst_5 : tensor<12xi1>, tensor<12xi64>, tensor<12xi64>) outs(%186 : tensor<12xi64>) {
    ^bb0(%in: i1 loc("models.py":27:0), %in_103: i64 loc("models.py":27:0), %in_104: i64 loc("models.py":27:0), %out: i64 loc("models.py":27:0)):
      %211 = arith.select %in, %in_103, %in_104 : i64 loc(#loc1)
      linalg.yield %211 : i64 loc(#loc1)
    } -> tensor<12xi64> loc(#loc1)
    %expanded_101 = tensor.expand_shape %201 [[0, 1]] output_shape [12, 1] : tensor<12xi64> into tensor<12x1xi64> loc(#loc1)
    %202 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_101 : tensor<12x1xi64>) outs(%195 : tensor<12x1xf32>) {
    ^bb0(%in: i64 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = linalg.index 0 : index loc(#loc1)
      %212 = arith.index_cast %in : i64 to index loc(#loc1)
      %213 = arith.cmpi slt, %212, %c11 : index loc(#loc1)
      cf.assert %213, "index must be smaller than dim size" loc(#loc1)
      %214 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc1)
      cf.assert %214, "index must be larger or equal to 0" loc(#loc1)
      %extracted = tensor.extract %198[%211, %212] : tensor<12x11xf32> loc(#loc1)
      linalg.yield %extracted : f32 loc(#loc1)
    } -> tensor<12x1xf32> loc(#loc1)
    %collapsed_102 = tensor.collapse_shape %202 [[0, 1]] : tensor<12x1xf32> into tensor<12xf32> loc(#loc1)
    %203 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel"]} ins(%collapsed_102 : tensor<12xf32>) outs(%188 : tensor<12xf32>) {
    ^bb0(%in: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = arith.negf %in : f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<12xf32> loc(#loc1)
    %204 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel"]} ins(%200 : tensor<12xi1>) outs(%188 : tensor<12xf32>) {
    ^bb0(%in: i1 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = arith.uitofp %in : i1 to f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<12xf32> loc(#loc1)
    %205 = linalg.generic {indexing_maps = [#map8, #map8, #map8, #map8], iterator_types = ["parallel"]} ins(%200, %203, %cst_2 : tensor<12xi1>, tensor<12xf32>, tensor<12xf32>) outs(%188 : tensor<12xf32>) {
    ^bb0(%in: i1 loc("models.py":27:0), %in_103: f32 loc("models.py":27:0), %in_104: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = arith.select %in, %in_103, %in_104 : f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<12xf32> loc(#loc1)
    %206 = tensor.empty() : tensor<f32> loc(#loc1)
    %207 = linalg.fill ins(%cst : f32) outs(%206 : tensor<f32>) -> tensor<f32> loc(#loc1)
    %208 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["reduction"]} ins(%205 : tensor<12xf32>) outs(%207 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    %209 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["reduction"]} ins(%204 : tensor<12xf32>) outs(%207 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    %210 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = []} ins(%208, %209 : tensor<f32>, tensor<f32>) outs(%206 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":27:0), %in_103: f32 loc("models.py":27:0), %out: f32 loc("models.py":27:0)):
      %211 = arith.divf %in, %in_103 : f32 loc(#loc1)
      linalg.yield %211 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    return %210 : tensor<f32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc7 = loc("models.py":24:0)
