// RUN: piper-opt %s --piper-cut-backward=split-backward=true -o %t.cut && FileCheck %s < %t.cut
// RUN: piper-opt %t.cut --piper-cut-backward=split-backward=true | diff - %t.cut

// Which values cross the cut: a minimum cut by bytes. In each body, %h is a
// product, which is never computed again.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#front = affine_map<(d0, d1, d2) -> (d0, d1)>

// A diamond: all of it is had from %h.
// CHECK-LABEL: func.func private @diamond.F(
// CHECK: %[[H:.*]] = linalg.matmul
// CHECK: return %{{.*}}, %[[H]] : tensor<4x8xf32>, tensor<4x8xf32>
// CHECK: func.func private @diamond.B(
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<4x8xf32> {piper.source = "residual:0"}, %[[G:[a-z0-9]+]]: tensor<4x8xf32> {piper.role = "cotangent"
// CHECK: %[[A:.*]] = linalg.generic {{.*}} ins(%[[R]], %[[R]] :
// CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%[[R]], %[[A]] :
// CHECK: %[[C:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[B]] :
// CHECK: linalg.generic {{.*}} ins(%[[B]], %[[C]], %[[G]] :
func.func private @diamond(%x: tensor<4x8xf32> {piper.role = "input"},
                           %w: tensor<8x8xf32> {piper.role = "frozen"},
                           %dy: tensor<4x8xf32> {piper.role = "cotangent"})
    -> (tensor<4x8xf32>, tensor<4x8xf32> {piper.role = "dinput"})
    attributes {piper.joint} {
  %e = tensor.empty() : tensor<4x8xf32>
  %h = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h, %h : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %r = arith.mulf %i, %j : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %b = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %r = arith.addf %i, %j : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %c = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %r = arith.subf %i, %j : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  piper.cut %c : tensor<4x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b, %c, %dy : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32, %o: f32):
    %s = arith.mulf %i, %j : f32
    %r = arith.mulf %s, %k : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  return %c, %d : tensor<4x8xf32>, tensor<4x8xf32>
}

// The cut is in the middle: %h has 128 bytes, %t 64, what B reads 512.
// CHECK-LABEL: func.func private @middle.F(
// CHECK: %[[T:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<4x8xbf16>)
// CHECK: return %{{.*}}, %[[T]] : tensor<4x8xf32>, tensor<4x8xbf16>
// CHECK: func.func private @middle.B(
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<4x8xbf16> {piper.source = "residual:0"}
// CHECK: linalg.generic {{.*}} ins(%[[R]] : tensor<4x8xbf16>) outs({{.*}} : tensor<4x8x4xf32>)
func.func private @middle(%x: tensor<4x8xf32> {piper.role = "input"},
                          %w: tensor<8x8xf32> {piper.role = "frozen"},
                          %dy: tensor<4x8xf32> {piper.role = "cotangent"})
    -> (tensor<4x8xf32>, tensor<4x8x4xf32> {piper.role = "dinput"})
    attributes {piper.joint} {
  %e = tensor.empty() : tensor<4x8xf32>
  %e16 = tensor.empty() : tensor<4x8xbf16>
  %e3 = tensor.empty() : tensor<4x8x4xf32>
  %h = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<4x8xf32>) outs(%e16 : tensor<4x8xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %r = arith.truncf %i : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<4x8xbf16>
  %b = linalg.generic {indexing_maps = [#front, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t : tensor<4x8xbf16>) outs(%e3 : tensor<4x8x4xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %r = arith.extf %i : bf16 to f32
    linalg.yield %r : f32
  } -> tensor<4x8x4xf32>
  piper.cut %h : tensor<4x8xf32>
  %d = linalg.generic {indexing_maps = [#id3, #front, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%b, %dy : tensor<4x8x4xf32>, tensor<4x8xf32>) outs(%e3 : tensor<4x8x4xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %r = arith.mulf %i, %j : f32
    linalg.yield %r : f32
  } -> tensor<4x8x4xf32>
  return %h, %d : tensor<4x8xf32>, tensor<4x8x4xf32>
}

// The price of an exponential is half its bytes. B reads %p, %h and a row sum:
// %p is had from %h, which saves all its bytes; the sum is kept, as a reduction.
// CHECK-LABEL: func.func private @both.F(
// CHECK: %[[H:.*]] = linalg.matmul
// CHECK: %[[S:.*]] = linalg.generic {{.*}}"reduction"
// CHECK: return %{{.*}}, %[[H]], %[[S]] : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>
// CHECK: func.func private @both.B(
// CHECK: math.exp
func.func private @both(%x: tensor<4x8xf32> {piper.role = "input"},
                        %w: tensor<8x8xf32> {piper.role = "frozen"},
                        %dy: tensor<4x8xf32> {piper.role = "cotangent"})
    -> (tensor<4x8xf32>, tensor<4x8xf32> {piper.role = "dinput"})
    attributes {piper.joint} {
  %e = tensor.empty() : tensor<4x8xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %h = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = math.exp %i : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<4x8xf32>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = arith.addf %i, %o : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  piper.cut %p : tensor<4x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %h, %sum, %dy : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32, %l: f32, %o: f32):
    %s = arith.mulf %i, %j : f32
    %t = arith.divf %s, %k : f32
    %r = arith.mulf %t, %l : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  return %p, %d : tensor<4x8xf32>, tensor<4x8xf32>
}

// Where B reads the exponential alone, computing it again would save nothing.
// It leaves F as an activation anyway; the value is one.
// CHECK-LABEL: func.func private @costly.F(
// CHECK: %[[P:.*]] = linalg.generic
// CHECK: math.exp
// CHECK: return %{{.*}}, %[[P]] : tensor<4x8xf32>, tensor<4x8xf32>
// CHECK: func.func private @costly.B(
// CHECK-NOT: math.exp
// CHECK: return
func.func private @costly(%x: tensor<4x8xf32> {piper.role = "input"},
                          %w: tensor<8x8xf32> {piper.role = "frozen"},
                          %dy: tensor<4x8xf32> {piper.role = "cotangent"})
    -> (tensor<4x8xf32>, tensor<4x8xf32> {piper.role = "dinput"})
    attributes {piper.joint} {
  %e = tensor.empty() : tensor<4x8xf32>
  %h = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = math.exp %i : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = arith.negf %i : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  piper.cut %n : tensor<4x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %dy : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %r = arith.mulf %i, %j : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  return %n, %d : tensor<4x8xf32>, tensor<4x8xf32>
}

// Ties. Of values with equal bytes the latest is kept (%n, not %h): the fewest
// ops are computed again. An argument is kept rather than what is had from it
// (%x, not %m), since F need not write it. One value is kept rather than two
// slices of it (%h2).
// CHECK-LABEL: func.func private @ties.F(
// CHECK: %[[H:.*]] = linalg.matmul
// CHECK: %[[N:.*]] = linalg.generic {{.*}} ins(%[[H]] :
// CHECK: %[[H2:.*]] = linalg.matmul
// CHECK: return %[[H2]], %[[N]] : tensor<4x8xf32>, tensor<4x8xf32>
// CHECK: func.func private @ties.B(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4x8xf32> {piper.role = "input", piper.source = "arg:0"}, %{{[a-z0-9]+}}: tensor<4x8xf32> {piper.source = "residual:0"}, %{{[a-z0-9]+}}: tensor<4x8xf32> {piper.source = "activation:0"}
// CHECK: linalg.generic {{.*}} ins(%[[X]] :
// CHECK-NEXT: ^bb0
// CHECK-NEXT: math.absf
func.func private @ties(%x: tensor<4x8xf32> {piper.role = "input"},
                        %w: tensor<8x8xf32> {piper.role = "frozen"},
                        %dy: tensor<4x8xf32> {piper.role = "cotangent"})
    -> (tensor<4x8xf32>, tensor<4x4xf32> {piper.role = "dinput"})
    attributes {piper.joint} {
  %e = tensor.empty() : tensor<4x8xf32>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = math.absf %i : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %h = linalg.matmul ins(%m, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = arith.negf %i : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %h2 = linalg.matmul ins(%n, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = tensor.extract_slice %h2[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %k = tensor.extract_slice %h2[0, 4] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  piper.cut %h2 : tensor<4x8xf32>
  %e4 = tensor.empty() : tensor<4x4xf32>
  %z = tensor.extract_slice %m[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %p = tensor.extract_slice %m[0, 4] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %s = tensor.extract_slice %n[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %g = tensor.extract_slice %dy[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%q, %k, %z, %p, %s, %g : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) outs(%e4 : tensor<4x4xf32>) {
  ^bb0(%i1: f32, %i2: f32, %i3: f32, %i4: f32, %i5: f32, %i6: f32, %o: f32):
    %1 = arith.mulf %i1, %i2 : f32
    %2 = arith.mulf %1, %i3 : f32
    %3 = arith.mulf %2, %i4 : f32
    %4 = arith.mulf %3, %i5 : f32
    %5 = arith.mulf %4, %i6 : f32
    linalg.yield %5 : f32
  } -> tensor<4x4xf32>
  return %h2, %d : tensor<4x8xf32>, tensor<4x4xf32>
}

// No bytes: what parameters give is still computed again rather than kept, a
// product is still kept.
// CHECK-LABEL: func.func private @empty.F(
// CHECK: %[[H:.*]] = linalg.matmul
// CHECK: return %{{.*}}, %[[H]] : tensor<0x8xf32>, tensor<0x8xf32>
// CHECK: func.func private @empty.B(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<8x8xf32> {piper.role = "frozen", piper.source = "arg:1"}
// CHECK: tensor.extract_slice %[[W]]
func.func private @empty(%x: tensor<0x8xf32> {piper.role = "input"},
                         %w: tensor<8x8xf32> {piper.role = "frozen"},
                         %dy: tensor<0x8xf32> {piper.role = "cotangent"})
    -> (tensor<0x8xf32>, tensor<0x8xf32> {piper.role = "dinput"})
    attributes {piper.joint} {
  %e = tensor.empty() : tensor<0x8xf32>
  %none = tensor.extract_slice %w[0, 0] [0, 8] [1, 1] : tensor<8x8xf32> to tensor<0x8xf32>
  %h = linalg.matmul ins(%x, %w : tensor<0x8xf32>, tensor<8x8xf32>) outs(%e : tensor<0x8xf32>) -> tensor<0x8xf32>
  %a = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h, %none : tensor<0x8xf32>, tensor<0x8xf32>) outs(%e : tensor<0x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %r = arith.mulf %i, %j : f32
    linalg.yield %r : f32
  } -> tensor<0x8xf32>
  piper.cut %a : tensor<0x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h, %none, %dy : tensor<0x8xf32>, tensor<0x8xf32>, tensor<0x8xf32>) outs(%e : tensor<0x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32, %o: f32):
    %s = arith.mulf %i, %j : f32
    %r = arith.mulf %s, %k : f32
    linalg.yield %r : f32
  } -> tensor<0x8xf32>
  return %a, %d : tensor<0x8xf32>, tensor<0x8xf32>
}

// BI and BW. Both read %a, which each has from %h, kept once by F. BI hands on
// the narrow %t, not %g (a product of it, wide) or what BW reads, 512 bytes.
// CHECK-LABEL: func.func private @parts.F(
// CHECK: return %{{.*}}, %[[H:.*]] : tensor<4x8xf32>, tensor<4x8xf32>
// CHECK: func.func private @parts.BI(
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<4x8xf32> {piper.source = "residual:0"}
// CHECK: linalg.generic {{.*}} ins(%[[R]] :
// CHECK: %[[G:.*]] = linalg.matmul
// CHECK: %[[T:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<4x8xbf16>)
// CHECK: return %{{.*}}, %[[T]] : tensor<4x8xf32>, tensor<4x8xbf16>
// CHECK: func.func private @parts.BW(
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<4x8xf32> {piper.source = "residual:0"}, %[[T:[a-z0-9]+]]: tensor<4x8xbf16> {piper.source = "bi:0"}
// CHECK: linalg.generic {{.*}} ins(%[[T]] :
// CHECK: linalg.generic {{.*}} ins(%[[R]] :
func.func private @parts(%x: tensor<4x8xf32> {piper.role = "input"},
                         %w: tensor<8x8xf32> {piper.role = "param"},
                         %dy: tensor<4x8xf32> {piper.role = "cotangent"},
                         %aw: tensor<8x8xf32> {piper.role = "acc"})
    -> (tensor<4x8xf32>, tensor<4x8xf32> {piper.role = "dinput"}, tensor<8x8xf32> {piper.role = "acc"})
    attributes {piper.joint} {
  %e = tensor.empty() : tensor<4x8xf32>
  %e16 = tensor.empty() : tensor<4x8xbf16>
  %e3 = tensor.empty() : tensor<4x8x4xf32>
  %h = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = arith.negf %i : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  piper.cut %a : tensor<4x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %h, %dy : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32, %o: f32):
    %s = arith.mulf %i, %j : f32
    %r = arith.mulf %s, %k : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %g = linalg.matmul ins(%d, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%g : tensor<4x8xf32>) outs(%e16 : tensor<4x8xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %r = arith.truncf %i : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<4x8xbf16>
  %dx = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x8xbf16>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %r = arith.extf %i : bf16 to f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %b = linalg.generic {indexing_maps = [#front, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t : tensor<4x8xbf16>) outs(%e3 : tensor<4x8x4xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %r = arith.extf %i : bf16 to f32
    linalg.yield %r : f32
  } -> tensor<4x8x4xf32>
  %dw = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d0)>, affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<4x8x4xf32>) outs(%aw : tensor<8x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %s = arith.mulf %i, %j : f32
    %r = arith.addf %o, %s : f32
    linalg.yield %r : f32
  } -> tensor<8x8xf32>
  return %a, %dx, %dw : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x8xf32>
}
