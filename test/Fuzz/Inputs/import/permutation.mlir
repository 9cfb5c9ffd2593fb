func.func @main(%w: tensor<3x2xf32> {piper.param = "w"}) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %t = linalg.transpose ins(%w : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1 [0.0, 0]
  return %t : tensor<2x3xf32>
}
