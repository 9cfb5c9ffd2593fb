//===- PlanToHost.cpp - Programs of a plan as calls of the runtime -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each program becomes `llvm.func @name(!llvm.ptr device)` with one runtime
// call per action, in the order of the plan
// (runtime/include/Piper/Runtime/Abi.h); a repeat becomes a loop.

#include "Piper/Conversion/Passes.h"
#include "Setup.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace piper {
#define GEN_PASS_DEF_CONVERTPLANTOHOST
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using namespace piper::plan;

namespace {

/// Position of an operation among those of its kind in the module.
template <typename Op>
static llvm::DenseMap<StringAttr, int64_t> numbering(ModuleOp module) {
  SmallVector<Op> ops(module.getOps<Op>());
  if constexpr (std::is_same_v<Op, CommOp>)
    llvm::stable_sort(
        ops, [](CommOp a, CommOp b) { return a.getOrder() < b.getOrder(); });
  llvm::DenseMap<StringAttr, int64_t> numbers;
  for (auto [i, op] : llvm::enumerate(ops))
    numbers[op.getSymNameAttr()] = i;
  return numbers;
}

/// What all programs of a module share.
struct ModuleNumbers {
  explicit ModuleNumbers(ModuleOp module)
      : channels(numbering<ChannelOp>(module)),
        comms(numbering<CommOp>(module)) {
    auto step = module->getAttrOfType<DictionaryAttr>("plan.step");
    auto entries = step ? step.getAs<ArrayAttr>("inputs") : ArrayAttr();
    if (!entries)
      return;
    for (auto [i, entry] :
         llvm::enumerate(entries.getAsRange<DictionaryAttr>()))
      inputs[entry.getAs<StringAttr>("name")] = i;
  }
  llvm::DenseMap<StringAttr, int64_t> channels, comms, inputs;
};

/// Emits the function of one program.
class ProgramEmitter {
public:
  ProgramEmitter(ProgramOp program, const ModuleNumbers &numbers,
                 LLVM::LLVMFuncOp function)
      : program(program), numbers(numbers), function(function),
        builder(program.getContext()),
        pointer(LLVM::LLVMPointerType::get(program.getContext())) {}

  LogicalResult run() {
    Block *entry = function.addEntryBlock(builder);
    builder.setInsertionPointToStart(entry);
    device = entry->getArgument(0);
    Location loc = program.getLoc();
    allocateLists(loc);
    arena = call(loc, "piper_rt_arena", pointer, {device});
    int64_t index = 0; // of the next action
    for (Operation &op : program.getBody().front()) {
      auto action = dyn_cast<ActionInterface>(op);
      auto repeat = dyn_cast<RepeatOp>(op);
      if ((action && failed(emit(action, i32(op.getLoc(), index++)))) ||
          (repeat && failed(emitRepeat(repeat, index))))
        return failure();
    }
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    return success();
  }

private:
  /// One list of each kind serves all actions: calls copy what they are given.
  void allocateLists(Location loc) {
    int64_t refs = 1, waits = 1;
    program.walk([&](ActionInterface action) {
      refs = std::max<int64_t>(refs, action.getReads().size() +
                                         action.getWrites().size());
      waits = std::max<int64_t>(waits, action.getWaits().size());
    });
    auto list = [&](Type element, int64_t size) -> Value {
      Value count = constant(loc, 64, size);
      return LLVM::AllocaOp::create(builder, loc, pointer, element, count);
    };
    bufferList = list(pointer, refs);
    byteList = list(builder.getI64Type(), refs);
    waitList = list(builder.getI32Type(), 2 * waits);
    roleList = list(builder.getI32Type(),
                    std::max<size_t>(1, program.getRoles().size()));
  }

  Value constant(Location loc, unsigned width, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getIntegerType(width),
                                    value);
  }
  Value i32(Location loc, int64_t value) { return constant(loc, 32, value); }

  /// `first + step * iteration`.
  Value number(Location loc, unsigned width, int64_t first, int64_t step) {
    if (step == 0)
      return constant(loc, width, first);
    Value scaled =
        LLVM::MulOp::create(builder, loc, iteration, constant(loc, 64, step));
    Value sum =
        LLVM::AddOp::create(builder, loc, scaled, constant(loc, 64, first));
    if (width == 64)
      return sum;
    return LLVM::TruncOp::create(builder, loc, builder.getIntegerType(width),
                                 sum);
  }

  /// A loop; `index` is that of its first action and then of the one after it.
  LogicalResult emitRepeat(RepeatOp repeat, int64_t &index) {
    Location loc = repeat.getLoc();
    Block *before = builder.getInsertionBlock();
    Block *body =
        builder.createBlock(&function.getBody(), {}, builder.getI64Type(), loc);
    builder.setInsertionPointToEnd(before);
    LLVM::BrOp::create(builder, loc, ValueRange{constant(loc, 64, 0)}, body);
    builder.setInsertionPointToStart(body);
    iteration = body->getArgument(0);
    int64_t period = repeat.getBody().front().getOperations().size();
    for (auto [k, op] : llvm::enumerate(repeat.getBody().front()))
      if (failed(emit(cast<ActionInterface>(op),
                      number(op.getLoc(), 32, index + k, period))))
        return failure();
    int64_t count = repeat.getCount();
    Value next =
        LLVM::AddOp::create(builder, loc, iteration, constant(loc, 64, 1));
    Value more = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::slt,
                                      next, constant(loc, 64, count));
    Block *after = builder.createBlock(&function.getBody());
    builder.setInsertionPointToEnd(body);
    LLVM::CondBrOp::create(builder, loc, more, body, ValueRange{next}, after,
                           ValueRange{});
    builder.setInsertionPointToStart(after);
    iteration = {};
    index += period * count;
    return success();
  }

  /// Calls a runtime function, declaring it first where needed.
  Value call(Location loc, StringRef name, Type result, ValueRange arguments) {
    auto module = program->getParentOfType<ModuleOp>();
    auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
    if (!callee) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(module.getBody());
      Type type =
          result ? result : LLVM::LLVMVoidType::get(builder.getContext());
      callee = LLVM::LLVMFuncOp::create(
          builder, module.getLoc(), name,
          LLVM::LLVMFunctionType::get(type,
                                      llvm::to_vector(arguments.getTypes())));
    }
    auto op = LLVM::CallOp::create(builder, loc, callee, arguments);
    return result ? op.getResult() : Value();
  }

  void store(Location loc, Value list, Type element, int64_t index,
             Value value) {
    Value place = LLVM::GEPOp::create(
        builder, loc, pointer, element, list,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(builder, loc, value, place);
  }

  BufferOp lookup(BufferRefAttr ref) {
    auto [entry, isNew] = buffers.try_emplace(ref.getBuffer().getAttr());
    if (isNew)
      entry->second = program.lookup(ref);
    return entry->second;
  }

  Value address(Location loc, BufferRefAttr ref) {
    BufferOp buffer = lookup(ref);
    int64_t base = *buffer.getOffset(), stride = buffer.getSlotStride();
    Value offset;
    if (ref.getStep() == 0) {
      offset = constant(loc, 64, base + ref.getSlot() * stride);
    } else {
      Value slot = LLVM::URemOp::create(
          builder, loc, number(loc, 64, ref.getSlot(), ref.getStep()),
          constant(loc, 64, ref.getModulus()));
      Value bytes =
          LLVM::MulOp::create(builder, loc, slot, constant(loc, 64, stride));
      offset =
          LLVM::AddOp::create(builder, loc, bytes, constant(loc, 64, base));
    }
    return LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(),
                               arena, ValueRange{offset});
  }

  void storeBuffers(Location loc, ArrayRef<BufferRefAttr> refs) {
    for (auto [i, ref] : llvm::enumerate(refs))
      store(loc, bufferList, pointer, i, address(loc, ref));
  }

  /// Device, action, stream, waits, signal: what every call begins with.
  SmallVector<Value> prefix(ActionInterface action, Value index) {
    Location loc = action->getLoc();
    SmallVector<EventRefAttr> waits = action.getWaits();
    for (auto [i, wait] : llvm::enumerate(waits)) {
      store(loc, waitList, builder.getI32Type(), 2 * i,
            i32(loc, eventNumber(wait.getEvent())));
      store(loc, waitList, builder.getI32Type(), 2 * i + 1,
            number(loc, 32, wait.getOrdinal(), wait.getStep()));
    }
    FlatSymbolRefAttr signal = action.getActionSignal();
    auto stream = llvm::find(program.getStreams(), action.getActionStream());
    return {device,
            index,
            i32(loc, stream - program.getStreams().begin()),
            i32(loc, waits.size()),
            waitList,
            i32(loc, signal ? eventNumber(signal) : -1)};
  }

  int64_t eventNumber(FlatSymbolRefAttr event) {
    return llvm::find(program.getEvents(), Attribute(event)) -
           program.getEvents().begin();
  }

  LogicalResult emit(ActionInterface action, Value index) {
    SmallVector<Value> arguments = prefix(action, index);
    Operation *op = action;
    if (auto launch = dyn_cast<LaunchOp>(op))
      return emitLaunch(launch, arguments);
    if (auto zero = dyn_cast<ZeroOp>(op))
      return emitZero(zero, arguments);
    if (auto load = dyn_cast<LoadOp>(op))
      return emitLoad(load, arguments);
    if (auto send = dyn_cast<SendOp>(op))
      return emitMessage(send.getLoc(), "piper_rt_send", send.getChannelAttr(),
                         send.getRole(), send.getBuffer(), arguments);
    if (auto recv = dyn_cast<RecvOp>(op))
      return emitMessage(recv.getLoc(), "piper_rt_recv", recv.getChannelAttr(),
                         recv.getRole(), recv.getBuffer(), arguments);
    if (auto collective = dyn_cast<CollectiveOp>(op))
      return emitCollective(collective, arguments);
    return op->emitError() << "has no call on the host";
  }

  LogicalResult emitLaunch(LaunchOp launch, SmallVector<Value> &arguments) {
    Location loc = launch.getLoc();
    auto module = program->getParentOfType<ModuleOp>();
    auto body = module.lookupSymbol<LLVM::LLVMFuncOp>(launch.getBody());
    if (!body)
      return launch.emitError() << "launches @" << launch.getBody()
                                << ", which is not lowered for the host";
    SmallVector<BufferRefAttr> refs;
    for (ArrayAttr list :
         {launch.getIns_(), launch.getOuts(), launch.getInouts()})
      llvm::append_range(refs, list.getAsRange<BufferRefAttr>());
    if (launch.getScratch())
      llvm::append_range(refs,
                         launch.getScratch()->getAsRange<BufferRefAttr>());
    storeBuffers(loc, refs);
    arguments.push_back(LLVM::AddressOfOp::create(builder, loc, body));
    arguments.push_back(i32(loc, refs.size()));
    arguments.push_back(bufferList);
    call(loc, "piper_rt_launch", {}, arguments);
    return success();
  }

  LogicalResult emitZero(ZeroOp zero, SmallVector<Value> &arguments) {
    Location loc = zero.getLoc();
    SmallVector<BufferRefAttr> refs =
        llvm::to_vector(zero.getBuffers().getAsRange<BufferRefAttr>());
    storeBuffers(loc, refs);
    for (auto [i, ref] : llvm::enumerate(refs))
      store(loc, byteList, builder.getI64Type(), i,
            constant(loc, 64, lookup(ref).getBytes()));
    arguments.append({i32(loc, refs.size()), bufferList, byteList});
    call(loc, "piper_rt_zero", {}, arguments);
    return success();
  }

  LogicalResult emitLoad(LoadOp load, SmallVector<Value> &arguments) {
    Location loc = load.getLoc();
    auto input = numbers.inputs.find(load.getInputAttr());
    if (input == numbers.inputs.end())
      return load.emitError() << "loads \"" << load.getInput()
                              << "\", which plan.step does not list";
    auto each = dyn_cast<EachAttr>(load.getMb());
    Value microbatch =
        each ? number(loc, 64, each.getFirst(), each.getStep())
             : constant(loc, 64, cast<IntegerAttr>(load.getMb()).getInt());
    arguments.append({i32(loc, input->second), i32(loc, load.getRole()),
                      microbatch, address(loc, load.getBuffer())});
    call(loc, "piper_rt_load", {}, arguments);
    return success();
  }

  LogicalResult emitMessage(Location loc, StringRef function,
                            FlatSymbolRefAttr channel, int64_t role,
                            BufferRefAttr buffer,
                            SmallVector<Value> &arguments) {
    arguments.append({i32(loc, numbers.channels.lookup(channel.getAttr())),
                      i32(loc, role), address(loc, buffer)});
    call(loc, function, {}, arguments);
    return success();
  }

  LogicalResult emitCollective(CollectiveOp collective,
                               SmallVector<Value> &arguments) {
    Location loc = collective.getLoc();
    SmallVector<BufferRefAttr> refs =
        llvm::to_vector(collective.getBuffers().getAsRange<BufferRefAttr>());
    SmallVector<int64_t> roles = {0};
    if (collective.getRoles())
      roles = llvm::to_vector(*collective.getRoles());
    int64_t parts = refs.size() / roles.size();
    Type element = lookup(refs.front()).getTensorType().getElementType();
    int64_t dtype = element.isF32()         ? 0
                    : element.isF64()       ? 1
                    : element.isInteger(64) ? 2
                                            : -1;
    for (BufferRefAttr ref : refs)
      if (dtype < 0 || lookup(ref).getTensorType().getElementType() != element)
        return collective.emitError()
               << "combines buffers of one type, f32, f64 or i64; " << ref
               << " holds " << lookup(ref).getType();
    storeBuffers(loc, refs);
    for (auto [i, role] : llvm::enumerate(roles))
      store(loc, roleList, builder.getI32Type(), i, i32(loc, role));
    for (int64_t i = 0; i < parts; ++i)
      store(
          loc, byteList, builder.getI64Type(), i,
          constant(loc, 64, lookup(refs[i]).getTensorType().getNumElements()));
    arguments.append(
        {i32(loc, numbers.comms.lookup(collective.getCommAttr().getAttr())),
         i32(loc, static_cast<int64_t>(collective.getKind())),
         i32(loc, static_cast<int64_t>(collective.getReduction())),
         i32(loc, dtype), i32(loc, roles.size()), roleList, i32(loc, parts),
         bufferList, byteList});
    call(loc, "piper_rt_collective", {}, arguments);
    return success();
  }

  ProgramOp program;
  const ModuleNumbers &numbers;
  LLVM::LLVMFuncOp function;
  OpBuilder builder;
  LLVM::LLVMPointerType pointer;
  Value device, arena, bufferList, byteList, waitList, roleList;
  Value iteration; // in a repeat
  llvm::DenseMap<StringAttr, BufferOp> buffers;
};

struct ConvertPlanToHostPass
    : public piper::impl::ConvertPlanToHostBase<ConvertPlanToHostPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<std::string> setup = describePlan(module);
    if (failed(setup))
      return signalPassFailure();
    ModuleNumbers numbers(module);
    SmallVector<ProgramOp> programs(module.getOps<ProgramOp>());
    for (ProgramOp program : programs)
      if (failed(convert(program, numbers)))
        return signalPassFailure();
    emitSetup(module, *setup);
    if (failed(emitInitialValues(module)))
      return signalPassFailure();
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (isa<ChannelOp, CommOp, MeshOp>(op))
        op.erase();
    module->removeAttr("plan.step");
    module->removeAttr("piper.init");
  }

  LogicalResult convert(ProgramOp program, const ModuleNumbers &numbers) {
    MLIRContext *context = &getContext();
    OpBuilder builder(program);
    std::string name = program.getSymName().str();
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(context), LLVM::LLVMPointerType::get(context));
    auto function = LLVM::LLVMFuncOp::create(builder, program.getLoc(),
                                             name + ".step", type);
    // One line of calls: nothing to gain from optimizing it, much to lose.
    function.setPassthroughAttr(
        builder.getStrArrayAttr({"noinline", "optnone"}));
    if (failed(ProgramEmitter(program, numbers, function).run()))
      return failure();
    program.erase();
    function.setSymName(name);
    return success();
  }

  /// The type of each parameter of the plan, by name.
  static llvm::StringMap<Type> parameterTypes(ModuleOp module) {
    llvm::StringMap<Type> types;
    auto step = module->getAttrOfType<DictionaryAttr>("plan.step");
    if (auto params = step.getAs<ArrayAttr>("params"))
      for (auto entry : params.getAsRange<DictionaryAttr>())
        types[entry.getAs<StringAttr>("name").getValue()] =
            entry.getAs<TypeAttr>("type").getValue();
    return types;
  }

  /// One constant `piper_init.<parameter>` for each value of `piper.init`.
  LogicalResult emitInitialValues(ModuleOp module) {
    auto values = module->getAttrOfType<DictionaryAttr>("piper.init");
    if (!values)
      return success();
    llvm::StringMap<Type> types = parameterTypes(module);
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    for (NamedAttribute entry : values) {
      auto elements = cast<ElementsAttr>(entry.getValue());
      auto type = types.find(entry.getName());
      if (type != types.end() && type->second != elements.getShapedType())
        return emitError(module.getLoc())
               << "piper.init has " << elements.getShapedType()
               << " for the parameter '" << entry.getName().strref()
               << "', which is " << type->second;
      int64_t count = elements.getNumElements();
      auto flat = RankedTensorType::get(count, elements.getElementType());
      Attribute value;
      if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements))
        value = DenseResourceElementsAttr::get(flat, resource.getRawHandle());
      else
        value = cast<DenseElementsAttr>(elements).reshape(flat);
      LLVM::GlobalOp::create(
          builder, module.getLoc(),
          LLVM::LLVMArrayType::get(elements.getElementType(), count),
          /*isConstant=*/true, LLVM::Linkage::External,
          ("piper_init." + entry.getName().strref()).str(), value);
    }
    return success();
  }

  void emitSetup(ModuleOp module, StringRef setup) {
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    std::string text = setup.str();
    text.push_back('\0');
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size());
    LLVM::GlobalOp::create(builder, module.getLoc(), type, /*isConstant=*/true,
                           LLVM::Linkage::External, "piper_setup",
                           builder.getStringAttr(text));
  }
};

} // namespace
