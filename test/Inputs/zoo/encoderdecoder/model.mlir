#loc = loc(unknown)
#loc1 = loc("models.py":86:0)
#loc3 = loc("models.py":81:0)
#loc4 = loc("models.py":82:0)
#loc5 = loc("models.py":85:0)
#loc6 = loc("torch/nn/modules/sparse.py":189:0)
#loc7 = loc("models.py":79:0)
#loc8 = loc("models.py":80:0)
#loc9 = loc("torch/nn/modules/activation.py":1495:0)
#loc10 = loc("torch/nn/modules/activation.py":1517:0)
#loc11 = loc("models.py":83:0)
#loc13 = loc("models.py":84:0)
#loc14 = loc("torch/nn/modules/linear.py":134:0)
#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1) -> ()>
#map10 = affine_map<(d0, d1, d2) -> (d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map12 = affine_map<(d0, d1) -> (d1)>
#map13 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map14 = affine_map<(d0, d1) -> (d0)>
#map15 = affine_map<(d0) -> ()>
#map16 = affine_map<() -> ()>
#loc16 = loc(callsite(#loc6 at #loc7))
#loc17 = loc(callsite(#loc6 at #loc8))
#loc18 = loc(callsite(#loc9 at #loc3))
#loc19 = loc(callsite(#loc10 at #loc3))
#loc21 = loc(callsite(#loc9 at #loc11))
#loc22 = loc(callsite(#loc10 at #loc11))
#loc24 = loc(callsite(#loc9 at #loc13))
#loc25 = loc(callsite(#loc10 at #loc13))
#loc26 = loc(callsite(#loc14 at #loc5))
#loc28 = loc("embed"(#loc16))
#loc29 = loc("near"(#loc17))
#loc30 = loc("encode"(#loc18))
#loc31 = loc("encode"(#loc19))
#loc33 = loc("decode"(#loc21))
#loc34 = loc("decode"(#loc22))
#loc36 = loc("cross"(#loc24))
#loc37 = loc("cross"(#loc25))
#loc38 = loc("up"(#loc26))
#loc39 = loc("gate"(#loc26))
#loc40 = loc("down"(#loc26))
module {
  func.func @main(%arg0: tensor<13x8xf32> {piper.param = "embed.weight"} loc(unknown), %arg1: tensor<8x2xf32> {piper.param = "near.weight"} loc(unknown), %arg2: tensor<24x8xf32> {piper.param = "encode.in_proj_weight"} loc(unknown), %arg3: tensor<8x8xf32> {piper.param = "encode.out_proj.weight"} loc(unknown), %arg4: tensor<24x8xf32> {piper.param = "decode.in_proj_weight"} loc(unknown), %arg5: tensor<24xf32> {piper.param = "decode.in_proj_bias"} loc(unknown), %arg6: tensor<8x8xf32> {piper.param = "decode.out_proj.weight"} loc(unknown), %arg7: tensor<8xf32> {piper.param = "decode.out_proj.bias"} loc(unknown), %arg8: tensor<24x8xf32> {piper.param = "cross.in_proj_weight"} loc(unknown), %arg9: tensor<24xf32> {piper.param = "cross.in_proj_bias"} loc(unknown), %arg10: tensor<8x8xf32> {piper.param = "cross.out_proj.weight"} loc(unknown), %arg11: tensor<8xf32> {piper.param = "cross.out_proj.bias"} loc(unknown), %arg12: tensor<16x8xf32> {piper.param = "up.weight"} loc(unknown), %arg13: tensor<16xf32> {piper.param = "up.bias"} loc(unknown), %arg14: tensor<16x8xf32> {piper.param = "gate.weight"} loc(unknown), %arg15: tensor<16xf32> {piper.param = "gate.bias"} loc(unknown), %arg16: tensor<8x16xf32> {piper.param = "down.weight"} loc(unknown), %arg17: tensor<8xf32> {piper.param = "down.bias"} loc(unknown), %arg18: tensor<7x7xi64> {piper.buffer = "offset"} loc(unknown), %arg19: tensor<2x7xi64> {piper.input = "source"} loc(unknown), %arg20: tensor<2x5xi64> {piper.input = "tokens"} loc(unknown), %arg21: tensor<2x5xi64> {piper.input = "targets"} loc(unknown)) -> tensor<f32> {
    %c-100_i64 = arith.constant -100 : i64 loc(#loc1)
    %c1_i64 = arith.constant 1 : i64 loc(#loc27)
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %c8 = arith.constant 8 : index loc(#loc)
    %c13 = arith.constant 13 : index loc(#loc)
    %cst = arith.constant 0xFF800000 : f32 loc(#loc)
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<10xf32> loc(#loc1)
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32> loc(#loc4)
    %cst_2 = arith.constant 0.35355339059327379 : f64 loc(#loc1)
    %cst_3 = arith.constant 0.79788456080286541 : f64 loc(#loc5)
    %cst_4 = arith.constant 4.471500e-02 : f64 loc(#loc5)
    %cst_5 = arith.constant 5.000000e-01 : f32 loc(#loc)
    %cst_6 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_7 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_8 = arith.constant dense<0> : tensor<10xi64> loc(#loc1)
    %0 = tensor.empty() : tensor<2x7x8xf32> loc(#loc28)
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg19 : tensor<2x7xi64>) outs(%0 : tensor<2x7x8xf32>) {
    ^bb0(%in: i64 loc("embed"(#loc16)), %out: f32 loc("embed"(#loc16))):
      %146 = arith.index_cast %in : i64 to index loc(#loc28)
      %147 = linalg.index 2 : index loc(#loc28)
      %148 = arith.cmpi slt, %146, %c13 : index loc(#loc28)
      cf.assert %148, "index must be smaller than dim size" loc(#loc28)
      %149 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc28)
      cf.assert %149, "index must be larger or equal to 0" loc(#loc28)
      %extracted = tensor.extract %arg0[%146, %147] : tensor<13x8xf32> loc(#loc28)
      linalg.yield %extracted : f32 loc(#loc28)
    } -> tensor<2x7x8xf32> loc(#loc28)
    %2 = tensor.empty() : tensor<2x5x8xf32> loc(#loc28)
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg20 : tensor<2x5xi64>) outs(%2 : tensor<2x5x8xf32>) {
    ^bb0(%in: i64 loc("embed"(#loc16)), %out: f32 loc("embed"(#loc16))):
      %146 = arith.index_cast %in : i64 to index loc(#loc28)
      %147 = linalg.index 2 : index loc(#loc28)
      %148 = arith.cmpi slt, %146, %c13 : index loc(#loc28)
      cf.assert %148, "index must be smaller than dim size" loc(#loc28)
      %149 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc28)
      cf.assert %149, "index must be larger or equal to 0" loc(#loc28)
      %extracted = tensor.extract %arg0[%146, %147] : tensor<13x8xf32> loc(#loc28)
      linalg.yield %extracted : f32 loc(#loc28)
    } -> tensor<2x5x8xf32> loc(#loc28)
    %4 = tensor.empty() : tensor<7x7x2xf32> loc(#loc29)
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg18 : tensor<7x7xi64>) outs(%4 : tensor<7x7x2xf32>) {
    ^bb0(%in: i64 loc("near"(#loc17)), %out: f32 loc("near"(#loc17))):
      %146 = arith.index_cast %in : i64 to index loc(#loc29)
      %147 = linalg.index 2 : index loc(#loc29)
      %148 = arith.cmpi slt, %146, %c8 : index loc(#loc29)
      cf.assert %148, "index must be smaller than dim size" loc(#loc29)
      %149 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc29)
      cf.assert %149, "index must be larger or equal to 0" loc(#loc29)
      %extracted = tensor.extract %arg1[%146, %147] : tensor<8x2xf32> loc(#loc29)
      linalg.yield %extracted : f32 loc(#loc29)
    } -> tensor<7x7x2xf32> loc(#loc29)
    %6 = tensor.empty() : tensor<2x7x7xf32> loc(#loc8)
    %transposed = linalg.transpose ins(%5 : tensor<7x7x2xf32>) outs(%6 : tensor<2x7x7xf32>) permutation = [2, 0, 1]  loc(#loc8)
    %7 = tensor.empty() : tensor<2x2x7x7xf32> loc(#loc8)
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed : tensor<2x7x7xf32>) outs(%7 : tensor<2x2x7x7xf32>) {
    ^bb0(%in: f32 loc("models.py":80:0), %out: f32 loc("models.py":80:0)):
      linalg.yield %in : f32 loc(#loc8)
    } -> tensor<2x2x7x7xf32> loc(#loc8)
    %9 = tensor.empty() : tensor<7x2x8xf32> loc(#loc27)
    %transposed_9 = linalg.transpose ins(%1 : tensor<2x7x8xf32>) outs(%9 : tensor<7x2x8xf32>) permutation = [1, 0, 2]  loc(#loc27)
    %10 = tensor.empty() : tensor<8x24xf32> loc(#loc30)
    %transposed_10 = linalg.transpose ins(%arg2 : tensor<24x8xf32>) outs(%10 : tensor<8x24xf32>) permutation = [1, 0]  loc(#loc30)
    %11 = tensor.empty() : tensor<7x8x24xf32> loc(#loc30)
    %12 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_10 : tensor<8x24xf32>) outs(%11 : tensor<7x8x24xf32>) {
    ^bb0(%in: f32 loc("encode"(#loc18)), %out: f32 loc("encode"(#loc18))):
      linalg.yield %in : f32 loc(#loc30)
    } -> tensor<7x8x24xf32> loc(#loc30)
    %13 = tensor.empty() : tensor<7x2x24xf32> loc(#loc30)
    %14 = linalg.fill ins(%cst_7 : f32) outs(%13 : tensor<7x2x24xf32>) -> tensor<7x2x24xf32> loc(#loc30)
    %15 = linalg.batch_matmul ins(%transposed_9, %12 : tensor<7x2x8xf32>, tensor<7x8x24xf32>) outs(%14 : tensor<7x2x24xf32>) -> tensor<7x2x24xf32> loc(#loc30)
    %expanded = tensor.expand_shape %15 [[0, 1], [2], [3, 4]] output_shape [1, 7, 2, 3, 8] : tensor<7x2x24xf32> into tensor<1x7x2x3x8xf32> loc(#loc30)
    %16 = tensor.empty() : tensor<3x7x2x1x8xf32> loc(#loc30)
    %transposed_11 = linalg.transpose ins(%expanded : tensor<1x7x2x3x8xf32>) outs(%16 : tensor<3x7x2x1x8xf32>) permutation = [3, 1, 2, 0, 4]  loc(#loc30)
    %collapsed = tensor.collapse_shape %transposed_11 [[0], [1], [2, 3], [4]] : tensor<3x7x2x1x8xf32> into tensor<3x7x2x8xf32> loc(#loc30)
    %extracted_slice = tensor.extract_slice %collapsed[0, 0, 0, 0] [1, 7, 2, 8] [1, 1, 1, 1] : tensor<3x7x2x8xf32> to tensor<1x7x2x8xf32> loc(#loc30)
    %extracted_slice_12 = tensor.extract_slice %collapsed[1, 0, 0, 0] [1, 7, 2, 8] [1, 1, 1, 1] : tensor<3x7x2x8xf32> to tensor<1x7x2x8xf32> loc(#loc30)
    %extracted_slice_13 = tensor.extract_slice %collapsed[2, 0, 0, 0] [1, 7, 2, 8] [1, 1, 1, 1] : tensor<3x7x2x8xf32> to tensor<1x7x2x8xf32> loc(#loc30)
    %collapsed_14 = tensor.collapse_shape %extracted_slice [[0, 1], [2, 3]] : tensor<1x7x2x8xf32> into tensor<7x16xf32> loc(#loc30)
    %expanded_15 = tensor.expand_shape %collapsed_14 [[0], [1, 2]] output_shape [7, 4, 4] : tensor<7x16xf32> into tensor<7x4x4xf32> loc(#loc30)
    %17 = tensor.empty() : tensor<4x7x4xf32> loc(#loc30)
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<7x4x4xf32>) outs(%17 : tensor<4x7x4xf32>) permutation = [1, 0, 2]  loc(#loc30)
    %collapsed_17 = tensor.collapse_shape %extracted_slice_12 [[0, 1], [2, 3]] : tensor<1x7x2x8xf32> into tensor<7x16xf32> loc(#loc30)
    %expanded_18 = tensor.expand_shape %collapsed_17 [[0], [1, 2]] output_shape [7, 4, 4] : tensor<7x16xf32> into tensor<7x4x4xf32> loc(#loc30)
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<7x4x4xf32>) outs(%17 : tensor<4x7x4xf32>) permutation = [1, 0, 2]  loc(#loc30)
    %collapsed_20 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2, 3]] : tensor<1x7x2x8xf32> into tensor<7x16xf32> loc(#loc30)
    %expanded_21 = tensor.expand_shape %collapsed_20 [[0], [1, 2]] output_shape [7, 4, 4] : tensor<7x16xf32> into tensor<7x4x4xf32> loc(#loc30)
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<7x4x4xf32>) outs(%17 : tensor<4x7x4xf32>) permutation = [1, 0, 2]  loc(#loc30)
    %collapsed_23 = tensor.collapse_shape %8 [[0, 1], [2], [3]] : tensor<2x2x7x7xf32> into tensor<4x7x7xf32> loc(#loc30)
    %18 = linalg.fill ins(%cst_7 : f32) outs(%17 : tensor<4x7x4xf32>) -> tensor<4x7x4xf32> loc(#loc30)
    %19 = tm_tensor.attention ins(%transposed_16, %transposed_19, %transposed_22, %collapsed_23 : tensor<4x7x4xf32>, tensor<4x7x4xf32>, tensor<4x7x4xf32>, tensor<4x7x7xf32>) outs(%18 : tensor<4x7x4xf32>) -> tensor<4x7x4xf32> loc(#loc30)
    %expanded_24 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [2, 2, 7, 4] : tensor<4x7x4xf32> into tensor<2x2x7x4xf32> loc(#loc30)
    %20 = tensor.empty() : tensor<7x2x2x4xf32> loc(#loc30)
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<2x2x7x4xf32>) outs(%20 : tensor<7x2x2x4xf32>) permutation = [2, 0, 1, 3]  loc(#loc30)
    %collapsed_26 = tensor.collapse_shape %transposed_25 [[0, 1], [2, 3]] : tensor<7x2x2x4xf32> into tensor<14x8xf32> loc(#loc30)
    %21 = tensor.empty() : tensor<8x8xf32> loc(#loc30)
    %transposed_27 = linalg.transpose ins(%arg3 : tensor<8x8xf32>) outs(%21 : tensor<8x8xf32>) permutation = [1, 0]  loc(#loc30)
    %22 = tensor.empty() : tensor<14x8xf32> loc(#loc30)
    %23 = linalg.fill ins(%cst_7 : f32) outs(%22 : tensor<14x8xf32>) -> tensor<14x8xf32> loc(#loc30)
    %24 = linalg.matmul ins(%collapsed_26, %transposed_27 : tensor<14x8xf32>, tensor<8x8xf32>) outs(%23 : tensor<14x8xf32>) -> tensor<14x8xf32> loc(#loc30)
    %expanded_28 = tensor.expand_shape %24 [[0, 1], [2]] output_shape [7, 2, 8] : tensor<14x8xf32> into tensor<7x2x8xf32> loc(#loc30)
    %transposed_29 = linalg.transpose ins(%expanded_28 : tensor<7x2x8xf32>) outs(%0 : tensor<2x7x8xf32>) permutation = [1, 0, 2]  loc(#loc31)
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %transposed_29 : tensor<2x7x8xf32>, tensor<2x7x8xf32>) outs(%0 : tensor<2x7x8xf32>) {
    ^bb0(%in: f32 loc("embed"(#loc16)), %in_95: f32 loc("encode"(#loc19)), %out: f32 loc("models.py":81:0)):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc3)
      linalg.yield %146 : f32 loc(#loc3)
    } -> tensor<2x7x8xf32> loc(#loc3)
    %26 = tensor.empty() : tensor<5x5xf32> loc(#loc4)
    %27 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<5x5xf32>) outs(%26 : tensor<5x5xf32>) {
    ^bb0(%in: f32 loc("models.py":82:0), %out: f32 loc("models.py":82:0)):
      linalg.yield %cst : f32 loc(#loc4)
    } -> tensor<5x5xf32> loc(#loc4)
    %28 = tensor.empty() : tensor<5xi64> loc(#loc4)
    %29 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%28 : tensor<5xi64>) {
    ^bb0(%out: i64 loc("models.py":82:0)):
      %146 = linalg.index 0 : index loc(#loc4)
      %147 = arith.index_cast %146 : index to i64 loc(#loc4)
      linalg.yield %147 : i64 loc(#loc4)
    } -> tensor<5xi64> loc(#loc4)
    %expanded_30 = tensor.expand_shape %29 [[0, 1]] output_shape [1, 5] : tensor<5xi64> into tensor<1x5xi64> loc(#loc4)
    %expanded_31 = tensor.expand_shape %29 [[0, 1]] output_shape [5, 1] : tensor<5xi64> into tensor<5x1xi64> loc(#loc4)
    %30 = tensor.empty() : tensor<5x5xi64> loc(#loc4)
    %31 = linalg.generic {indexing_maps = [#map7, #map8, #map5], iterator_types = ["parallel", "parallel"]} ins(%expanded_30, %expanded_31 : tensor<1x5xi64>, tensor<5x1xi64>) outs(%30 : tensor<5x5xi64>) {
    ^bb0(%in: i64 loc("models.py":82:0), %in_95: i64 loc("models.py":82:0), %out: i64 loc("models.py":82:0)):
      %146 = arith.subi %in, %in_95 : i64 loc(#loc4)
      linalg.yield %146 : i64 loc(#loc4)
    } -> tensor<5x5xi64> loc(#loc4)
    %32 = tensor.empty() : tensor<5x5xi1> loc(#loc4)
    %33 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<5x5xi64>) outs(%32 : tensor<5x5xi1>) {
    ^bb0(%in: i64 loc("models.py":82:0), %out: i1 loc("models.py":82:0)):
      %146 = arith.cmpi sge, %in, %c1_i64 : i64 loc(#loc4)
      linalg.yield %146 : i1 loc(#loc4)
    } -> tensor<5x5xi1> loc(#loc4)
    %34 = linalg.generic {indexing_maps = [#map5, #map5, #map9, #map5], iterator_types = ["parallel", "parallel"]} ins(%33, %27, %cst_1 : tensor<5x5xi1>, tensor<5x5xf32>, tensor<f32>) outs(%26 : tensor<5x5xf32>) {
    ^bb0(%in: i1 loc("models.py":82:0), %in_95: f32 loc("models.py":82:0), %in_96: f32 loc("models.py":82:0), %out: f32 loc("models.py":82:0)):
      %146 = arith.select %in, %in_95, %in_96 : f32 loc(#loc4)
      linalg.yield %146 : f32 loc(#loc4)
    } -> tensor<5x5xf32> loc(#loc4)
    %35 = tensor.empty() : tensor<5x2x8xf32> loc(#loc32)
    %transposed_32 = linalg.transpose ins(%3 : tensor<2x5x8xf32>) outs(%35 : tensor<5x2x8xf32>) permutation = [1, 0, 2]  loc(#loc32)
    %transposed_33 = linalg.transpose ins(%arg4 : tensor<24x8xf32>) outs(%10 : tensor<8x24xf32>) permutation = [1, 0]  loc(#loc33)
    %36 = tensor.empty() : tensor<5x8x24xf32> loc(#loc33)
    %37 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_33 : tensor<8x24xf32>) outs(%36 : tensor<5x8x24xf32>) {
    ^bb0(%in: f32 loc("decode"(#loc21)), %out: f32 loc("decode"(#loc21))):
      linalg.yield %in : f32 loc(#loc33)
    } -> tensor<5x8x24xf32> loc(#loc33)
    %38 = tensor.empty() : tensor<5x2x24xf32> loc(#loc33)
    %39 = linalg.fill ins(%cst_7 : f32) outs(%38 : tensor<5x2x24xf32>) -> tensor<5x2x24xf32> loc(#loc33)
    %40 = linalg.batch_matmul ins(%transposed_32, %37 : tensor<5x2x8xf32>, tensor<5x8x24xf32>) outs(%39 : tensor<5x2x24xf32>) -> tensor<5x2x24xf32> loc(#loc33)
    %41 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %arg5 : tensor<5x2x24xf32>, tensor<24xf32>) outs(%38 : tensor<5x2x24xf32>) {
    ^bb0(%in: f32 loc("decode"(#loc21)), %in_95: f32 loc("decode"(#loc21)), %out: f32 loc("decode"(#loc21))):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc33)
      linalg.yield %146 : f32 loc(#loc33)
    } -> tensor<5x2x24xf32> loc(#loc33)
    %expanded_34 = tensor.expand_shape %41 [[0, 1], [2], [3, 4]] output_shape [1, 5, 2, 3, 8] : tensor<5x2x24xf32> into tensor<1x5x2x3x8xf32> loc(#loc33)
    %42 = tensor.empty() : tensor<3x5x2x1x8xf32> loc(#loc33)
    %transposed_35 = linalg.transpose ins(%expanded_34 : tensor<1x5x2x3x8xf32>) outs(%42 : tensor<3x5x2x1x8xf32>) permutation = [3, 1, 2, 0, 4]  loc(#loc33)
    %collapsed_36 = tensor.collapse_shape %transposed_35 [[0], [1], [2, 3], [4]] : tensor<3x5x2x1x8xf32> into tensor<3x5x2x8xf32> loc(#loc33)
    %extracted_slice_37 = tensor.extract_slice %collapsed_36[0, 0, 0, 0] [1, 5, 2, 8] [1, 1, 1, 1] : tensor<3x5x2x8xf32> to tensor<1x5x2x8xf32> loc(#loc33)
    %extracted_slice_38 = tensor.extract_slice %collapsed_36[1, 0, 0, 0] [1, 5, 2, 8] [1, 1, 1, 1] : tensor<3x5x2x8xf32> to tensor<1x5x2x8xf32> loc(#loc33)
    %extracted_slice_39 = tensor.extract_slice %collapsed_36[2, 0, 0, 0] [1, 5, 2, 8] [1, 1, 1, 1] : tensor<3x5x2x8xf32> to tensor<1x5x2x8xf32> loc(#loc33)
    %collapsed_40 = tensor.collapse_shape %extracted_slice_37 [[0, 1], [2, 3]] : tensor<1x5x2x8xf32> into tensor<5x16xf32> loc(#loc33)
    %expanded_41 = tensor.expand_shape %collapsed_40 [[0], [1, 2]] output_shape [5, 4, 4] : tensor<5x16xf32> into tensor<5x4x4xf32> loc(#loc33)
    %43 = tensor.empty() : tensor<4x5x4xf32> loc(#loc33)
    %transposed_42 = linalg.transpose ins(%expanded_41 : tensor<5x4x4xf32>) outs(%43 : tensor<4x5x4xf32>) permutation = [1, 0, 2]  loc(#loc33)
    %collapsed_43 = tensor.collapse_shape %extracted_slice_38 [[0, 1], [2, 3]] : tensor<1x5x2x8xf32> into tensor<5x16xf32> loc(#loc33)
    %expanded_44 = tensor.expand_shape %collapsed_43 [[0], [1, 2]] output_shape [5, 4, 4] : tensor<5x16xf32> into tensor<5x4x4xf32> loc(#loc33)
    %transposed_45 = linalg.transpose ins(%expanded_44 : tensor<5x4x4xf32>) outs(%43 : tensor<4x5x4xf32>) permutation = [1, 0, 2]  loc(#loc33)
    %collapsed_46 = tensor.collapse_shape %extracted_slice_39 [[0, 1], [2, 3]] : tensor<1x5x2x8xf32> into tensor<5x16xf32> loc(#loc33)
    %expanded_47 = tensor.expand_shape %collapsed_46 [[0], [1, 2]] output_shape [5, 4, 4] : tensor<5x16xf32> into tensor<5x4x4xf32> loc(#loc33)
    %transposed_48 = linalg.transpose ins(%expanded_47 : tensor<5x4x4xf32>) outs(%43 : tensor<4x5x4xf32>) permutation = [1, 0, 2]  loc(#loc33)
    %expanded_49 = tensor.expand_shape %34 [[0, 1, 2], [3]] output_shape [1, 1, 5, 5] : tensor<5x5xf32> into tensor<1x1x5x5xf32> loc(#loc33)
    %44 = tensor.empty() : tensor<2x2x5x5xf32> loc(#loc33)
    %45 = linalg.generic {indexing_maps = [#map11, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_49 : tensor<1x1x5x5xf32>) outs(%44 : tensor<2x2x5x5xf32>) {
    ^bb0(%in: f32 loc("decode"(#loc21)), %out: f32 loc("decode"(#loc21))):
      linalg.yield %in : f32 loc(#loc33)
    } -> tensor<2x2x5x5xf32> loc(#loc33)
    %collapsed_50 = tensor.collapse_shape %45 [[0, 1], [2], [3]] : tensor<2x2x5x5xf32> into tensor<4x5x5xf32> loc(#loc33)
    %46 = linalg.fill ins(%cst_7 : f32) outs(%43 : tensor<4x5x4xf32>) -> tensor<4x5x4xf32> loc(#loc33)
    %47 = tm_tensor.attention ins(%transposed_42, %transposed_45, %transposed_48, %collapsed_50 : tensor<4x5x4xf32>, tensor<4x5x4xf32>, tensor<4x5x4xf32>, tensor<4x5x5xf32>) outs(%46 : tensor<4x5x4xf32>) -> tensor<4x5x4xf32> loc(#loc33)
    %expanded_51 = tensor.expand_shape %47 [[0, 1], [2], [3]] output_shape [2, 2, 5, 4] : tensor<4x5x4xf32> into tensor<2x2x5x4xf32> loc(#loc33)
    %48 = tensor.empty() : tensor<5x2x2x4xf32> loc(#loc33)
    %transposed_52 = linalg.transpose ins(%expanded_51 : tensor<2x2x5x4xf32>) outs(%48 : tensor<5x2x2x4xf32>) permutation = [2, 0, 1, 3]  loc(#loc33)
    %collapsed_53 = tensor.collapse_shape %transposed_52 [[0, 1], [2, 3]] : tensor<5x2x2x4xf32> into tensor<10x8xf32> loc(#loc33)
    %transposed_54 = linalg.transpose ins(%arg6 : tensor<8x8xf32>) outs(%21 : tensor<8x8xf32>) permutation = [1, 0]  loc(#loc33)
    %49 = tensor.empty() : tensor<10x8xf32> loc(#loc33)
    %50 = linalg.fill ins(%cst_7 : f32) outs(%49 : tensor<10x8xf32>) -> tensor<10x8xf32> loc(#loc33)
    %51 = linalg.matmul ins(%collapsed_53, %transposed_54 : tensor<10x8xf32>, tensor<8x8xf32>) outs(%50 : tensor<10x8xf32>) -> tensor<10x8xf32> loc(#loc33)
    %52 = linalg.generic {indexing_maps = [#map5, #map12, #map5], iterator_types = ["parallel", "parallel"]} ins(%51, %arg7 : tensor<10x8xf32>, tensor<8xf32>) outs(%49 : tensor<10x8xf32>) {
    ^bb0(%in: f32 loc("decode"(#loc21)), %in_95: f32 loc("decode"(#loc21)), %out: f32 loc("decode"(#loc21))):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc33)
      linalg.yield %146 : f32 loc(#loc33)
    } -> tensor<10x8xf32> loc(#loc33)
    %expanded_55 = tensor.expand_shape %52 [[0, 1], [2]] output_shape [5, 2, 8] : tensor<10x8xf32> into tensor<5x2x8xf32> loc(#loc33)
    %transposed_56 = linalg.transpose ins(%expanded_55 : tensor<5x2x8xf32>) outs(%2 : tensor<2x5x8xf32>) permutation = [1, 0, 2]  loc(#loc34)
    %53 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %transposed_56 : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%2 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32 loc("embed"(#loc16)), %in_95: f32 loc("decode"(#loc22)), %out: f32 loc("models.py":83:0)):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc11)
      linalg.yield %146 : f32 loc(#loc11)
    } -> tensor<2x5x8xf32> loc(#loc11)
    %transposed_57 = linalg.transpose ins(%53 : tensor<2x5x8xf32>) outs(%35 : tensor<5x2x8xf32>) permutation = [1, 0, 2]  loc(#loc35)
    %transposed_58 = linalg.transpose ins(%25 : tensor<2x7x8xf32>) outs(%9 : tensor<7x2x8xf32>) permutation = [1, 0, 2]  loc(#loc35)
    %extracted_slice_59 = tensor.extract_slice %arg8[0, 0] [8, 8] [1, 1] : tensor<24x8xf32> to tensor<8x8xf32> loc(#loc36)
    %extracted_slice_60 = tensor.extract_slice %arg8[8, 0] [16, 8] [1, 1] : tensor<24x8xf32> to tensor<16x8xf32> loc(#loc36)
    %extracted_slice_61 = tensor.extract_slice %arg9[0] [8] [1] : tensor<24xf32> to tensor<8xf32> loc(#loc36)
    %extracted_slice_62 = tensor.extract_slice %arg9[8] [16] [1] : tensor<24xf32> to tensor<16xf32> loc(#loc36)
    %transposed_63 = linalg.transpose ins(%extracted_slice_59 : tensor<8x8xf32>) outs(%21 : tensor<8x8xf32>) permutation = [1, 0]  loc(#loc36)
    %54 = tensor.empty() : tensor<5x8x8xf32> loc(#loc36)
    %55 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_63 : tensor<8x8xf32>) outs(%54 : tensor<5x8x8xf32>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24))):
      linalg.yield %in : f32 loc(#loc36)
    } -> tensor<5x8x8xf32> loc(#loc36)
    %56 = linalg.fill ins(%cst_7 : f32) outs(%35 : tensor<5x2x8xf32>) -> tensor<5x2x8xf32> loc(#loc36)
    %57 = linalg.batch_matmul ins(%transposed_57, %55 : tensor<5x2x8xf32>, tensor<5x8x8xf32>) outs(%56 : tensor<5x2x8xf32>) -> tensor<5x2x8xf32> loc(#loc36)
    %58 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %extracted_slice_61 : tensor<5x2x8xf32>, tensor<8xf32>) outs(%35 : tensor<5x2x8xf32>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %in_95: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24))):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc36)
      linalg.yield %146 : f32 loc(#loc36)
    } -> tensor<5x2x8xf32> loc(#loc36)
    %59 = tensor.empty() : tensor<8x16xf32> loc(#loc36)
    %transposed_64 = linalg.transpose ins(%extracted_slice_60 : tensor<16x8xf32>) outs(%59 : tensor<8x16xf32>) permutation = [1, 0]  loc(#loc36)
    %60 = tensor.empty() : tensor<7x8x16xf32> loc(#loc36)
    %61 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_64 : tensor<8x16xf32>) outs(%60 : tensor<7x8x16xf32>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24))):
      linalg.yield %in : f32 loc(#loc36)
    } -> tensor<7x8x16xf32> loc(#loc36)
    %62 = tensor.empty() : tensor<7x2x16xf32> loc(#loc36)
    %63 = linalg.fill ins(%cst_7 : f32) outs(%62 : tensor<7x2x16xf32>) -> tensor<7x2x16xf32> loc(#loc36)
    %64 = linalg.batch_matmul ins(%transposed_58, %61 : tensor<7x2x8xf32>, tensor<7x8x16xf32>) outs(%63 : tensor<7x2x16xf32>) -> tensor<7x2x16xf32> loc(#loc36)
    %65 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %extracted_slice_62 : tensor<7x2x16xf32>, tensor<16xf32>) outs(%62 : tensor<7x2x16xf32>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %in_95: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24))):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc36)
      linalg.yield %146 : f32 loc(#loc36)
    } -> tensor<7x2x16xf32> loc(#loc36)
    %expanded_65 = tensor.expand_shape %65 [[0, 1], [2], [3, 4]] output_shape [1, 7, 2, 2, 8] : tensor<7x2x16xf32> into tensor<1x7x2x2x8xf32> loc(#loc36)
    %66 = tensor.empty() : tensor<2x7x2x1x8xf32> loc(#loc36)
    %transposed_66 = linalg.transpose ins(%expanded_65 : tensor<1x7x2x2x8xf32>) outs(%66 : tensor<2x7x2x1x8xf32>) permutation = [3, 1, 2, 0, 4]  loc(#loc36)
    %collapsed_67 = tensor.collapse_shape %transposed_66 [[0], [1], [2, 3], [4]] : tensor<2x7x2x1x8xf32> into tensor<2x7x2x8xf32> loc(#loc36)
    %extracted_slice_68 = tensor.extract_slice %collapsed_67[0, 0, 0, 0] [1, 7, 2, 8] [1, 1, 1, 1] : tensor<2x7x2x8xf32> to tensor<1x7x2x8xf32> loc(#loc36)
    %extracted_slice_69 = tensor.extract_slice %collapsed_67[1, 0, 0, 0] [1, 7, 2, 8] [1, 1, 1, 1] : tensor<2x7x2x8xf32> to tensor<1x7x2x8xf32> loc(#loc36)
    %collapsed_70 = tensor.collapse_shape %58 [[0], [1, 2]] : tensor<5x2x8xf32> into tensor<5x16xf32> loc(#loc36)
    %expanded_71 = tensor.expand_shape %collapsed_70 [[0], [1, 2]] output_shape [5, 4, 4] : tensor<5x16xf32> into tensor<5x4x4xf32> loc(#loc36)
    %transposed_72 = linalg.transpose ins(%expanded_71 : tensor<5x4x4xf32>) outs(%43 : tensor<4x5x4xf32>) permutation = [1, 0, 2]  loc(#loc36)
    %collapsed_73 = tensor.collapse_shape %extracted_slice_68 [[0, 1], [2, 3]] : tensor<1x7x2x8xf32> into tensor<7x16xf32> loc(#loc36)
    %expanded_74 = tensor.expand_shape %collapsed_73 [[0], [1, 2]] output_shape [7, 4, 4] : tensor<7x16xf32> into tensor<7x4x4xf32> loc(#loc36)
    %collapsed_75 = tensor.collapse_shape %extracted_slice_69 [[0, 1], [2, 3]] : tensor<1x7x2x8xf32> into tensor<7x16xf32> loc(#loc36)
    %expanded_76 = tensor.expand_shape %collapsed_75 [[0], [1, 2]] output_shape [7, 4, 4] : tensor<7x16xf32> into tensor<7x4x4xf32> loc(#loc36)
    %transposed_77 = linalg.transpose ins(%expanded_76 : tensor<7x4x4xf32>) outs(%17 : tensor<4x7x4xf32>) permutation = [1, 0, 2]  loc(#loc36)
    %67 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_72 : tensor<4x5x4xf32>) outs(%43 : tensor<4x5x4xf32>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24))):
      %146 = arith.mulf %in, %cst_5 : f32 loc(#loc36)
      linalg.yield %146 : f32 loc(#loc36)
    } -> tensor<4x5x4xf32> loc(#loc36)
    %68 = tensor.empty() : tensor<4x4x7xf32> loc(#loc36)
    %transposed_78 = linalg.transpose ins(%expanded_74 : tensor<7x4x4xf32>) outs(%68 : tensor<4x4x7xf32>) permutation = [1, 2, 0]  loc(#loc36)
    %69 = tensor.empty() : tensor<4x5x7xf32> loc(#loc36)
    %70 = linalg.fill ins(%cst_7 : f32) outs(%69 : tensor<4x5x7xf32>) -> tensor<4x5x7xf32> loc(#loc36)
    %71 = linalg.batch_matmul ins(%67, %transposed_78 : tensor<4x5x4xf32>, tensor<4x4x7xf32>) outs(%70 : tensor<4x5x7xf32>) -> tensor<4x5x7xf32> loc(#loc36)
    %72 = tensor.empty() : tensor<4x5xi64> loc(#loc36)
    %73 = linalg.fill ins(%c0_i64 : i64) outs(%72 : tensor<4x5xi64>) -> tensor<4x5xi64> loc(#loc36)
    %74 = tensor.empty() : tensor<4x5xf32> loc(#loc36)
    %75 = linalg.fill ins(%cst : f32) outs(%74 : tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc36)
    %76:2 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "reduction"]} ins(%71 : tensor<4x5x7xf32>) outs(%75, %73 : tensor<4x5xf32>, tensor<4x5xi64>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24)), %out_95: i64 loc("cross"(#loc24))):
      %146 = linalg.index 2 : index loc(#loc36)
      %147 = arith.index_cast %146 : index to i64 loc(#loc36)
      %148 = arith.maximumf %in, %out : f32 loc(#loc36)
      %149 = arith.cmpf ogt, %in, %out : f32 loc(#loc36)
      %150 = arith.select %149, %147, %out_95 : i64 loc(#loc36)
      linalg.yield %148, %150 : f32, i64 loc(#loc36)
    } -> (tensor<4x5xf32>, tensor<4x5xi64>) loc(#loc36)
    %expanded_79 = tensor.expand_shape %76#0 [[0], [1, 2]] output_shape [4, 5, 1] : tensor<4x5xf32> into tensor<4x5x1xf32> loc(#loc36)
    %77 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %expanded_79 : tensor<4x5x7xf32>, tensor<4x5x1xf32>) outs(%69 : tensor<4x5x7xf32>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %in_95: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24))):
      %146 = arith.subf %in, %in_95 : f32 loc(#loc36)
      linalg.yield %146 : f32 loc(#loc36)
    } -> tensor<4x5x7xf32> loc(#loc36)
    %78 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<4x5x7xf32>) outs(%69 : tensor<4x5x7xf32>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24))):
      %146 = math.exp %in : f32 loc(#loc36)
      linalg.yield %146 : f32 loc(#loc36)
    } -> tensor<4x5x7xf32> loc(#loc36)
    %79 = tensor.empty() : tensor<4x5x1xf32> loc(#loc36)
    %80 = linalg.fill ins(%cst_7 : f32) outs(%79 : tensor<4x5x1xf32>) -> tensor<4x5x1xf32> loc(#loc36)
    %81 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%78 : tensor<4x5x7xf32>) outs(%80 : tensor<4x5x1xf32>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24))):
      %146 = arith.addf %in, %out : f32 loc(#loc36)
      linalg.yield %146 : f32 loc(#loc36)
    } -> tensor<4x5x1xf32> loc(#loc36)
    %82 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %81 : tensor<4x5x7xf32>, tensor<4x5x1xf32>) outs(%69 : tensor<4x5x7xf32>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %in_95: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24))):
      %146 = arith.divf %in, %in_95 : f32 loc(#loc36)
      linalg.yield %146 : f32 loc(#loc36)
    } -> tensor<4x5x7xf32> loc(#loc36)
    %83 = linalg.batch_matmul ins(%82, %transposed_77 : tensor<4x5x7xf32>, tensor<4x7x4xf32>) outs(%46 : tensor<4x5x4xf32>) -> tensor<4x5x4xf32> loc(#loc36)
    %84 = tensor.empty() : tensor<5x4x4xf32> loc(#loc36)
    %transposed_80 = linalg.transpose ins(%83 : tensor<4x5x4xf32>) outs(%84 : tensor<5x4x4xf32>) permutation = [1, 0, 2]  loc(#loc36)
    %collapsed_81 = tensor.collapse_shape %transposed_80 [[0, 1, 2]] : tensor<5x4x4xf32> into tensor<80xf32> loc(#loc36)
    %expanded_82 = tensor.expand_shape %collapsed_81 [[0, 1]] output_shape [10, 8] : tensor<80xf32> into tensor<10x8xf32> loc(#loc36)
    %transposed_83 = linalg.transpose ins(%arg10 : tensor<8x8xf32>) outs(%21 : tensor<8x8xf32>) permutation = [1, 0]  loc(#loc36)
    %85 = linalg.matmul ins(%expanded_82, %transposed_83 : tensor<10x8xf32>, tensor<8x8xf32>) outs(%50 : tensor<10x8xf32>) -> tensor<10x8xf32> loc(#loc36)
    %86 = linalg.generic {indexing_maps = [#map5, #map12, #map5], iterator_types = ["parallel", "parallel"]} ins(%85, %arg11 : tensor<10x8xf32>, tensor<8xf32>) outs(%49 : tensor<10x8xf32>) {
    ^bb0(%in: f32 loc("cross"(#loc24)), %in_95: f32 loc("cross"(#loc24)), %out: f32 loc("cross"(#loc24))):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc36)
      linalg.yield %146 : f32 loc(#loc36)
    } -> tensor<10x8xf32> loc(#loc36)
    %expanded_84 = tensor.expand_shape %86 [[0, 1], [2]] output_shape [5, 2, 8] : tensor<10x8xf32> into tensor<5x2x8xf32> loc(#loc36)
    %transposed_85 = linalg.transpose ins(%expanded_84 : tensor<5x2x8xf32>) outs(%2 : tensor<2x5x8xf32>) permutation = [1, 0, 2]  loc(#loc37)
    %87 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %transposed_85 : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%2 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32 loc("models.py":83:0), %in_95: f32 loc("cross"(#loc25)), %out: f32 loc("models.py":84:0)):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc13)
      linalg.yield %146 : f32 loc(#loc13)
    } -> tensor<2x5x8xf32> loc(#loc13)
    %transposed_86 = linalg.transpose ins(%arg12 : tensor<16x8xf32>) outs(%59 : tensor<8x16xf32>) permutation = [1, 0]  loc(#loc38)
    %88 = tensor.empty() : tensor<2x8x16xf32> loc(#loc38)
    %89 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_86 : tensor<8x16xf32>) outs(%88 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32 loc("up"(#loc26)), %out: f32 loc("up"(#loc26))):
      linalg.yield %in : f32 loc(#loc38)
    } -> tensor<2x8x16xf32> loc(#loc38)
    %90 = tensor.empty() : tensor<2x5x16xf32> loc(#loc38)
    %91 = linalg.fill ins(%cst_7 : f32) outs(%90 : tensor<2x5x16xf32>) -> tensor<2x5x16xf32> loc(#loc38)
    %92 = linalg.batch_matmul ins(%87, %89 : tensor<2x5x8xf32>, tensor<2x8x16xf32>) outs(%91 : tensor<2x5x16xf32>) -> tensor<2x5x16xf32> loc(#loc38)
    %93 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %arg13 : tensor<2x5x16xf32>, tensor<16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("up"(#loc26)), %in_95: f32 loc("up"(#loc26)), %out: f32 loc("up"(#loc26))):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc38)
      linalg.yield %146 : f32 loc(#loc38)
    } -> tensor<2x5x16xf32> loc(#loc38)
    %94 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %93 : tensor<2x5x16xf32>, tensor<2x5x16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("up"(#loc26)), %in_95: f32 loc("up"(#loc26)), %out: f32 loc("models.py":85:0)):
      %146 = arith.mulf %in, %in_95 : f32 loc(#loc5)
      linalg.yield %146 : f32 loc(#loc5)
    } -> tensor<2x5x16xf32> loc(#loc5)
    %95 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %93 : tensor<2x5x16xf32>, tensor<2x5x16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("models.py":85:0), %in_95: f32 loc("up"(#loc26)), %out: f32 loc("models.py":85:0)):
      %146 = arith.mulf %in, %in_95 : f32 loc(#loc5)
      linalg.yield %146 : f32 loc(#loc5)
    } -> tensor<2x5x16xf32> loc(#loc5)
    %96 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<2x5x16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("models.py":85:0), %out: f32 loc("models.py":85:0)):
      %146 = arith.truncf %cst_4 : f64 to f32 loc(#loc5)
      %147 = arith.mulf %in, %146 : f32 loc(#loc5)
      linalg.yield %147 : f32 loc(#loc5)
    } -> tensor<2x5x16xf32> loc(#loc5)
    %97 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %96 : tensor<2x5x16xf32>, tensor<2x5x16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("up"(#loc26)), %in_95: f32 loc("models.py":85:0), %out: f32 loc("models.py":85:0)):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc5)
      linalg.yield %146 : f32 loc(#loc5)
    } -> tensor<2x5x16xf32> loc(#loc5)
    %98 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<2x5x16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("models.py":85:0), %out: f32 loc("models.py":85:0)):
      %146 = arith.truncf %cst_3 : f64 to f32 loc(#loc5)
      %147 = arith.mulf %in, %146 : f32 loc(#loc5)
      linalg.yield %147 : f32 loc(#loc5)
    } -> tensor<2x5x16xf32> loc(#loc5)
    %99 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<2x5x16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("up"(#loc26)), %out: f32 loc("models.py":85:0)):
      %146 = arith.mulf %in, %cst_5 : f32 loc(#loc5)
      linalg.yield %146 : f32 loc(#loc5)
    } -> tensor<2x5x16xf32> loc(#loc5)
    %100 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<2x5x16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("models.py":85:0), %out: f32 loc("models.py":85:0)):
      %146 = math.tanh %in : f32 loc(#loc5)
      linalg.yield %146 : f32 loc(#loc5)
    } -> tensor<2x5x16xf32> loc(#loc5)
    %101 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x5x16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("models.py":85:0), %out: f32 loc("models.py":85:0)):
      %146 = arith.addf %in, %cst_6 : f32 loc(#loc5)
      linalg.yield %146 : f32 loc(#loc5)
    } -> tensor<2x5x16xf32> loc(#loc5)
    %102 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %101 : tensor<2x5x16xf32>, tensor<2x5x16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("models.py":85:0), %in_95: f32 loc("models.py":85:0), %out: f32 loc("models.py":85:0)):
      %146 = arith.mulf %in, %in_95 : f32 loc(#loc5)
      linalg.yield %146 : f32 loc(#loc5)
    } -> tensor<2x5x16xf32> loc(#loc5)
    %transposed_87 = linalg.transpose ins(%arg14 : tensor<16x8xf32>) outs(%59 : tensor<8x16xf32>) permutation = [1, 0]  loc(#loc39)
    %103 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_87 : tensor<8x16xf32>) outs(%88 : tensor<2x8x16xf32>) {
    ^bb0(%in: f32 loc("gate"(#loc26)), %out: f32 loc("gate"(#loc26))):
      linalg.yield %in : f32 loc(#loc39)
    } -> tensor<2x8x16xf32> loc(#loc39)
    %104 = linalg.batch_matmul ins(%87, %103 : tensor<2x5x8xf32>, tensor<2x8x16xf32>) outs(%91 : tensor<2x5x16xf32>) -> tensor<2x5x16xf32> loc(#loc39)
    %105 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %arg15 : tensor<2x5x16xf32>, tensor<16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("gate"(#loc26)), %in_95: f32 loc("gate"(#loc26)), %out: f32 loc("gate"(#loc26))):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc39)
      linalg.yield %146 : f32 loc(#loc39)
    } -> tensor<2x5x16xf32> loc(#loc39)
    %106 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %105 : tensor<2x5x16xf32>, tensor<2x5x16xf32>) outs(%90 : tensor<2x5x16xf32>) {
    ^bb0(%in: f32 loc("models.py":85:0), %in_95: f32 loc("gate"(#loc26)), %out: f32 loc("models.py":85:0)):
      %146 = arith.mulf %in, %in_95 : f32 loc(#loc5)
      linalg.yield %146 : f32 loc(#loc5)
    } -> tensor<2x5x16xf32> loc(#loc5)
    %107 = tensor.empty() : tensor<16x8xf32> loc(#loc40)
    %transposed_88 = linalg.transpose ins(%arg16 : tensor<8x16xf32>) outs(%107 : tensor<16x8xf32>) permutation = [1, 0]  loc(#loc40)
    %108 = tensor.empty() : tensor<2x16x8xf32> loc(#loc40)
    %109 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_88 : tensor<16x8xf32>) outs(%108 : tensor<2x16x8xf32>) {
    ^bb0(%in: f32 loc("down"(#loc26)), %out: f32 loc("down"(#loc26))):
      linalg.yield %in : f32 loc(#loc40)
    } -> tensor<2x16x8xf32> loc(#loc40)
    %110 = linalg.fill ins(%cst_7 : f32) outs(%2 : tensor<2x5x8xf32>) -> tensor<2x5x8xf32> loc(#loc40)
    %111 = linalg.batch_matmul ins(%106, %109 : tensor<2x5x16xf32>, tensor<2x16x8xf32>) outs(%110 : tensor<2x5x8xf32>) -> tensor<2x5x8xf32> loc(#loc40)
    %112 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %arg17 : tensor<2x5x8xf32>, tensor<8xf32>) outs(%2 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32 loc("down"(#loc26)), %in_95: f32 loc("down"(#loc26)), %out: f32 loc("down"(#loc26))):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc40)
      linalg.yield %146 : f32 loc(#loc40)
    } -> tensor<2x5x8xf32> loc(#loc40)
    %113 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %112 : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%2 : tensor<2x5x8xf32>) {
    ^bb0(%in: f32 loc("models.py":84:0), %in_95: f32 loc("down"(#loc26)), %out: f32 loc("models.py":85:0)):
      %146 = arith.addf %in, %in_95 : f32 loc(#loc5)
      linalg.yield %146 : f32 loc(#loc5)
    } -> tensor<2x5x8xf32> loc(#loc5)
    %114 = tensor.empty() : tensor<8x13xf32> loc(#loc1)
    %transposed_89 = linalg.transpose ins(%arg0 : tensor<13x8xf32>) outs(%114 : tensor<8x13xf32>) permutation = [1, 0]  loc(#loc1)
    %115 = tensor.empty() : tensor<2x8x13xf32> loc(#loc1)
    %116 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_89 : tensor<8x13xf32>) outs(%115 : tensor<2x8x13xf32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      linalg.yield %in : f32 loc(#loc1)
    } -> tensor<2x8x13xf32> loc(#loc1)
    %117 = tensor.empty() : tensor<2x5x13xf32> loc(#loc1)
    %118 = linalg.fill ins(%cst_7 : f32) outs(%117 : tensor<2x5x13xf32>) -> tensor<2x5x13xf32> loc(#loc1)
    %119 = linalg.batch_matmul ins(%113, %116 : tensor<2x5x8xf32>, tensor<2x8x13xf32>) outs(%118 : tensor<2x5x13xf32>) -> tensor<2x5x13xf32> loc(#loc1)
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x5x13xf32>) outs(%117 : tensor<2x5x13xf32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = arith.truncf %cst_2 : f64 to f32 loc(#loc1)
      %147 = arith.mulf %in, %146 : f32 loc(#loc1)
      linalg.yield %147 : f32 loc(#loc1)
    } -> tensor<2x5x13xf32> loc(#loc1)
    %collapsed_90 = tensor.collapse_shape %120 [[0, 1], [2]] : tensor<2x5x13xf32> into tensor<10x13xf32> loc(#loc1)
    %collapsed_91 = tensor.collapse_shape %arg21 [[0, 1]] : tensor<2x5xi64> into tensor<10xi64> loc(#loc1)
    %121 = tensor.empty() : tensor<10xi64> loc(#loc1)
    %122 = linalg.fill ins(%c0_i64 : i64) outs(%121 : tensor<10xi64>) -> tensor<10xi64> loc(#loc1)
    %123 = tensor.empty() : tensor<10xf32> loc(#loc1)
    %124 = linalg.fill ins(%cst : f32) outs(%123 : tensor<10xf32>) -> tensor<10xf32> loc(#loc1)
    %125:2 = linalg.generic {indexing_maps = [#map5, #map14, #map14], iterator_types = ["parallel", "reduction"]} ins(%collapsed_90 : tensor<10x13xf32>) outs(%124, %122 : tensor<10xf32>, tensor<10xi64>) {
    ^bb0(%in: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0), %out_95: i64 loc("models.py":86:0)):
      %146 = linalg.index 1 : index loc(#loc1)
      %147 = arith.index_cast %146 : index to i64 loc(#loc1)
      %148 = arith.maximumf %in, %out : f32 loc(#loc1)
      %149 = arith.cmpf ogt, %in, %out : f32 loc(#loc1)
      %150 = arith.select %149, %147, %out_95 : i64 loc(#loc1)
      linalg.yield %148, %150 : f32, i64 loc(#loc1)
    } -> (tensor<10xf32>, tensor<10xi64>) loc(#loc1)
    %expanded_92 = tensor.expand_shape %125#0 [[0, 1]] output_shape [10, 1] : tensor<10xf32> into tensor<10x1xf32> loc(#loc1)
    %126 = tensor.empty() : tensor<10x13xf32> loc(#loc1)
    %127 = linalg.generic {indexing_maps = [#map5, #map8, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_90, %expanded_92 : tensor<10x13xf32>, tensor<10x1xf32>) outs(%126 : tensor<10x13xf32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %in_95: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = arith.subf %in, %in_95 : f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<10x13xf32> loc(#loc1)
    %128 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<10x13xf32>) outs(%126 : tensor<10x13xf32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = math.exp %in : f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<10x13xf32> loc(#loc1)
    %129 = tensor.empty() : tensor<10x1xf32> loc(#loc1)
    %130 = linalg.fill ins(%cst_7 : f32) outs(%129 : tensor<10x1xf32>) -> tensor<10x1xf32> loc(#loc1)
    %131 = linalg.generic {indexing_maps = [#map5, #map8], iterator_types = ["parallel", "reduction"]} ins(%128 : tensor<10x13xf32>) outs(%130 : tensor<10x1xf32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<10x1xf32> loc(#loc1)
    %132 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%131 : tensor<10x1xf32>) outs(%129 : tensor<10x1xf32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = math.log %in : f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<10x1xf32> loc(#loc1)
    %133 = linalg.generic {indexing_maps = [#map5, #map8, #map5], iterator_types = ["parallel", "parallel"]} ins(%127, %132 : tensor<10x13xf32>, tensor<10x1xf32>) outs(%126 : tensor<10x13xf32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %in_95: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = arith.subf %in, %in_95 : f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<10x13xf32> loc(#loc1)
    %134 = tensor.empty() : tensor<10xi1> loc(#loc1)
    %135 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%collapsed_91 : tensor<10xi64>) outs(%134 : tensor<10xi1>) {
    ^bb0(%in: i64 loc("models.py":86:0), %out: i1 loc("models.py":86:0)):
      %146 = arith.cmpi ne, %in, %c-100_i64 : i64 loc(#loc1)
      linalg.yield %146 : i1 loc(#loc1)
    } -> tensor<10xi1> loc(#loc1)
    %136 = linalg.generic {indexing_maps = [#map6, #map6, #map6, #map6], iterator_types = ["parallel"]} ins(%135, %collapsed_91, %cst_8 : tensor<10xi1>, tensor<10xi64>, tensor<10xi64>) outs(%121 : tensor<10xi64>) {
    ^bb0(%in: i1 loc("models.py":86:0), %in_95: i64 loc("models.py":86:0), %in_96: i64 loc("models.py":86:0), %out: i64 loc("models.py":86:0)):
      %146 = arith.select %in, %in_95, %in_96 : i64 loc(#loc1)
      linalg.yield %146 : i64 loc(#loc1)
    } -> tensor<10xi64> loc(#loc1)
    %expanded_93 = tensor.expand_shape %136 [[0, 1]] output_shape [10, 1] : tensor<10xi64> into tensor<10x1xi64> loc(#loc1)
    %137 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%expanded_93 : tensor<10x1xi64>) outs(%130 : tensor<10x1xf32>) {
    ^bb0(%in: i64 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = linalg.index 0 : index loc(#loc1)
      %147 = arith.index_cast %in : i64 to index loc(#loc1)
      %148 = arith.cmpi slt, %147, %c13 : index loc(#loc1)
      cf.assert %148, "index must be smaller than dim size" loc(#loc1)
      %149 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc1)
      cf.assert %149, "index must be larger or equal to 0" loc(#loc1)
      %extracted = tensor.extract %133[%146, %147] : tensor<10x13xf32> loc(#loc1)
      linalg.yield %extracted : f32 loc(#loc1)
    } -> tensor<10x1xf32> loc(#loc1)
    %collapsed_94 = tensor.collapse_shape %137 [[0, 1]] : tensor<10x1xf32> into tensor<10xf32> loc(#loc1)
    %138 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%collapsed_94 : tensor<10xf32>) outs(%123 : tensor<10xf32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = arith.negf %in : f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<10xf32> loc(#loc1)
    %139 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%135 : tensor<10xi1>) outs(%123 : tensor<10xf32>) {
    ^bb0(%in: i1 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = arith.uitofp %in : i1 to f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<10xf32> loc(#loc1)
    %140 = linalg.generic {indexing_maps = [#map6, #map6, #map6, #map6], iterator_types = ["parallel"]} ins(%135, %138, %cst_0 : tensor<10xi1>, tensor<10xf32>, tensor<10xf32>) outs(%123 : tensor<10xf32>) {
    ^bb0(%in: i1 loc("models.py":86:0), %in_95: f32 loc("models.py":86:0), %in_96: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = arith.select %in, %in_95, %in_96 : f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<10xf32> loc(#loc1)
    %141 = tensor.empty() : tensor<f32> loc(#loc1)
    %142 = linalg.fill ins(%cst_7 : f32) outs(%141 : tensor<f32>) -> tensor<f32> loc(#loc1)
    %143 = linalg.generic {indexing_maps = [#map6, #map15], iterator_types = ["reduction"]} ins(%140 : tensor<10xf32>) outs(%142 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    %144 = linalg.generic {indexing_maps = [#map6, #map15], iterator_types = ["reduction"]} ins(%139 : tensor<10xf32>) outs(%142 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    %145 = linalg.generic {indexing_maps = [#map16, #map16, #map16], iterator_types = []} ins(%143, %144 : tensor<f32>, tensor<f32>) outs(%141 : tensor<f32>) {
    ^bb0(%in: f32 loc("models.py":86:0), %in_95: f32 loc("models.py":86:0), %out: f32 loc("models.py":86:0)):
      %146 = arith.divf %in, %in_95 : f32 loc(#loc1)
      linalg.yield %146 : f32 loc(#loc1)
    } -> tensor<f32> loc(#loc1)
    return %145 : tensor<f32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc2 = loc("torch/nn/modules/activation.py":1461:0)
#loc12 = loc("torch/nn/modules/activation.py":1463:0)
#loc15 = loc(callsite(#loc2 at #loc3))
#loc20 = loc(callsite(#loc2 at #loc11))
#loc23 = loc(callsite(#loc12 at #loc13))
#loc27 = loc("encode"(#loc15))
#loc32 = loc("decode"(#loc20))
#loc35 = loc("cross"(#loc23))
