//===- Status.h - Errors of the runtime -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_STATUS_H
#define PIPER_RUNTIME_STATUS_H

#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <utility>

namespace piper::rt {

/// Success, or an exit code with the message for the user.
struct [[nodiscard]] Status {
  int code = 0;
  std::string message;

  bool ok() const { return code == 0; }

  static Status success() { return {}; }
  /// A file or an option is wrong: exit status 1.
  static Status badInput(std::string message) {
    return {1, std::move(message)};
  }
  /// The run itself failed: exit status 3.
  static Status failure(std::string message) { return {3, std::move(message)}; }
};

/// A value, or the status that says why there is none.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : value(std::move(value)) {}
  Result(Status status) : error(std::move(status)) {}

  bool ok() const { return value.has_value(); }
  const Status &status() const { return error; }
  T &operator*() { return *value; }
  T *operator->() { return &*value; }
  /// Moves the value out.
  T take() { return std::move(*value); }

private:
  std::optional<T> value;
  Status error;
};

/// The arguments, printed one after the other.
template <typename... Args> std::string str(const Args &...args) {
  std::string text;
  llvm::raw_string_ostream os(text);
  (os << ... << args);
  return text;
}

} // namespace piper::rt

#endif // PIPER_RUNTIME_STATUS_H
