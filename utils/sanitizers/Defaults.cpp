//===- Defaults.cpp - Settings of the sanitizers -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into every program of a sanitizer build, so that it needs no
// environment. The sanitizers call these functions before main; ASAN_OPTIONS,
// UBSAN_OPTIONS, LSAN_OPTIONS and TSAN_OPTIONS still win.
//
// Debian's LLVM and MLIR are not instrumented, nor is what the JIT makes. Each
// setting below says what false alarm it avoids.
// All abort on the first report: an exit status could be the one a test wants.
//
//===----------------------------------------------------------------------===//

extern "C" {

// allow_user_poisoning: LLVM's inline allocators mark their memory in our code
// only; LLVM's own allocations from the same slab would then be errors.
// allocator_may_return_null: the runtime reports arenas that are too large.
const char *__asan_default_options() {
  return "allow_user_poisoning=0:allocator_may_return_null=1:abort_on_error=1";
}

const char *__ubsan_default_options() {
  return "halt_on_error=1:abort_on_error=1:print_stacktrace=1";
}

// What LLVM and MLIR register once and keep until the process ends.
const char *__lsan_default_suppressions() {
  return "leak:libLLVM\nleak:libMLIR\n";
}

// ignore_noninstrumented_modules: LLVM and MLIR synchronise in ways that the
// sanitizer cannot see; what they do inside is theirs.
const char *__tsan_default_options() {
  return "ignore_noninstrumented_modules=1:halt_on_error=1:abort_on_error=1";
}
}
