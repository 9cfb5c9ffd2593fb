// Lowered f32 values against f64 ones, which are computed in the same body by
// plain loops and the C library. Results are the largest differences.
// RUN: piper-run-body %s --function product | FileCheck %s --check-prefix=PRODUCT
// RUN: piper-run-body %s --function functions | FileCheck %s --check-prefix=FUNCTIONS
// RUN: piper-run-body %s --function functions --no-fuse | FileCheck %s --check-prefix=FUNCTIONS
// RUN: piper-run-body %s --function schedule | FileCheck %s --check-prefix=SCHEDULE

#id = affine_map<(i, j) -> (i, j)>
#scalar = affine_map<(i, j) -> ()>
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// 600 products of numbers in (-1, 1), k in three blocks, into an accumulator.
// PRODUCT: result 0 : tensor<f64> sum {{[1-9]\.[0-9]+e-0[56]}} bits
func.func private @product(%x: tensor<24x600xf32>, %y: tensor<600x40xf32>, %acc: tensor<24x40xf32>)
    -> (tensor<f64>, tensor<24x40xf32>) attributes {piper.inouts = 1 : i64} {
  %zero = arith.constant 0.0 : f64
  %wide.e = tensor.empty() : tensor<24x40xf64>
  %wide.acc = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%acc : tensor<24x40xf32>) outs(%wide.e : tensor<24x40xf64>) {
  ^bb0(%a: f32, %o: f64):
    %0 = arith.extf %a : f32 to f64
    linalg.yield %0 : f64
  } -> tensor<24x40xf64>
  %wide = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<24x600xf32>, tensor<600x40xf32>) outs(%wide.acc : tensor<24x40xf64>) {
  ^bb0(%a: f32, %b: f32, %o: f64):
    %0 = arith.extf %a : f32 to f64
    %1 = arith.extf %b : f32 to f64
    %2 = arith.mulf %0, %1 : f64
    %3 = arith.addf %o, %2 : f64
    linalg.yield %3 : f64
  } -> tensor<24x40xf64>
  %narrow = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<24x600xf32>, tensor<600x40xf32>) outs(%acc : tensor<24x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<24x40xf32>
  %e = tensor.empty() : tensor<f64>
  %init = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %worst = linalg.generic {indexing_maps = [#id, #id, #scalar], iterator_types = ["reduction", "reduction"]}
      ins(%narrow, %wide : tensor<24x40xf32>, tensor<24x40xf64>) outs(%init : tensor<f64>) {
  ^bb0(%a: f32, %b: f64, %o: f64):
    %0 = arith.extf %a : f32 to f64
    %1 = arith.subf %0, %b : f64
    %2 = math.absf %1 : f64
    %3 = arith.maximumf %o, %2 : f64
    linalg.yield %3 : f64
  } -> tensor<f64>
  return %worst, %narrow : tensor<f64>, tensor<24x40xf32>
}

// exp, tanh, erf and log(1.5 + x) of numbers in (-1, 1); their sum.
// FUNCTIONS: result 0 : tensor<f64> sum {{[1-9]\.[0-9]+e-0[67]}} bits
func.func private @functions(%x: tensor<20x50xf32>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %shift = arith.constant 1.5 : f32
  %wide.shift = arith.constant 1.5 : f64
  %narrow.e = tensor.empty() : tensor<20x50xf32>
  %narrow = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<20x50xf32>) outs(%narrow.e : tensor<20x50xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    %1 = math.tanh %a : f32
    %2 = math.erf %a : f32
    %3 = arith.addf %a, %shift : f32
    %4 = math.log %3 : f32
    %5 = arith.addf %0, %1 : f32
    %6 = arith.addf %2, %4 : f32
    %7 = arith.addf %5, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<20x50xf32>
  %e = tensor.empty() : tensor<f64>
  %init = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %worst = linalg.generic {indexing_maps = [#id, #id, #scalar], iterator_types = ["reduction", "reduction"]}
      ins(%narrow, %x : tensor<20x50xf32>, tensor<20x50xf32>) outs(%init : tensor<f64>) {
  ^bb0(%n: f32, %a32: f32, %o: f64):
    %a = arith.extf %a32 : f32 to f64
    %0 = math.exp %a : f64
    %1 = math.tanh %a : f64
    %2 = math.erf %a : f64
    %3 = arith.addf %a, %wide.shift : f64
    %4 = math.log %3 : f64
    %5 = arith.addf %0, %1 : f64
    %6 = arith.addf %2, %4 : f64
    %7 = arith.addf %5, %6 : f64
    %8 = arith.extf %n : f32 to f64
    %9 = arith.subf %8, %7 : f64
    %10 = math.absf %9 : f64
    %11 = arith.maximumf %o, %10 : f64
    linalg.yield %11 : f64
  } -> tensor<f64>
  return %worst : tensor<f64>
}

// f64 scalars keep the C library: (cos(0) + sqrt(4)) * 3 ^ 2 = 27, exactly.
// SCHEDULE: result 0 : tensor<f64> sum 2.700000e+01 bits
func.func private @schedule() -> tensor<f64> {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %three = arith.constant 3.0 : f64
  %four = arith.constant 4.0 : f64
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%zero : tensor<f64>) outs(%e : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = math.cos %a : f64
    %2 = math.sqrt %four : f64
    %3 = arith.addf %1, %2 : f64
    %4 = math.powf %three, %two : f64
    %5 = arith.mulf %3, %4 : f64
    linalg.yield %5 : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}
