// RUN: piper-opt %fixtures/gpt/model.mlir --piper-import | FileCheck %s --check-prefix=GPT
// RUN: piper-opt %s --piper-import=loss=cross_entropy -split-input-file | FileCheck %s
// RUN: piper-opt %s --piper-import=loss=cross_entropy -split-input-file | \
// RUN:   piper-opt --piper-import -split-input-file | FileCheck %s

// GPT: %arg52: tensor<2x16xi64> {piper.input = "tokens", piper.range = #piper.range<0 to 128>}
// GPT: %arg53: tensor<2x16xi64> {piper.input = "targets", piper.range = #piper.range<0 to 128 or -100>}

// Two tables: what both take. The cast and the reshape keep values, the product
// does not, and what is under a condition may be guarded by it.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: piper.input = "ids", piper.range = #piper.range<0 to 5>}
// CHECK-SAME: piper.input = "scaled"},
// CHECK-SAME: piper.input = "guarded"})
#id = affine_map<(i) -> (i)>
func.func @two(%w: tensor<9xf32> {piper.param = "w"}, %v: tensor<5xf32> {piper.param = "v"},
               %ids: tensor<2x2xi32> {piper.input = "ids"}, %scaled: tensor<4xi64> {piper.input = "scaled"},
               %guarded: tensor<4xi64> {piper.input = "guarded"}) -> tensor<f32> {
  %flat = tensor.collapse_shape %ids [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  %empty = tensor.empty() : tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
    ins(%flat, %scaled, %guarded : tensor<4xi32>, tensor<4xi64>, tensor<4xi64>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: i32, %s: i64, %g: i64, %out: f32):
    %wide = arith.extsi %in : i32 to i64
    %i = arith.index_cast %wide : i64 to index
    %1 = tensor.extract %w[%i] : tensor<9xf32>
    %2 = tensor.extract %v[%i] : tensor<5xf32>
    %ss = arith.muli %s, %s : i64
    %j = arith.index_cast %ss : i64 to index
    %3 = tensor.extract %v[%j] : tensor<5xf32>
    %zero = arith.constant 0 : i64
    %ok = arith.cmpi sgt, %g, %zero : i64
    %4 = scf.if %ok -> f32 {
      %k = arith.index_cast %g : i64 to index
      %x = tensor.extract %v[%k] : tensor<5xf32>
      scf.yield %x : f32
    } else {
      scf.yield %1 : f32
    }
    %5 = arith.addf %1, %2 : f32
    %6 = arith.addf %3, %4 : f32
    %7 = arith.addf %5, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<4xf32>
  %c0 = arith.constant 0 : index
  %e = tensor.extract %a[%c0] : tensor<4xf32>
  %loss = tensor.from_elements %e : tensor<f32>
  return %loss : tensor<f32>
}

// -----

// An index counted from the end; the value ignored by one table only, if the
// other takes it too.
// CHECK-LABEL: func.func @negative(
// CHECK-SAME: piper.input = "wrapped", piper.range = #piper.range<-9 to 9>}
// CHECK-SAME: piper.input = "once", piper.range = #piper.range<0 to 5>}
// CHECK-SAME: piper.input = "taken", piper.range = #piper.range<0 to 5 or 7>})
#id = affine_map<(i) -> (i)>
func.func @negative(%w: tensor<9xf32> {piper.param = "w"}, %v: tensor<5xf32> {piper.param = "v"},
                    %wrapped: tensor<4xi64> {piper.input = "wrapped"}, %once: tensor<4xi64> {piper.input = "once"},
                    %taken: tensor<4xi64> {piper.input = "taken"}) -> tensor<f32> {
  %empty = tensor.empty() : tensor<4xf32>
  %c0_i64 = arith.constant 0 : i64
  %c9 = arith.constant 9 : i64
  %c7 = arith.constant 7 : i64
  %a = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
    ins(%wrapped, %once, %taken : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: i64, %o: i64, %t: i64, %out: f32):
    %negative = arith.cmpi slt, %in, %c0_i64 : i64
    %sum = arith.addi %in, %c9 : i64
    %from = arith.select %negative, %sum, %in : i64
    %i = arith.index_cast %from : i64 to index
    %1 = tensor.extract %w[%i] : tensor<9xf32>

    %is7 = arith.cmpi eq, %o, %c7 : i64
    %not7 = arith.select %is7, %c0_i64, %o : i64
    %j = arith.index_cast %not7 : i64 to index
    %2 = tensor.extract %v[%j] : tensor<5xf32>
    %k = arith.index_cast %o : i64 to index
    %3 = tensor.extract %v[%k] : tensor<5xf32>

    %isnt7 = arith.cmpi ne, %t, %c7 : i64
    %other = arith.select %isnt7, %t, %c0_i64 : i64
    %l = arith.index_cast %other : i64 to index
    %4 = tensor.extract %v[%l] : tensor<5xf32>
    %m = arith.index_cast %t : i64 to index
    %5 = tensor.extract %w[%m] : tensor<9xf32>

    %6 = arith.addf %1, %2 : f32
    %7 = arith.addf %3, %4 : f32
    %8 = arith.addf %5, %6 : f32
    %9 = arith.addf %7, %8 : f32
    linalg.yield %9 : f32
  } -> tensor<4xf32>
  %c0 = arith.constant 0 : index
  %e = tensor.extract %a[%c0] : tensor<4xf32>
  %loss = tensor.from_elements %e : tensor<f32>
  return %loss : tensor<f32>
}

// -----

// The cross entropy that is added to a plain export.
// CHECK-LABEL: func.func @plain(
// CHECK-SAME: piper.input = "targets", piper.range = #piper.range<0 to 3 or -100>}
func.func @plain(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %w = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = tensor.empty() : tensor<2x3xf32>
  %1 = linalg.mul ins(%x, %w : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
