// Options may change no bit: outlining, fusion, optimization level, vector width.
// RUN: piper-run-body %s --int-range=20 --function backward > %t.all
// RUN: FileCheck %s --input-file %t.all
// RUN: piper-run-body %s --int-range=20 --function backward --no-fuse | diff %t.all -
// RUN: piper-run-body %s --int-range=20 --function backward --no-outline | diff %t.all -
// RUN: piper-run-body %s --int-range=20 --function backward --no-fuse --no-outline --opt-level=1 | diff %t.all -
// RUN: piper-run-body %s --int-range=20 --function backward --opt-level=1 | diff %t.all -
// RUN: piper-run-body %s --int-range=20 --function backward --opt-level=2 --vector-width=256 | diff %t.all -
// RUN: piper-run-body %s --int-range=20 --function backward --no-outline --opt-level=0 | diff %t.all -

// CHECK: result 0 : tensor<3x128x40xf32> sum {{-?[0-9]}}
// CHECK-NOT: nan
// CHECK: result 5 : tensor<20x40xf32> sum {{-?[0-9]}}

func.func private @backward(%x: tensor<3x128x40xf32>, %dy: tensor<3x128x48xf32>, %w: tensor<48x40xf32>, %tokens: tensor<384xi64>, %w.acc: tensor<48x40xf32>, %b.acc: tensor<48xf32>, %g.acc: tensor<40xf32>, %e.acc: tensor<20x40xf32>)
    -> (tensor<3x128x40xf32>, tensor<3x128x40xf32>, tensor<48x40xf32>, tensor<48xf32>, tensor<40xf32>, tensor<20x40xf32>) attributes {piper.inouts = 4 : i64} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c384 = arith.constant 384 : index
  %dw = linalg.generic {indexing_maps = [affine_map<(n,k,i,j) -> (i,j,n)>, affine_map<(n,k,i,j) -> (i,j,k)>, affine_map<(n,k,i,j) -> (n,k)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%dy, %x : tensor<3x128x48xf32>, tensor<3x128x40xf32>) outs(%w.acc : tensor<48x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %m = arith.addf %o, %p : f32
    linalg.yield %m : f32
  } -> tensor<48x40xf32>
  %db = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (k)>], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%dy : tensor<3x128x48xf32>) outs(%b.acc : tensor<48xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<48xf32>
  %e1 = tensor.empty() : tensor<3x128x40xf32>
  %zx = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3x128x40xf32>) -> tensor<3x128x40xf32>
  %dx = linalg.generic {indexing_maps = [affine_map<(i,j,k,n) -> (i,j,n)>, affine_map<(i,j,k,n) -> (n,k)>, affine_map<(i,j,k,n) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%dy, %w : tensor<3x128x48xf32>, tensor<48x40xf32>) outs(%zx : tensor<3x128x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %m = arith.addf %o, %p : f32
    linalg.yield %m : f32
  } -> tensor<3x128x40xf32>
  %e2 = tensor.empty() : tensor<3x128x40xf32>
  %pr = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%dx, %x : tensor<3x128x40xf32>, tensor<3x128x40xf32>) outs(%e2 : tensor<3x128x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<3x128x40xf32>
  %dg = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (k)>], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%pr : tensor<3x128x40xf32>) outs(%g.acc : tensor<40xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<40xf32>
  %e3 = tensor.empty() : tensor<3x128xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3x128xf32>) -> tensor<3x128xf32>
  %rs = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%pr : tensor<3x128x40xf32>) outs(%zr : tensor<3x128xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<3x128xf32>
  %e4 = tensor.empty() : tensor<3x128x40xf32>
  %ds = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (i,j)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %dx, %rs : tensor<3x128x40xf32>, tensor<3x128x40xf32>, tensor<3x128xf32>) outs(%e4 : tensor<3x128x40xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %p = arith.subf %b, %c : f32
    %m = arith.mulf %a, %p : f32
    linalg.yield %m : f32
  } -> tensor<3x128x40xf32>
  %rows = tensor.collapse_shape %dx [[0, 1], [2]] : tensor<3x128x40xf32> into tensor<384x40xf32>
  %de = scf.for %i = %c0 to %c384 step %c1 iter_args(%acc = %e.acc) -> (tensor<20x40xf32>) {
    %id = tensor.extract %tokens[%i] : tensor<384xi64>
    %at = arith.index_cast %id : i64 to index
    %row = tensor.extract_slice %rows[%i, 0] [1, 40] [1, 1] : tensor<384x40xf32> to tensor<40xf32>
    %old = tensor.extract_slice %acc[%at, 0] [1, 40] [1, 1] : tensor<20x40xf32> to tensor<40xf32>
    %new = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
        ins(%row : tensor<40xf32>) outs(%old : tensor<40xf32>) {
    ^bb0(%a: f32, %o: f32):
      %m = arith.addf %o, %a : f32
      linalg.yield %m : f32
    } -> tensor<40xf32>
    %next = tensor.insert_slice %new into %acc[%at, 0] [1, 40] [1, 1] : tensor<40xf32> into tensor<20x40xf32>
    scf.yield %next : tensor<20x40xf32>
  }
  return %dx, %ds, %dw, %db, %dg, %de : tensor<3x128x40xf32>, tensor<3x128x40xf32>, tensor<48x40xf32>, tensor<48xf32>, tensor<40xf32>, tensor<20x40xf32>
}
