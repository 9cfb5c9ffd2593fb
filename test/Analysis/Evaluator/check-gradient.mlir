// RUN: piper-opt %s -split-input-file -o /dev/null -verify-diagnostics --piper-check-gradient | FileCheck %s
// RUN: piper-opt %s -split-input-file -o /dev/null -verify-diagnostics --piper-check-gradient="joint=s1" 2>&1 | FileCheck %s --check-prefix=ONE

#v = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> ()>

// y = w * x * x as activation, and the loss sum(y).
// CHECK: @s0 argument 0 (input): max error {{[0-9.]+e-(09|1[0-9])}} over 3 samples
// CHECK-NEXT: @s0 argument 1 (param w): max error {{[0-9.]+e-(09|1[0-9])}} over 3 samples
// CHECK-NOT: argument
// CHECK: @s1 argument 0
// ONE-NOT: @s0
// ONE: @s1 argument 0 (param): max error 1.0e+00 over 2 samples
module {
  func.func private @s0(%x: tensor<3xf32> {piper.role = "input"},
                        %w: tensor<3xf32> {piper.role = "param", piper.param = "w"},
                        %ids: tensor<3xi64> {piper.role = "data"},
                        %loss: tensor<f64> {piper.role = "loss_acc"},
                        %dy: tensor<3xf32> {piper.role = "cotangent"},
                        %aw: tensor<3xf32> {piper.role = "acc"})
      -> (tensor<3xf32>, tensor<f64>, tensor<3xf32>, tensor<3xf32>) attributes {piper.joint} {
    %xx = arith.mulf %x, %x : tensor<3xf32>
    %y = arith.mulf %w, %xx : tensor<3xf32>
    %l = linalg.generic {indexing_maps = [#v, #s], iterator_types = ["reduction"]}
        ins(%y : tensor<3xf32>) outs(%loss : tensor<f64>) {
    ^bb0(%a: f32, %o: f64):
      %e = arith.extf %a : f32 to f64
      %t = arith.addf %o, %e : f64
      linalg.yield %t : f64
    } -> tensor<f64>
    %one = arith.constant dense<1.0> : tensor<3xf32>
    %two = arith.constant dense<2.0> : tensor<3xf32>
    %g = arith.addf %dy, %one : tensor<3xf32>
    %gx = arith.mulf %g, %x : tensor<3xf32>
    %gxw = arith.mulf %gx, %w : tensor<3xf32>
    %dx = arith.mulf %gxw, %two : tensor<3xf32>
    %dw = arith.mulf %g, %xx : tensor<3xf32>
    %acc = arith.addf %aw, %dw : tensor<3xf32>
    return %y, %l, %dx, %acc : tensor<3xf32>, tensor<f64>, tensor<3xf32>, tensor<3xf32>
  }
  // The gradient is forgotten.
  // expected-error @below {{the gradient of argument 0 of @s1 is 0.000000e+00 at element 1, the difference quotient}}
  func.func private @s1(%w: tensor<2xf32> {piper.role = "param"},
                        %dy: tensor<2xf32> {piper.role = "cotangent"},
                        %aw: tensor<2xf32> {piper.role = "acc"})
      -> (tensor<2xf32>, tensor<2xf32>) attributes {piper.joint} {
    %y = math.sin %w : tensor<2xf32>
    return %y, %aw : tensor<2xf32>, tensor<2xf32>
  }
}
