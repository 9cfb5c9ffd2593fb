// The plan of `mlp` on two pipeline ranks, three microbatches, SGD, written by
// hand: the form that everything above the runtime works towards.
// RUN: piper-opt %s | piper-opt | FileCheck %s
// RUN: piper-opt %s -o %t.once && piper-opt %t.once -o %t.twice && diff %t.once %t.twice

piper.mesh @cluster <["pp"=2]>
// CHECK: plan.comm @all<["pp"]> {order = 0 : i64}
// CHECK: plan.channel @act <pp = 0> to <pp = 1> : tensor<4x64xf32>
// CHECK: plan.program @p0 at <pp = 0> streams(@compute, @comm) arena(61440) events(@f, @r, @n, @g)
// CHECK: plan.buffer @x : tensor<4x32xf32> x 2 at 50176 residual
// CHECK: plan.launch @s0.F ins(@x[1], @w0, @b0, @w1, @b1) outs(@h0[1], @h1[1]) on @compute signals(@f)
// CHECK: plan.recv @dh[0] channel(@grad) on @comm signals(@r)
// CHECK: plan.collective all_reduce sum @sc comm(@all) on @comm after(@n:1) signals(@g)
plan.comm @all <["pp"]> {order = 0 : i64}
plan.channel @act  <pp = 0> to <pp = 1> : tensor<4x64xf32>
plan.channel @grad <pp = 1> to <pp = 0> : tensor<4x64xf32>
plan.program @p0 at <pp = 0> streams(@compute, @comm) arena(61440) events(@f, @r, @n, @g) {
  plan.buffer @w0 : tensor<64x32xf32> at 0     param("layers.0.weight")
  plan.buffer @b0 : tensor<64xf32>    at 8192  param("layers.0.bias")
  plan.buffer @w1 : tensor<64x64xf32> at 8448  param("layers.1.weight")
  plan.buffer @b1 : tensor<64xf32>    at 24832 param("layers.1.bias")
  plan.buffer @aw0 : tensor<64x32xf32> at 25088 grad("layers.0.weight")
  plan.buffer @ab0 : tensor<64xf32>    at 33280 grad("layers.0.bias")
  plan.buffer @aw1 : tensor<64x64xf32> at 33536 grad("layers.1.weight")
  plan.buffer @ab1 : tensor<64xf32>    at 49920 grad("layers.1.bias")
  plan.buffer @x  : tensor<4x32xf32> x 2 at 50176 residual
  plan.buffer @h0 : tensor<4x64xf32> x 2 at 51200 residual
  plan.buffer @h1 : tensor<4x64xf32> x 2 at 53248 residual
  plan.buffer @dh : tensor<4x64xf32> x 2 at 55296 comm
  plan.buffer @sc : tensor<9xf64> at 57344 metric {fields = {loss = 8 : i64, norm = [0, 8]}}  // 8 squares + loss; others' entries are 0, so the sum is exact
  plan.buffer @lr : tensor<f64> at 57472 metric {fields = {lr = 0 : i64}}
  plan.buffer @step : tensor<i64> at 57536 step_input
  plan.buffer @tmp : tensor<3840xi8> at 57600 scratch
  plan.launch @hyper ins(@step) outs(@lr) on @compute {pass = "U"}
  plan.zero @aw0, @ab0, @aw1, @ab1, @sc on @compute
  plan.load "x" mb 0 -> @x[0] on @compute
  plan.launch @s0.F ins(@x[0], @w0, @b0, @w1, @b1) outs(@h0[0], @h1[0]) on @compute signals(@f) {stage = 0 : i64, pass = "F", mb = 0 : i64}
  plan.send @h1[0] channel(@act) on @comm after(@f:1) {mb = 0 : i64}
  plan.load "x" mb 1 -> @x[1] on @compute
  plan.launch @s0.F ins(@x[1], @w0, @b0, @w1, @b1) outs(@h0[1], @h1[1]) on @compute signals(@f) {stage = 0 : i64, pass = "F", mb = 1 : i64}
  plan.send @h1[1] channel(@act) on @comm after(@f:2) {mb = 1 : i64}
  plan.recv @dh[0] channel(@grad) on @comm signals(@r) {mb = 0 : i64}
  plan.launch @s0.B ins(@x[0], @h0[0], @h1[0], @dh[0], @w1) inouts(@aw0, @ab0, @aw1, @ab1) on @compute after(@r:1) {stage = 0 : i64, pass = "B", mb = 0 : i64}
  plan.load "x" mb 2 -> @x[0] on @compute
  plan.launch @s0.F ins(@x[0], @w0, @b0, @w1, @b1) outs(@h0[0], @h1[0]) on @compute signals(@f) {stage = 0 : i64, pass = "F", mb = 2 : i64}
  plan.send @h1[0] channel(@act) on @comm after(@f:3) {mb = 2 : i64}
  plan.recv @dh[1] channel(@grad) on @comm signals(@r) {mb = 1 : i64}
  plan.launch @s0.B ins(@x[1], @h0[1], @h1[1], @dh[1], @w1) inouts(@aw0, @ab0, @aw1, @ab1) on @compute after(@r:2) {stage = 0 : i64, pass = "B", mb = 1 : i64}
  plan.recv @dh[0] channel(@grad) on @comm signals(@r) {mb = 2 : i64}
  plan.launch @s0.B ins(@x[0], @h0[0], @h1[0], @dh[0], @w1) inouts(@aw0, @ab0, @aw1, @ab1) on @compute after(@r:3) {stage = 0 : i64, pass = "B", mb = 2 : i64}
  plan.launch @s0.finish inouts(@aw0, @ab0, @aw1, @ab1, @sc) on @compute signals(@n) {pass = "U"}   // x 1/3, squares into sc[0..4)
  plan.collective all_reduce sum @sc comm(@all) on @comm after(@n:1) signals(@g)
  plan.launch @s0.U ins(@aw0, @ab0, @aw1, @ab1, @lr) inouts(@w0, @b0, @w1, @b1) on @compute {pass = "U"}  // with clipping: ins(@sc) after(@g:1)
}
plan.program @p1 at <pp = 1> streams(@compute, @comm) arena(51200) events(@r, @b, @n, @g) {
  plan.buffer @w2 : tensor<64x64xf32> at 0     param("layers.2.weight")
  plan.buffer @b2 : tensor<64xf32>    at 16384 param("layers.2.bias")
  plan.buffer @w3 : tensor<8x64xf32>  at 16640 param("layers.3.weight")
  plan.buffer @b3 : tensor<8xf32>     at 18688 param("layers.3.bias")
  plan.buffer @aw2 : tensor<64x64xf32> at 18752 grad("layers.2.weight")
  plan.buffer @ab2 : tensor<64xf32>    at 35136 grad("layers.2.bias")
  plan.buffer @aw3 : tensor<8x64xf32>  at 35392 grad("layers.3.weight")
  plan.buffer @ab3 : tensor<8xf32>     at 37440 grad("layers.3.bias")
  plan.buffer @sc  : tensor<9xf64> at 37504 metric {fields = {loss = 8 : i64, norm = [0, 8]}}
  plan.buffer @lr : tensor<f64> at 37632 metric {fields = {lr = 0 : i64}}
  plan.buffer @step : tensor<i64> at 37696 step_input
  plan.buffer @x1 : tensor<4x64xf32> x 2 at 40960 residual  // received in place, read by F and B
  plan.buffer @h2 : tensor<4x64xf32> at 43008 residual
  plan.buffer @d  : tensor<4x8xf32>  at 44032 residual       // prediction - y
  plan.buffer @y  : tensor<4x8xf32>  at 44160 input
  plan.buffer @dx : tensor<4x64xf32> x 2 at 44288 comm
  plan.launch @hyper ins(@step) outs(@lr) on @compute {pass = "U"}
  plan.zero @aw2, @ab2, @aw3, @ab3, @sc on @compute
  plan.recv @x1[0] channel(@act) on @comm signals(@r) {mb = 0 : i64}
  plan.load "y" mb 0 -> @y on @compute
  plan.launch @s1.F ins(@x1[0], @y, @w2, @b2, @w3, @b3) outs(@h2, @d) inouts(@sc) on @compute after(@r:1) {stage = 1 : i64, pass = "F", mb = 0 : i64}
  plan.recv @x1[1] channel(@act) on @comm signals(@r) {mb = 1 : i64}
  plan.launch @s1.B ins(@x1[0], @h2, @d, @w2, @w3) outs(@dx[0]) inouts(@aw2, @ab2, @aw3, @ab3) on @compute signals(@b) {stage = 1 : i64, pass = "B", mb = 0 : i64}
  plan.send @dx[0] channel(@grad) on @comm after(@b:1) {mb = 0 : i64}
  plan.load "y" mb 1 -> @y on @compute
  plan.launch @s1.F ins(@x1[1], @y, @w2, @b2, @w3, @b3) outs(@h2, @d) inouts(@sc) on @compute after(@r:2) {stage = 1 : i64, pass = "F", mb = 1 : i64}
  plan.recv @x1[0] channel(@act) on @comm signals(@r) {mb = 2 : i64}
  plan.launch @s1.B ins(@x1[1], @h2, @d, @w2, @w3) outs(@dx[1]) inouts(@aw2, @ab2, @aw3, @ab3) on @compute signals(@b) {stage = 1 : i64, pass = "B", mb = 1 : i64}
  plan.send @dx[1] channel(@grad) on @comm after(@b:2) {mb = 1 : i64}
  plan.load "y" mb 2 -> @y on @compute
  plan.launch @s1.F ins(@x1[0], @y, @w2, @b2, @w3, @b3) outs(@h2, @d) inouts(@sc) on @compute after(@r:3) {stage = 1 : i64, pass = "F", mb = 2 : i64}
  plan.launch @s1.B ins(@x1[0], @h2, @d, @w2, @w3) outs(@dx[0]) inouts(@aw2, @ab2, @aw3, @ab3) on @compute signals(@b) {stage = 1 : i64, pass = "B", mb = 2 : i64}
  plan.send @dx[0] channel(@grad) on @comm after(@b:3) {mb = 2 : i64}
  plan.launch @s1.finish inouts(@aw2, @ab2, @aw3, @ab3, @sc) on @compute signals(@n) {pass = "U"}   // squares into sc[4..8), sc[8] = loss / 3
  plan.collective all_reduce sum @sc comm(@all) on @comm after(@n:1) signals(@g)
  plan.launch @s1.U ins(@aw2, @ab2, @aw3, @ab3, @lr) inouts(@w2, @b2, @w3, @b3) on @compute {pass = "U"}
}
