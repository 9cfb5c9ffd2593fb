// Every op of a body counts: predicted times of launches where a device does
// one operation (FLOPS) or moves one byte (BYTES) per microsecond.

// RUN: piper-opt --plan-report="what=critical-path gflops=0.001 gbytes=1000000" %s -o /dev/null | FileCheck %s --check-prefix=FLOPS
// RUN: piper-opt --plan-report="what=critical-path gflops=1000000 gbytes=0.001" %s -o /dev/null | FileCheck %s --check-prefix=BYTES

// Scores and weighted sum: 2 * 2*8*16 * (4 + 6). The gradient: the scores
// again, dq and dk, and dv and the weights': 2 * 2*8*16 * (3*4 + 2*6).
// FLOPS:      0.000 5.120 all attention
// FLOPS-NEXT: 5.120 12.288 all attention_grad
// FLOPS-NEXT: 17.408 0.000 all scatter
// FLOPS-NEXT: 0.000 all elementwise
// FLOPS-NEXT: 0.000 all copies
// A product of [4, 8] and [8, 2], three times.
// FLOPS-NEXT: 0.384 all loop

// Operands and results once: q 64, k 128, v 192 and mask 256 elements, the
// result 96, the maximum and the sum of the rows 16 each.
// BYTES:      0.000 3.072 all attention
// 96 + 64 + 128 + 192 + 256 + 96 + 32, and the gradients 64 + 128 + 192.
// BYTES-NEXT: 3.072 4.992 all attention_grad
// 24 elements are read, added, and written; 6 places of 8 bytes.
// BYTES-NEXT: 8.064 0.336 all scatter
// 32 elements and 8 of a vector to 32; a constant filled into 32.
// BYTES-NEXT: 0.416 all elementwise
// 8 of 32 elements are written; 32 become two times 16; 32 are padded to 36.
// BYTES-NEXT: 0.848 all copies
// 32 + 16 are read, 8 are read and written, three times.
// BYTES-NEXT: 0.768 all loop

!q = tensor<2x8x4xf32>
!k = tensor<2x16x4xf32>
!v = tensor<2x16x6xf32>
!m = tensor<2x8x16xf32>
!o = tensor<2x8x6xf32>
!r = tensor<2x8xf32>

func.func private @attention(%q: !q, %k: !k, %v: !v, %m: !m) -> (!o, !r, !r) {
  %o, %max, %sum = body.attention %q, %k, %v mask %m scale 0.5 : (!q, !k, !v, !m) -> (!o, !r, !r)
  return %o, %max, %sum : !o, !r, !r
}

func.func private @attention_grad(%g: !o, %q: !q, %k: !k, %v: !v, %m: !m, %o: !o, %max: !r, %sum: !r) -> (!q, !k, !v) {
  %dq, %dk, %dv = body.attention_grad %g of %q, %k, %v mask %m saved %o, %max, %sum scale 0.5
    : (!o, !q, !k, !v, !m, !o, !r, !r) -> (!q, !k, !v)
  return %dq, %dk, %dv : !q, !k, !v
}

func.func private @scatter(%u: tensor<6x4xf32>, %at: tensor<6x1xi64>, %d: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %r = body.scatter add %u at %at into %d along [0] : (tensor<6x4xf32>, tensor<6x1xi64>, tensor<9x4xf32>) -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

func.func private @elementwise(%x: tensor<4x8xf32>, %b: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %y: f32, %z: f32):
    %s = arith.addf %a, %y : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %r, %f : tensor<4x8xf32>, tensor<4x8xf32>
}

func.func private @copies(%x: tensor<4x8xf32>, %y: tensor<2x4xf32>) -> (tensor<4x8xf32>, tensor<8x8xf32>, tensor<4x9xf32>) {
  %c = arith.constant 0.0 : f32
  %i = tensor.insert_slice %y into %x[0, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x8xf32>
  %v = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>
  %w = tensor.collapse_shape %v [[0, 1], [2]] : tensor<2x2x8xf32> into tensor<4x8xf32>
  %n = tensor.concat dim(0) %x, %w : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %p = tensor.pad %x low[0, 0] high[0, 1] {
  ^bb0(%a: index, %b: index):
    tensor.yield %c : f32
  } : tensor<4x8xf32> to tensor<4x9xf32>
  return %i, %n, %p : tensor<4x8xf32>, tensor<8x8xf32>, tensor<4x9xf32>
}

func.func private @loop(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>, %z: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %z) -> tensor<4x2xf32> {
    %s = linalg.matmul ins(%x, %y : tensor<4x8xf32>, tensor<8x2xf32>) outs(%a : tensor<4x2xf32>) -> tensor<4x2xf32>
    scf.yield %s : tensor<4x2xf32>
  }
  return %r : tensor<4x2xf32>
}

plan.program @p at <> streams(@compute) arena(0) events() {
  plan.launch @attention on @compute
  plan.launch @attention_grad on @compute
  plan.launch @scatter on @compute
  plan.launch @elementwise on @compute
  plan.launch @copies on @compute
  plan.launch @loop on @compute
}
