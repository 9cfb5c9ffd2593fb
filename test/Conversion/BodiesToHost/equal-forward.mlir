// Options may change no bit: outlining, fusion, optimization level, vector width.
// RUN: piper-run-body %s --function whole > %t.all
// RUN: FileCheck %s --input-file %t.all
// RUN: piper-run-body %s --function whole --no-fuse | diff %t.all -
// RUN: piper-run-body %s --function whole --no-outline | diff %t.all -
// RUN: piper-run-body %s --function whole --no-fuse --no-outline --opt-level=1 | diff %t.all -
// RUN: piper-run-body %s --function whole --opt-level=1 | diff %t.all -
// RUN: piper-run-body %s --function whole --opt-level=2 --vector-width=256 | diff %t.all -
// RUN: piper-run-body %s --function whole --no-outline --opt-level=0 | diff %t.all -
// A body cut in two is rounded like the whole.
// RUN: piper-run-body %s --function first,second | diff %t.all -
// RUN: piper-run-body %s --function first,second --no-fuse | diff %t.all -

// Every row of a softmax sums to one: 32 rows.
// CHECK: result 0 : tensor<2x16x72xf32> sum 3.2000{{[0-9]+}}e+01 bits

func.func private @whole(%x: tensor<2x16x72xf32>, %g: tensor<72xf32>, %bias: tensor<72xf32>)
    -> (tensor<2x16x72xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %n = arith.constant 72.0 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %half = arith.constant 5.0e-1 : f32
  %one = arith.constant 1.0 : f32
  %r2 = arith.constant 0.707106769 : f32
  %e1 = tensor.empty() : tensor<2x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<2x16x72xf32>) outs(%z : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e2 = tensor.empty() : tensor<2x16xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<2x16xf32>) outs(%e2 : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e3 = tensor.empty() : tensor<2x16x72xf32>
  %cen = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %mean : tensor<2x16x72xf32>, tensor<2x16xf32>) outs(%e3 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.subf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e4 = tensor.empty() : tensor<2x16x72xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%cen : tensor<2x16x72xf32>) outs(%e4 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %ss = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%sq : tensor<2x16x72xf32>) outs(%z : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e5 = tensor.empty() : tensor<2x16xf32>
  %sd = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]}
      ins(%ss : tensor<2x16xf32>) outs(%e5 : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    %w = arith.addf %v, %eps : f32
    %m = math.sqrt %w : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e6 = tensor.empty() : tensor<2x16x72xf32>
  %h = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%cen, %sd : tensor<2x16x72xf32>, tensor<2x16xf32>) outs(%e6 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e7 = tensor.empty() : tensor<2x16x72xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (k)>, affine_map<(i,j,k) -> (k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%h, %g, %bias : tensor<2x16x72xf32>, tensor<72xf32>, tensor<72xf32>) outs(%e7 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %m = arith.addf %p, %c : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e8 = tensor.empty() : tensor<2x16x72xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<2x16x72xf32>) outs(%e8 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %r2 : f32
    %q = math.erf %p : f32
    %r = arith.addf %q, %one : f32
    %t = arith.mulf %a, %half : f32
    %m = arith.mulf %t, %r : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e9 = tensor.empty() : tensor<2x16x72xf32>
  %th = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%u : tensor<2x16x72xf32>) outs(%e9 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = math.tanh %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e10 = tensor.empty() : tensor<2x16xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%e10 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %e11 = tensor.empty() : tensor<2x16xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e11 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %e12 = tensor.empty() : tensor<2x16x72xf32>
  %mk = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%th : tensor<2x16x72xf32>) outs(%e12 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %ij = linalg.index 1 : index
    %ik = linalg.index 2 : index
    %k4 = arith.constant 4 : index
    %sc = arith.muli %ij, %k4 : index
    %le = arith.cmpi ule, %ik, %sc : index
    %big = arith.constant -1.0e9 : f32
    %m = arith.select %le, %a, %big : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %mx = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%mk : tensor<2x16x72xf32>) outs(%mi : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e13 = tensor.empty() : tensor<2x16x72xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%mk, %mx : tensor<2x16x72xf32>, tensor<2x16xf32>) outs(%e13 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.subf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e14 = tensor.empty() : tensor<2x16x72xf32>
  %ex = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%d : tensor<2x16x72xf32>) outs(%e14 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = math.exp %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %se = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%ex : tensor<2x16x72xf32>) outs(%z2 : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e15 = tensor.empty() : tensor<2x16x72xf32>
  %sm = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ex, %se : tensor<2x16x72xf32>, tensor<2x16xf32>) outs(%e15 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  return %sm : tensor<2x16x72xf32>
}

func.func private @first(%x: tensor<2x16x72xf32>, %g: tensor<72xf32>, %bias: tensor<72xf32>)
    -> (tensor<2x16x72xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %n = arith.constant 72.0 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %half = arith.constant 5.0e-1 : f32
  %one = arith.constant 1.0 : f32
  %r2 = arith.constant 0.707106769 : f32
  %e1 = tensor.empty() : tensor<2x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<2x16x72xf32>) outs(%z : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e2 = tensor.empty() : tensor<2x16xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<2x16xf32>) outs(%e2 : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e3 = tensor.empty() : tensor<2x16x72xf32>
  %cen = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %mean : tensor<2x16x72xf32>, tensor<2x16xf32>) outs(%e3 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.subf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e4 = tensor.empty() : tensor<2x16x72xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%cen : tensor<2x16x72xf32>) outs(%e4 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %ss = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%sq : tensor<2x16x72xf32>) outs(%z : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e5 = tensor.empty() : tensor<2x16xf32>
  %sd = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]}
      ins(%ss : tensor<2x16xf32>) outs(%e5 : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    %w = arith.addf %v, %eps : f32
    %m = math.sqrt %w : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e6 = tensor.empty() : tensor<2x16x72xf32>
  %h = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%cen, %sd : tensor<2x16x72xf32>, tensor<2x16xf32>) outs(%e6 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e7 = tensor.empty() : tensor<2x16x72xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (k)>, affine_map<(i,j,k) -> (k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%h, %g, %bias : tensor<2x16x72xf32>, tensor<72xf32>, tensor<72xf32>) outs(%e7 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %m = arith.addf %p, %c : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  return %y : tensor<2x16x72xf32>
}

func.func private @second(%y: tensor<2x16x72xf32>)
    -> (tensor<2x16x72xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %n = arith.constant 72.0 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %half = arith.constant 5.0e-1 : f32
  %one = arith.constant 1.0 : f32
  %r2 = arith.constant 0.707106769 : f32
  %e1 = tensor.empty() : tensor<2x16x72xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<2x16x72xf32>) outs(%e1 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %r2 : f32
    %q = math.erf %p : f32
    %r = arith.addf %q, %one : f32
    %t = arith.mulf %a, %half : f32
    %m = arith.mulf %t, %r : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e2 = tensor.empty() : tensor<2x16x72xf32>
  %th = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%u : tensor<2x16x72xf32>) outs(%e2 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = math.tanh %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e3 = tensor.empty() : tensor<2x16xf32>
  %mi = linalg.fill ins(%ninf : f32) outs(%e3 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %e4 = tensor.empty() : tensor<2x16xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<2x16xf32>) -> tensor<2x16xf32>
  %e5 = tensor.empty() : tensor<2x16x72xf32>
  %mk = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%th : tensor<2x16x72xf32>) outs(%e5 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %ij = linalg.index 1 : index
    %ik = linalg.index 2 : index
    %k4 = arith.constant 4 : index
    %sc = arith.muli %ij, %k4 : index
    %le = arith.cmpi ule, %ik, %sc : index
    %big = arith.constant -1.0e9 : f32
    %m = arith.select %le, %a, %big : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %mx = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%mk : tensor<2x16x72xf32>) outs(%mi : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e6 = tensor.empty() : tensor<2x16x72xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%mk, %mx : tensor<2x16x72xf32>, tensor<2x16xf32>) outs(%e6 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.subf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %e7 = tensor.empty() : tensor<2x16x72xf32>
  %ex = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%d : tensor<2x16x72xf32>) outs(%e7 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = math.exp %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  %se = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%ex : tensor<2x16x72xf32>) outs(%z2 : tensor<2x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<2x16xf32>
  %e8 = tensor.empty() : tensor<2x16x72xf32>
  %sm = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ex, %se : tensor<2x16x72xf32>, tensor<2x16xf32>) outs(%e8 : tensor<2x16x72xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<2x16x72xf32>
  return %sm : tensor<2x16x72xf32>
}
