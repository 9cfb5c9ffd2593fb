//===- CheckSignature.cpp - Arguments and results of an export -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportCheck.h"
#include "Piper/Support/Location.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static constexpr StringLiteral roleAttrs[] = {"piper.param", "piper.buffer",
                                              "piper.input"};

/// Prints `type` as IR does.
static std::string spell(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Why `type` cannot be the type of a scalar or of an element.
static std::string refuseElementType(Type type) {
  if (isa<ComplexType>(type))
    return "is complex; compute with real and imaginary parts";
  if (type.isF16() || type.isBF16() || type.isF32() || type.isF64() ||
      type.isIndex())
    return "";
  auto integer = dyn_cast<IntegerType>(type);
  if (integer && integer.isSignless() &&
      llvm::is_contained({1, 8, 16, 32, 64}, integer.getWidth()))
    return "";
  return "has the element type " + spell(type) +
         "; Piper takes f16, bf16, f32, f64, i1, i8, i16, i32 and i64";
}

unsigned piper::exports::bitWidth(Type element) {
  return element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
}

/// Whether a tensor of this static type has a size that some device could hold:
/// up to 64 TiB. Sums of such sizes do not overflow.
static bool isOfThisWorld(RankedTensorType type) {
  int64_t bits = piper::exports::bitWidth(type.getElementType());
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(bits, std::max<int64_t>(extent, 1), bits) ||
        bits > (int64_t(1) << 49))
      return false;
  return true;
}

std::string piper::exports::refuseType(Type type) {
  if (isa<UnrankedTensorType>(type))
    return "has the type " + spell(type) +
           " without a rank; export with static shapes";
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    if (isa<ShapedType>(type))
      return "has the type " + spell(type) +
             "; export in linalg-on-tensors form";
    return refuseElementType(type);
  }
  if (!tensor.hasStaticShape())
    return "has dynamic extents in " + spell(type) +
           "; export with static shapes, at the size of one microbatch";
  if (tensor.getEncoding())
    return "has an encoding in " + spell(type) + "; export without it";
  std::string reason = refuseElementType(tensor.getElementType());
  if (reason.empty() && !isOfThisWorld(tensor))
    return "has the type " + spell(type) +
           ", which takes more than 64 TiB; no device holds it";
  return reason;
}

/// Emits the start of an error about argument `index` of `func`.
static InFlightDiagnostic argumentError(func::FuncOp func, unsigned index) {
  return emitError(func.getArgument(index).getLoc())
         << "argument #" << index << " of @" << func.getSymName() << " ";
}

/// Checks the role of argument `index` and that no earlier one has its name.
static LogicalResult checkRole(func::FuncOp func, unsigned index,
                               llvm::StringMap<unsigned> &names) {
  SmallVector<StringRef> roles;
  for (StringRef role : roleAttrs)
    if (func.getArgAttr(index, role))
      roles.push_back(role);
  if (roles.size() != 1)
    return argumentError(func, index)
           << (roles.empty() ? "has none" : "has several")
           << " of piper.param, piper.buffer and piper.input; each argument "
              "needs exactly one, as piper-export writes them";
  auto name = func.getArgAttrOfType<StringAttr>(index, roles.front());
  if (!name || name.getValue().empty())
    return argumentError(func, index)
           << "needs a name, a string that is not empty, as its "
           << roles.front();
  auto [entry, isNew] = names.try_emplace(name.getValue(), index);
  if (!isNew)
    return argumentError(func, index)
           << "has the name '" << name.getValue() << "' of argument #"
           << entry->second
           << "; a tied weight is one argument with several uses";
  auto tensor = cast<RankedTensorType>(func.getArgument(index).getType());
  if (roles.front() == "piper.param" && !tensor.getElementType().isF32())
    return argumentError(func, index)
           << "is the parameter '" << name.getValue() << "' of type " << tensor
           << "; parameters are f32: export the model in f32, and what is not "
              "trained as a buffer";
  return success();
}

bool piper::exports::returnsLoss(func::FuncOp func) {
  TypeRange results = func.getFunctionType().getResults();
  return !results.empty() && llvm::all_of(results, [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0;
  });
}

/// The type of the loss is f32; its weight may be a count.
static bool isLossType(unsigned index, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() != 0)
    return false;
  Type element = tensor.getElementType();
  return element.isF32() ||
         (index == 1 && (element.isF64() || element.isInteger(64)));
}

LogicalResult piper::exports::checkResults(func::FuncOp func) {
  TypeRange results = func.getFunctionType().getResults();
  if (results.empty() || results.size() > 2)
    return emitError(func.getLoc())
           << "@" << func.getSymName() << " has " << results.size()
           << " results; a model returns its loss, or (loss_sum, weight)";
  for (auto [index, type] : llvm::enumerate(results)) {
    if (!isLossType(index, type))
      return emitError(func.getLoc())
             << "result #" << index << " of @" << func.getSymName() << " is "
             << type
             << ", not tensor<f32>; a model returns its loss, the mean over "
                "the microbatch, or (loss_sum, weight)";
  }
  return success();
}

LogicalResult piper::exports::checkArgumentTypes(func::FuncOp func) {
  bool ok = true;
  for (unsigned index : llvm::seq(func.getNumArguments())) {
    Type type = func.getArgument(index).getType();
    std::string reason = refuseType(type);
    if (reason.empty() && !isa<RankedTensorType>(type))
      reason = "is a scalar; pass it as a tensor of rank 0";
    if (reason.empty())
      continue;
    argumentError(func, index) << reason;
    ok = false;
  }
  return success(ok);
}

bool piper::exports::hasRoles(func::FuncOp func) {
  return llvm::any_of(llvm::seq(func.getNumArguments()), [&](unsigned index) {
    return llvm::any_of(roleAttrs, [&](StringRef role) {
      return func.getArgAttr(index, role) != nullptr;
    });
  });
}

LogicalResult piper::exports::checkRoles(func::FuncOp func) {
  bool ok = true;
  llvm::StringMap<unsigned> names;
  for (unsigned index : llvm::seq(func.getNumArguments()))
    ok &= succeeded(checkRole(func, index, names));
  return success(ok);
}
