// RUN: piper-opt %s --piper-cut-backward -split-input-file -verify-diagnostics -o /dev/null

// expected-error @below {{@s is joint but has no piper.cut}}
func.func private @s(%x: tensor<6xf32> {piper.role = "input"}) -> tensor<6xf32> attributes {piper.joint} {
  return %x : tensor<6xf32>
}

// -----

func.func private @s(%x: tensor<6xf32> {piper.role = "input"}) -> tensor<6xf32> attributes {piper.joint} {
  piper.cut %x : tensor<6xf32>
  // expected-error @below {{second piper.cut of @s}}
  piper.cut %x : tensor<6xf32>
  return %x : tensor<6xf32>
}

// -----

// expected-error @below {{argument 1 of @s has role "data"; expected the forward arguments, loss_acc, weight_acc, cotangents and accumulators, in this order}}
func.func private @s(%g: tensor<6xf32> {piper.role = "cotangent"}, %x: tensor<6xf32> {piper.role = "data"})
    -> tensor<6xf32> attributes {piper.joint} {
  piper.cut %x : tensor<6xf32>
  return %x : tensor<6xf32>
}

// -----

// expected-error @below {{@s returns 1 values, fewer than its cut and its accumulators have}}
func.func private @s(%x: tensor<6xf32> {piper.role = "data"}, %a: tensor<6xf32> {piper.role = "acc"})
    -> tensor<6xf32> attributes {piper.joint} {
  piper.cut %x : tensor<6xf32>
  return %x : tensor<6xf32>
}
