// RUN: piper-opt %s --piper-differentiate --piper-check-gradient -o /dev/null | FileCheck %s --check-prefix=GRAD
// RUN: piper-opt %s --piper-differentiate | FileCheck %s

// Every op of scalar bodies against central differences (an error over the
// tolerance fails the run); and the form of some.

// GRAD-COUNT-6: argument {{[0-9]}} (input): max error {{[0-9.]+e[-+](00|0[789]|1[0-9])}} over

#v = affine_map<(d0) -> (d0)>

// The results of exp, tanh, sqrt and rsqrt are read, not computed again.
// CHECK-LABEL: func.func private @from_result
// CHECK: piper.cut
// CHECK-NOT: math.
// CHECK: return
func.func private @from_result(%x: tensor<8xf32> {piper.role = "input"})
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.tanh %a : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.sqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %3 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.rsqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// One body with several ops, all of them differentiated inside.
func.func private @unary(%x: tensor<8xf32> {piper.role = "input"}) -> tensor<8xf32> {
  %c3 = arith.constant 3 : i64
  %half = arith.constant 0.5 : f32
  %three = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %exp = math.exp %a : f32
    %erf = math.erf %a : f32
    %sin = math.sin %a : f32
    %cos = math.cos %a : f32
    %log = math.log %exp : f32
    %abs = math.absf %a : f32
    %cube = math.fpowi %a, %c3 : f32, i64
    %pow = math.powf %exp, %half : f32
    %base = math.powf %three, %a : f32
    %neg = arith.negf %a : f32
    %wide = arith.extf %neg : f32 to f64
    %narrow = arith.truncf %wide : f64 to f32
    %floor = math.floor %a : f32
    %s0 = arith.addf %erf, %sin : f32
    %s1 = arith.mulf %s0, %cos : f32
    %s2 = arith.addf %s1, %log : f32
    %s3 = arith.addf %s2, %abs : f32
    %s4 = arith.addf %s3, %cube : f32
    %s5 = arith.addf %s4, %pow : f32
    %s6 = arith.addf %s5, %base : f32
    %s7 = arith.subf %s6, %narrow : f32
    %s8 = arith.addf %s7, %floor : f32
    linalg.yield %s8 : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Two operands, two results, and an operand that is read twice.
func.func private @binary(%x: tensor<8xf32> {piper.role = "input"}, %y: tensor<8xf32> {piper.role = "input"})
    -> (tensor<8xf32>, tensor<8xf32>) {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %0:2 = linalg.generic {indexing_maps = [#v, #v, #v, #v, #v], iterator_types = ["parallel"]}
      ins(%x, %y, %x : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e, %e : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o0: f32, %o1: f32):
    %max = arith.maximumf %a, %b : f32
    %min = arith.minimumf %a, %b : f32
    %fma = math.fma %max, %b, %c : f32
    %far = arith.mulf %b, %b : f32
    %one = arith.addf %far, %two : f32
    %div = arith.divf %min, %one : f32
    %lt = arith.cmpf olt, %a, %b : f32
    %sel = arith.select %lt, %fma, %div : f32
    linalg.yield %sel, %div : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// A square reads its operand twice: one generic, the two terms added inside.
// CHECK-LABEL: func.func private @square
// CHECK: piper.cut
// CHECK: linalg.generic
// CHECK: %[[L:.*]] = arith.mulf
// CHECK: %[[R:.*]] = arith.mulf
// CHECK: arith.addf %[[L]], %[[R]]
// CHECK-NOT: linalg.generic
// CHECK: return
func.func private @square(%x: tensor<8xf32> {piper.role = "input"}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%x, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Two users of %x: the later user's term is first.
// CHECK-LABEL: func.func private @two_users
// CHECK: piper.cut %{{.*}}, %{{.*}} :
// CHECK: %[[LATE:.*]] = linalg.generic
// CHECK: arith.negf
// CHECK: %[[EARLY:.*]] = linalg.generic
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} ins(%[[LATE]], %[[EARLY]] :
// CHECK: arith.addf
// CHECK: return
func.func private @two_users(%x: tensor<8xf32> {piper.role = "input"}) -> (tensor<8xf32>, tensor<8xf32>) {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.mulf %a, %two : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
