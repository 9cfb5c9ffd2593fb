//===- Setup.cpp - What the runtime is told about a plan -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Setup.h"
#include "Piper/Dialect/Plan/IR/CheckNames.h"
#include "Piper/Support/ByteSize.h"
#include "Piper/Support/Location.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;
namespace json = llvm::json;

StringRef piper::plan::elementTypeName(Type type) {
  if (type.isF32())
    return "f32";
  if (type.isF64())
    return "f64";
  if (type.isBF16())
    return "bf16";
  if (type.isF16())
    return "f16";
  if (type.isInteger(64))
    return "i64";
  if (type.isInteger(32))
    return "i32";
  if (type.isInteger(8))
    return "i8";
  if (type.isInteger(1))
    return "i1";
  return {};
}

static json::Array toJson(ArrayRef<int64_t> values) {
  json::Array array;
  for (int64_t value : values)
    array.push_back(value);
  return array;
}

static json::Object toJson(CoordAttr coord) {
  json::Object object;
  for (auto [axis, value] : llvm::zip(coord.getAxes(), coord.getValues()))
    object[axis.getValue()] = value;
  return object;
}

static json::Array toJson(ArrayAttr names) {
  json::Array array;
  for (Attribute name : names)
    if (auto symbol = dyn_cast<FlatSymbolRefAttr>(name))
      array.push_back(symbol.getValue().str());
    else
      array.push_back(cast<StringAttr>(name).getValue().str());
  return array;
}

/// Attributes of buffer fields: integers and pairs of integers.
static json::Object fieldsToJson(DictionaryAttr fields) {
  json::Object object;
  for (NamedAttribute field : fields) {
    if (auto number = dyn_cast<IntegerAttr>(field.getValue()))
      object[field.getName().getValue()] = number.getInt();
    else if (auto pair = dyn_cast<ArrayAttr>(field.getValue()))
      object[field.getName().getValue()] =
          toJson(llvm::map_to_vector(pair.getAsRange<IntegerAttr>(),
                                     [](IntegerAttr n) { return n.getInt(); }));
  }
  return object;
}

static json::Object meshToJson(MeshOp mesh) {
  json::Array axes, devices;
  for (auto [name, size] :
       llvm::zip(mesh.getAxes().getNames(), mesh.getAxes().getSizes()))
    axes.push_back(json::Array{name.getValue().str(), size});
  for (int64_t k = 0, e = mesh.getAxes().getNumCoordinates(); k < e; ++k)
    devices.push_back(mesh.getDevices() ? (*mesh.getDevices())[k] : k);
  return json::Object{{"axes", std::move(axes)},
                      {"devices", std::move(devices)}};
}

/// `{name, type, ...}` entries of the `plan.step` attribute; `init` has the
/// names of those whose initial values the module holds.
static json::Array tensorsToJson(DictionaryAttr step, StringRef key,
                                 DictionaryAttr init = {}) {
  json::Array array;
  auto entries = step.getAs<ArrayAttr>(key);
  if (!entries)
    return array;
  for (auto entry : entries.getAsRange<DictionaryAttr>()) {
    auto type =
        cast<RankedTensorType>(entry.getAs<TypeAttr>("type").getValue());
    json::Object object{
        {"name", entry.getAs<StringAttr>("name").getValue().str()},
        {"shape", toJson(type.getShape())},
        {"dtype", elementTypeName(type.getElementType())}};
    if (auto trainable = entry.getAs<BoolAttr>("trainable"))
      object["trainable"] = trainable.getValue();
    if (init && init.contains(entry.getAs<StringAttr>("name")))
      object["init"] = true;
    if (auto axes = entry.getAs<ArrayAttr>("replica_axes"))
      object["replica_axes"] = toJson(axes);
    if (auto range = entry.getAs<IndexRangeAttr>("range")) {
      object["min"] = range.getMin();
      object["limit"] = range.getLimit();
      if (range.getIgnored())
        object["ignored"] = *range.getIgnored();
    }
    array.push_back(std::move(object));
  }
  return array;
}

static json::Object bufferToJson(BufferOp buffer) {
  RankedTensorType type = buffer.getTensorType();
  json::Object object{{"name", buffer.getSymName().str()},
                      {"kind", stringifyBufferKind(buffer.getKind())},
                      {"role", static_cast<int64_t>(buffer.getRole())},
                      {"offset", static_cast<int64_t>(*buffer.getOffset())},
                      {"slots", static_cast<int64_t>(buffer.getSlots())},
                      {"stride", buffer.getSlotStride()},
                      {"shape", toJson(type.getShape())},
                      {"dtype", elementTypeName(type.getElementType())}};
  if (buffer.getOf())
    object["of"] = buffer.getOf()->str();
  if (buffer.getState())
    object["state"] = buffer.getState()->str();
  if (buffer.getFields())
    object["fields"] = fieldsToJson(*buffer.getFields());
  return object;
}

/// Name of an action in traces and messages.
static std::string nameOf(Operation *op) {
  if (auto launch = dyn_cast<LaunchOp>(op))
    return launch.getBody().str();
  if (auto load = dyn_cast<LoadOp>(op))
    return ("load " + load.getInput()).str();
  if (auto send = dyn_cast<SendOp>(op))
    return ("send " + send.getChannel()).str();
  if (auto recv = dyn_cast<RecvOp>(op))
    return ("recv " + recv.getChannel()).str();
  if (auto collective = dyn_cast<CollectiveOp>(op))
    return (stringifyCollectiveKind(collective.getKind()) + " " +
            collective.getComm())
        .str();
  return op->getName().stripDialect().str();
}

static json::Object actionToJson(const ProgramTable &table, size_t action) {
  const ActionText &text = table.text(action);
  Operation *op = table.op(action);
  json::Object object{{"op", op->getName().stripDialect().str()},
                      {"name", nameOf(op)},
                      {"stream", static_cast<int64_t>(text.stream)},
                      {"loc", describe(op->getLoc())}};
  if (text.stage)
    object["stage"] = *text.stage;
  if (std::optional<int64_t> microbatch = table.microbatch(action))
    object["mb"] = *microbatch;
  if (auto pass = op->getAttrOfType<StringAttr>("pass"))
    object["pass"] = pass.getValue().str();
  return object;
}

static FailureOr<json::Object> programToJson(const ProgramTable &table) {
  ProgramOp program = table.program;
  json::Array roles, buffers, actions;
  for (auto role : program.getRoles().getAsRange<CoordAttr>())
    roles.push_back(toJson(role));
  for (auto buffer : program.getOps<BufferOp>()) {
    if (!buffer.getOffset())
      return buffer.emitError() << "has no place in the arena; run "
                                   "plan-assign-memory first";
    if (elementTypeName(buffer.getTensorType().getElementType()).empty())
      return buffer.emitError()
             << "holds " << buffer.getType() << ", which the host cannot";
    buffers.push_back(bufferToJson(buffer));
  }
  for (size_t action = 0; action < table.size(); ++action)
    actions.push_back(actionToJson(table, action));
  return json::Object{{"name", program.getSymName().str()},
                      {"roles", std::move(roles)},
                      {"arena", static_cast<int64_t>(program.getArena())},
                      {"streams", toJson(program.getStreams())},
                      {"events", toJson(program.getEvents())},
                      {"buffers", std::move(buffers)},
                      {"actions", std::move(actions)}};
}

FailureOr<std::string> piper::plan::describePlan(ModuleOp module) {
  auto meshes = module.getOps<MeshOp>();
  if (meshes.empty())
    return module.emitError() << "a plan needs its piper.mesh";
  auto step = module->getAttrOfType<DictionaryAttr>("plan.step");
  if (!step || !step.getAs<IntegerAttr>("microbatches") ||
      !step.getAs<IntegerAttr>("replicas"))
    return module.emitError()
           << "a plan needs the module attribute plan.step with microbatches, "
              "replicas, params and inputs";
  json::Array channels, comms, programs;
  for (auto channel : module.getOps<ChannelOp>()) {
    channels.push_back(
        json::Object{{"name", channel.getSymName().str()},
                     {"from", toJson(cast<CoordAttr>(channel.getFrom()))},
                     {"to", toJson(cast<CoordAttr>(channel.getTo()))},
                     {"bytes", bytesOf(channel.getType())}});
  }
  SmallVector<CommOp> ordered(module.getOps<CommOp>());
  llvm::stable_sort(
      ordered, [](CommOp a, CommOp b) { return a.getOrder() < b.getOrder(); });
  for (CommOp comm : ordered)
    comms.push_back(json::Object{{"name", comm.getSymName().str()},
                                 {"axes", toJson(comm.getAxes())}});
  SymbolTable symbols(module);
  for (auto program : module.getOps<ProgramOp>()) {
    ProgramTable table(program);
    if (failed(checkNames(symbols, table)))
      return failure();
    FailureOr<json::Object> described = programToJson(table);
    if (failed(described))
      return failure();
    programs.push_back(std::move(*described));
  }
  json::Object setup{
      {"version", 1},
      {"mesh", meshToJson(*meshes.begin())},
      {"microbatches", step.getAs<IntegerAttr>("microbatches").getInt()},
      {"replicas", step.getAs<IntegerAttr>("replicas").getInt()},
      {"params",
       tensorsToJson(step, "params",
                     module->getAttrOfType<DictionaryAttr>("piper.init"))},
      {"inputs", tensorsToJson(step, "inputs")},
      {"buffers_in", tensorsToJson(step, "buffers")},
      {"channels", std::move(channels)},
      {"comms", std::move(comms)},
      {"programs", std::move(programs)}};
  std::string text;
  llvm::raw_string_ostream os(text);
  os << json::Value(std::move(setup));
  return text;
}
