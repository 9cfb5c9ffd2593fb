//===- PlanEvaluator.cpp - Interprets plans -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanEvaluator.h"

#include "Interpreter.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace piper;
using namespace piper::plan;

//===----------------------------------------------------------------------===//
// Devices and buffers
//===----------------------------------------------------------------------===//

LogicalResult PlanEvaluator::setUp() {
  auto meshes = module.getOps<MeshOp>();
  if (!llvm::hasSingleElement(meshes))
    return module.emitError("a plan is evaluated on exactly one piper.mesh, "
                            "found ")
           << std::distance(meshes.begin(), meshes.end());
  axes = (*meshes.begin()).getAxes();
  owners.assign(axes.getNumCoordinates(), {-1, 0});
  for (auto program : module.getOps<ProgramOp>())
    if (failed(addDevices(program)))
      return failure();
  return success();
}

/// One device per position of the axes that the program's roles leave free.
LogicalResult PlanEvaluator::addDevices(ProgramOp program) {
  auto roles = llvm::to_vector(program.getRoles().getAsRange<CoordAttr>());
  for (int64_t c = 0; c < axes.getNumCoordinates(); ++c) {
    SmallVector<int64_t> coordinate = coordinateOf(axes, c);
    if (roles.empty() || !isPlaced(roles.front(), axes, coordinate))
      continue;
    Device device;
    device.program = program;
    for (auto [r, role] : llvm::enumerate(roles)) {
      SmallVector<int64_t> position = coordinate;
      for (auto [a, name] : llvm::enumerate(axes.getNames()))
        position[a] = role.get(name).value_or(position[a]);
      auto &owner = owners[indexOf(axes, position)];
      if (owner.first >= 0)
        return program.emitOpError("plays a coordinate that @")
               << devices[owner.first].program.getSymName() << " plays too";
      owner = {static_cast<int>(devices.size()), r};
      device.roles.push_back(std::move(position));
    }
    for (StringRef name :
         program.getStreams().getAsValueRange<FlatSymbolRefAttr>()) {
      Stream &stream = device.streams.emplace_back();
      for (Operation &op : program.getBody().front())
        if (auto action = dyn_cast<ActionInterface>(op);
            action && action.getActionStream().getValue() == name)
          stream.actions.push_back(&op);
    }
    devices.push_back(std::move(device));
  }
  return success();
}

static bool persists(BufferKind kind) {
  return kind == BufferKind::Param || kind == BufferKind::State ||
         kind == BufferKind::ModelBuffer;
}

LogicalResult PlanEvaluator::fillBuffers(Device &device, int64_t step) {
  for (auto buffer : device.program.getBody().getOps<BufferOp>()) {
    std::vector<Tensor> &slots = device.buffers[buffer.getSymName().str()];
    if (persists(buffer.getKind()) && !slots.empty())
      continue;
    RankedTensorType type = buffer.getTensorType();
    Tensor value = Tensor::zeros(type);
    if (buffer.getKind() == BufferKind::Param ||
        buffer.getKind() == BufferKind::ModelBuffer) {
      FailureOr<Tensor> loaded =
          source.parameter(buffer.getOf().value_or(""), type, buffer.getLoc());
      if (failed(loaded))
        return failure();
      value = std::move(*loaded);
      if (value.isFloat())
        for (Scalar &s : value.data)
          s.f = roundTo(s.f, value.elementType, options.precision);
    } else if (buffer.getKind() == BufferKind::StepInput) {
      for (Scalar &s : value.data)
        s.i = step;
    } else if (buffer.getKind() != BufferKind::State) {
      fillUndefined(value);
    }
    slots.assign(buffer.getSlots(), value);
  }
  return success();
}

FailureOr<Tensor *> PlanEvaluator::slot(Device &device, BufferRefAttr ref,
                                        Operation *op) {
  auto it = device.buffers.find(ref.getBuffer().getValue().str());
  if (it == device.buffers.end() || ref.getSlot() < 0 ||
      ref.getSlot() >= static_cast<int64_t>(it->second.size()))
    return op->emitOpError("uses slot ")
           << ref.getSlot() << " of " << ref.getBuffer()
           << ", which the program does not have";
  return &it->second[ref.getSlot()];
}

//===----------------------------------------------------------------------===//
// Actions of one device
//===----------------------------------------------------------------------===//

/// Stores `value` where a tensor of the same shape and kind is.
static LogicalResult store(Tensor &target, const Tensor &value, Operation *op,
                           const Twine &what) {
  if (target.shape != value.shape || target.elementType != value.elementType)
    return op->emitOpError()
           << what << " is "
           << RankedTensorType::get(value.shape, value.elementType)
           << ", its buffer is "
           << RankedTensorType::get(target.shape, target.elementType);
  target.data = value.data;
  return success();
}

LogicalResult PlanEvaluator::runLaunch(Device &device, LaunchOp op) {
  auto body = module.lookupSymbol<func::FuncOp>(op.getBody());
  if (!body)
    return op.emitOpError("names the body @")
           << op.getBody() << ", which is not here as a function";
  SmallVector<Tensor> inputs;
  for (ArrayAttr refs : {op.getIns_(), op.getInouts()})
    for (auto ref : refs.getAsRange<BufferRefAttr>()) {
      FailureOr<Tensor *> buffer = slot(device, ref, op);
      if (failed(buffer))
        return failure();
      inputs.push_back(**buffer);
    }
  if (auto names = op->getAttrOfType<ArrayAttr>("coords")) {
    auto roleAttr = op->getAttrOfType<IntegerAttr>("role");
    size_t role = roleAttr ? roleAttr.getInt() : 0;
    for (auto name : names.getAsRange<StringAttr>()) {
      std::optional<unsigned> axis = axes.find(name);
      if (!axis || role >= device.roles.size())
        return op.emitOpError("takes the coordinate of role ")
               << role << " on axis " << name << ", which there is not";
      Tensor index = Tensor::zeros(IndexType::get(op.getContext()));
      index.data[0].i = device.roles[role][*axis];
      inputs.push_back(std::move(index));
    }
  }
  FailureOr<SmallVector<Tensor>> results = evaluate(body, inputs, options);
  if (failed(results))
    return failure();
  if (results->size() != op.getOuts().size() + op.getInouts().size())
    return op.emitOpError("has ")
           << op.getOuts().size() + op.getInouts().size()
           << " outs and inouts, its body gives " << results->size();
  size_t next = 0;
  for (ArrayAttr refs : {op.getOuts(), op.getInouts()})
    for (auto ref : refs.getAsRange<BufferRefAttr>()) {
      FailureOr<Tensor *> buffer = slot(device, ref, op);
      if (failed(buffer) || failed(store(**buffer, (*results)[next], op,
                                         "result " + Twine(next))))
        return failure();
      ++next;
    }
  return success();
}

/// The axes whose coordinate picks the microbatches of an input.
static SmallVector<StringAttr> replicaAxes(ModuleOp module, StringRef input) {
  SmallVector<StringAttr> result;
  auto step = module->getAttrOfType<DictionaryAttr>("plan.step");
  auto inputs = step ? step.getAs<ArrayAttr>("inputs") : ArrayAttr();
  if (!inputs)
    return result;
  for (auto entry : inputs.getAsRange<DictionaryAttr>())
    if (auto names = entry.getAs<ArrayAttr>("replica_axes");
        names && entry.getAs<StringAttr>("name") == input)
      llvm::append_range(result, names.getAsRange<StringAttr>());
  return result;
}

LogicalResult PlanEvaluator::runLoad(Device &device, LoadOp op) {
  FailureOr<Tensor *> buffer = slot(device, op.getBuffer(), op);
  if (failed(buffer))
    return failure();
  if (op.getRole() >= device.roles.size())
    return op.emitOpError("loads for role ")
           << op.getRole() << ", which the program does not play";
  int64_t replica = 0;
  SmallVector<StringAttr> replicas = replicaAxes(module, op.getInput());
  for (auto [name, position, size] : llvm::zip_equal(
           axes.getNames(), device.roles[op.getRole()], axes.getSizes()))
    if (llvm::is_contained(replicas, name))
      replica = replica * size + position;
  auto stepAttr = module->getAttrOfType<DictionaryAttr>("plan.step");
  auto count =
      stepAttr ? stepAttr.getAs<IntegerAttr>("microbatches") : IntegerAttr();
  if (!count && !replicas.empty())
    return op.emitOpError("needs plan.step with microbatches to find replica ")
           << replica;
  int64_t first = count ? replica * count.getInt() : 0;
  FailureOr<Tensor> value = source.input(
      op.getInput(),
      RankedTensorType::get((*buffer)->shape, (*buffer)->elementType), step,
      first + cast<IntegerAttr>(op.getMb()).getInt(), op.getLoc());
  if (failed(value))
    return failure();
  return store(**buffer, *value, op, "the input");
}

//===----------------------------------------------------------------------===//
// The token game
//===----------------------------------------------------------------------===//

bool PlanEvaluator::ready(const Device &device, Operation *op) const {
  for (EventRefAttr wait : cast<ActionInterface>(op).getWaits()) {
    auto it = device.signals.find(wait.getEvent().getValue().str());
    if (it == device.signals.end() || it->second < wait.getOrdinal())
      return false;
  }
  return true;
}

void PlanEvaluator::complete(Device &device, Stream &stream) {
  auto action = cast<ActionInterface>(stream.head());
  if (FlatSymbolRefAttr signal = action.getActionSignal())
    ++device.signals[signal.getValue().str()];
  ++stream.next;
}

FailureOr<bool> PlanEvaluator::tryRun(unsigned d, unsigned s) {
  Device &device = devices[d];
  Operation *op = device.streams[s].head();
  if (!op || !ready(device, op))
    return false;
  // Sends and collectives complete the actions of all who take part.
  if (auto send = dyn_cast<SendOp>(op))
    return trySend(d, s, send);
  if (auto collective = dyn_cast<CollectiveOp>(op))
    return tryCollective(d, collective);
  if (isa<RecvOp>(op))
    return false;
  LogicalResult done =
      TypeSwitch<Operation *, LogicalResult>(op)
          .Case<LaunchOp>([&](auto o) { return runLaunch(device, o); })
          .Case<LoadOp>([&](auto o) { return runLoad(device, o); })
          .Case<ZeroOp>([&](auto o) -> LogicalResult {
            for (auto ref :
                 o.getBuffers().template getAsRange<BufferRefAttr>()) {
              FailureOr<Tensor *> buffer = slot(device, ref, o);
              if (failed(buffer))
                return failure();
              **buffer =
                  Tensor::zeros((*buffer)->shape, (*buffer)->elementType);
            }
            return success();
          })
          .Default([](Operation *o) {
            return o->emitOpError("is not known to the evaluator of plans");
          });
  if (failed(done))
    return failure();
  complete(device, device.streams[s]);
  return true;
}

LogicalResult PlanEvaluator::reportStall() {
  InFlightDiagnostic error = module.emitError("the plan stalls");
  for (Device &device : devices)
    for (Stream &stream : device.streams)
      if (Operation *op = stream.head())
        error.attachNote(op->getLoc())
            << "@" << device.program.getSymName() << " is stuck at action "
            << stream.next << " of a stream: " << op->getName();
  return error;
}

FailureOr<Metrics> PlanEvaluator::runStep(int64_t step) {
  if (!axes && failed(setUp()))
    return failure();
  this->step = step;
  for (Device &device : devices) {
    device.signals.clear();
    for (Stream &stream : device.streams)
      stream.next = 0;
    if (failed(fillBuffers(device, step)))
      return failure();
  }
  bool progress = true;
  while (progress) {
    progress = false;
    for (unsigned d = 0; d < devices.size(); ++d)
      for (unsigned s = 0; s < devices[d].streams.size(); ++s)
        while (true) {
          FailureOr<bool> ran = tryRun(d, s);
          if (failed(ran))
            return failure();
          if (!*ran)
            break;
          progress = true;
        }
  }
  for (Device &device : devices)
    for (Stream &stream : device.streams)
      if (stream.head())
        return reportStall();
  return collectMetrics();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// A field is an element, or a range [begin, end) whose entries are squares
/// that a norm sums.
static std::optional<double> readField(const Tensor &buffer, Attribute field) {
  SmallVector<int64_t> range;
  if (auto index = dyn_cast<IntegerAttr>(field))
    range = {index.getInt()};
  else if (auto list = dyn_cast<ArrayAttr>(field))
    for (auto index : list.getAsRange<IntegerAttr>())
      range.push_back(index.getInt());
  else if (auto list = dyn_cast<DenseI64ArrayAttr>(field))
    llvm::append_range(range, list.asArrayRef());
  if (range.size() == 1 && range[0] >= 0 && range[0] < buffer.size())
    return buffer.data[range[0]].f;
  if (range.size() != 2 || range[0] < 0 || range[1] > buffer.size())
    return std::nullopt;
  double sum = 0;
  for (int64_t e = range[0]; e < range[1]; ++e)
    sum += buffer.data[e].f;
  return std::sqrt(sum);
}

Metrics PlanEvaluator::collectMetrics() const {
  Metrics metrics;
  for (const Device &device : devices) {
    auto program = device.program;
    for (auto buffer : program.getBody().getOps<BufferOp>()) {
      DictionaryAttr fields = buffer.getFieldsAttr();
      if (buffer.getKind() != BufferKind::Metric || !fields)
        continue;
      const Tensor &tensor =
          device.buffers.find(buffer.getSymName().str())->second.front();
      for (NamedAttribute field : fields) {
        std::optional<double> value = readField(tensor, field.getValue());
        bool known = llvm::any_of(metrics, [&](const auto &metric) {
          return metric.first == field.getName().getValue();
        });
        if (value && !known)
          metrics.emplace_back(field.getName().str(), *value);
      }
    }
  }
  return metrics;
}

std::map<std::string, Tensor> PlanEvaluator::parameters() const {
  std::map<std::string, Tensor> params;
  for (const Device &device : devices) {
    auto program = device.program;
    for (auto buffer : program.getBody().getOps<BufferOp>())
      if (buffer.getKind() == BufferKind::Param && buffer.getOf())
        params.emplace(
            buffer.getOf()->str(),
            device.buffers.find(buffer.getSymName().str())->second.front());
  }
  return params;
}
