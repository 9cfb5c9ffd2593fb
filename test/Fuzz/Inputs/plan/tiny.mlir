piper.mesh @cluster <["pp"=2]>
plan.channel @act <pp = 0> to <pp = 1> : tensor<4xf32>
plan.program @p0 at <pp = 0> streams(@s) arena(64) events(@e) {
  plan.buffer @w : tensor<4xf32> at 0 param("w")
  plan.zero @w on @s signals(@e)
  plan.send @w[0] channel(@act) on @s after(@e:1) {mb = 0 : i64}
}
plan.program @p1 at <pp = 1> streams(@s) arena(64) events() {
  plan.buffer @x : tensor<4xf32> at 0 comm
  plan.recv @x[0] channel(@act) on @s {mb = 0 : i64}
}
