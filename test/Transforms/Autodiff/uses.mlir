// RUN: piper-opt %s --piper-normalize --piper-differentiate --piper-check-gradient="joint=uses samples=16" -verify-diagnostics -o %t.joint | FileCheck %s
// RUN: %python %S/Inputs/sum_of_losses.py piper-opt %t.joint

// Parameters used 0, 1, 2 and 3 times, unused inputs, integer inputs. Each
// parameter has one accumulator, also the unused one, which stays as it is.

#v = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> ()>

// CHECK: @uses argument 0 (input): max error {{.*}} over 5 samples
// CHECK-NEXT: @uses argument 1 (input): max error 0.0e+00 over 3 samples
// CHECK-NEXT: @uses argument 4 (param w0): max error 0.0e+00 over 5 samples
// CHECK-NEXT: @uses argument 5 (param w1): max error {{.*}} over 5 samples
// CHECK-NEXT: @uses argument 6 (param w2): max error {{.*}} over 5 samples
// CHECK-NEXT: @uses argument 7 (param w3): max error {{.*}} over 5 samples
// CHECK-NOT: argument

// expected-warning @below {{parameter "w0" of @uses has no gradient: nothing differentiable leads from it to the loss or to an activation}}
func.func private @uses(
    %x: tensor<5xf32> {piper.role = "input"},
    %unused: tensor<3xf32> {piper.role = "input"},
    %ids: tensor<5xi64> {piper.role = "input"},
    %mask: tensor<5xi64> {piper.role = "data", piper.input = "mask"},
    %w0: tensor<5xf32> {piper.role = "param", piper.param = "w0"},
    %w1: tensor<5xf32> {piper.role = "param", piper.param = "w1"},
    %w2: tensor<5xf32> {piper.role = "param", piper.param = "w2"},
    %w3: tensor<5xf32> {piper.role = "param", piper.param = "w3"}) -> (tensor<f32> {piper.role = "loss"}, tensor<5xf32>, tensor<5xi64>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %l = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%l : tensor<f32>) -> tensor<f32>
  // w0 leads to the loss through floor only.
  %a = linalg.generic {indexing_maps = [#v, #v, #v, #v, #v], iterator_types = ["parallel"]}
      ins(%w0, %w1, %w2, %ids : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xi64>) outs(%e : tensor<5xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %i: i64, %o: f32):
    %0 = math.floor %b0 : f32
    %1 = math.sin %b1 : f32
    %2 = arith.mulf %1, %b2 : f32
    %3 = arith.sitofp %i : i64 to f32
    %4 = arith.addf %2, %3 : f32
    %5 = arith.addf %4, %0 : f32
    linalg.yield %5 : f32
  } -> tensor<5xf32>
  %b = linalg.generic {indexing_maps = [#v, #v, #v, #v, #v], iterator_types = ["parallel"]}
      ins(%a, %w2, %w3, %mask : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xi64>) outs(%e : tensor<5xf32>) {
  ^bb0(%b0: f32, %b2: f32, %b3: f32, %i: i64, %o: f32):
    %c = arith.constant 1 : i64
    %0 = arith.mulf %b0, %b2 : f32
    %1 = arith.cmpi sgt, %i, %c : i64
    %2 = arith.select %1, %b3, %0 : f32
    linalg.yield %2 : f32
  } -> tensor<5xf32>
  %c = linalg.generic {indexing_maps = [#v, #v, #v, #v], iterator_types = ["parallel"]}
      ins(%b, %w3, %x : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%b0: f32, %b3: f32, %b4: f32, %o: f32):
    %0 = arith.mulf %b0, %b3 : f32
    %1 = arith.addf %0, %b4 : f32
    linalg.yield %1 : f32
  } -> tensor<5xf32>
  %loss = linalg.generic {indexing_maps = [#v, #v, #s], iterator_types = ["reduction"]}
      ins(%c, %w3 : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<f32>) {
  ^bb0(%b0: f32, %b3: f32, %o: f32):
    %0 = arith.mulf %b0, %b3 : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %loss, %b, %ids : tensor<f32>, tensor<5xf32>, tensor<5xi64>
}

// The gradient of a sum of losses is the sum of their gradients: the script adds
// what @first and @second give and compares with @sum.
func.func private @first(%w: tensor<5xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<f32> {piper.role = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %l = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%l : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [#v, #s], iterator_types = ["reduction"]} ins(%w : tensor<5xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = math.sin %a : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @second(%w: tensor<5xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<f32> {piper.role = "loss"}) {
  %one = arith.constant 1.0 : f32
  %l = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%one : f32) outs(%l : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [#v, #s], iterator_types = ["reduction"]} ins(%w : tensor<5xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = math.exp %a : f32
    %2 = arith.mulf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @sum(%w: tensor<5xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<f32> {piper.role = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %l = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%l : tensor<f32>) -> tensor<f32>
  %g = linalg.fill ins(%one : f32) outs(%l : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [#v, #s], iterator_types = ["reduction"]} ins(%w : tensor<5xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %2 = math.sin %a : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<f32>
  %1 = linalg.generic {indexing_maps = [#v, #s], iterator_types = ["reduction"]} ins(%w : tensor<5xf32>) outs(%g : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %2 = math.exp %a : f32
    %3 = arith.mulf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<f32>
  %2 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%0, %1 : tensor<f32>, tensor<f32>) outs(%l : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %3 = arith.addf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<f32>
  return %2 : tensor<f32>
}
func.func private @start(%w: tensor<5xf32> {piper.param = "w"}) -> tensor<5xf32> {
  return %w : tensor<5xf32>
}
