// Whole training graphs of real exports give PyTorch's f64 losses and norms, step
// after step: reference.json of mlp (sgd; adamw_clip, which never clips there)
// and of gpt (adamw_clip).
// RUN: echo '{"optimizer": "sgd", "lr": 0.1}' > %t.sgd.json
// RUN: piper-opt %fixtures/mlp/model.mlir --piper-import --piper-outline-stages="training=%t.sgd.json" --piper-normalize --piper-differentiate --piper-build-training-graph="training=%t.sgd.json microbatches=8" -o %t.sgd.mlir
// RUN: piper-opt %t.sgd.mlir -o /dev/null --piper-evaluate="weights=%fixtures/mlp/weights.safetensors data=%fixtures/mlp/batches.safetensors steps=6" | FileCheck %s --check-prefix=SGD
// SGD:      step 0 loss = 0.824334112369{{[0-9]+}} grad_norm = 0.227156831930{{[0-9]+}}
// SGD-NEXT: step 1 loss = 0.852198523508{{[0-9]+}} grad_norm = 0.210268275698{{[0-9]+}}
// SGD-NEXT: step 2 loss = 0.844149401516{{[0-9]+}} grad_norm = 0.181198824459{{[0-9]+}}
// SGD-NEXT: step 3 loss = 0.863037590945{{[0-9]+}} grad_norm = 0.138668047181{{[0-9]+}}
// SGD-NEXT: step 4 loss = 0.822167023862{{[0-9]+}} grad_norm = 0.169784300047{{[0-9]+}}
// SGD-NEXT: step 5 loss = 0.858268128245{{[0-9]+}} grad_norm = 0.204309575611{{[0-9]+}}

// The same with the bodies cut into forward and backward ones.
// RUN: piper-opt %t.sgd.mlir --piper-cut-backward --piper-evaluate="weights=%fixtures/mlp/weights.safetensors data=%fixtures/mlp/batches.safetensors steps=6" -o /dev/null | FileCheck %s --check-prefix=SGD

// Gradients of the joint body are right.
// RUN: piper-opt %t.sgd.mlir -o /dev/null --piper-check-gradient="seed=3 samples=3"

// RUN: echo '{"optimizer": "adamw", "lr": 3e-3, "betas": [0.9, 0.95], "eps": 1e-8, "weight_decay": 0.1, "clip_norm": 0.25}' > %t.adamw.json
// RUN: piper-opt %fixtures/mlp/model.mlir --piper-import --piper-outline-stages="training=%t.adamw.json" --piper-normalize --piper-differentiate --piper-build-training-graph="training=%t.adamw.json microbatches=8" -o /dev/null --piper-evaluate="weights=%fixtures/mlp/weights.safetensors data=%fixtures/mlp/batches.safetensors steps=6" | FileCheck %s --check-prefix=ADAMW
// ADAMW:      step 0 loss = 0.82433411{{[0-9]+}} grad_norm = 0.2271568{{[0-9]+}}
// ADAMW:      step 5 loss = 0.84444102{{[0-9]+}} grad_norm = 0.2084204{{[0-9]+}}

// RUN: piper-opt %fixtures/gpt/model.mlir --piper-import --piper-outline-stages="training=%t.adamw.json" --piper-normalize --piper-differentiate --piper-build-training-graph="training=%t.adamw.json microbatches=8" -o /dev/null --piper-evaluate="weights=%fixtures/gpt/weights.safetensors data=%fixtures/gpt/batches.safetensors steps=2" | FileCheck %s --check-prefix=GPT
// GPT:      step 0 loss = 4.90723865{{[0-9]+}} grad_norm = 2.0753127{{[0-9]+}}
// GPT-NEXT: step 1 loss = 4.63133155{{[0-9]+}} grad_norm = 1.5285445{{[0-9]+}}
