func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense_resource<r> : tensor<2x2xf32>
  %i = arith.constant dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  %e = tensor.empty() : tensor<2x2xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %i : tensor<2x2xf32>, tensor<2x2xi64>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%p: f32, %q: i64, %r: f32):
    %j = arith.index_cast %q : i64 to index
    %k = linalg.index 1 : index
    %v = tensor.extract %w[%j, %k] : tensor<2x2xf32>
    %s = arith.mulf %p, %v : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  return %g : tensor<2x2xf32>
}
{-#
  dialect_resources: { builtin: { r: "0x040000000000803f000000400000404000008040" } }
#-}
