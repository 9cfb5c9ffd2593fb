// Each message of the training file, at its place.
// RUN: split-file %s %t
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/unknown.json 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/optimizer.json 2>&1 | FileCheck %s --check-prefix=OPTIMIZER
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/other.json 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/betas.json 2>&1 | FileCheck %s --check-prefix=BETAS
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/nesterov.json 2>&1 | FileCheck %s --check-prefix=NESTEROV
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/negative.json 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/schedule.json 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/precision.json 2>&1 | FileCheck %s --check-prefix=PRECISION
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/group.json 2>&1 | FileCheck %s --check-prefix=GROUP
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/decay.json 2>&1 | FileCheck %s --check-prefix=DECAY
// RUN: not piper-opt %t/model.mlir --piper-outline-stages=training=%t/frozen.json 2>&1 | FileCheck %s --check-prefix=FROZEN
// RUN: piper-opt %t/model.mlir --piper-outline-stages=training=%t/none.json 2>&1 | FileCheck %s --check-prefix=PATTERN
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/syntax.json 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph=training=%t/absent.json 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not piper-opt %t/graph.mlir --piper-build-training-graph="training=%t/good.json microbatches=0" 2>&1 | FileCheck %s --check-prefix=ZERO

// UNKNOWN: unknown.json:3:3: error: training: unknown key 'weigth_decay'; did you mean 'weight_decay'?
// OPTIMIZER: error: training: unknown optimizer 'lion'; known are sgd, adam, adamw
// OTHER: other.json:1:23: error: training: 'momentum' is no key of adam
// BETAS: error: training: 'betas' holds 1.00; each is at least 0 and below 1
// NESTEROV: error: training: 'nesterov' needs a momentum above 0
// NEGATIVE: error: training: 'lr' is -1.00; it is at least 0.00
// SCHEDULE: error: training: 'total_steps' (3) is more than 'warmup_steps' (5)
// PRECISION: error: training: 'precision' is "f32" or "bf16"
// GROUP: error: training: a group needs 'match', a list of patterns
// DECAY: decay.json:1:24: error: training: 'no_weight_decay' is a list of name patterns
// FROZEN: frozen.json:3:14: error: training: frozen: "layers.0.wieght" matches nothing; did you mean "layers.0.weight"
// PATTERN: none.json:1:44: warning: training: no_weight_decay: "**.bias" matches nothing
// SYNTAX: error: training: [1:{{.*}}
// ABSENT: error: training: cannot read '{{.*}}absent.json'
// NONE: error: piper-build-training-graph needs the option training=FILE
// ZERO: error: microbatches=0; at least one is needed

//--- graph.mlir
module {
}
//--- model.mlir
func.func @main(%w: tensor<f32> {piper.param = "layers.0.weight"}) -> tensor<f32> {
  %h = math.exp %w : tensor<f32>
  return %h : tensor<f32>
}
//--- decay.json
{"optimizer": "adamw", "no_weight_decay": "bias"}
//--- frozen.json
{
  "optimizer": "sgd",
  "frozen": ["layers.0.wieght"]
}
//--- none.json
{"optimizer": "adamw", "no_weight_decay": ["**.bias"]}
//--- good.json
{"optimizer": "sgd"}
//--- unknown.json
{
  "optimizer": "adamw",
  "weigth_decay": 0.1
}
//--- optimizer.json
{"optimizer": "lion"}
//--- other.json
{"optimizer": "adam", "momentum": 0.9}
//--- betas.json
{"optimizer": "adam", "betas": [0.9, 1.0]}
//--- nesterov.json
{"optimizer": "sgd", "nesterov": true}
//--- negative.json
{"optimizer": "sgd", "lr": -1}
//--- schedule.json
{"optimizer": "sgd", "lr_schedule": {"kind": "cosine", "warmup_steps": 5, "total_steps": 3}}
//--- precision.json
{"optimizer": "sgd", "precision": "f16"}
//--- group.json
{"optimizer": "sgd", "groups": [{"lr": 0.1}]}
//--- syntax.json
{"optimizer": }
