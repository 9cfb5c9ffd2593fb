//===- PlanReport.cpp - What a plan costs, before it runs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Analysis/Passes.h"
#include "Piper/Analysis/PlanTimes.h"
#include "Piper/Dialect/Plan/IR/CheckNames.h"
#include "Piper/Dialect/Plan/IR/Unroll.h"
#include "Piper/Support/ReportFile.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

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
      if (!llvm::is_contained(known, name)) {
        getOperation().emitError()
            << "plan-report knows memory, traffic, schedule and critical-path, "
               "not "
            << name;
        return signalPassFailure();
      }
      wanted.push_back(name);
    }
    SymbolTable symbols(getOperation());
    for (auto program : getOperation().getOps<ProgramOp>())
      if (failed(checkNames(symbols, ProgramTable(program))))
        return signalPassFailure();
    OwningOpRef<ModuleOp> unrolled = unrolledCopy(getOperation());
    plan = unrolled ? *unrolled : getOperation();
    if (wanted.empty())
      wanted.append(std::begin(known), std::end(known));
    if ((llvm::is_contained(wanted, "schedule") ||
         llvm::is_contained(wanted, "critical-path")) &&
        failed(predict()))
      return signalPassFailure();
    markAllAnalysesPreserved();
    if (failed(writeReport(getOperation(), output,
                           [&](raw_ostream &to) { print(wanted, to); })))
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
      else if (name == "schedule")
        reportSchedule(all);
      else
        reportCriticalPath(all);
    if (useJson)
      to << json::Value(std::move(all)) << "\n";
    to.flush();
  }

  /// Times of all actions.
  LogicalResult predict() {
    PlanCosts model;
    if (!costs.empty()) {
      auto read = schedule::MeasuredCosts::readAll(llvm::to_vector(costs));
      if (!read)
        return getOperation().emitError() << llvm::toString(read.takeError());
      model.measured = std::move(*read);
    }
    model.gflops = gflops;
    model.gbytes = gbytes;
    model.linkGbps = linkGbps;
    model.linkLatency = linkLatency;
    if (gflops <= 0 || gbytes <= 0 || linkGbps <= 0 || linkLatency < 0)
      return getOperation().emitError()
             << "gflops, gbytes and link-gbps are above 0, link-latency is 0 "
                "or more";
    FailureOr<PlanTimes> timed = timePlan(plan, model);
    if (failed(timed))
      return failure();
    times = std::move(*timed);
    if (!costs.empty()) {
      PlanCosts guess = model;
      guess.measured = {};
      FailureOr<PlanTimes> guessed = timePlan(plan, guess);
      if (failed(guessed))
        return failure();
      estimated = std::move(*guessed);
    }
    measuredStep = model.measured.step;
    measuredBusy = std::move(model.measured.busy);
    return success();
  }

  //===--- memory ---------------------------------------------------------===//

  void reportMemory(json::Object &all) {
    json::Array list;
    if (!useJson)
      *os << "memory per device, in KiB\n";
    for (auto program : plan.getOps<ProgramOp>()) {
      llvm::MapVector<StringRef, int64_t> byKind = bytesByKind(program);
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

  /// Bytes of the arena by kind, which add up to the arena. Bytes that several
  /// kinds use one after the other count for the first of them.
  static llvm::MapVector<StringRef, int64_t> bytesByKind(ProgramOp program) {
    SmallVector<BufferOp> buffers(program.getOps<BufferOp>());
    llvm::stable_sort(buffers, [](BufferOp a, BufferOp b) {
      return a.getKind() < b.getKind();
    });
    llvm::MapVector<StringRef, int64_t> bytes;
    std::map<int64_t, int64_t> taken; // begin -> end, disjoint
    int64_t rest = program.getArena();
    for (BufferOp buffer : buffers) {
      int64_t begin = buffer.getOffset().value_or(0);
      int64_t end = begin + static_cast<int64_t>(buffer.getSlots()) *
                                buffer.getSlotStride();
      int64_t own = buffer.getOffset() ? claim(taken, begin, end) : end - begin;
      bytes[stringifyBufferKind(buffer.getKind())] += own;
      rest -= own;
    }
    if (rest > 0)
      bytes["padding"] = rest;
    return bytes;
  }

  /// Adds [begin, end) to disjoint ranges; how much of it was new.
  static int64_t claim(std::map<int64_t, int64_t> &taken, int64_t begin,
                       int64_t end) {
    const int64_t first = begin, last = end;
    int64_t added = end - begin;
    auto it = taken.upper_bound(begin);
    if (it != taken.begin() && std::prev(it)->second >= begin)
      --it;
    while (it != taken.end() && it->first <= end) {
      added -= std::max<int64_t>(0, std::min(last, it->second) -
                                        std::max(first, it->first));
      begin = std::min(begin, it->first);
      end = std::max(end, it->second);
      it = taken.erase(it);
    }
    taken[begin] = end;
    return added;
  }

  //===--- traffic --------------------------------------------------------===//

  void reportTraffic(json::Object &all) {
    ModuleOp module = plan;
    SymbolTable symbols(module);
    llvm::MapVector<std::pair<StringRef, StringRef>, Traffic> links;
    for (auto program : module.getOps<ProgramOp>()) {
      for (auto send : program.getOps<SendOp>()) {
        auto channel = symbols.lookup<ChannelOp>(send.getChannel());
        Traffic &link = links[{channel.getSymName(), ""}];
        link.link = textOf(cast<CoordAttr>(channel.getFrom())) + " to " +
                    textOf(cast<CoordAttr>(channel.getTo()));
        link.what = ("messages of @" + channel.getSymName()).str();
        ++link.messages;
        link.bytes += program.lookup(send.getBuffer()).getBytes();
      }
      for (auto collective : program.getOps<CollectiveOp>()) {
        auto comm = symbols.lookup<CommOp>(collective.getComm());
        Traffic &link = links[{comm.getSymName(), program.getSymName()}];
        link.link = rolesOf(program) + " along";
        for (auto axis : comm.getAxes().getAsRange<StringAttr>())
          link.link += " " + axis.getValue().str();
        link.what = (stringifyCollectiveKind(collective.getKind()) + "s").str();
        ++link.messages;
        for (auto ref : collective.getBuffers().getAsRange<BufferRefAttr>())
          link.bytes += program.lookup(ref).getBytes();
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
    json::Array bubbles;
    for (auto [index, program] : llvm::enumerate(times.programs)) {
      json::Object entry{{"role", rolesOf(program.op)},
                         {"busy_us", program.busy},
                         {"bubble", times.bubble(program)}};
      auto measured = measuredBusy.find(ProgramOp(program.op).getSymName());
      if (measured != measuredBusy.end())
        entry["measured_busy_us"] = measured->second;
      if (estimated)
        entry["estimated_bubble"] =
            estimated->bubble(estimated->programs[index]);
      bubbles.push_back(std::move(entry));
    }
    all["makespan_us"] = times.makespan;
    if (estimated)
      all["estimated_makespan_us"] = estimated->makespan;
    if (measuredStep > 0)
      all["measured_step_us"] = measuredStep;
    all["bubbles"] = std::move(bubbles);
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
    auto computed = [](const ProgramTimes &program) { return program.busy; };
    if (estimated)
      printBubbles("estimated", *estimated, estimated->makespan, computed);
    printBubbles("predicted", times, times.makespan, computed);
    if (measuredStep > 0)
      printBubbles(
          "measured ", times, measuredStep, [&](const ProgramTimes &program) {
            return measuredBusy.lookup(ProgramOp(program.op).getSymName());
          });
  }

  void printBubbles(StringRef what, const PlanTimes &times, double step,
                    llvm::function_ref<double(const ProgramTimes &)> busy) {
    *os << what << llvm::format(" %.3f ms a step; bubble", step * 1e-3);
    StringRef comma = " ";
    for (const ProgramTimes &program : times.programs) {
      *os << comma << rolesOf(program.op)
          << llvm::format(" %.1f %%",
                          step > 0 ? 100 * (1 - busy(program) / step) : 0.0);
      comma = ", ";
    }
    *os << "\n";
  }

  //===--- critical path --------------------------------------------------===//

  static std::string nameOf(Operation *action) {
    std::string key = PlanCosts::keyOf(action);
    StringRef name = key;
    if (isa<LaunchOp>(action))
      name.consume_front("launch ");
    if (isa<RecvOp>(action))
      return ("recv " + name.split(' ').second).str();
    auto mb = action->getAttrOfType<IntegerAttr>("mb");
    bool isStage = action->hasAttr("stage") && isa<LaunchOp>(action);
    return isStage && mb ? key.substr(7) + std::to_string(mb.getInt())
                         : name.str();
  }

  /// A long path shows its ends.
  void reportCriticalPath(json::Object &all) {
    std::vector<std::pair<int64_t, int64_t>> path = times.criticalPath();
    constexpr size_t shown = 20;
    json::Array list;
    if (!useJson)
      *os << "critical path, in ms"
          << (estimated ? ": start, time, as estimated" : "") << "\n";
    const ActionTime *before = nullptr;
    for (auto [i, at] : llvm::enumerate(path)) {
      const ProgramTimes &program = times.programs[at.first];
      const ActionTime &time = program.actions[at.second];
      std::string role = rolesOf(program.op), name = nameOf(time.op);
      double wait = time.start - (before ? before->end : 0);
      before = &time;
      std::optional<double> guess;
      if (estimated) {
        const ActionTime &other =
            estimated->programs[at.first].actions[at.second];
        guess = other.end - other.start;
      }
      if (useJson) {
        json::Object entry{{"role", role},
                           {"action", name},
                           {"start_us", time.start},
                           {"duration_us", time.end - time.start},
                           {"wait_us", wait}};
        if (guess)
          entry["estimated_us"] = *guess;
        list.push_back(std::move(entry));
        continue;
      }
      if (path.size() > 2 * shown + 1 && i == shown)
        *os << "  ... " << path.size() - 2 * shown << " more\n";
      if (path.size() > 2 * shown + 1 && i >= shown && i + shown < path.size())
        continue;
      *os << llvm::format("  %10.3f %9.3f  %-14s ", time.start * 1e-3,
                          (time.end - time.start) * 1e-3, role.c_str());
      if (guess)
        *os << llvm::format("%-20s %9.3f\n", name.c_str(), *guess * 1e-3);
      else
        *os << name << "\n";
    }
    all["critical_path"] = std::move(list);
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
    for (auto program : plan.getOps<ProgramOp>()) {
      Pending &one = pending.emplace_back();
      names.push_back(rolesOf(program));
      for (auto launch : program.getOps<LaunchOp>())
        if (launch->hasAttr("stage") && launch->hasAttr("mb"))
          one.launches.push_back(launch);
    }
    rows.resize(pending.size());
    llvm::DenseMap<std::pair<int64_t, int64_t>, int64_t> forward, backward,
        weights;
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
        bool isWeights = pass && pass.getValue() == "W";
        int64_t start = one.free;
        auto &needs = isForward ? forward : isWeights ? weights : backward;
        std::pair<int64_t, int64_t> need = {isForward ? stage - 1 : stage + 1,
                                            mb};
        if (!isWeights && need.first >= 0 && need.first <= last) {
          auto found = needs.find(need);
          if (found == needs.end() && isForward)
            continue;
          if (found == needs.end() && !isForward && forward.count(need))
            continue;
          if (found != needs.end())
            start = std::max(start, found->second);
        }
        int64_t length = pass && pass.getValue() == "B" ? 2 : 1;
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

  static constexpr StringLiteral known[] = {"schedule", "critical-path",
                                            "memory", "traffic"};
  ModuleOp plan; // without repeats
  raw_ostream *os = nullptr;
  PlanTimes times;
  std::optional<PlanTimes> estimated; // where times are measured ones
  double measuredStep = 0;
  llvm::StringMap<double> measuredBusy;
};

} // namespace
