//===- Picture.cpp - A table as a picture -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Schedule/Picture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <set>

using namespace piper::schedule;
using llvm::StringRef;

static constexpr StringRef style = R"(<style>
text { font: 11px sans-serif; fill: #222; }
.n { font-size: 10px; text-anchor: middle; }
.tick { text-anchor: middle; fill: #555; }
.right { text-anchor: end; }
.F { fill: #7eb0e0; } .B { fill: #8fc98a; } .I { fill: #5cc2b0; }
.W { fill: #f0b866; } .U { fill: #b9a7d6; }
.F, .B, .I, .W, .U { stroke: #fff; }
.s1 { fill-opacity: 0.6; } .s2 { fill-opacity: 0.4; } .s3 { fill-opacity: 0.25; }
.idle { fill: #f2f2f2; } .wait { fill: url(#hatch); }
.grid { stroke: #ddd; } .group { fill: none; stroke: #222; stroke-width: 1.5; }
.critical { stroke: #c0392b; stroke-width: 1.5; }
</style>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="#fff"/><path d="M0,6 L6,0" stroke="#bbb"/></pattern></defs>
)";

/// Space left of the rows and above them; width of the column at their right.
static constexpr double left = 64, top = 54, right = 150;

static StringRef nameOf(Kind kind) {
  switch (kind) {
  case Kind::F:
    return "forward";
  case Kind::B:
    return "backward";
  case Kind::I:
    return "backward for inputs";
  case Kind::W:
    return "backward for weights";
  case Kind::U:
    return "update";
  }
  llvm_unreachable("all kinds are above");
}

static char letterOf(Kind kind) { return "FBIWU"[static_cast<int>(kind)]; }

namespace {

class Picture {
public:
  Picture(llvm::raw_ostream &os, const Table &table,
          const Simulation &simulation, StringRef unit)
      : os(os), table(table), simulation(simulation), unit(unit),
        rowHeight(table.size() <= 16 ? 26 : 15) {
    for (const PathStep &step : criticalPath(table, simulation))
      critical.insert({step.rank, toString(step.action)});
    scale = chooseScale();
  }

  void write() {
    double width = left + simulation.makespan * scale + right;
    double height = top + rowHeight * table.size() + 10;
    os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
       << number(width, 0) << "\" height=\"" << number(height, 0)
       << "\" viewBox=\"0 0 " << number(width, 0) << " " << number(height, 0)
       << "\">\n"
       << style << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    legend();
    axis();
    for (size_t rank = 0; rank < table.size(); ++rank)
      row(rank);
    os << "</svg>\n";
  }

private:
  static std::string number(double value, int decimals) {
    std::string text;
    // No "-0.0".
    double least = 0.5 * std::pow(10, -decimals);
    llvm::raw_string_ostream(text)
        << llvm::format("%.*f", decimals, std::abs(value) < least ? 0 : value);
    return text;
  }

  std::string time(double value) const {
    std::string text = number(value, 3);
    return unit.empty() ? text : text + " " + unit.str();
  }

  /// Pixels per unit of time: the shortest action can show its microbatch, as
  /// long as the picture does not become wider than a browser likes.
  double chooseScale() const {
    double shortest = simulation.makespan;
    for (const auto &row : simulation.rows)
      for (const Span &span : row)
        if (span.end > span.start)
          shortest = std::min(shortest, span.end - span.start);
    if (simulation.makespan <= 0)
      return 1;
    return std::clamp(18 / shortest, 600 / simulation.makespan,
                      16000 / simulation.makespan);
  }

  double xOf(double time) const { return left + time * scale; }
  double yOf(size_t rank) const { return top + rowHeight * rank; }

  void box(StringRef classes, double begin, double end, size_t rank,
           double inset) {
    os << "<rect class=\"" << classes << "\" x=\"" << number(xOf(begin), 1)
       << "\" y=\"" << number(yOf(rank) + inset, 1) << "\" width=\""
       << number((end - begin) * scale, 1) << "\" height=\""
       << number(rowHeight - 2 * inset, 1) << "\"/>";
  }

  void text(StringRef classes, double x, double y, const llvm::Twine &words) {
    os << "<text" << (classes.empty() ? "" : " class=\"") << classes
       << (classes.empty() ? "" : "\"") << " x=\"" << number(x, 1) << "\" y=\""
       << number(y, 1) << "\">" << words << "</text>";
  }

  /// The passes that occur, then what is not an action.
  void legend() {
    bool used[5] = {};
    for (const auto &row : table)
      for (const Action &action : row)
        used[static_cast<int>(action.kind)] = true;
    double x = left;
    auto entry = [&](StringRef classes, StringRef name) {
      os << "<rect class=\"" << classes << "\" x=\"" << number(x, 1)
         << "\" y=\"8.0\" width=\"16\" height=\"12\"/>";
      text("", x + 20, 18, name);
      os << "\n";
      x += 34 + 6 * name.size();
    };
    for (Kind kind : {Kind::F, Kind::B, Kind::I, Kind::W, Kind::U})
      if (used[static_cast<int>(kind)])
        entry(StringRef("FBIWU").substr(static_cast<int>(kind), 1),
              nameOf(kind));
    entry("wait", "wait");
    entry("idle", "idle");
    entry("idle critical", "critical path");
    entry("group", "overlap group");
  }

  /// Ticks at 1, 2 or 5 times a power of ten.
  void axis() {
    double bottom = yOf(table.size());
    double rough = 80 / scale,
           step = std::pow(10, std::floor(std::log10(rough)));
    for (double factor : {2.0, 2.5, 2.0})
      if (step < rough)
        step *= factor;
    int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step))));
    for (int64_t i = 0; i * step <= simulation.makespan * (1 + 1e-9); ++i) {
      double x = xOf(i * step);
      os << "<path class=\"grid\" d=\"M" << number(x, 1) << ","
         << number(top - 6, 1) << " V" << number(bottom, 1) << "\"/>";
      text("tick", x, top - 10, number(i * step, decimals));
      os << "\n";
    }
    text("right", left - 8, top - 10,
         unit.empty() ? llvm::Twine("time") : "time, " + llvm::Twine(unit));
    os << "\n";
  }

  void row(size_t rank) {
    const RankUse &use = simulation.ranks[rank];
    double base = yOf(rank) + rowHeight / 2 + 4;
    text("right", left - 8, base, "rank " + llvm::Twine(rank));
    double share =
        simulation.makespan > 0 ? 100 * use.bubble / simulation.makespan : 0;
    text("", xOf(simulation.makespan) + 8, base,
         "bubble " + number(share, 1) + " %, peak " +
             llvm::Twine(use.peakLive));
    os << "\n";
    llvm::SmallVector<int64_t> stages; // of this rank, as they occur
    double at = 0;
    const auto &actions = table[rank];
    for (size_t i = 0; i < actions.size(); ++i) {
      const Span &span = simulation.rows[rank][i];
      if (span.start > at)
        gap(rank, i, at);
      at = span.end;
      auto found = llvm::find(stages, actions[i].stage);
      size_t chunk = found - stages.begin();
      if (found == stages.end())
        stages.push_back(actions[i].stage);
      if (span.end > span.start)
        action(rank, actions[i], span, std::min<size_t>(chunk, 3));
      if (actions[i].joined &&
          (i + 1 == actions.size() || !actions[i + 1].joined))
        group(rank, i);
    }
    if (at < simulation.makespan) {
      box("idle", at, simulation.makespan, rank, 1);
      os << "\n";
    }
  }

  void gap(size_t rank, size_t index, double from) {
    const Span &span = simulation.rows[rank][index];
    os << "<g><title>";
    if (span.after.rank >= 0)
      os << toString(table[rank][index]) << " waits " << time(span.start - from)
         << " for " << toString(table[span.after.rank][span.after.index])
         << " of rank " << span.after.rank;
    os << "</title>";
    box(from == 0 ? "idle" : "wait", from, span.start, rank, 1);
    os << "</g>\n";
  }

  void action(size_t rank, const Action &action, const Span &span,
              size_t chunk) {
    std::string classes(1, letterOf(action.kind));
    if (chunk)
      classes += " s" + std::to_string(chunk);
    if (critical.count({static_cast<int64_t>(rank), toString(action)}))
      classes += " critical";
    os << "<g><title>" << toString(action) << ": " << nameOf(action.kind)
       << " of stage " << action.stage;
    if (action.kind != Kind::U)
      os << ", microbatch " << action.microbatch;
    if (action.replica)
      os << ", replica " << action.replica;
    os << ", " << time(span.start) << " to " << time(span.end) << "</title>";
    box(classes, span.start, span.end, rank, 1);
    std::string label =
        action.kind == Kind::U ? "U" : std::to_string(action.microbatch);
    if ((span.end - span.start) * scale >= 6.0 * label.size())
      text("n", xOf((span.start + span.end) / 2),
           yOf(rank) + rowHeight / 2 + 3.5, label);
    os << "</g>\n";
  }

  void group(size_t rank, size_t last) {
    size_t first = last;
    while (first > 0 && table[rank][first].joined)
      --first;
    box("group", simulation.rows[rank][first].start,
        simulation.rows[rank][last].end, rank, 2);
    os << "\n";
  }

  llvm::raw_ostream &os;
  const Table &table;
  const Simulation &simulation;
  StringRef unit;
  double rowHeight, scale;
  std::set<std::pair<int64_t, std::string>> critical;
};

} // namespace

llvm::Error piper::schedule::writeSvg(llvm::raw_ostream &os,
                                      const Problem &problem,
                                      const Table &table, const Costs &costs,
                                      StringRef unit) {
  auto simulation = simulate(problem, table, costs);
  if (!simulation)
    return simulation.takeError();
  Picture(os, table, *simulation, unit).write();
  return llvm::Error::success();
}
