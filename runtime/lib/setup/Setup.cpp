//===- Setup.cpp - Reads piper_setup -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Setup.h"
#include "Json.h"
#include "llvm/ADT/StringSwitch.h"

using namespace piper::rt;

int Setup::findParam(llvm::StringRef name) const {
  for (size_t i = 0; i < params.size(); ++i)
    if (params[i].name == name)
      return static_cast<int>(i);
  return -1;
}

int Setup::findModelBuffer(llvm::StringRef name) const {
  for (size_t i = 0; i < modelBuffers.size(); ++i)
    if (modelBuffers[i].name == name)
      return static_cast<int>(i);
  return -1;
}

static constexpr llvm::StringLiteral kKindNames[] = {
    "param", "grad",         "accumulator", "state",   "residual",  "comm",
    "input", "model_buffer", "metric",      "scratch", "step_input"};

llvm::StringRef piper::rt::kindName(BufferKind kind) {
  return kKindNames[static_cast<int>(kind)];
}

static std::optional<BufferKind> parseKind(llvm::StringRef name) {
  for (size_t i = 0; i < std::size(kKindNames); ++i)
    if (kKindNames[i] == name)
      return static_cast<BufferKind>(i);
  return std::nullopt;
}

namespace {

/// Walks the JSON; the first error wins and stops everything behind it.
class SetupReader {
public:
  explicit SetupReader(Setup &setup) : setup(setup) {}

  Status read(Json root) {
    int64_t version = root.get("version").integer(0);
    if (root.good() && version != 1)
      root.get("version").fail(str("is ", version, "; this runtime reads 1"));
    readMesh(root.get("mesh"));
    setup.microbatches = root.get("microbatches").integer(1);
    setup.replicas = root.get("replicas").integer(1);
    if (root.good() && (setup.microbatches < 1 || setup.replicas < 1))
      root.fail("microbatches and replicas must be at least 1");
    readTensors(root.get("params"), setup.params);
    readTensors(root.get("inputs"), setup.inputs);
    readTensors(root.get("buffers_in"), setup.modelBuffers);
    root.get("channels").each([&](Json item) { readChannel(item); });
    root.get("comms").each([&](Json item) { readComm(item); });
    root.get("programs").each([&](Json item) { readProgram(item); });
    if (root.good() && setup.programs.empty())
      root.fail("no programs");
    return root.status();
  }

private:
  void readMesh(Json mesh) {
    int64_t count = 1;
    mesh.get("axes").each([&](Json item) {
      MeshAxis axis{item.at(0).string(), item.at(1).integer()};
      if (!item.good())
        return;
      if (axis.size < 1 || axis.size > kMaxDevices / count)
        return item.fail(str("size ", axis.size, " of axis '", axis.name,
                             "' makes a mesh of no or more than ", kMaxDevices,
                             " coordinates"));
      count *= axis.size;
      setup.axes.push_back(std::move(axis));
    });
    mesh.get("devices").each(
        [&](Json item) { setup.devices.push_back(item.integer()); });
    if (mesh.good() && setup.devices.empty() && setup.axes.empty())
      setup.devices.push_back(0);
    if (mesh.good() && static_cast<int64_t>(setup.devices.size()) != count)
      mesh.fail(str("lists ", setup.devices.size(), " devices for ", count,
                    " coordinates"));
  }

  void readShape(Json item, Shape &shape, DType &dtype, int64_t &elements) {
    item.get("shape").each(
        [&](Json extent) { shape.push_back(extent.integer()); });
    std::string name = item.get("dtype").string("f32");
    if (!item.good())
      return;
    std::optional<DType> type = parseMlirName(name);
    if (!type)
      return item.fail(str("unknown dtype '", name, "'"));
    dtype = *type;
    std::optional<int64_t> count = elementCount(shape, byteSize(dtype));
    if (!count)
      return item.fail(str("shape ", shapeText(shape), " is out of range"));
    elements = *count;
  }

  void readTensors(Json list, std::vector<TensorInfo> &out) {
    list.each([&](Json item) {
      TensorInfo info;
      info.name = item.get("name").string();
      readShape(item, info.shape, info.dtype, info.elements);
      info.trainable = item.get("trainable").boolean(true);
      info.hasInit = item.get("init").boolean(false);
      readRange(item, info);
      item.get("replica_axes").each([&](Json axis) {
        info.replicaAxes.push_back(readAxis(axis, axis.string()));
      });
      out.push_back(std::move(info));
    });
  }

  void readRange(Json item, TensorInfo &info) {
    if (item.get("limit").isAbsent())
      return;
    IndexRange &range = info.range.emplace();
    range.min = item.get("min").integer(0);
    range.limit = item.get("limit").integer();
    if (!item.get("ignored").isAbsent())
      range.ignored = item.get("ignored").integer();
    if (info.dtype != DType::I64 && info.dtype != DType::I32)
      item.fail(str("a limit on elements of type ", mlirName(info.dtype)));
  }

  int readAxis(Json item, llvm::StringRef name) {
    for (size_t i = 0; i < setup.axes.size(); ++i)
      if (setup.axes[i].name == name)
        return static_cast<int>(i);
    item.fail(str("the mesh has no axis '", name, "'"));
    return 0;
  }

  Coordinate readClass(Json item) {
    Coordinate at(setup.axes.size(), -1);
    item.eachMember([&](llvm::StringRef name, Json value) {
      int axis = readAxis(value, name);
      int64_t index = value.integer();
      if (!value.good())
        return;
      if (index < 0 || index >= setup.axes[axis].size)
        return value.fail(str("coordinate ", index, " is outside axis '", name,
                              "' of size ", setup.axes[axis].size));
      at[axis] = index;
    });
    return at;
  }

  void readChannel(Json item) {
    ChannelInfo info;
    info.name = item.get("name").string();
    info.from = readClass(item.get("from"));
    info.to = readClass(item.get("to"));
    info.bytes = item.get("bytes").integer();
    if (item.good() && info.bytes < 0)
      item.get("bytes").fail(str("is ", info.bytes));
    setup.channels.push_back(std::move(info));
  }

  void readComm(Json item) {
    CommInfo info;
    info.name = item.get("name").string();
    item.get("axes").each([&](Json axis) {
      int row = readAxis(axis, axis.string());
      if (llvm::is_contained(info.axes, row))
        axis.fail("named twice");
      info.axes.push_back(row);
    });
    setup.comms.push_back(std::move(info));
  }

  void readProgram(Json item) {
    ProgramInfo info;
    info.name = item.get("name").string();
    item.get("roles").each(
        [&](Json role) { info.roles.push_back(readClass(role)); });
    if (info.roles.empty())
      info.roles.push_back(Coordinate(setup.axes.size(), -1));
    info.arena = item.get("arena").integer();
    if (item.good() && info.arena < 0)
      item.get("arena").fail(str("is ", info.arena));
    item.get("streams").each(
        [&](Json name) { info.streams.push_back(name.string()); });
    item.get("events").each(
        [&](Json name) { info.events.push_back(name.string()); });
    item.get("buffers").each([&](Json buffer) { readBuffer(buffer, info); });
    item.get("actions").each([&](Json action) { readAction(action, info); });
    setup.programs.push_back(std::move(info));
  }

  void readBuffer(Json item, ProgramInfo &program) {
    BufferInfo info;
    info.name = item.get("name").string();
    std::string kind = item.get("kind").string();
    info.of = item.get("of").string("");
    info.role = static_cast<int>(item.get("role").integer(0));
    info.offset = item.get("offset").integer();
    info.slots = item.get("slots").integer(1);
    readShape(item, info.shape, info.dtype, info.elements);
    info.stride = item.get("stride").integer(info.bytes());
    item.get("fields").eachMember([&](llvm::StringRef name, Json value) {
      readField(name, value, info);
    });
    if (!item.good())
      return;
    std::optional<BufferKind> parsed = parseKind(kind);
    if (!parsed)
      return item.get("kind").fail(str("unknown kind '", kind, "'"));
    info.kind = *parsed;
    checkPlace(item, info, program);
    checkBinding(item, info);
    program.buffers.push_back(std::move(info));
  }

  void readField(llvm::StringRef name, Json value, BufferInfo &info) {
    MetricField field{name.str(), 0, 0};
    if (value.isArray()) {
      field.begin = value.at(0).integer();
      field.end = value.at(1).integer();
    } else {
      field.begin = value.integer();
      field.end = field.begin + 1;
    }
    if (value.good() && (field.begin < 0 || field.end < field.begin ||
                         field.end > info.elements))
      value.fail(str("entries [", field.begin, ", ", field.end,
                     ") of a buffer with ", info.elements));
    info.fields.push_back(std::move(field));
  }

  void checkPlace(Json item, const BufferInfo &info,
                  const ProgramInfo &program) {
    if (info.role < 0 || info.role >= static_cast<int>(program.roles.size()))
      return item.get("role").fail(str("is ", info.role, "; the program has ",
                                       program.roles.size(), " roles"));
    if (info.slots < 1 || info.stride < info.bytes())
      return item.fail(str("'", info.name, "': ", info.slots, " slots of ",
                           info.stride, " bytes for a tensor of ",
                           info.bytes()));
    if (info.offset < 0 || info.offset > program.arena ||
        info.stride > (program.arena - info.offset) / info.slots)
      return item.fail(str("'", info.name, "' (", info.slots, " slots of ",
                           info.stride, " bytes at ", info.offset,
                           ") leaves the arena of ", program.arena, " bytes"));
  }

  void checkBinding(Json item, BufferInfo &info) {
    const TensorInfo *tensor = nullptr;
    switch (info.kind) {
    case BufferKind::Param:
    case BufferKind::Grad:
      info.of_index = setup.findParam(info.of);
      if (info.of_index >= 0)
        tensor = &setup.params[info.of_index];
      break;
    case BufferKind::ModelBuffer:
      if (info.of.empty())
        info.of = info.name;
      info.of_index = setup.findModelBuffer(info.of);
      if (info.of_index >= 0)
        tensor = &setup.modelBuffers[info.of_index];
      break;
    case BufferKind::Metric:
      if (info.dtype != DType::F64)
        item.fail(str("metric '", info.name, "' is not f64"));
      return;
    case BufferKind::StepInput:
      if (info.dtype != DType::I64 || info.elements != 1)
        item.fail(str("step input '", info.name, "' is not one i64"));
      return;
    default:
      return;
    }
    if (!tensor)
      return item.get("of").fail(
          str("no ", kindName(info.kind), " '", info.of, "'"));
    if (tensor->shape != info.shape)
      item.fail(str("'", info.name, "' has shape ", shapeText(info.shape),
                    ", '", info.of, "' has ", shapeText(tensor->shape)));
  }

  void readAction(Json item, ProgramInfo &program) {
    ActionInfo info;
    info.op = item.get("op").string();
    info.name = item.get("name").string("");
    info.pass = item.get("pass").string("");
    info.loc = item.get("loc").string("");
    info.stage = item.get("stage").integer(-1);
    info.mb = item.get("mb").integer(-1);
    info.stream = static_cast<int>(item.get("stream").integer(0));
    program.actions.push_back(std::move(info));
  }

  static constexpr int64_t kMaxDevices = 1 << 20;
  Setup &setup;
};

} // namespace

Result<Setup> piper::rt::parseSetup(llvm::StringRef text) {
  // llvm::json descends recursively; a setup is at most a few levels deep.
  if (Status status = checkNesting(text, 32); !status.ok())
    return status;
  llvm::Expected<llvm::json::Value> root = llvm::json::parse(text);
  if (!root)
    return Status::badInput(
        str("piper_setup: ", llvm::toString(root.takeError())));
  Setup setup;
  JsonErrors errors;
  if (Status status = SetupReader(setup).read(Json(&*root, "", errors));
      !status.ok())
    return status;
  return setup;
}
