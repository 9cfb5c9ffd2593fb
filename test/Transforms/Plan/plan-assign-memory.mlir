// RUN: piper-opt --plan-assign-memory %s | FileCheck %s
// RUN: piper-opt --plan-assign-memory --plan-verify %s -o %t.1
// RUN: piper-opt --plan-assign-memory %t.1 -o %t.2 && diff %t.1 %t.2
// RUN: not piper-opt --plan-assign-memory %S/../../Dialect/Plan/golden-mlp.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: launches @hyper, which the module does not contain

func.func private @f(tensor<64xf32>) -> tensor<64xf32> attributes {piper.scratch = 1000 : i64}
func.func private @g(tensor<64xf32>) -> tensor<64xf32> attributes {piper.scratch = 0 : i64}

// The scratch of @f is the largest; @c comes after it on the same stream, so they
// share bytes; @p lives on between steps.
// CHECK: plan.program @p0 at <> streams(@compute) arena(1792)
// CHECK: plan.buffer @scratch_compute : tensor<1000xi8> at 0 scratch
// CHECK: plan.buffer @p : tensor<64xf32> at 1024 param("p")
// CHECK: plan.buffer @a : tensor<64xf32> at 1280 input
// CHECK: plan.buffer @b : tensor<64xf32> at 1536 residual
// CHECK: plan.buffer @c : tensor<64xf32> at 0 residual
// CHECK: plan.launch @f ins(@a) outs(@b) scratch(@scratch_compute) on @compute
// CHECK: plan.launch @g ins(@b) outs(@c) on @compute
plan.program @p0 at <> streams(@compute) arena(0) events() {
  plan.buffer @p : tensor<64xf32> param("p")
  plan.buffer @a : tensor<64xf32> input
  plan.buffer @b : tensor<64xf32> residual
  plan.buffer @c : tensor<64xf32> residual
  plan.load "x" mb 0 -> @a on @compute 
  plan.launch @f ins(@a) outs(@b) on @compute {mb = 0 : i64}
  plan.launch @g ins(@b) outs(@c) on @compute {mb = 0 : i64}
}

// Scratch serves every role of a program.
// CHECK: plan.program @shared at <pp = 0>, <pp = 1>
// CHECK: plan.launch @f {{.*}} scratch(@scratch_compute) on @compute {role = 1 : i64}
plan.program @shared at <pp = 0>, <pp = 1> streams(@compute) arena(0) events() {
  plan.buffer @a : tensor<64xf32> param("a") role 1
  plan.buffer @b : tensor<64xf32> residual role 1
  plan.launch @f ins(@a) outs(@b) on @compute {role = 1 : i64}
}
