// RUN: piper-opt %s -split-input-file -o /dev/null -verify-diagnostics --piper-check-gradient="forward=f samples=2" | FileCheck %s

// A forward function of its own, with the loss as a result.
// CHECK: @f_joint argument 0 (param): max error {{[0-9.]+e-(09|1[0-9])}} over 1 samples
func.func private @f(%w: tensor<f32> {piper.role = "param"}) -> (tensor<f32> {piper.role = "loss"}) {
  %l = math.exp %w : tensor<f32>
  return %l : tensor<f32>
}
func.func private @f_joint(%w: tensor<f32> {piper.role = "param"}, %l: tensor<f64> {piper.role = "loss_acc"},
                           %a: tensor<f32> {piper.role = "acc"}) -> (tensor<f64>, tensor<f32>) attributes {piper.joint} {
  %e = math.exp %w : tensor<f32>
  %d = arith.extf %e : tensor<f32> to tensor<f64>
  %s = arith.addf %l, %d : tensor<f64>
  %b = arith.addf %a, %e : tensor<f32>
  return %s, %b : tensor<f64>, tensor<f32>
}

// -----

// expected-error @below {{takes 2 arguments, @g has 1 of a forward function}}
func.func private @f(%w: tensor<f32>, %v: tensor<f32>) {
  return
}
func.func private @g(%w: tensor<f32> {piper.role = "param"}, %a: tensor<f32> {piper.role = "acc"}) -> tensor<f32> attributes {piper.joint} {
  return %a : tensor<f32>
}

// -----

// expected-error @below {{has no joint body}}
module {
}

// -----

// expected-error @below {{is no joint body: 1 parameters, 0 accumulators and 0 results}}
func.func private @g(%w: tensor<f32> {piper.role = "param"}) attributes {piper.joint} {
  return
}
