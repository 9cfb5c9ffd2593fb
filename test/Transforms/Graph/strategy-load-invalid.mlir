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
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/string.json 2>&1 | FileCheck %s --check-prefix=STRING
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/escape.json 2>&1 | FileCheck %s --check-prefix=ESCAPE
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/empty.json 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not piper-opt %t/m.mlir --piper-load-strategy=strategy=%t/deep.json 2>&1 | FileCheck %s --check-prefix=DEEP

// KEY: key.json:2:3: error: shard: unknown key "axes"; did you mean "axis"?
// OP: op.json:1:2: error: unknown directive "splt"; did you mean "split"?
// TYPE: type.json:1:2: error: split: attribute 'num_microbatches' failed to satisfy constraint: 64-bit signless integer attribute
// SYNTAX: syntax.json:1:16: error: expected ',' or '}', found ']'
// TWICE: twice.json:1:17: error: the key "op" is there twice
// END: end.json:2:1: error: expected ',' or '}', found the end of the file
// NONE: none.json:1:2: error: this directive has no "op", the name of a directive
// STRING: string.json:1:9: error: this string does not end
// ESCAPE: escape.json:1:9: error: this string has a wrong escape or encoding
// EMPTY: empty.json:1:3: error: this key is empty
// DEEP: deep.json:1:{{[0-9]+}}: error: nested more than 64 deep
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
//--- string.json
[{"op": "split]
//--- escape.json
[{"op": "sp\qlit"}]
//--- empty.json
[{"": 1}]
//--- deep.json
[{"op": "order", "filters": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}]
//--- end.json
[{"op": "split"
