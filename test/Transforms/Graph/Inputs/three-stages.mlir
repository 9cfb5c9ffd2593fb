// A weight used in two stages (through a view that belongs to stage 0), a value
// of stage 0 used in stages 1 and 2, a constant used by stage 2 only.
func.func @main(%w: tensor<2x4xf32> {piper.param = "w"}, %u: tensor<8xf32> {piper.param = "u"},
                %x: tensor<8xf32> {piper.input = "x"}, %m: tensor<8xf32> {piper.buffer = "m"}) -> tensor<f32> {
  %v = tensor.collapse_shape %w [[0, 1]] {piper.tags = {pp = 0 : i64}} : tensor<2x4xf32> into tensor<8xf32> loc("emb")
  %e = tensor.empty() : tensor<8xf32>
  %h = linalg.add {piper.tags = {pp = 0 : i64}} ins(%x, %v : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> loc("emb")
  %i = linalg.mul {piper.tags = {pp = 1 : i64}} ins(%h, %u : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> loc("mid")
  %j = linalg.add {piper.tags = {pp = 1 : i64}} ins(%i, %u : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> loc("mid.norm")
  %k = linalg.add {piper.tags = {pp = 2 : i64}} ins(%j, %h : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> loc("head")
  %n = linalg.add {piper.tags = {pp = 2 : i64}} ins(%k, %m : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> loc("head")
  %z = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.dot {piper.tags = {pp = 2 : i64}} ins(%n, %v : tensor<8xf32>, tensor<8xf32>) outs(%z : tensor<f32>) -> tensor<f32> loc("head")
  return %l : tensor<f32>
}
