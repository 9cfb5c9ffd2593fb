// RUN: piper-opt %s --piper-import -verify-diagnostics -split-input-file -allow-unregistered-dialect

// expected-error @below {{there is no func.func; an export is one function that returns the loss}}
module {}

// -----

// expected-note @below {{the first is @a}}
func.func @a(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  return %s : tensor<f32>
}
// expected-error @below {{@b is a second function; an export is one func.func: inline or remove the other}}
func.func @b(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  return %s : tensor<f32>
}

// -----

// expected-error-re @below {{'ml_program.global' at {{.*}} stands beside the function; an export is one func.func without state}}
ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
func.func @a(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  return %s : tensor<f32>
}

// -----

// expected-error @below {{@declared has 0 blocks; an export is straight-line code in one block}}
func.func private @declared(tensor<f32>) -> tensor<f32>

// -----

// expected-error @below {{argument #0 of @dynamic has dynamic extents in tensor<?x4xf32>; export with static shapes, at the size of one microbatch}}
func.func @dynamic(%x: tensor<?x4xf32> {piper.input = "x"}) -> tensor<f32> {
  %c = arith.constant dense<0.0> : tensor<f32>
  return %c : tensor<f32>
}

// -----

// expected-error @below {{argument #0 of @unranked has the type tensor<*xf32> without a rank}}
func.func @unranked(%x: tensor<*xf32> {piper.input = "x"}) -> tensor<f32> {
  %c = arith.constant dense<0.0> : tensor<f32>
  return %c : tensor<f32>
}

// -----

// expected-error @below {{argument #0 of @types is complex; compute with real and imaginary parts}}
// expected-error @below {{argument #1 of @types has the element type i4; Piper takes f16, bf16, f32, f64, i1, i8, i16, i32 and i64}}
// expected-error @below {{argument #2 of @types has the element type !quant.uniform<i8:f32, 1.000000e+00>}}
// expected-error @below {{argument #3 of @types has the type memref<4xf32>; export in linalg-on-tensors form}}
// expected-error @below {{argument #4 of @types is a scalar; pass it as a tensor of rank 0}}
func.func @types(%a: tensor<4xcomplex<f32>> {piper.input = "a"}, %b: tensor<4xi4> {piper.input = "b"}, %c: tensor<4x!quant.uniform<i8:f32, 1.0>> {piper.input = "c"}, %d: memref<4xf32> {piper.input = "d"}, %e: f32 {piper.input = "e"}) -> tensor<f32> {
  %z = arith.constant dense<0.0> : tensor<f32>
  return %z : tensor<f32>
}

// -----

// expected-error @below {{@plain returns an output and no loss; give the training file a "loss", "mse" or "cross_entropy", or write the model with piper-export and return its loss}}
func.func @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{argument #1 of @roles has none of piper.param, piper.buffer and piper.input; each argument needs exactly one}}
// expected-error @below {{argument #2 of @roles has several of piper.param, piper.buffer and piper.input}}
// expected-error @below {{argument #3 of @roles needs a name, a string that is not empty, as its piper.input}}
// expected-error @below {{argument #4 of @roles has the name 's' of argument #0; a tied weight is one argument with several uses}}
// expected-error @below {{argument #5 of @roles is the parameter 'ids' of type 'tensor<i64>'; parameters are f32}}
func.func @roles(%s: tensor<f32> {piper.param = "s"}, %a: tensor<f32>, %b: tensor<f32> {piper.param = "b", piper.buffer = "b"}, %c: tensor<f32> {piper.input = ""}, %d: tensor<f32> {piper.input = "s"}, %e: tensor<i64> {piper.param = "ids"}) -> tensor<f32> {
  return %s : tensor<f32>
}

// -----

// expected-error @below {{result #0 of @matrix is 'tensor<2x2xf32>', not tensor<f32>; a model returns its loss, the mean over the microbatch, or (loss_sum, weight)}}
func.func @matrix(%s: tensor<2x2xf32> {piper.param = "s"}) -> tensor<2x2xf32> {
  return %s : tensor<2x2xf32>
}

// -----

// expected-error @below {{@three has 3 results; a model returns its loss, or (loss_sum, weight)}}
func.func @three(%s: tensor<f32> {piper.param = "s"}) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  return %s, %s, %s : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

func.func @ops(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  // expected-error-re @below {{'torch.aten.relu' at {{.*}} is not an op that Piper takes; lower the file first: torch-mlir-opt}}
  %0 = "torch.aten.relu"(%s) : (tensor<f32>) -> tensor<f32>
  // expected-error-re @below {{'tosa.exp' at {{.*}} is not an op that Piper takes; export in linalg-on-tensors form}}
  %2 = tosa.exp %s : (tensor<f32>) -> tensor<f32>
  // Said once for each kind of op.
  %3 = tosa.exp %2 : (tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}

// -----

func.func @dynamic(%s: tensor<f32> {piper.param = "s"}, %count: tensor<i64> {piper.input = "count"}) -> tensor<f32> {
  %i = tensor.extract %count[] : tensor<i64>
  %n = arith.index_cast %i : i64 to index
  // expected-error-re @below {{'tensor.empty' at {{.*}} has dynamic extents in tensor<?xf32>; export with static shapes}}
  %4 = tensor.empty(%n) : tensor<?xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%4 : tensor<?xf32>) outs(%s : tensor<f32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %in, %sum : f32
    linalg.yield %next : f32
  } -> tensor<f32>
  return %5 : tensor<f32>
}

// -----

func.func @elided(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  // expected-error-re @below {{'arith.constant' at {{.*}} has values that were left out when the file was printed; print it without elision}}
  %c = arith.constant dense_resource<__elided__> : tensor<2xf32>
  return %s : tensor<f32>
}

// -----

func.func @undefined(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  // expected-error-re @below {{'arith.constant' at {{.*}} reads the resource 'gone', which the file does not define}}
  %c = arith.constant dense_resource<gone> : tensor<2xf32>
  return %s : tensor<f32>
}

// -----

func.func @short(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  // expected-error-re @below {{'arith.constant' at {{.*}} needs 12 bytes, but the resource 'two' has 8; export the file again}}
  %c = arith.constant dense_resource<two> : tensor<3xf32>
  return %s : tensor<f32>
}
{-#
  dialect_resources: { builtin: { two: "0x040000000000803f00000040" } }
#-}

// -----

func.func @combiner(%s: tensor<f32> {piper.param = "s"}, %x: tensor<2xf32> {piper.input = "x"}) -> tensor<f32> {
  // expected-error-re @below {{'tm_tensor.scan' at {{.*}} combines with something else than one sum, product, maximum or minimum; rewrite the model}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<2xf32>) outs(%x, %s : tensor<2xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.subf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<2xf32>, tensor<f32>
  return %s : tensor<f32>
}

// -----

func.func @product(%s: tensor<f32> {piper.param = "s"}, %u: tensor<6x4xf32> {piper.input = "u"}, %i: tensor<6x1xi32> {piper.input = "i"}, %t: tensor<9x4xf32> {piper.input = "t"}) -> tensor<f32> {
  // expected-error-re @below {{'tm_tensor.scatter' at {{.*}} neither replaces nor adds to the old values; write the model without scatter_reduce}}
  %1 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<6x4xf32>, tensor<6x1xi32>) outs(%t : tensor<9x4xf32>) {
  ^bb0(%new: f32, %old: f32):
    %p = arith.mulf %new, %old : f32
    tm_tensor.yield %p : f32
  } -> tensor<9x4xf32>
  return %s : tensor<f32>
}

// -----

func.func @never(%v: tensor<5xf32> {piper.param = "v"}) -> tensor<f32> {
  %c5 = arith.constant 5 : index
  // expected-error-re @below {{'tensor.extract' at {{.*}} has the index 5 in a dimension of extent 5}}
  %x = tensor.extract %v[%c5] : tensor<5xf32>
  %r = tensor.from_elements %x : tensor<f32>
  return %r : tensor<f32>
}

// -----

func.func @slice(%v: tensor<5xf32> {piper.param = "v"}, %a: tensor<i64> {piper.input = "a"}) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %i = tensor.extract %a[] : tensor<i64>
  %n = arith.index_cast %i : i64 to index
  // expected-error-re @below {{'tensor.extract_slice' at {{.*}} has an index that may not be within 0 to 3; clamp it in the model}}
  %s = tensor.extract_slice %v[%n] [2] [1] : tensor<5xf32> to tensor<2xf32>
  %x = tensor.extract %s[%c0] : tensor<2xf32>
  %r = tensor.from_elements %x : tensor<f32>
  return %r : tensor<f32>
}

// -----

func.func @insert(%v: tensor<5xf32> {piper.param = "v"}, %a: tensor<i64> {piper.input = "a"}) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %i = tensor.extract %a[] : tensor<i64>
  %n = arith.index_cast %i : i64 to index
  // expected-error-re @below {{'tensor.insert' at {{.*}} has an index that may not be within 0 to 4; clamp it in the model}}
  %s = tensor.insert %one into %v[%n] : tensor<5xf32>
  %x = tensor.extract %s[%c0] : tensor<5xf32>
  %r = tensor.from_elements %x : tensor<f32>
  return %r : tensor<f32>
}
