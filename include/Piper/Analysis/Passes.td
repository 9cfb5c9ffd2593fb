//===- Passes.td - Analysis passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_PASSES_TD
#define PIPER_ANALYSIS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Evaluator
//===----------------------------------------------------------------------===//

def PiperEvaluate : Pass<"piper-evaluate", "::mlir::ModuleOp"> {
  let summary = "Evaluate a function, a training graph or a plan";
  let description = [{
    Interprets one function of the module and prints its results to standard
    output; the module is left as it is. Arguments with `piper.param` or
    `piper.buffer` take the tensor of that name in `weights`, arguments with
    `piper.input` entry [step, microbatch] of the tensor of that name in `data`.
    Without `weights`, parameters of a plain export have the values that it
    held, which `piper.init` of the module keeps. Every other value is
    pseudo-random and follows from `seed` and the name (or the number of the
    argument). With

    ```mlir
    func.func @main(%x: tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>)
    ```

    the pass prints, 17 digits each,

    ```
    result 0 : tensor<f32> = 0.25
    result 1 : tensor<3xf32> = [0.5, -0.125, -0.125]
    ```

    Tensors of more than 16 elements show the first ones, their sum and the sum
    of their squares. `microbatch=-1` evaluates every microbatch of the step and
    adds the mean of each scalar result.

    A module with a `piper.graph` or with `plan.program`s (and no `function=`) is
    trained instead: parameters start from `weights`, and `steps` steps from
    `step` on print

    ```
    step 0 loss = 0.82433411236951998 grad_norm = 0.22715683193083375 lr = 0.1
    ```

    Of a graph, the values of all coordinates of the mesh are held at once. Of a
    plan, every stream is a queue, an action runs when its waits have been
    signalled and all who take part are there, and a stall is an error that
    lists what each stream is stuck at. Bodies are interpreted as they are
    before their lowering.

    An operation it does not know, a failing `cf.assert`, an index out of bounds
    and a name that a file lacks are errors.
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"",
           "The function; by default the only public one with a body">,
    Option<"precision", "precision", "::piper::EvalPrecision",
           /*default=*/"::piper::EvalPrecision::F64",
           "How floats are computed",
           [{::llvm::cl::values(
             clEnumValN(::piper::EvalPrecision::F32, "f32",
                        "each operation rounded to its own type"),
             clEnumValN(::piper::EvalPrecision::F64, "f64",
                        "everything in double"))}]>,
    Option<"weights", "weights", "std::string", /*default=*/"",
           "Safetensors file of parameters and buffers">,
    Option<"data", "data", "std::string", /*default=*/"",
           "Safetensors file of inputs, [steps, microbatches, ...]">,
    Option<"step", "step", "int64_t", /*default=*/"0", "Step in the data">,
    Option<"microbatch", "microbatch", "int64_t", /*default=*/"0",
           "Microbatch in the data; -1 for each of them">,
    Option<"steps", "steps", "int64_t", /*default=*/"1",
           "Steps of a training graph">,
    Option<"printParams", "print-params", "bool", /*default=*/"false",
           "Print the parameters after the last step">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0",
           "Seed of the values no file gives">
  ];
}

def PiperCheckGradient : Pass<"piper-check-gradient", "::mlir::ModuleOp"> {
  let summary = "Compare the gradients of joint bodies with differences";
  let description = [{
    Evaluates a joint body in f64 and compares the gradients it yields with
    central differences of its forward part at sampled elements. The scalar that
    is differentiated is the loss plus the product of every activation with its
    cotangent. Values come from the files or are pseudo-random, as in
    `piper-evaluate`. For

    ```mlir
    func.func private @s0(%x: tensor<4x8xf32> {piper.role = "input"},
                          %w: tensor<8x8xf32> {piper.role = "param"}, ...)
        -> (...) attributes {piper.joint}
    ```

    the pass prints

    ```
    @s0 argument 0 (input): max error 3.1e-10 over 8 samples
    @s0 argument 1 (param): max error 8.0e-11 over 8 samples
    ```

    Errors are relative to the largest element of that gradient, at least 1e-4,
    and leave out what may be rounding of the difference. An error over the
    tolerance is an error of the pass. Where the difference crosses a kink, a
    smaller one is tried.

    With `ops`, each op before the cut is also checked by itself, on the values
    that it has there and with pseudo-random cotangents, so that a wrong rule is
    found where it is:

    ```
    @main linalg.generic at layers.0.attn (models.py:74): max error 2.5e-11 over 16 samples
    ```

    With `summary` only the numbers of bodies, samples and errors are printed.
  }];
  let options = [
    Option<"joint", "joint", "std::string", /*default=*/"",
           "The joint body; by default each with attribute piper.joint">,
    Option<"forward", "forward", "std::string", /*default=*/"",
           "Its forward function; by default the joint body's own part">,
    Option<"samples", "samples", "int64_t", /*default=*/"8",
           "Elements looked at per argument">,
    Option<"ops", "ops", "bool", /*default=*/"false",
           "Check each op by itself, too">,
    Option<"summary", "summary", "bool", /*default=*/"false",
           "Print one line for all bodies">,
    Option<"tolerance", "tolerance", "double", /*default=*/"1e-6",
           "Largest error allowed">,
    Option<"weights", "weights", "std::string", /*default=*/"",
           "Safetensors file of parameters and buffers">,
    Option<"data", "data", "std::string", /*default=*/"",
           "Safetensors file of inputs, [steps, microbatches, ...]">,
    Option<"step", "step", "int64_t", /*default=*/"0", "Step in the data">,
    Option<"microbatch", "microbatch", "int64_t", /*default=*/"0",
           "Microbatch in the data">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0",
           "Seed of the values no file gives">
  ];
}

def PlanReport : Pass<"plan-report", "mlir::ModuleOp"> {
  let summary = "Print what a plan costs: order, time, memory per device, bytes per link";
  let description = [{
    Prints to `output`, changes nothing. `schedule`: the actions of each role on
    a common axis, a backward twice as long as a forward, then the predicted
    time of a step and the share of it in which each role computes nothing;
    `critical-path`: start and duration of the actions that determine this time;
    `memory`: the arena of each role and what it holds, by kind of buffer
    (bytes that kinds share count for the first; `padding` is the rest);
    `traffic`: what each link carries in a step.

    Times follow from `costs`, files that `piper-run --measure-costs` wrote (a later
    one wins), and where they say nothing from the work of the bodies and the links of the mesh:
    an op takes the longer of its operations at `gflops` and its operands and
    results at `gbytes`, an axis without a link has `link-gbps` and
    `link-latency`.

    A file of costs also says what its run took, which is printed beside what is
    estimated without it and what is predicted from its durations:

    ```
    estimated 8.200 ms a step; bubble pp=0 11.0 %, pp=1 7.5 %
    predicted 10.500 ms a step; bubble pp=0 12.5 %, pp=1 8.0 %
    measured  10.900 ms a step; bubble pp=0 15.7 %, pp=1 11.4 %
    critical path, in ms: start, time, as estimated
         0.000     1.000  pp=0           0F0                      0.800
         1.000     0.250  pp=0           send act0                0.015
         1.250     1.000  pp=1           1F0                      0.800
    ```
  }];
  let options = [
    ListOption<"what", "what", "std::string",
               "memory, traffic, schedule, critical-path; absent: all">,
    Option<"useJson", "json", "bool", /*default=*/"false", "One JSON object instead of text">,
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "File that gets it; - is the standard output, empty the standard error">,
    ListOption<"costs", "costs", "std::string", "Measured durations">,
    Option<"gflops", "gflops", "double", /*default=*/"50",
           "1e9 operations per second of a device">,
    Option<"gbytes", "gbytes", "double", /*default=*/"10",
           "1e9 bytes per second of a device's memory">,
    Option<"linkGbps", "link-gbps", "double", /*default=*/"100",
           "1e9 bits per second of a link that the mesh does not describe">,
    Option<"linkLatency", "link-latency", "double", /*default=*/"5",
           "Its latency in microseconds">];
}

#endif // PIPER_ANALYSIS_PASSES_TD
