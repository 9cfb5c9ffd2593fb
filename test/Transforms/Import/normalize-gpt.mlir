// RUN: piper-opt %fixtures/gpt/model.mlir --piper-normalize -o %t.once
// RUN: piper-opt %t.once --piper-normalize -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: FileCheck %s < %t.once
// RUN: FileCheck %s --check-prefix=GONE < %t.once
// RUN: grep -c '"parallel", "reduction"\]} ins(%.*, %.*:' %t.once | FileCheck %s --check-prefix=CONTRACTIONS
// RUN: grep -c 'piper.no_grad' %t.once | FileCheck %s --check-prefix=SHIFTS

// Four blocks of qkv, q k^T, a v, proj, fc, out, and the head.
// CONTRACTIONS: {{^}}25{{$}}
// The maximum of each attention and of the loss.
// SHIFTS: {{^}}5{{$}}

// q k^T and a v read the slices of qkv, with batch and head as loops.
// CHECK: #[[QK_Q:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
// CHECK: #[[QK_K:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
// CHECK: #[[QK_S:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
// CHECK: func.func @main
// CHECK: %[[QKV:.*]] = linalg.generic {{.*}}ins(%{{.*}}, %arg6 : tensor<2x16x32xf32>, tensor<96x32xf32>)
// CHECK: %[[Q:.*]] = tensor.expand_shape {{.*}} into tensor<2x16x4x8xf32>
// CHECK: %[[K:.*]] = tensor.expand_shape {{.*}} into tensor<2x16x4x8xf32>
// CHECK: %[[V:.*]] = tensor.expand_shape {{.*}} into tensor<2x16x4x8xf32>
// CHECK: linalg.generic {indexing_maps = [#[[QK_Q]], #[[QK_K]], #[[QK_S]]], {{.*}} ins(%[[Q]], %[[K]] :
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[V]] : tensor<2x4x16x16xf32>, tensor<2x16x4x8xf32>) outs(%{{.*}} : tensor<2x16x4x8xf32>)

// GONE: func.func @main
// GONE-NOT: {{linalg.transpose|linalg.batch_matmul|linalg.matmul|cf.assert|truncf|f64}}
// GONE: return
