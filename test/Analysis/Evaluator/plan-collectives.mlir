// Every collective on two members, once on two devices and once with one device
// that plays both coordinates. The parameter buffers show what member 0 holds;
// each member starts from its half of 1..8, picked by its coordinate.
// RUN: %python %S/Inputs/tensors.py %t.w a=4:0,0,0,0 b=4:0,0,0,0 c=4:0,0,0,0 d=4:0,0,0,0 e=4:0,0,0,0
// RUN: piper-opt %s -split-input-file -o /dev/null --piper-evaluate="weights=%t.w print-params" | FileCheck %s
// Member 0 starts from 1,2,3,4, member 1 from 5,6,7,8; what member 0 gets:
// CHECK: step 0
// CHECK-NEXT: param "a" : tensor<4xf32> = [6, 8, 10, 12]
// CHECK-NEXT: param "b" : tensor<4xf32> = [1, 2, 7, 8]
// CHECK-NEXT: param "c" : tensor<4xf32> = [6, 8, 3, 4]
// CHECK-NEXT: param "d" : tensor<4xf32> = [1, 2, 5, 6]
// CHECK-NEXT: param "e" : tensor<4xf32> = [5, 6, 7, 8]
// CHECK: step 0
// CHECK-NEXT: param "a" : tensor<4xf32> = [6, 8, 10, 12]
// CHECK-NEXT: param "b" : tensor<4xf32> = [1, 2, 7, 8]
// CHECK-NEXT: param "c" : tensor<4xf32> = [6, 8, 3, 4]
// CHECK-NEXT: param "d" : tensor<4xf32> = [1, 2, 5, 6]
// CHECK-NEXT: param "e" : tensor<4xf32> = [5, 6, 7, 8]

func.func private @start(%c: index) -> tensor<4xf32> {
  %p = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %four = arith.constant 4 : index
  %o = arith.muli %c, %four : index
  %r = tensor.extract_slice %p[%o] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}
piper.mesh @cluster <["tp"=2]>
plan.comm @two <["tp"]> {order = 0 : i64}
plan.program @p at <> streams(@s) arena(0) events() {
  plan.buffer @a : tensor<4xf32> param("a")
  plan.buffer @b : tensor<4xf32> param("b")
  plan.buffer @c : tensor<4xf32> param("c")
  plan.buffer @d : tensor<4xf32> param("d")
  plan.buffer @e : tensor<4xf32> param("e")
  plan.launch @start outs(@a) on @s {coords = ["tp"]}
  plan.launch @start outs(@b) on @s {coords = ["tp"]}
  plan.launch @start outs(@c) on @s {coords = ["tp"]}
  plan.launch @start outs(@d) on @s {coords = ["tp"]}
  plan.launch @start outs(@e) on @s {coords = ["tp"]}
  plan.collective all_reduce sum @a comm(@two) on @s
  plan.collective all_gather sum @b comm(@two) on @s
  plan.collective reduce_scatter sum @c comm(@two) on @s
  plan.collective all_to_all sum @d comm(@two) on @s
  plan.collective all_reduce max @e comm(@two) on @s
}

// -----

func.func private @start(%c: index) -> tensor<4xf32> {
  %p = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %four = arith.constant 4 : index
  %o = arith.muli %c, %four : index
  %r = tensor.extract_slice %p[%o] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}
piper.mesh @cluster <["tp"=2]> devices [0, 0]
plan.comm @two <["tp"]> {order = 0 : i64}
plan.program @p at <tp = 0>, <tp = 1> streams(@s) arena(0) events() {
  plan.buffer @a : tensor<4xf32> param("a")
  plan.buffer @b : tensor<4xf32> param("b")
  plan.buffer @c : tensor<4xf32> param("c")
  plan.buffer @d : tensor<4xf32> param("d")
  plan.buffer @e : tensor<4xf32> param("e")
  plan.buffer @a1 : tensor<4xf32> comm role 1
  plan.buffer @b1 : tensor<4xf32> comm role 1
  plan.buffer @c1 : tensor<4xf32> comm role 1
  plan.buffer @d1 : tensor<4xf32> comm role 1
  plan.buffer @e1 : tensor<4xf32> comm role 1
  plan.launch @start outs(@a) on @s {coords = ["tp"]}
  plan.launch @start outs(@b) on @s {coords = ["tp"]}
  plan.launch @start outs(@c) on @s {coords = ["tp"]}
  plan.launch @start outs(@d) on @s {coords = ["tp"]}
  plan.launch @start outs(@e) on @s {coords = ["tp"]}
  plan.launch @start outs(@a1) on @s {coords = ["tp"], role = 1 : i64}
  plan.launch @start outs(@b1) on @s {coords = ["tp"], role = 1 : i64}
  plan.launch @start outs(@c1) on @s {coords = ["tp"], role = 1 : i64}
  plan.launch @start outs(@d1) on @s {coords = ["tp"], role = 1 : i64}
  plan.launch @start outs(@e1) on @s {coords = ["tp"], role = 1 : i64}
  plan.collective all_reduce sum @a, @a1 roles [0, 1] comm(@two) on @s
  plan.collective all_gather sum @b, @b1 roles [0, 1] comm(@two) on @s
  plan.collective reduce_scatter sum @c, @c1 roles [0, 1] comm(@two) on @s
  plan.collective all_to_all sum @d, @d1 roles [0, 1] comm(@two) on @s
  plan.collective all_reduce max @e, @e1 roles [0, 1] comm(@two) on @s
}
