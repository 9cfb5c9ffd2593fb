// RUN: piper-opt %s | FileCheck %s
// RUN: piper-opt %s | piper-opt | FileCheck %s
// RUN: piper-opt %s --mlir-print-op-generic | piper-opt | FileCheck %s

// CHECK-LABEL: func.func @attention
// CHECK: %[[O:.*]], %[[MAX:.*]], %[[SUM:.*]] = body.attention %[[Q:.*]], %[[K:.*]], %[[V:.*]] mask %[[M:.*]] scale 5.000000e-01 : (tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x6xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
// CHECK: body.attention %[[Q]], %[[K]], %[[V]] scale 1.000000e+00 :
// CHECK: %{{[a-z_0-9]+}}, %{{[a-z_0-9]+}}, %{{[a-z_0-9]+}}, %{{[a-z_0-9]+}} = body.attention_grad %[[O]] of %[[Q]], %[[K]], %[[V]] mask %[[M]] saved %[[O]], %[[MAX]], %[[SUM]] scale 5.000000e-01 :
// CHECK: %{{[a-z_0-9]+}}, %{{[a-z_0-9]+}}, %{{[a-z_0-9]+}} = body.attention_grad %[[O]] of %[[Q]], %[[K]], %[[V]] saved %[[O]], %[[MAX]], %[[SUM]] scale 1.000000e+00 :
func.func @attention(%q: tensor<2x3x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x6xf32>, %m: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  %o, %max, %sum = body.attention %q, %k, %v mask %m scale 0.5 : (tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x6xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
  %p:3 = body.attention %q, %k, %v scale 1.0 : (tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>) -> (tensor<2x3x6xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
  %d:4 = body.attention_grad %o of %q, %k, %v mask %m saved %o, %max, %sum scale 0.5 : (tensor<2x3x6xf32>, tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>, tensor<2x3x5xf32>, tensor<2x3x6xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>, tensor<2x3x5xf32>)
  %e:3 = body.attention_grad %o of %q, %k, %v saved %o, %max, %sum scale 1.0 : (tensor<2x3x6xf32>, tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>, tensor<2x3x6xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>)
  return %d#3 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func.func @scatter
// CHECK: body.scatter set %{{.*}} at %{{.*}} into %{{.*}} along [0] : (tensor<6x4xf32>, tensor<6x1xi64>, tensor<9x4xf32>) -> tensor<9x4xf32>
// CHECK: body.scatter add %{{.*}} at %{{.*}} into %{{.*}} along [0] : (tensor<6x4xf32>, tensor<6x1xi64>, tensor<9x4xf32>) -> tensor<9x4xf32>
func.func @scatter(%u: tensor<6x4xf32>, %i: tensor<6x1xi64>, %d: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %0 = body.scatter set %u at %i into %d along [0] : (tensor<6x4xf32>, tensor<6x1xi64>, tensor<9x4xf32>) -> tensor<9x4xf32>
  %1 = body.scatter add %u at %i into %0 along [0] : (tensor<6x4xf32>, tensor<6x1xi64>, tensor<9x4xf32>) -> tensor<9x4xf32>
  return %1 : tensor<9x4xf32>
}
