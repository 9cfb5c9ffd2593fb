//===- Passes.td - Conversion passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_CONVERSION_PASSES_TD
#define PIPER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertPlanToHost : Pass<"convert-plan-to-host", "mlir::ModuleOp"> {
  let summary = "Turn the programs of a plan into calls of the runtime";
  let description = [{
    Each program becomes `llvm.func @<program>(!llvm.ptr)`, which issues one
    step: one runtime call per action, in the order of the plan, in a loop where
    the plan repeats. The constant `piper_setup` tells the runtime, as JSON,
    about mesh, parameters, inputs, channels, communicators, buffers and every
    action, so a lowered module runs as it is. The bodies are lowered before.

    Before: `plan.send @h1[0] channel(@act) on @comm after(@f:1)`
    After:  `llvm.call @piper_rt_send(%device, ..., %buffer)`
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// Bodies to LLVM, in the order of piper-lower-bodies-to-host
//===----------------------------------------------------------------------===//

def RoundBodies : Pass<"piper-round-bodies", "mlir::func::FuncOp"> {
  let summary = "Fix every rounding of a body, op by op";
  let description = [{
    f64 constants truncated in bodies become f32 constants; exp, tanh, log, erf,
    expm1 and log1p of f32 become polynomials; x / c becomes x * (1/c) for a
    constant or for an operand smaller than the loops; a * b + c within one
    original op becomes `math.fma`, never into an accumulator; every sum, maximum
    and minimum gets `piper.order`: "lanes" (16 lanes and a fixed tree) along
    rows, "seq" (loop order) elsewhere. The rules look at one op at a time, so a
    body cut in two rounds like the whole, and fusion can change no bit later.

    Before: `%s = arith.addf %in, %out : f32`
    After:  `%s = arith.addf %in, %out {piper.order = "lanes"} : f32`
  }];
  let dependentDialects = ["mlir::math::MathDialect", "mlir::vector::VectorDialect",
                           "mlir::tensor::TensorDialect", "mlir::linalg::LinalgDialect"];
}

def FuseBodies : Pass<"piper-fuse-bodies", "mlir::func::FuncOp"> {
  let summary = "Fuse elementwise operations of a body";
  let description = [{
    Elementwise producers move into their consumers, never into a contraction; a
    producer with several uses only if repeating it is cheap and reads no tensor
    of full size. A gather of an elementwise result computes only what it takes.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect", "mlir::tensor::TensorDialect"];
}

def BodiesToBuffers : Pass<"piper-bodies-to-buffers", "mlir::func::FuncOp"> {
  let summary = "Give a body the caller's memory";
  let description = [{
    Before: `func(%x: tensor<4xf32>, %acc: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)`
            with `piper.inouts = 1`
    After:  `func(%x: memref<4xf32>, %out: memref<4xf32>, %acc: memref<4xf32>)`
    The inside stays on tensors; bufferization follows. Ops that begin with one
    constant, and those that begin with a tensor which is read later, get tensors
    of their own, so that each result can be computed where it belongs.
  }];
  let dependentDialects = ["mlir::bufferization::BufferizationDialect",
                           "mlir::memref::MemRefDialect"];
}

def CopiesToLoops : Pass<"piper-copies-to-loops", "mlir::func::FuncOp"> {
  let summary = "Turn memref.copy into linalg.generic, drop copies onto themselves";
  let dependentDialects = ["mlir::linalg::LinalgDialect"];
}

def LowerContractions : Pass<"piper-lower-contractions", "mlir::ModuleOp"> {
  let summary = "Turn contractions on buffers into calls of piper_rt_gemm_f32";
  let description = [{
    Transposes, strides and up to two batch loops are read off the indexing maps;
    a contraction that has no such form stays a loop nest.
  }];
  let dependentDialects = ["mlir::func::FuncDialect", "mlir::memref::MemRefDialect"];
}

def LowerLaneReductions : Pass<"piper-lower-lane-reductions", "mlir::func::FuncOp"> {
  let summary = "Turn row reductions marked \"lanes\" into loops over 16 accumulators";
  let dependentDialects = ["mlir::scf::SCFDialect", "mlir::vector::VectorDialect",
                           "mlir::memref::MemRefDialect"];
}

def OutlineKernels : Pass<"piper-outline-kernels", "mlir::ModuleOp"> {
  let summary = "Turn each loop nest of a body into a function, equal ones shared";
  let options = [Option<"vectorWidth", "vector-width", "unsigned", /*default=*/"512",
                        "Preferred vector width in bits">];
  let dependentDialects = ["mlir::func::FuncDialect"];
}

def PlaceScratch : Pass<"piper-place-scratch", "mlir::func::FuncOp"> {
  let summary = "Put all temporaries of a body into one scratch buffer";
  let description = [{
    Offsets by first fit over lifetimes in the body's block. The buffer is the
    last argument, its size in bytes the attribute `piper.scratch`.
  }];
  let dependentDialects = ["mlir::memref::MemRefDialect"];
}

def WrapBodies : Pass<"piper-wrap-bodies", "mlir::ModuleOp"> {
  let summary = "Put lowered bodies behind `void f(void *const *buffers)`";
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

#endif // PIPER_CONVERSION_PASSES_TD
