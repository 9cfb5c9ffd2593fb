//===- Trace.cpp - One trace of all devices -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Device.h"
#include "Piper/Runtime/Safetensors.h"
#include "Piper/Runtime/Session.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace piper::rt;

namespace {
class TraceWriter {
public:
  TraceWriter(llvm::raw_ostream &os, int64_t start) : os(os), start(start) {}

  void nameRow(llvm::StringRef what, int64_t pid, int tid,
               llvm::StringRef name) {
    begin();
    os << "{\"ph\": \"M\", \"name\": \"" << what << "\", \"pid\": " << pid
       << ", \"tid\": " << tid
       << ", \"args\": {\"name\": " << llvm::json::Value(name) << "}}";
  }

  void span(const PiperDevice &device, int tid, const Span &span) {
    const ActionInfo &info = device.program->actions[span.row];
    std::string name = info.name.empty() ? info.op : info.name;
    if (info.mb >= 0)
      name += " mb " + std::to_string(info.mb);
    begin();
    os << "{\"ph\": \"X\", \"name\": " << llvm::json::Value(name)
       << ", \"cat\": " << llvm::json::Value(info.op);
    where(device.place->id, tid, span.ready);
    os << ", \"dur\": " << micros(span.end - span.ready)
       << ", \"args\": {\"step\": " << span.step
       << ", \"wait_us\": " << micros(span.ready - span.begin);
    if (info.stage >= 0)
      os << ", \"stage\": " << info.stage;
    if (!info.pass.empty())
      os << ", \"pass\": " << llvm::json::Value(info.pass);
    if (!info.loc.empty())
      os << ", \"loc\": " << llvm::json::Value(info.loc);
    os << "}}";
    if (span.flow >= 0)
      flow(device.place->id, tid, span);
  }

private:
  void begin() {
    os << (first ? "\n" : ",\n");
    first = false;
  }

  static std::string micros(int64_t ns) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.3f", ns * 1e-3);
    return text;
  }

  void where(int64_t pid, int tid, int64_t at) {
    os << ", \"pid\": " << pid << ", \"tid\": " << tid
       << ", \"ts\": " << micros(at - start);
  }

  /// An arrow from the send to its receive. Both complete at the meeting, so
  /// the arrow leaves at the send's start.
  void flow(int64_t pid, int tid, const Span &span) {
    bool isSend = span.kind == ActionKind::Send;
    begin();
    os << "{\"ph\": \"" << (isSend ? "s" : "f")
       << "\", \"name\": \"message\", \"cat\": \"message\", \"id\": \""
       << span.flow << '"';
    where(pid, tid, isSend ? span.ready : span.end);
    os << (isSend ? "}" : ", \"bp\": \"e\"}");
  }

  llvm::raw_ostream &os;
  int64_t start;
  bool first = true;
};
} // namespace

Status piper::rt::writeTrace(World &world, const std::string &path) {
  int64_t start = nowNs();
  for (auto &device : world.devices)
    for (auto &stream : device->streams)
      if (!stream->spans.empty())
        start = std::min(start, stream->spans.front().begin);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [";
  TraceWriter writer(os, start);
  for (auto &device : world.devices) {
    int64_t pid = device->place->id;
    writer.nameRow("process_name", pid, 0, device->text());
    for (size_t tid = 0; tid < device->streams.size(); ++tid) {
      writer.nameRow("thread_name", pid, static_cast<int>(tid),
                     device->program->streams[tid]);
      for (const Span &span : device->streams[tid]->spans)
        writer.span(*device, static_cast<int>(tid), span);
    }
  }
  os << "\n]}\n";
  return writeFileAtomically(path, {llvm::StringRef(text)});
}
