// RUN: piper-opt %s -split-input-file -o /dev/null -verify-diagnostics --piper-evaluate

!l = !piper.value<tensor<f64>, @cluster>
piper.mesh @cluster <["tp"=2]>
piper.graph @g attributes {microbatches = 1 : i64} {
  %w = piper.param "w" : !l
  // expected-error @below {{names the body @gone, which is not here}}
  %x = piper.task @gone F(%w) : (!l) -> !l
  piper.return names []
}

// -----

!l = !piper.value<tensor<f64>, @cluster>
piper.mesh @cluster <["tp"=2]>
func.func private @two(%w: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  return %w, %w : tensor<f64>, tensor<f64>
}
piper.graph @g attributes {microbatches = 1 : i64} {
  %w = piper.param "w" : !l
  // expected-error @below {{has 1 results, its body gives 2}}
  %x = piper.task @two F(%w) : (!l) -> !l
  piper.return names []
}

// -----

!l = !piper.value<tensor<f64>, @cluster>
piper.mesh @cluster <["tp"=2]>
func.func private @id(%w: tensor<f64>) -> tensor<f64> {
  return %w : tensor<f64>
}
piper.graph @g attributes {microbatches = 1 : i64} {
  %w = piper.param "w" : !l
  %x = piper.task @id F(%w) : (!l) -> !l
  // expected-error @below {{returns a value that comes from no parameter and no state}}
  piper.return params(%x : !l) names []
}

// -----

!l = !piper.value<tensor<f64>, @cluster>
// expected-error @below {{is evaluated on exactly one piper.mesh, found 0}}
piper.graph @g attributes {microbatches = 1 : i64} {
  piper.return names []
}
