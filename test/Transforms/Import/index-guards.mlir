// What bounds an index, and what becomes of a read whose index nothing bounds.
// RUN: piper-opt %s --piper-import -split-input-file 2> %t.warnings | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARN < %t.warnings
// RUN: piper-opt %s --piper-import -split-input-file 2> /dev/null | piper-opt --piper-import -split-input-file 2>&1 | FileCheck %s --implicit-check-not=warning

// Moved by constants: the input is bounded, not the read.
// CHECK-LABEL: func.func @moved(
// CHECK-SAME: piper.input = "a", piper.range = #piper.range<-1 to 4>}
// CHECK-SAME: piper.input = "b", piper.range = #piper.range<2 to 7>}
// CHECK-SAME: piper.input = "c", piper.range = #piper.range<5 to 10>}
// CHECK-SAME: piper.input = "d", piper.range = #piper.range<0 to 3>}
// CHECK-SAME: piper.input = "e", piper.range = #piper.range<-9223372036854775808 to 5>}
// CHECK-SAME: piper.input = "f"})
// CHECK-NOT: arith.select
// CHECK: return
#id = affine_map<(i) -> (i)>
func.func @moved(%v: tensor<5xf32> {piper.param = "v"},
                 %a: tensor<4xi64> {piper.input = "a"}, %b: tensor<4xi64> {piper.input = "b"},
                 %c: tensor<4xi32> {piper.input = "c"}, %d: tensor<4xi64> {piper.input = "d"},
                 %e: tensor<4xi64> {piper.input = "e"}, %f: tensor<4xi64> {piper.input = "f"}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c4 = arith.constant 4 : i64
  %c9 = arith.constant 9 : i32
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
    ins(%a, %b, %c, %d, %e, %f : tensor<4xi64>, tensor<4xi64>, tensor<4xi32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) outs(%zero : tensor<f32>) {
  ^bb0(%ai: i64, %bi: i64, %ci: i32, %di: i64, %ei: i64, %fi: i64, %out: f32):
    %a1 = arith.addi %ai, %c1 : i64
    %an = arith.index_cast %a1 : i64 to index
    %av = tensor.extract %v[%an] : tensor<5xf32>
    %b2 = arith.subi %bi, %c2 : i64
    %bn = arith.index_cast %b2 : i64 to index
    %bv = tensor.extract %v[%bn] : tensor<5xf32>
    %c9i = arith.subi %c9, %ci : i32
    %cn = arith.index_cast %c9i : i32 to index
    %cv = tensor.extract %v[%cn] : tensor<5xf32>
    %d2 = arith.muli %di, %c2 : i64
    %dn = arith.index_cast %d2 : i64 to index
    %dv = tensor.extract %v[%dn] : tensor<5xf32>
    %e0 = arith.maxsi %ei, %c0 : i64
    %en = arith.index_cast %e0 : i64 to index
    %ev = tensor.extract %v[%en] : tensor<5xf32>
    %f0 = arith.maxsi %fi, %c0 : i64
    %f4 = arith.minsi %f0, %c4 : i64
    %fn = arith.index_cast %f4 : i64 to index
    %fv = tensor.extract %v[%fn] : tensor<5xf32>
    %s0 = arith.addf %out, %av : f32
    %s1 = arith.addf %s0, %bv : f32
    %s2 = arith.addf %s1, %cv : f32
    %s3 = arith.addf %s2, %dv : f32
    %s4 = arith.addf %s3, %ev : f32
    %s5 = arith.addf %s4, %fv : f32
    linalg.yield %s5 : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// Proved by intervals: a remainder, clamps by selects in generics of their own,
// an if, an arg-max, a sorted order, numbers of loops.
// CHECK-LABEL: func.func @proved(
// CHECK-SAME: piper.input = "a"}, %{{.*}}: tensor<4xf32> {piper.input = "x"})
// CHECK-NOT: 0x7FC00000
// CHECK: return
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @proved(%v: tensor<5xf32> {piper.param = "v"}, %a: tensor<4xi64> {piper.input = "a"},
                  %x: tensor<4xf32> {piper.input = "x"}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0> : tensor<i64>
  %none = arith.constant dense<0xFF800000> : tensor<f32>
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c5 = arith.constant 5 : i64
  %e = tensor.empty() : tensor<4xi64>
  %eb = tensor.empty() : tensor<4xi1>
  %under = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xi64>) outs(%eb : tensor<4xi1>) {
  ^bb0(%i: i64, %o: i1):
    %t = arith.cmpi slt, %i, %c0 : i64
    linalg.yield %t : i1
  } -> tensor<4xi1>
  %low = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%under, %a : tensor<4xi1>, tensor<4xi64>) outs(%e : tensor<4xi64>) {
  ^bb0(%t: i1, %i: i64, %o: i64):
    %s = arith.select %t, %c0, %i : i64
    linalg.yield %s : i64
  } -> tensor<4xi64>
  %max:2 = linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]} ins(%x : tensor<4xf32>) outs(%none, %zeros : tensor<f32>, tensor<i64>) {
  ^bb0(%i: f32, %o: f32, %at: i64):
    %n = linalg.index 0 : index
    %n64 = arith.index_cast %n : index to i64
    %more = arith.cmpf ogt, %i, %o : f32
    %m = arith.select %more, %i, %o : f32
    %p = arith.select %more, %n64, %at : i64
    linalg.yield %m, %p : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  %iota = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %sorted:2 = tm_tensor.sort dimension(0) outs(%x, %iota : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%p: f32, %q: f32, %pi: i64, %qi: i64):
    %first = arith.cmpf oge, %p, %q : f32
    tm_tensor.yield %first : i1
  } -> tensor<4xf32>, tensor<4xi64>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #none, #none], iterator_types = ["reduction"]}
    ins(%low, %a, %sorted#1, %max#1 : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<i64>) outs(%zero : tensor<f32>) {
  ^bb0(%l: i64, %i: i64, %si: i64, %mi: i64, %out: f32):
    %over = arith.cmpi sgt, %l, %c4 : i64
    %k = arith.select %over, %c4, %l : i64
    %kn = arith.index_cast %k : i64 to index
    %kv = tensor.extract %v[%kn] : tensor<5xf32>
    %rem = arith.remui %i, %c5 : i64
    %rn = arith.index_cast %rem : i64 to index
    %rv = tensor.extract %v[%rn] : tensor<5xf32>
    %ge = arith.cmpi sge, %i, %c0 : i64
    %lt = arith.cmpi slt, %i, %c5 : i64
    %in = arith.andi %ge, %lt : i1
    %iv = scf.if %in -> f32 {
      %n = arith.index_cast %i : i64 to index
      %g = tensor.extract %v[%n] : tensor<5xf32>
      scf.yield %g : f32
    } else {
      scf.yield %kv : f32
    }
    %sn = arith.index_cast %si : i64 to index
    %sv = tensor.extract %v[%sn] : tensor<5xf32>
    %mn = arith.index_cast %mi : i64 to index
    %mv = tensor.extract %v[%mn] : tensor<5xf32>
    %s0 = arith.addf %out, %kv : f32
    %s1 = arith.addf %s0, %rv : f32
    %s2 = arith.addf %s1, %iv : f32
    %s3 = arith.addf %s2, %sv : f32
    %s4 = arith.addf %s3, %mv : f32
    linalg.yield %s4 : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// Guarded: a product; a mask of other elements than those it guards.
// WARN: warning: 'tensor.extract' at {{.*}} has an index that nothing in the model keeps within its table; outside of it, it gives NaN
// WARN: warning: 'tensor.extract'
// WARN: warning: 'tm_tensor.scatter' at {{.*}} has an index that nothing
// WARN-COUNT-2: warning: 'tensor.extract'
// WARN-NOT: warning:
// CHECK-LABEL: func.func @guarded(
// CHECK: %[[P:.*]] = arith.muli
// CHECK: %[[N:.*]] = arith.index_cast %[[P]]
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[N]], %c5{{[_0-9]*}} : index
// CHECK: %[[SAFE:.*]] = arith.select %[[IN]], %[[N]], %c0{{[_0-9]*}} : index
// CHECK: %[[V:.*]] = tensor.extract %{{.*}}[%[[SAFE]]]
// CHECK: arith.select %[[IN]], %[[V]], %cst{{[_0-9]*}} : f32
#id2 = affine_map<(i, j) -> (i, j)>
#flip = affine_map<(i, j) -> (j, i)>
func.func @guarded(%v: tensor<5xf32> {piper.param = "v"}, %a: tensor<2x2xi64> {piper.input = "a"}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : i64
  %c5 = arith.constant 5 : i64
  %eb = tensor.empty() : tensor<2x2xi1>
  %ok = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<2x2xi64>) outs(%eb : tensor<2x2xi1>) {
  ^bb0(%i: i64, %o: i1):
    %t = arith.cmpi ult, %i, %c5 : i64
    linalg.yield %t : i1
  } -> tensor<2x2xi1>
  %r = linalg.generic {indexing_maps = [#id2, #flip, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
    ins(%a, %ok : tensor<2x2xi64>, tensor<2x2xi1>) outs(%zero : tensor<f32>) {
  ^bb0(%i: i64, %t: i1, %out: f32):
    %p = arith.muli %i, %i : i64
    %pn = arith.index_cast %p : i64 to index
    %pv = tensor.extract %v[%pn] : tensor<5xf32>
    %s = arith.select %t, %i, %c0 : i64
    %sn = arith.index_cast %s : i64 to index
    %sv = tensor.extract %v[%sn] : tensor<5xf32>
    %s0 = arith.addf %out, %pv : f32
    %s1 = arith.addf %s0, %sv : f32
    linalg.yield %s1 : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// A scatter bounds its input; rows whose place is computed go to row 0 as NaN.
// CHECK-LABEL: func.func @scattered(
// CHECK-SAME: piper.input = "at", piper.range = #piper.range<0 to 8>}
// CHECK-SAME: piper.input = "by"})
// CHECK: body.scatter set
// CHECK: arith.muli
// CHECK: %[[THERE:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: arith.cmpi ult
// CHECK: arith.andi
// CHECK: %[[AT:.*]] = linalg.generic
// CHECK: arith.cmpi ult
// CHECK: arith.select
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[THERE]] :
// CHECK: arith.select
// CHECK: body.scatter set %[[ROWS]] at %[[AT]]
#id2 = affine_map<(i, j) -> (i, j)>
func.func @scattered(%u: tensor<6x2xf32> {piper.param = "u"}, %at: tensor<6x1xi32> {piper.input = "at"},
                     %by: tensor<6x1xi32> {piper.input = "by"}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %t = arith.constant dense<0.0> : tensor<9xf32>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %at : tensor<6x2xf32>, tensor<6x1xi32>) outs(%t : tensor<9xf32>) {
  ^bb0(%x: f32, %old: f32):
    tm_tensor.yield %x : f32
  } -> tensor<9xf32>
  %e = tensor.empty() : tensor<6x1xi32>
  %sq = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%by : tensor<6x1xi32>) outs(%e : tensor<6x1xi32>) {
  ^bb0(%i: i32, %o: i32):
    %p = arith.muli %i, %i : i32
    linalg.yield %p : i32
  } -> tensor<6x1xi32>
  %1 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %sq : tensor<6x2xf32>, tensor<6x1xi32>) outs(%0 : tensor<9xf32>) {
  ^bb0(%x: f32, %old: f32):
    tm_tensor.yield %x : f32
  } -> tensor<9xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%1 : tensor<9xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// What a table of integers gives outside is the smallest one, which the next
// table does not have either.
// CHECK-LABEL: func.func @integers(
// CHECK: %[[IN:.*]] = arith.cmpi ult
// CHECK: %[[J:.*]] = tensor.extract %{{.*}} : tensor<3xi64>
// CHECK: %[[NEXT:.*]] = arith.select %[[IN]], %[[J]], %c-9223372036854775808_i64{{[_0-9]*}} : i64
// CHECK: %[[AT:.*]] = arith.index_cast %[[NEXT]]
// CHECK: arith.cmpi ult, %[[AT]]
func.func @integers(%v: tensor<5xf32> {piper.param = "v"}, %a: tensor<i64> {piper.input = "a"}) -> tensor<f32> {
  %table = arith.constant dense<[4, 0, 2]> : tensor<3xi64>
  %i = tensor.extract %a[] : tensor<i64>
  %p = arith.muli %i, %i : i64
  %pn = arith.index_cast %p : i64 to index
  %j = tensor.extract %table[%pn] : tensor<3xi64>
  %jn = arith.index_cast %j : i64 to index
  %x = tensor.extract %v[%jn] : tensor<5xf32>
  %r = tensor.from_elements %x : tensor<f32>
  return %r : tensor<f32>
}

// -----

// Columns of a scatter have limits of their own.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT: arith.cmpi
// CHECK: body.scatter
// CHECK: body.scatter
#row = affine_map<(i, j) -> (i, j)>
func.func @columns(%u: tensor<3xf32> {piper.param = "u"}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %t = arith.constant dense<0.0> : tensor<3x6xf32>
  %both = arith.constant dense<[[2, 5], [0, 3], [1, 0]]> : tensor<3x2xi64>
  %second = arith.constant dense<[[5], [4], [3]]> : tensor<3x1xi64>
  %e = tensor.empty() : tensor<3x1xi64>
  %first = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x1xi64>) {
  ^bb0(%o: i64):
    %n = linalg.index 0 : index
    %m = arith.index_cast %n : index to i64
    linalg.yield %m : i64
  } -> tensor<3x1xi64>
  %e2 = tensor.empty() : tensor<3x2xi64>
  %a = tensor.insert_slice %first into %e2[0, 0] [3, 1] [1, 1] : tensor<3x1xi64> into tensor<3x2xi64>
  %b = tensor.insert_slice %second into %a[0, 1] [3, 1] [1, 1] : tensor<3x1xi64> into tensor<3x2xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%u, %both : tensor<3xf32>, tensor<3x2xi64>) outs(%t : tensor<3x6xf32>) {
  ^bb0(%x: f32, %old: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3x6xf32>
  %1 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%u, %b : tensor<3xf32>, tensor<3x2xi64>) outs(%0 : tensor<3x6xf32>) {
  ^bb0(%x: f32, %old: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3x6xf32>
  %r = linalg.generic {indexing_maps = [#row, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<3x6xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
