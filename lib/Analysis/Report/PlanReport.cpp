//===- PlanReport.cpp - What a plan costs, before it runs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Analysis/Passes.h"
#include "Piper/Dialect/Plan/IR/Plan.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace piper {
#define GEN_PASS_DEF_PLANREPORT
#include "Piper/Analysis/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using namespace piper::plan;
namespace json = llvm::json;

namespace {

/// What one link carries in a step.
struct Traffic {
  std::string link, what;
  int64_t messages = 0, bytes = 0;
};

/// One launch on the time axis of the schedule.
struct Cell {
  int64_t start, length;
  std::string text;
};

/// "pp=0,dp=1"; "all" for a coordinate that fixes nothing.
std::string textOf(CoordAttr coord) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      llvm::zip(coord.getAxes(), coord.getValues()), os,
      [&](auto at) {
        os << std::get<0>(at).getValue() << "=" << std::get<1>(at);
      },
      ",");
  return text.empty() ? "all" : text;
}

std::string rolesOf(ProgramOp program) {
  std::string text;
  for (auto role : program.getRoles().getAsRange<CoordAttr>())
    text += (text.empty() ? "" : " ") + textOf(role);
  return text;
}

struct PlanReportPass : public piper::impl::PlanReportBase<PlanReportPass> {
  using PlanReportBase::PlanReportBase;

  void runOnOperation() override {
    SmallVector<StringRef> wanted;
    for (const std::string &name : what) {
      if (name != "memory" && name != "traffic" && name != "schedule") {
        getOperation().emitError()
            << "plan-report knows memory, traffic and schedule, not " << name;
        return signalPassFailure();
      }
      wanted.push_back(name);
    }
    if (wanted.empty())
      wanted = {"schedule", "memory", "traffic"};
    markAllAnalysesPreserved();
    if (output.empty()) {
      print(wanted, llvm::errs());
      return;
    }
    std::error_code error;
    llvm::raw_fd_ostream file(output, error);
    if (!error) {
      print(wanted, file);
      file.close();
      error = file.error();
      file.clear_error();
    }
    if (!error)
      return;
    getOperation().emitError()
        << "cannot write the report to " << output << ": " << error.message();
    signalPassFailure();
  }

  void print(ArrayRef<StringRef> wanted, raw_ostream &to) {
    os = &to;
    json::Object all;
    for (StringRef name : wanted)
      if (name == "memory")
        reportMemory(all);
      else if (name == "traffic")
        reportTraffic(all);
      else
        reportSchedule(all);
    if (useJson)
      to << json::Value(std::move(all)) << "\n";
    to.flush();
  }

  //===--- memory ---------------------------------------------------------===//

  void reportMemory(json::Object &all) {
    json::Array list;
    if (!useJson)
      *os << "memory per device, in KiB\n";
    for (auto program : getOperation().getOps<ProgramOp>()) {
      llvm::MapVector<StringRef, int64_t> byKind;
      for (auto buffer : program.getOps<BufferOp>())
        byKind[stringifyBufferKind(buffer.getKind())] +=
            static_cast<int64_t>(buffer.getSlots()) * buffer.getSlotStride();
      if (useJson) {
        json::Object kinds;
        for (auto [kind, bytes] : byKind)
          kinds[kind] = bytes;
        list.push_back(
            json::Object{{"program", program.getSymName().str()},
                         {"roles", rolesOf(program)},
                         {"arena", static_cast<int64_t>(program.getArena())},
                         {"kinds", std::move(kinds)}});
        continue;
      }
      *os << llvm::format("  %-14s %8lld =", rolesOf(program).c_str(),
                          (long long)(program.getArena() + 1023) / 1024);
      for (auto [kind, bytes] : byKind)
        if (bytes >= 1024)
          *os << " " << kind << " " << (bytes + 1023) / 1024;
      *os << "\n";
    }
    all["memory"] = std::move(list);
  }

  //===--- traffic --------------------------------------------------------===//

  void reportTraffic(json::Object &all) {
    ModuleOp module = getOperation();
    llvm::MapVector<std::pair<StringRef, StringRef>, Traffic> links;
    for (auto program : module.getOps<ProgramOp>()) {
      for (auto send : program.getOps<SendOp>()) {
        auto channel = cast<ChannelOp>(module.lookupSymbol(send.getChannel()));
        Traffic &link = links[{channel.getSymName(), ""}];
        link.link = textOf(cast<CoordAttr>(channel.getFrom())) + " to " +
                    textOf(cast<CoordAttr>(channel.getTo()));
        link.what = ("messages of @" + channel.getSymName()).str();
        ++link.messages;
        link.bytes += bytesOf(program, send.getBuffer());
      }
      for (auto collective : program.getOps<CollectiveOp>()) {
        auto comm = cast<CommOp>(module.lookupSymbol(collective.getComm()));
        Traffic &link = links[{comm.getSymName(), program.getSymName()}];
        link.link = rolesOf(program) + " along";
        for (auto axis : comm.getAxes().getAsRange<StringAttr>())
          link.link += " " + axis.getValue().str();
        link.what = (stringifyCollectiveKind(collective.getKind()) + "s").str();
        ++link.messages;
        for (auto ref : collective.getBuffers().getAsRange<BufferRefAttr>())
          link.bytes += bytesOf(program, ref);
      }
    }
    json::Array list;
    if (!useJson)
      *os << "bytes per link and step\n";
    for (const auto &[name, link] : links) {
      if (useJson)
        list.push_back(json::Object{{"link", link.link},
                                    {"what", link.what},
                                    {"messages", link.messages},
                                    {"bytes", link.bytes}});
      else
        *os << llvm::format("  %-24s %10lld in %lld ", link.link.c_str(),
                            (long long)link.bytes, (long long)link.messages)
            << link.what << "\n";
    }
    if (links.empty() && !useJson)
      *os << "  none\n";
    all["traffic"] = std::move(list);
  }

  static int64_t bytesOf(ProgramOp program, BufferRefAttr ref) {
    return cast<BufferOp>(
               SymbolTable::lookupSymbolIn(program, ref.getBuffer().getAttr()))
        .getBytes();
  }

  //===--- schedule -------------------------------------------------------===//

  /// A stage's forward takes 2 columns, its backward 4, as a picture of order
  /// rather than of time.
  void reportSchedule(json::Object &all) {
    SmallVector<SmallVector<Cell>> rows;
    SmallVector<std::string> names;
    json::Array list;
    layOut(rows, names);
    for (auto [name, row] : llvm::zip(names, rows)) {
      json::Array actions;
      for (const Cell &cell : row)
        actions.push_back(cell.text);
      list.push_back(
          json::Object{{"role", name}, {"actions", std::move(actions)}});
    }
    all["schedule"] = std::move(list);
    if (useJson)
      return;
    *os << "schedule (stage, pass, microbatch)\n";
    for (auto [name, row] : llvm::zip(names, rows)) {
      std::string line;
      for (const Cell &cell : row) {
        line.resize(std::max<size_t>(line.size(), cell.start * 4), ' ');
        line += cell.text;
        line.resize(
            std::max<size_t>(line.size() + 1, (cell.start + cell.length) * 4),
            cell.length > 1 ? '-' : ' ');
        line.back() = ' ';
      }
      *os << llvm::format("  %-14s ", name.c_str()) << StringRef(line).rtrim()
          << "\n";
    }
  }

  /// Start of every launch of a microbatch, from order and data flow.
  void layOut(SmallVector<SmallVector<Cell>> &rows,
              SmallVector<std::string> &names) {
    struct Pending {
      SmallVector<LaunchOp> launches;
      unsigned next = 0;
      int64_t free = 0;
    };
    SmallVector<Pending> pending;
    for (auto program : getOperation().getOps<ProgramOp>()) {
      Pending &one = pending.emplace_back();
      names.push_back(rolesOf(program));
      for (auto launch : program.getOps<LaunchOp>())
        if (launch->hasAttr("stage") && launch->hasAttr("mb"))
          one.launches.push_back(launch);
    }
    rows.resize(pending.size());
    llvm::DenseMap<std::pair<int64_t, int64_t>, int64_t> forward, backward;
    auto number = [](LaunchOp launch, StringRef name) {
      return launch->getAttrOfType<IntegerAttr>(name).getInt();
    };
    int64_t last = 0;
    for (Pending &one : pending)
      for (LaunchOp launch : one.launches)
        last = std::max(last, number(launch, "stage"));
    for (bool progress = true; progress;) {
      progress = false;
      for (auto [i, one] : llvm::enumerate(pending)) {
        if (one.next == one.launches.size())
          continue;
        LaunchOp launch = one.launches[one.next];
        int64_t stage = number(launch, "stage"), mb = number(launch, "mb");
        auto pass = launch->getAttrOfType<StringAttr>("pass");
        bool isForward = pass && pass.getValue() == "F";
        int64_t start = one.free;
        auto &needs = isForward ? forward : backward;
        std::pair<int64_t, int64_t> need = {isForward ? stage - 1 : stage + 1,
                                            mb};
        if (need.first >= 0 && need.first <= last) {
          auto found = needs.find(need);
          if (found == needs.end() && isForward)
            continue;
          if (found == needs.end() && !isForward && forward.count(need))
            continue;
          if (found != needs.end())
            start = std::max(start, found->second);
        }
        int64_t length = isForward ? 1 : 2;
        one.free = needs[{stage, mb}] = start + length;
        rows[i].push_back(
            {start, length,
             (Twine(stage) + (pass ? pass.getValue() : "?") + Twine(mb))
                 .str()});
        ++one.next;
        progress = true;
      }
    }
  }

  raw_ostream *os = nullptr;
};

} // namespace
