//===- WrapBodies.cpp - Bodies behind the runtime's calling convention -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The runtime calls `void f(void *const *buffers)`. A lowered body takes one
// pointer per buffer; a wrapper under the body's name unpacks them.

#include "Bodies.h"
#include "Piper/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace piper {
#define GEN_PASS_DEF_WRAPBODIES
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {

struct WrapBodiesPass : public piper::impl::WrapBodiesBase<WrapBodiesPass> {
  void runOnOperation() override {
    SmallVector<LLVM::LLVMFuncOp> bodies;
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (function->hasAttr("piper.scratch") &&
          !function->hasAttr("piper.wrapped"))
        bodies.push_back(function);
    for (LLVM::LLVMFuncOp body : bodies)
      if (failed(wrap(body)))
        return signalPassFailure();
  }

  LogicalResult wrap(LLVM::LLVMFuncOp body) {
    OpBuilder builder(body);
    Location loc = body.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    for (Type type : body.getArgumentTypes())
      if (type != pointer)
        return body.emitError()
               << "argument of type " << type << " is no buffer";
    std::string name = body.getSymName().str();
    body.setSymName(name + ".buffers");
    body.setLinkage(LLVM::Linkage::Internal);
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(&getContext()), pointer);
    auto wrapper = LLVM::LLVMFuncOp::create(builder, loc, name, type);
    wrapper->setAttr("piper.scratch", body->getAttr("piper.scratch"));
    wrapper->setAttr("piper.wrapped", builder.getUnitAttr());
    body->removeAttr("piper.scratch");
    builder.setInsertionPointToStart(wrapper.addEntryBlock(builder));
    SmallVector<Value> buffers;
    for (unsigned i = 0, e = body.getArgumentTypes().size(); i < e; ++i) {
      Value place = LLVM::GEPOp::create(
          builder, loc, pointer, pointer, wrapper.getArgument(0),
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
      buffers.push_back(LLVM::LoadOp::create(builder, loc, pointer, place));
    }
    LLVM::CallOp::create(builder, loc, body, buffers);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    return success();
  }
};

} // namespace
