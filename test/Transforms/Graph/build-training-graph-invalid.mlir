// RUN: echo '{"optimizer": "sgd"}' > %t.json
// RUN: piper-opt %s --piper-build-training-graph=training=%t.json --verify-diagnostics --split-input-file

!s = !piper.value<tensor<f32>, @cluster>
!l = !piper.value<tensor<f64>, @cluster>
piper.mesh @cluster <[]>
func.func private @s0(%u: tensor<f32> {piper.param = "u", piper.role = "param"}) -> tensor<f32> {
  return %u : tensor<f32>
}
piper.graph @train attributes {microbatches = 1 : i64} {
  %u = piper.param "u" : !s
  %loss = piper.foreach_microbatch (%l: !l) {
    // expected-error @below {{names @s0, which is no joint body; run piper-differentiate first}}
    %l1 = piper.task @s0 F(%u, %l) {stage = 0 : i64} : (!s, !l) -> !l
    piper.yield %l1 : !l
  }
  piper.return metrics(%loss : !l) names ["loss"]
}

// -----

!s = !piper.value<tensor<f32>, @cluster>
!l = !piper.value<tensor<f64>, @cluster>
piper.mesh @cluster <[]>
func.func private @s0(%u: tensor<f32> {piper.param = "u", piper.role = "frozen"},
                      %l: tensor<f64> {piper.role = "loss_acc"}) -> tensor<f64> attributes {piper.joint} {
  return %l : tensor<f64>
}
// expected-error @below {{has nothing to train: no parameter is trainable}}
piper.graph @train attributes {microbatches = 1 : i64} {
  %u = piper.param "u" frozen : !s
  %loss = piper.foreach_microbatch (%l: !l) {
    %l1 = piper.task @s0 F(%u, %l) {stage = 0 : i64} : (!s, !l) -> !l
    piper.yield %l1 : !l
  }
  piper.return metrics(%loss : !l) names ["loss"]
}

// -----

// expected-error @below {{needs one piper.foreach_microbatch; run piper-outline-stages first}}
piper.graph @train attributes {microbatches = 1 : i64} {
  piper.return names []
}
