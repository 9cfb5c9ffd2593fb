//===- Json.h - Reading JSON with paths in the errors -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_SETUP_JSON_H
#define PIPER_RUNTIME_SETUP_JSON_H

#include "Piper/Runtime/Status.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace piper::rt {

/// The first error of a document.
struct JsonErrors {
  Status first;
};

/// A value (perhaps absent) and its path. Reading a wrong kind of value records
/// an error with the path and yields an empty value, so that readers need no
/// check per line.
class Json {
public:
  Json(const llvm::json::Value *value, std::string path, JsonErrors &errors)
      : value(value), path(std::move(path)), errors(&errors) {}

  bool good() const { return errors->first.ok(); }
  const Status &status() const { return errors->first; }
  bool isAbsent() const { return !value; }
  bool isArray() const { return value && value->getAsArray(); }

  void fail(const std::string &what) {
    if (good())
      errors->first = Status::badInput(
          str("piper_setup: ", path.empty() ? "" : path + ": ", what));
  }

  Json get(llvm::StringRef key) {
    std::string below = path.empty() ? key.str() : path + "." + key.str();
    const llvm::json::Value *member = nullptr;
    if (value) {
      if (const llvm::json::Object *object = value->getAsObject())
        member = object->get(key);
      else
        fail("is not an object");
    }
    return Json(member, std::move(below), *errors);
  }

  Json at(size_t index) {
    const llvm::json::Value *element = nullptr;
    const llvm::json::Array *array = value ? value->getAsArray() : nullptr;
    if (array && index < array->size())
      element = &(*array)[index];
    return Json(element, path + "[" + std::to_string(index) + "]", *errors);
  }

  std::string string(std::optional<llvm::StringRef> absent = std::nullopt) {
    if (!value && absent)
      return absent->str();
    std::optional<llvm::StringRef> text =
        value ? value->getAsString() : std::nullopt;
    if (!text)
      fail(value ? "is not a string" : "is missing");
    return text ? text->str() : std::string();
  }

  int64_t integer(std::optional<int64_t> absent = std::nullopt) {
    if (!value && absent)
      return *absent;
    std::optional<int64_t> number =
        value ? value->getAsInteger() : std::nullopt;
    if (!number)
      fail(value ? "is not an integer" : "is missing");
    return number.value_or(0);
  }

  bool boolean(bool absent) {
    if (!value)
      return absent;
    std::optional<bool> flag = value->getAsBoolean();
    if (!flag)
      fail("is not true or false");
    return flag.value_or(absent);
  }

  /// Calls `body` for each element; an absent array has none.
  void each(llvm::function_ref<void(Json)> body) {
    if (!value)
      return;
    const llvm::json::Array *array = value->getAsArray();
    if (!array)
      return fail("is not an array");
    for (size_t i = 0; i < array->size() && good(); ++i)
      body(at(i));
  }

  /// Calls `body` for each member in the order of names.
  void eachMember(llvm::function_ref<void(llvm::StringRef, Json)> body) {
    if (!value)
      return;
    const llvm::json::Object *object = value->getAsObject();
    if (!object)
      return fail("is not an object");
    std::vector<llvm::StringRef> keys;
    for (const auto &member : *object)
      keys.push_back(member.first);
    llvm::sort(keys);
    for (llvm::StringRef key : keys)
      if (good())
        body(key, get(key));
  }

private:
  const llvm::json::Value *value;
  std::string path;
  JsonErrors *errors;
};

/// An error when brackets nest deeper than `limit` outside strings.
Status checkNesting(llvm::StringRef text, int limit);

} // namespace piper::rt

#endif // PIPER_RUNTIME_SETUP_JSON_H
