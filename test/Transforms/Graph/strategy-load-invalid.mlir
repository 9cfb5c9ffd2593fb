// Each message of the reader of strategy files, at its place.
// RUN: split-file %s %t
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/key.json 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/op.json 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/type.json 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/syntax.json 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/twice.json 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/end.json 2>&1 | FileCheck %s --check-prefix=END
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/absent.json 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/none.json 2>&1 | FileCheck %s --check-prefix=NONE

// KEY: key.json:2:3: error: shard: unknown key "axes"; did you mean "axis"?
// OP: op.json:1:2: error: unknown directive "splt"; did you mean "split"?
// TYPE: type.json:1:2: error: split: attribute 'num_microbatches' failed to satisfy constraint: 64-bit signless integer attribute
// SYNTAX: syntax.json:1:16: error: expected ',' or '}', found ']'
// TWICE: twice.json:1:17: error: the key "op" is there twice
// END: end.json:2:1: error: expected ',' or '}', found the end of the file
// NONE: none.json:1:2: error: this directive has no "op", the name of a directive
// ABSENT: error: strategy: cannot read '{{.*}}absent.json'

//--- m.mlir
module {}
//--- key.json
[
  {"op": "shard", "axes": "tp"}]
//--- op.json
[{"op": "splt"}]
//--- type.json
[{"op": "split", "num_microbatches": "4"}]
//--- syntax.json
[{"op": "split"]
//--- twice.json
[{"op": "order","op": "order"}]
//--- none.json
[{"filter": {}}]
//--- end.json
[{"op": "split"
