// The losses of real exports are PyTorch's in f64: reference.json of each has
// 0.8243341123695201 and 4.9072386512049 (means of the 8 microbatches).

// RUN: piper-opt %fixtures/mlp/model.mlir -o /dev/null --piper-evaluate="weights=%fixtures/mlp/weights.safetensors data=%fixtures/mlp/batches.safetensors microbatch=-1" | FileCheck %s --check-prefix=MLP
// MLP:      microbatch 0 result 0 : tensor<f32> = 0.8627529760560{{[0-9]+$}}
// MLP:      microbatch 7 result 0
// MLP-NEXT: mean result 0 : tensor<f32> = 0.8243341123695{{[0-9]+$}}

// RUN: piper-opt %fixtures/gpt/model.mlir -o /dev/null --piper-evaluate="weights=%fixtures/gpt/weights.safetensors data=%fixtures/gpt/batches.safetensors microbatch=-1" | FileCheck %s --check-prefix=GPT
// GPT: mean result 0 : tensor<f32> = 4.90723865120{{4|5}}

// RUN: piper-opt %fixtures/gpt/model.mlir -o /dev/null --piper-evaluate="weights=%fixtures/gpt/weights.safetensors data=%fixtures/gpt/batches.safetensors precision=f32 step=1 microbatch=2" | FileCheck %s --check-prefix=F32
// One microbatch, in f32: a result that a float holds exactly.
// F32:     {{^}}result 0 : tensor<f32> = 4.9{{[0-9]+$}}
// F32-NOT: mean

// Without files, values follow from the seed and the names.
// RUN: piper-opt %fixtures/mlp/model.mlir -o /dev/null --piper-evaluate="seed=1" > %t.1
// RUN: piper-opt %fixtures/mlp/model.mlir -o /dev/null --piper-evaluate="seed=1" > %t.2
// RUN: piper-opt %fixtures/mlp/model.mlir -o /dev/null --piper-evaluate="seed=2" > %t.3
// RUN: cmp %t.1 %t.2
// RUN: not cmp %t.1 %t.3
