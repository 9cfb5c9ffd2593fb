//===- LocatedJson.cpp - JSON as attributes, with places -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::json keeps no positions, so the structure is read here; strings and
// numbers are still left to it.
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/LocatedJson.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

#include <limits>

using namespace mlir;
using namespace piper;
namespace json = llvm::json;

namespace {
class Reader {
public:
  Reader(StringRef text, StringRef name, MLIRContext *context)
      : text(text), name(name), builder(context) {}

  FailureOr<std::vector<LocatedObject>> readTop();
  LogicalResult checkNesting();

private:
  /// Positions mostly grow, so lines are counted from the last one on.
  Location locationAt(size_t position) {
    if (position < lineStart) {
      lineStart = 0;
      line = 1;
    }
    StringRef between = text.slice(lineStart, position);
    line += between.count('\n');
    if (size_t newline = between.rfind('\n'); newline != StringRef::npos)
      lineStart += newline + 1;
    return FileLineColLoc::get(builder.getContext(), name, line,
                               position - lineStart + 1);
  }
  InFlightDiagnostic error(size_t position) {
    return emitError(locationAt(position));
  }
  void skipSpace() {
    at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
  }
  bool consume(char c) {
    skipSpace();
    if (at == text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }
  InFlightDiagnostic expected(StringRef what) {
    skipSpace();
    InFlightDiagnostic diagnostic = error(at);
    diagnostic << "expected " << what;
    if (at == text.size())
      diagnostic << ", found the end of the file";
    else
      diagnostic << ", found '" << text.substr(at, 1) << "'";
    return diagnostic;
  }

  FailureOr<std::string> readString();
  Attribute readScalar();
  Attribute readValue(unsigned depth);
  LogicalResult readEntries(std::vector<NamedAttribute> &entries,
                            unsigned depth);
  LogicalResult readList(char close, llvm::function_ref<LogicalResult()> entry);

  StringRef text, name;
  size_t at = 0, lineStart = 0;
  unsigned line = 1;
  Builder builder;
};
} // namespace

/// Nesting that no strategy needs; deeper files would exhaust the stack.
static constexpr unsigned kMaxDepth = 64;

FailureOr<std::string> Reader::readString() {
  skipSpace();
  size_t start = at;
  if (!consume('"'))
    return expected("a string in double quotes");
  while (at < text.size() && text[at] != '"' && text[at] != '\n')
    at = std::min(at + (text[at] == '\\' ? 2 : 1), text.size());
  if (!consume('"'))
    return error(start) << "this string does not end";
  llvm::Expected<json::Value> value = json::parse(text.slice(start, at));
  if (!value) {
    llvm::consumeError(value.takeError());
    return error(start) << "this string has a wrong escape or encoding";
  }
  return value->getAsString()->str();
}

/// A number, true, false or null; null attribute on errors.
Attribute Reader::readScalar() {
  size_t start = at;
  at = std::min(text.find_first_of(",]}: \t\r\n\"[{", at), text.size());
  StringRef word = text.slice(start, at);
  if (word == "null")
    return builder.getUnitAttr();
  llvm::Expected<json::Value> value = json::parse(word);
  if (!value) {
    llvm::consumeError(value.takeError());
    at = start;
    expected("a value");
    return {};
  }
  if (std::optional<bool> boolean = value->getAsBoolean())
    return builder.getBoolAttr(*boolean);
  bool integral = word.find_first_of(".eE") == StringRef::npos;
  if (std::optional<int64_t> integer = value->getAsInteger();
      integer && integral)
    return builder.getI64IntegerAttr(*integer);
  return builder.getF64FloatAttr(*value->getAsNumber());
}

/// Reads entries separated by commas up to `close`.
LogicalResult Reader::readList(char close,
                               llvm::function_ref<LogicalResult()> entry) {
  if (consume(close))
    return success();
  do {
    if (failed(entry()))
      return failure();
  } while (consume(','));
  if (consume(close))
    return success();
  return expected(close == ']' ? "',' or ']'" : "',' or '}'");
}

LogicalResult Reader::readEntries(std::vector<NamedAttribute> &entries,
                                  unsigned depth) {
  llvm::StringSet<> keys;
  return readList('}', [&]() -> LogicalResult {
    skipSpace();
    size_t start = at;
    FailureOr<std::string> key = readString();
    if (failed(key))
      return failure();
    if (key->empty())
      return error(start) << "this key is empty";
    if (!keys.insert(*key).second)
      return error(start) << "the key \"" << *key << "\" is there twice";
    if (!consume(':'))
      return expected("':'");
    Attribute value = readValue(depth);
    if (!value)
      return failure();
    entries.push_back(builder.getNamedAttr(*key, value));
    return success();
  });
}

/// Null attribute on errors, which are reported.
Attribute Reader::readValue(unsigned depth) {
  skipSpace();
  if (depth == 0) {
    error(at) << "nested more than " << kMaxDepth << " deep";
    return {};
  }
  if (at < text.size() && text[at] == '"') {
    FailureOr<std::string> string = readString();
    return failed(string) ? Attribute() : builder.getStringAttr(*string);
  }
  if (consume('{')) {
    std::vector<NamedAttribute> entries;
    if (failed(readEntries(entries, depth - 1)))
      return {};
    return builder.getDictionaryAttr(entries);
  }
  if (consume('[')) {
    SmallVector<Attribute> values;
    if (failed(readList(']', [&]() -> LogicalResult {
          values.push_back(readValue(depth - 1));
          return success(bool(values.back()));
        })))
      return {};
    return builder.getArrayAttr(values);
  }
  return readScalar();
}

FailureOr<std::vector<LocatedObject>> Reader::readTop() {
  std::vector<LocatedObject> objects;
  if (!consume('['))
    return expected("'[', the start of a list of directives");
  LogicalResult read = readList(']', [&]() -> LogicalResult {
    skipSpace();
    LocatedObject object{locationAt(at), {}};
    if (!consume('{'))
      return expected("'{', the start of a directive");
    if (failed(readEntries(object.entries, kMaxDepth)))
      return failure();
    objects.push_back(std::move(object));
    return success();
  });
  if (failed(read))
    return failure();
  skipSpace();
  if (at != text.size())
    return expected("the end of the file");
  return objects;
}

LogicalResult Reader::checkNesting() {
  unsigned depth = 0;
  bool isQuoted = false;
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (isQuoted && c == '\\')
      ++at;
    else if (c == '"')
      isQuoted = !isQuoted;
    else if (isQuoted)
      continue;
    else if (c == ']' || c == '}')
      depth -= depth > 0;
    else if ((c == '[' || c == '{') && ++depth > kMaxDepth)
      return error(at) << "nested more than " << kMaxDepth << " deep";
  }
  return success();
}

LogicalResult piper::checkJsonNesting(StringRef text, StringRef name,
                                      MLIRContext *context) {
  return Reader(text, name, context).checkNesting();
}

FailureOr<std::vector<LocatedObject>>
piper::readJsonObjects(StringRef text, StringRef name, MLIRContext *context) {
  return Reader(text, name, context).readTop();
}

void piper::printAsJson(Attribute attribute, llvm::raw_ostream &os) {
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    os << '{';
    llvm::interleaveComma(dictionary, os, [&](NamedAttribute entry) {
      os << json::Value(entry.getName().getValue()) << ": ";
      printAsJson(entry.getValue(), os);
    });
    os << '}';
  } else if (auto list = dyn_cast<ArrayAttr>(attribute)) {
    os << '[';
    llvm::interleaveComma(list, os, [&](Attribute a) { printAsJson(a, os); });
    os << ']';
  } else if (auto string = dyn_cast<StringAttr>(attribute)) {
    os << json::Value(string.getValue());
  } else if (auto boolean = dyn_cast<BoolAttr>(attribute)) {
    os << (boolean.getValue() ? "true" : "false");
  } else if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    os << integer.getInt();
  } else if (auto number = dyn_cast<FloatAttr>(attribute)) {
    // A fraction or exponent keeps it a number of the same kind.
    std::string text;
    llvm::raw_string_ostream(text) << json::Value(number.getValueAsDouble());
    bool integral = StringRef(text).find_first_of(".eE") == StringRef::npos;
    os << text << (integral ? ".0" : "");
  } else {
    os << "null";
  }
}

StringRef piper::nearestWord(StringRef word, ArrayRef<StringRef> known) {
  StringRef nearest;
  unsigned best = std::numeric_limits<unsigned>::max();
  for (StringRef candidate : known) {
    unsigned distance = word.edit_distance_insensitive(candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return best <= 1 + word.size() / 3 ? nearest : StringRef();
}
