// RUN: piper-opt %fixtures/mlp/model.mlir --piper-normalize | FileCheck %s
// RUN: piper-opt %fixtures/mlp/model.mlir --piper-normalize -o %t.once
// RUN: piper-opt %t.once --piper-normalize -o %t.twice
// RUN: cmp %t.once %t.twice

// Each linear layer is one generic that reads the weight as PyTorch stores it.
// CHECK-DAG: [[X:#.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: [[W:#.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: [[Y:#.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK: func.func @main
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = {{\[}}[[X]], [[W]], [[Y]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{.*}}, %arg0 : tensor<4x32xf32>, tensor<64x32xf32>)
// CHECK: linalg.generic {indexing_maps = {{\[}}[[X]], [[W]], [[Y]]], {{.*}} ins(%{{.*}}, %arg2 : tensor<4x64xf32>, tensor<64x64xf32>)
// CHECK: linalg.generic {indexing_maps = {{\[}}[[X]], [[W]], [[Y]]], {{.*}} ins(%{{.*}}, %arg4 : tensor<4x64xf32>, tensor<64x64xf32>)
// CHECK: linalg.generic {indexing_maps = {{\[}}[[X]], [[W]], [[Y]]], {{.*}} ins(%{{.*}}, %arg6 : tensor<4x64xf32>, tensor<8x64xf32>)
// CHECK-NOT: math.fpowi
// CHECK-NOT: linalg.transpose
// CHECK: return
