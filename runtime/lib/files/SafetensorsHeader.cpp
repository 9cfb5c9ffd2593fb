//===- SafetensorsHeader.cpp - The JSON header of safetensors -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An own reader for the one shape of JSON that a header may have: it needs no
// recursion, so no input can exhaust the stack, and it sees duplicate keys.
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Safetensors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include <algorithm>

using namespace piper::rt;

namespace {

class HeaderParser {
public:
  HeaderParser(llvm::StringRef text, std::vector<StoredTensor> &tensors,
               std::vector<std::pair<std::string, std::string>> &meta)
      : text(text), tensors(tensors), meta(meta) {}

  Status parse() {
    if (!text.starts_with("{"))
      return Status::badInput("header does not start with '{'");
    parseObject([&](std::string key) {
      if (key != "__metadata__")
        return parseTensor(std::move(key));
      if (hasMeta)
        return fail("duplicate key '__metadata__'");
      hasMeta = true;
      return parseMetadata();
    });
    if (good && text.substr(at).find_first_not_of(' ') != llvm::StringRef::npos)
      fail("text after the header object");
    return status;
  }

private:
  bool fail(const std::string &what) {
    if (good)
      status = Status::badInput(str("header, byte ", at, ": ", what));
    return good = false;
  }

  void skipSpace() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' ||
                                text[at] == '\t' || text[at] == '\r'))
      ++at;
  }

  bool accept(char c) {
    skipSpace();
    if (at >= text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }

  bool expect(char c) {
    return accept(c) || fail(str("expected '", llvm::StringRef(&c, 1), "'"));
  }

  /// Calls `member(key)` for each member, which reads the value.
  template <typename Member> bool parseObject(Member member) {
    if (!expect('{'))
      return false;
    if (accept('}'))
      return true;
    do {
      std::string key;
      if (!parseString(key) || !expect(':') || !member(std::move(key)))
        return false;
    } while (accept(','));
    return expect('}');
  }

  bool parseHex(uint32_t &unit) {
    if (text.size() - at < 4 || text.substr(at, 4).getAsInteger(16, unit) ||
        !llvm::all_of(text.substr(at, 4), llvm::isHexDigit))
      return fail("bad \\u escape");
    at += 4;
    return true;
  }

  bool parseUnicode(std::string &out) {
    uint32_t unit = 0, low = 0;
    if (!parseHex(unit))
      return false;
    if (unit >= 0xd800 && unit < 0xdc00) {
      if (!text.substr(at).starts_with("\\u"))
        return fail("half of a surrogate pair");
      at += 2;
      if (!parseHex(low))
        return false;
      if (low < 0xdc00 || low >= 0xe000)
        return fail("half of a surrogate pair");
      unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    } else if (unit >= 0xdc00 && unit < 0xe000) {
      return fail("half of a surrogate pair");
    }
    char buffer[UNI_MAX_UTF8_BYTES_PER_CODE_POINT], *end = buffer;
    if (!llvm::ConvertCodePointToUTF8(unit, end))
      return fail("bad code point");
    out.append(buffer, end);
    return true;
  }

  bool parseString(std::string &out) {
    if (!expect('"'))
      return false;
    while (at < text.size()) {
      char c = text[at++];
      if (c == '"')
        return true;
      if (static_cast<unsigned char>(c) < 0x20)
        return fail("control character in a string");
      if (c != '\\') {
        out += c;
        continue;
      }
      if (at >= text.size())
        break;
      c = text[at++];
      static constexpr llvm::StringLiteral from = "\"\\/bfnrt",
                                           to = "\"\\/\b\f\n\r\t";
      if (size_t index = from.find(c); index != llvm::StringRef::npos)
        out += to[index];
      else if (c != 'u')
        return fail("bad escape in a string");
      else if (!parseUnicode(out))
        return false;
    }
    return fail("string without an end");
  }

  bool parseNumber(int64_t &value) {
    skipSpace();
    llvm::StringRef digits = text.substr(at).take_while(llvm::isDigit);
    if (digits.empty() || (digits.size() > 1 && digits[0] == '0') ||
        digits.getAsInteger(10, value))
      return fail("expected a whole number below 2^63");
    at += digits.size();
    return true;
  }

  bool parseNumbers(llvm::SmallVectorImpl<int64_t> &values) {
    if (!expect('['))
      return false;
    if (accept(']'))
      return true;
    do {
      int64_t value = 0;
      if (!parseNumber(value))
        return false;
      values.push_back(value);
    } while (accept(','));
    return expect(']');
  }

  bool parseMetadata() {
    return parseObject([&](std::string key) {
      std::string value;
      if (!parseString(value))
        return false;
      meta.emplace_back(std::move(key), std::move(value));
      return true;
    });
  }

  bool parseTensor(std::string name) {
    StoredTensor tensor;
    tensor.name = std::move(name);
    llvm::SmallVector<int64_t, 2> offsets;
    bool seen[3] = {false, false, false};
    auto once = [&](int field, llvm::StringRef key) {
      if (seen[field])
        return fail(str("'", tensor.name, "': duplicate key '", key, "'"));
      return seen[field] = true;
    };
    bool ok = parseObject([&](std::string key) {
      if (key == "dtype")
        return once(0, key) && parseString(tensor.dtypeName);
      if (key == "shape")
        return once(1, key) && parseNumbers(tensor.shape);
      if (key == "data_offsets")
        return once(2, key) && parseNumbers(offsets);
      return fail(str("'", tensor.name, "': unknown key '", key, "'"));
    });
    if (!ok)
      return false;
    if (!seen[0] || !seen[1] || offsets.size() != 2)
      return fail(
          str("'", tensor.name, "' needs dtype, shape and two data_offsets"));
    tensor.begin = offsets[0];
    tensor.end = offsets[1];
    tensors.push_back(std::move(tensor));
    return true;
  }

  llvm::StringRef text;
  std::vector<StoredTensor> &tensors;
  std::vector<std::pair<std::string, std::string>> &meta;
  size_t at = 0;
  bool good = true, hasMeta = false;
  Status status;
};

} // namespace

/// Bits of one element, 0 for an unknown type.
static int64_t elementBits(llvm::StringRef name) {
  static constexpr std::pair<llvm::StringLiteral, int64_t> others[] = {
      {"F4", 4},          {"F6_E2M3", 6},     {"F6_E3M2", 6},
      {"F8_E5M2", 8},     {"F8_E4M3", 8},     {"F8_E8M0", 8},
      {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"C64", 64}};
  if (std::optional<DType> type = parseSafetensorsName(name))
    return byteSize(*type) * 8;
  for (const auto &[other, bits] : others)
    if (other == name)
      return bits;
  return 0;
}

static Status checkTensor(StoredTensor &tensor) {
  auto fail = [&](const std::string &what) {
    return Status::badInput("tensor '" + tensor.name + "': " + what);
  };
  int64_t bits = elementBits(tensor.dtypeName);
  if (bits == 0)
    return fail("unknown dtype '" + tensor.dtypeName + "'");
  tensor.dtype = parseSafetensorsName(tensor.dtypeName);
  std::optional<int64_t> count = elementCount(tensor.shape, bits);
  if (!count)
    return fail("shape " + shapeText(tensor.shape) + " is out of range");
  if (*count * bits % 8)
    return fail(str(*count, " elements of ", bits, " bits are no whole bytes"));
  if (tensor.end < tensor.begin ||
      tensor.end - tensor.begin != *count * bits / 8)
    return fail(str("shape ", shapeText(tensor.shape), " of ", tensor.dtypeName,
                    " takes ", *count * bits / 8, " bytes, data_offsets are [",
                    tensor.begin, ", ", tensor.end, ")"));
  return Status::success();
}

/// Tensors must tile the data section without gaps and overlaps.
static Status checkTiling(const std::vector<StoredTensor> &tensors,
                          int64_t dataBytes) {
  std::vector<const StoredTensor *> order;
  for (const StoredTensor &tensor : tensors)
    order.push_back(&tensor);
  llvm::sort(order, [](const StoredTensor *a, const StoredTensor *b) {
    return std::tie(a->begin, a->end, a->name) <
           std::tie(b->begin, b->end, b->name);
  });
  int64_t at = 0;
  for (const StoredTensor *tensor : order) {
    if (tensor->begin != at)
      return Status::badInput(
          str("tensor '", tensor->name, "' begins at byte ", tensor->begin,
              " of the data, the one before it ends at ", at));
    at = tensor->end;
  }
  if (at != dataBytes)
    return Status::badInput(str("the tensors end at byte ", at,
                                " of the data, the file has ", dataBytes));
  return Status::success();
}

Status piper::rt::parseSafetensorsHeader(
    llvm::StringRef json, int64_t dataBytes, std::vector<StoredTensor> &tensors,
    std::vector<std::pair<std::string, std::string>> &meta) {
  size_t bad = 0;
  if (!llvm::json::isUTF8(json, &bad))
    return Status::badInput(str("header is not UTF-8 at byte ", bad));
  if (Status status = HeaderParser(json, tensors, meta).parse(); !status.ok())
    return status;
  auto byName = [](const auto &a, const auto &b) { return a.name < b.name; };
  llvm::sort(tensors, byName);
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (i && tensors[i].name == tensors[i - 1].name)
      return Status::badInput("duplicate tensor '" + tensors[i].name + "'");
    if (Status status = checkTensor(tensors[i]); !status.ok())
      return status;
  }
  return checkTiling(tensors, dataBytes);
}
