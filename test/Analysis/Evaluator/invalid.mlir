// RUN: piper-opt %s -split-input-file -o /dev/null -verify-diagnostics --piper-evaluate
// RUN: not piper-opt %fixtures/mlp/model.mlir -o /dev/null --piper-evaluate="data=%fixtures/mlp/batches.safetensors step=6" 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not piper-opt %fixtures/mlp/model.mlir -o /dev/null --piper-evaluate="weights=%fixtures/gpt/weights.safetensors" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not piper-opt %fixtures/mlp/model.mlir -o /dev/null --piper-evaluate="weights=%fixtures/mlp/model.mlir" 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not piper-opt %fixtures/mlp/model.mlir -o /dev/null --piper-evaluate="function=nope" 2>&1 | FileCheck %s --check-prefix=FUNC
// RUN: not piper-opt %fixtures/mlp/model.mlir -o /dev/null --piper-evaluate="microbatch=-1" 2>&1 | FileCheck %s --check-prefix=COUNT

// STEP: 'x' in {{.*}} has shape [6, 8, 4, 32] and type F32; it has no entry 6
// NAME: weights.safetensors has no tensor 'layers.0.weight'
// FORMAT: model.mlir: {{.*}}header
// FUNC: there is no function @nope
// COUNT: has no input in a data file

func.func @unknown(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'tensor.bitcast' op is not known to the evaluator}}
  %y = tensor.bitcast %x : tensor<2xf32> to tensor<2xi32>
  %z = tensor.bitcast %y : tensor<2xi32> to tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @unknown_in_body(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : tensor<2xf32>) {
  ^bb0(%o: f32):
    // expected-error @below {{'vector.broadcast' op is not known to the evaluator in a scalar body}}
    %v = vector.broadcast %o : f32 to vector<1xf32>
    %e = vector.extract %v[0] : f32 from vector<1xf32>
    linalg.yield %e : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @assertion() {
  %false = arith.constant false
  // expected-error @below {{assertion failed: index must be smaller than dim size}}
  cf.assert %false, "index must be smaller than dim size"
  return
}

// -----

func.func @bounds() -> f32 {
  %x = arith.constant dense<1.0> : tensor<2xf32>
  %c2 = arith.constant 2 : index
  // expected-error @below {{index 2 is out of bounds of a dimension of 2}}
  %r = tensor.extract %x[%c2] : tensor<2xf32>
  return %r : f32
}

// -----

func.func @slice() -> tensor<2xf32> {
  %x = arith.constant dense<1.0> : tensor<3xf32>
  %c2 = arith.constant 2 : index
  // expected-error @below {{slice of 2 from 2 by 1 leaves a dimension of 3}}
  %r = tensor.extract_slice %x[%c2] [2] [1] : tensor<3xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @division() -> i64 {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i64
  // expected-error @below {{divides an integer by zero}}
  %r = arith.divsi %c1, %c0 : i64
  return %r : i64
}

// -----

// expected-error @below {{argument 0 has dynamic type 'tensor<?xf32>'}}
func.func @dynamic(%x: tensor<?xf32>) {
  return
}

// -----

func.func @resource() -> tensor<2xf32> {
  // expected-error @below {{the data of resource 'gone' is not in this file}}
  %r = arith.constant dense_resource<gone> : tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// expected-error @below {{has 2 public functions with a body; name one with function=}}
module {
  func.func @a() {
    return
  }
  func.func @b() {
    return
  }
}

// -----

func.func @main() {
  // expected-error @below {{is nested deeper than 256 calls}}
  func.call @main() : () -> ()
  return
}

// -----

module attributes {piper.init = {w = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>}} {
  // expected-error @below {{piper.init does not give 'w' as 'tensor<2xf32>'}}
  func.func @other_type(%w: tensor<2xf32> {piper.param = "w"}) -> tensor<2xf32> {
    return %w : tensor<2xf32>
  }
}
