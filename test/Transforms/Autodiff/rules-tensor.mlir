// RUN: piper-opt %s --piper-differentiate --piper-check-gradient -o /dev/null | FileCheck %s --check-prefix=GRAD
// RUN: piper-opt %s --piper-differentiate | FileCheck %s

// GRAD-COUNT-13: max error

#v = affine_map<(d0) -> (d0)>
#ij = affine_map<(d0, d1) -> (d0, d1)>
#ji = affine_map<(d0, d1) -> (d1, d0)>
#i = affine_map<(d0, d1) -> (d0)>
#j = affine_map<(d0, d1) -> (d1)>
#i0 = affine_map<(d0, d1) -> (d0, 0)>
#all = affine_map<(d0, d1) -> ()>
#k = affine_map<(d0, d1, d2) -> (d0, d1)>
#ijk = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// q, k and v of one projection: two slices side by side in one tensor of zeros.
// CHECK-LABEL: func.func private @slices
// CHECK: piper.cut
// CHECK: %[[Z:.*]] = linalg.fill
// CHECK: %[[A:.*]] = tensor.insert_slice %{{.*}} into %[[Z]][0, 4] [2, 4]
// CHECK-NEXT: %[[B:.*]] = tensor.insert_slice %{{.*}} into %[[A]][0, 0] [2, 4]
// CHECK: return %{{.*}}, %{{.*}}, %[[B]]
func.func private @slices(%x: tensor<2x8xf32> {piper.role = "input"}) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %0 = tensor.extract_slice %x[0, 0] [2, 4] [1, 1] : tensor<2x8xf32> to tensor<2x4xf32>
  %1 = tensor.extract_slice %x[0, 4] [2, 4] [1, 1] : tensor<2x8xf32> to tensor<2x4xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<2x4xf32>
}

// Slices that overlap are added.
// CHECK-LABEL: func.func private @overlap
// CHECK: piper.cut
// CHECK: tensor.insert_slice
// CHECK: tensor.extract_slice
// CHECK: arith.addf
// CHECK: tensor.insert_slice
func.func private @overlap(%x: tensor<8xf32> {piper.role = "input"}) -> (tensor<5xf32>, tensor<4xf32>) {
  %0 = tensor.extract_slice %x[0] [5] [1] : tensor<8xf32> to tensor<5xf32>
  %1 = tensor.extract_slice %x[3] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %0, %1 : tensor<5xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func private @reshapes
// CHECK: piper.cut
// CHECK: tensor.collapse_shape
// CHECK: tensor.expand_shape
func.func private @reshapes(%x: tensor<2x6xf32> {piper.role = "input"}) -> tensor<3x4xf32> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x6xf32> into tensor<12xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

func.func private @concat(%x: tensor<2x3xf32> {piper.role = "input"}, %y: tensor<2x2xf32> {piper.role = "input"})
    -> tensor<2x5xf32> {
  %0 = tensor.concat dim(1) %x, %y : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

func.func private @insert(%x: tensor<2x3xf32> {piper.role = "input"}, %y: tensor<4x4xf32> {piper.role = "input"})
    -> tensor<4x4xf32> {
  %0 = tensor.insert_slice %x into %y[1, 1] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// A broadcast's gradient is a sum, a sum's a broadcast, and a unit dimension
// stays one; the maximum goes to the element it came from.
// CHECK-LABEL: func.func private @reductions
// CHECK: piper.cut
// CHECK: arith.cmpf oeq
// CHECK: arith.select
func.func private @reductions(%x: tensor<3x4xf32> {piper.role = "input"}, %b: tensor<4xf32> {piper.role = "param", piper.param = "b"})
    -> (tensor<3xf32>, tensor<3x1xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3x4xf32>
  %e1 = tensor.empty() : tensor<3xf32>
  %e2 = tensor.empty() : tensor<3x1xf32>
  %f1 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<3x1xf32>) -> tensor<3x1xf32>
  %0 = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<3x4xf32>, tensor<4xf32>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %r = arith.mulf %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<3x4xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<3x4xf32>) outs(%f1 : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %2 = linalg.generic {indexing_maps = [#ij, #i0], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<3x4xf32>) outs(%f2 : tensor<3x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    %r = arith.addf %o, %s : f32
    linalg.yield %r : f32
  } -> tensor<3x1xf32>
  return %1, %2 : tensor<3xf32>, tensor<3x1xf32>
}

// A parameter that is only moved, used twice: both terms go into the
// accumulator, one after the other.
// CHECK-LABEL: func.func private @moved
// CHECK-SAME: %[[ACC:[a-z0-9]+]]: tensor<3x4xf32> {piper.param = "w", piper.role = "acc"}
// CHECK: piper.cut
// CHECK: %[[FIRST:.*]] = linalg.generic {{.*}} outs(%[[ACC]] :
// CHECK: %[[SECOND:.*]] = linalg.generic {{.*}} outs(%[[FIRST]] :
// CHECK: return {{.*}}, %[[SECOND]]
func.func private @moved(%w: tensor<3x4xf32> {piper.role = "param", piper.param = "w"})
    -> (tensor<4x3xf32>, tensor<12xf32>) {
  %e = tensor.empty() : tensor<4x3xf32>
  %0 = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<3x4xf32>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x3xf32>
  %1 = tensor.collapse_shape %w [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<12xf32>
}

// The class of each row: a mask over the table, no loop.
// CHECK-LABEL: func.func private @pick
// CHECK: piper.cut
// CHECK-NOT: scf.for
// CHECK: arith.cmpi eq
// CHECK: arith.select
// CHECK: return
func.func private @pick(%x: tensor<3x4xf32> {piper.role = "input"}) -> tensor<3xf32> {
  %ids = arith.constant dense<[2, 0, 3]> : tensor<3xi64>
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<3xf32>) {
  ^bb0(%id: i64, %o: f32):
    %row = linalg.index 0 : index
    %c = arith.index_cast %id : i64 to index
    %r = tensor.extract %x[%row, %c] : tensor<3x4xf32>
    linalg.yield %r : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Values permuted within rows: a mask, summed over the permuted loop.
// CHECK-LABEL: func.func private @permute
// CHECK: piper.cut
// CHECK-NOT: scf.for
// CHECK: iterator_types = ["parallel", "parallel", "reduction"]
func.func private @permute(%x: tensor<2x3xf32> {piper.role = "input"}) -> tensor<2x3xf32> {
  %ids = arith.constant dense<[[2, 0, 1], [1, 1, 2]]> : tensor<2x3xi64>
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<2x3xi64>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%id: i64, %o: f32):
    %row = linalg.index 0 : index
    %c = arith.index_cast %id : i64 to index
    %r = tensor.extract %x[%row, %c] : tensor<2x3xf32>
    linalg.yield %r : f32
  } -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Rows of an embedding, one of them twice: added to the accumulator in place,
// in the order of the loops.
// CHECK-LABEL: func.func private @embedding
// CHECK-SAME: %[[DY:[a-z0-9]+]]: tensor<2x3x4xf32> {piper.role = "cotangent"}, %[[ACC:[a-z0-9]+]]: tensor<5x4xf32>
// CHECK: piper.cut
// CHECK: %[[SUM:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[T0:.*]] = %[[ACC]])
// CHECK: scf.for %[[J:.*]] = {{.*}} iter_args(%[[T:.*]] = %[[T0]])
// CHECK: %[[ID:.*]] = tensor.extract %{{.*}}[%[[I]], %[[J]]]
// CHECK: %[[AT:.*]] = arith.index_cast %[[ID]]
// CHECK: %[[ROW:.*]] = tensor.extract_slice %[[T]][%[[AT]], 0] [1, 4]
// CHECK: %[[G:.*]] = tensor.extract_slice %[[DY]][%[[I]], %[[J]], 0] [1, 1, 4]
// CHECK: %[[NEW:.*]] = linalg.generic {{.*}} ins(%[[G]] : {{.*}}) outs(%[[ROW]] :
// CHECK: tensor.insert_slice %[[NEW]] into %[[T]]
// CHECK: return %{{.*}}, %[[SUM]]
func.func private @embedding(%t: tensor<5x4xf32> {piper.role = "param", piper.param = "t"}) -> tensor<2x3x4xf32> {
  %ids = arith.constant dense<[[2, 0, 2], [1, 4, 2]]> : tensor<2x3xi64>
  %e = tensor.empty() : tensor<2x3x4xf32>
  %0 = linalg.generic {indexing_maps = [#k, #ijk], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<2x3xi64>) outs(%e : tensor<2x3x4xf32>) {
  ^bb0(%id: i64, %o: f32):
    %row = arith.index_cast %id : i64 to index
    %c = linalg.index 2 : index
    %r = tensor.extract %t[%row, %c] : tensor<5x4xf32>
    linalg.yield %r : f32
  } -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
