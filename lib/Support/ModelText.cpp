//===- ModelText.cpp - Text that the parser may see -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/ModelText.h"
#include "Piper/Support/TorchText.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace piper;

// Far beyond what exports have, far below what exhausts a stack of 8 MiB.
static constexpr unsigned kMaxDepth = 256;
static constexpr unsigned kMaxOperators = 256;
static constexpr unsigned kMaxWord = 4096;
// A page, and then some; more would be memory on the word of the file alone.
static constexpr uint32_t kMaxAlignment = 1 << 16;

namespace {

/// Reads the text as MLIR's lexer does, as far as it matters here.
class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}

  std::optional<TextProblem> run() {
    while (at < text.size() && !problem)
      step();
    return problem;
  }

private:
  void step() {
    char c = text[at];
    if (c == '"')
      return readString();
    if (c == '/' && next() == '/') {
      at = std::min(text.find('\n', at), text.size());
      return;
    }
    if (isAlnum(c) || c == '_')
      return readWord();
    readPunctuation(c);
  }

  void fail(size_t position, const Twine &message) {
    StringRef before = text.take_front(position);
    size_t newline = before.rfind('\n');
    unsigned column =
        position - (newline == StringRef::npos ? 0 : newline + 1) + 1;
    problem = TextProblem{static_cast<unsigned>(before.count('\n') + 1), column,
                          message.str()};
  }

  char next() const { return at + 1 < text.size() ? text[at + 1] : '\0'; }

  void readString() {
    size_t start = at++;
    // Blobs of gigabytes are one string: look for its end in large steps.
    while (true) {
      size_t quote = text.find('"', at);
      StringRef part = text.slice(at, quote);
      size_t stop = part.find_first_of("\\\n");
      if (stop == StringRef::npos) {
        at = std::min(quote, text.size());
        break;
      }
      at += stop;
      if (text[at] == '\n')
        return; // The parser reports the string without an end.
      at = std::min(at + 2, text.size());
    }
    StringRef content = text.slice(start + 1, at);
    at = std::min(at + 1, text.size());
    if (isInResources)
      checkResource(start, content);
  }

  /// A blob begins with its alignment as four bytes, least significant first.
  void checkResource(size_t position, StringRef content) {
    std::string bytes;
    if (!content.consume_front("0x") || content.size() < 8 ||
        !tryGetFromHex(content.take_front(8), bytes))
      return; // The parser reports what is no blob.
    uint32_t alignment = support::endian::read32le(bytes.data());
    if (!isPowerOf2_32(alignment) || alignment > kMaxAlignment)
      fail(position, "this resource asks for an alignment of " +
                         Twine(alignment) +
                         " bytes, not a power of two up to " +
                         Twine(kMaxAlignment) + "; export the file again");
  }

  void readWord() {
    size_t start = at;
    while (at < text.size() && (isAlnum(text[at]) || text[at] == '_' ||
                                text[at] == '$' || text[at] == '.'))
      ++at;
    StringRef word = text.slice(start, at);
    if (word.size() > kMaxWord)
      fail(start, "a word of " + Twine(word.size()) + " characters; at most " +
                      Twine(kMaxWord) + " are taken");
    if (word == "mod" || word == "floordiv" || word == "ceildiv")
      countOperator(start);
    if (word == "linalg.transpose" || word == "linalg.broadcast" ||
        word == "linalg.reduce")
      dimensionsFollow = true;
    else if (dimensionsFollow &&
             (word == "permutation" || word == "dimensions")) {
      dimensionsFollow = false;
      checkDimensions(start, word);
    }
  }

  /// The parser of these ops takes a list that it could not read for one.
  void checkDimensions(size_t position, StringRef word) {
    StringRef rest = text.substr(at).ltrim();
    bool isList = rest.consume_front("=");
    rest = rest.ltrim();
    isList = isList && rest.consume_front("[");
    bool isFirst = true;
    for (rest = rest.ltrim(); isList && !rest.starts_with("]");
         rest = rest.ltrim()) {
      int64_t extent;
      isList = isFirst || rest.consume_front(",");
      rest = rest.ltrim();
      isList = isList && !rest.consumeInteger(10, extent);
      isFirst = false;
    }
    if (!isList)
      fail(position, "'" + word +
                         "' is followed by no list of integers, as in " + word +
                         " = [1, 0]");
  }

  void readPunctuation(char c) {
    size_t start = at++;
    char after = at < text.size() ? text[at] : '\0';
    switch (c) {
    case '{':
      isInResources |= text.substr(start).starts_with("{-#");
      operators = 0;
      return open(start, c);
    case '(':
    case '[':
      return open(start, c);
    case '<':
      return after == '=' ? void(++at) : open(start, c);
    case ')':
      return close('(');
    case ']':
      return close('[');
    case '}':
      operators = 0;
      return close('{');
    case '>':
      return after == '=' ? void(++at) : close('<');
    case '-':
      if (after == '>')
        return void(++at);
      return countOperator(start);
    case '+':
    case '*':
      return countOperator(start);
    case '#':
      isInResources &= !text.substr(start).starts_with("#-}");
      return;
    case ',':
    case '=':
    case ':':
      operators = 0;
      return;
    default:
      return;
    }
  }

  void open(size_t position, char bracket) {
    brackets.push_back(bracket);
    if (brackets.size() > kMaxDepth)
      fail(position, "brackets nested more than " + Twine(kMaxDepth) + " deep");
  }

  /// A bracket closes all angles since its partner, which were comparisons.
  void close(char partner) {
    while (brackets.size() && brackets.back() == '<' && partner != '<')
      brackets.pop_back();
    if (brackets.size() && brackets.back() == partner)
      brackets.pop_back();
  }

  /// Affine expressions nest to the right, one call of the parser for each.
  void countOperator(size_t position) {
    if (++operators > kMaxOperators)
      fail(position, "an expression with more than " + Twine(kMaxOperators) +
                         " operators");
  }

  StringRef text;
  size_t at = 0;
  SmallVector<char> brackets;
  unsigned operators = 0;
  bool isInResources = false;
  bool dimensionsFollow = false;
  std::optional<TextProblem> problem;
};

} // namespace

std::optional<TextProblem> piper::findTextProblem(StringRef text) {
  return Scanner(text).run();
}

std::unique_ptr<MemoryBuffer> piper::openModelText(StringRef path) {
  auto file = MemoryBuffer::getFileOrSTDIN(path);
  if (std::error_code error = file.getError()) {
    errs() << path << ": error: cannot open: " << error.message() << "\n";
    return nullptr;
  }
  if (mlir::isBytecode(**file))
    return std::move(*file);
  *file = lowerTorchText(path, std::move(*file));
  if (!*file)
    return nullptr;
  std::optional<TextProblem> problem = findTextProblem((*file)->getBuffer());
  if (!problem)
    return std::move(*file);
  errs() << path << ":" << problem->line << ":" << problem->column
         << ": error: " << problem->message << "\n";
  return nullptr;
}
