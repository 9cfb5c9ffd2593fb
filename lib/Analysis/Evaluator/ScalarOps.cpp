//===- ScalarOps.cpp - Operations on single elements -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace piper;

using OpRef = const ScalarOp &;
using Args = const Scalar *;

static Scalar real(double value) {
  Scalar s;
  s.f = value;
  return s;
}

static Scalar integer(int64_t value) {
  Scalar s;
  s.i = value;
  return s;
}

unsigned piper::integerWidth(Type type) {
  auto intType = dyn_cast<IntegerType>(type);
  return intType ? std::min(intType.getWidth(), 64u) : 64;
}

int64_t piper::wrapInt(int64_t value, unsigned width) {
  if (width == 1)
    return value & 1;
  return width >= 64 ? value : llvm::SignExtend64(value, width);
}

double piper::roundTo(double value, Type type, EvalPrecision precision) {
  if (precision == EvalPrecision::F64 || type.isF64())
    return value;
  if (type.isF32())
    return static_cast<float>(value);
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return value;
  llvm::APFloat wide(value);
  bool losesInfo = false;
  wide.convert(floatType.getFloatSemantics(),
               llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
               &losesInfo);
  return wide.convertToDouble();
}

/// The signed and the unsigned reading of an integer operand.
static int64_t asSigned(OpRef op, Scalar s) {
  return op.inWidth == 1 ? -(s.i & 1) : s.i;
}

static uint64_t asUnsigned(OpRef op, Scalar s) {
  uint64_t bits = static_cast<uint64_t>(s.i);
  return op.inWidth >= 64 ? bits
                          : bits & llvm::maskTrailingOnes<uint64_t>(op.inWidth);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Wraps around without undefined behaviour.
template <typename F> static Scalar wrapping(Args a, F f) {
  return integer(static_cast<int64_t>(
      f(static_cast<uint64_t>(a[0].i), static_cast<uint64_t>(a[1].i))));
}

static Scalar divSigned(OpRef op, Args a) {
  int64_t x = asSigned(op, a[0]), y = asSigned(op, a[1]);
  return y == -1 ? integer(static_cast<int64_t>(0 - static_cast<uint64_t>(x)))
                 : integer(x / y);
}

static Scalar remSigned(OpRef op, Args a) {
  int64_t x = asSigned(op, a[0]), y = asSigned(op, a[1]);
  return integer(y == -1 ? 0 : x % y);
}

static Scalar floorDiv(OpRef op, Args a) {
  int64_t x = asSigned(op, a[0]), y = asSigned(op, a[1]);
  if (y == -1)
    return divSigned(op, a);
  return integer(x / y - ((x % y != 0 && (x < 0) != (y < 0)) ? 1 : 0));
}

static Scalar ceilDiv(OpRef op, Args a) {
  int64_t x = asSigned(op, a[0]), y = asSigned(op, a[1]);
  if (y == -1)
    return divSigned(op, a);
  return integer(x / y + ((x % y != 0 && (x < 0) == (y < 0)) ? 1 : 0));
}

static Scalar compareInts(OpRef op, Args a) {
  int64_t s = asSigned(op, a[0]), t = asSigned(op, a[1]);
  uint64_t u = asUnsigned(op, a[0]), v = asUnsigned(op, a[1]);
  switch (static_cast<arith::CmpIPredicate>(op.predicate)) {
  case arith::CmpIPredicate::eq:
    return integer(u == v);
  case arith::CmpIPredicate::ne:
    return integer(u != v);
  case arith::CmpIPredicate::slt:
    return integer(s < t);
  case arith::CmpIPredicate::sle:
    return integer(s <= t);
  case arith::CmpIPredicate::sgt:
    return integer(s > t);
  case arith::CmpIPredicate::sge:
    return integer(s >= t);
  case arith::CmpIPredicate::ult:
    return integer(u < v);
  case arith::CmpIPredicate::ule:
    return integer(u <= v);
  case arith::CmpIPredicate::ugt:
    return integer(u > v);
  case arith::CmpIPredicate::uge:
    return integer(u >= v);
  }
  llvm_unreachable("unknown integer comparison");
}

static Scalar powInts(OpRef op, Args a) {
  int64_t base = asSigned(op, a[0]), exponent = asSigned(op, a[1]);
  if (exponent < 0) {
    if (base == 1 || base == -1)
      return integer(exponent % 2 ? base : 1);
    return integer(0);
  }
  uint64_t result = 1, factor = static_cast<uint64_t>(base);
  for (; exponent; exponent >>= 1, factor *= factor)
    if (exponent & 1)
      result *= factor;
  return integer(static_cast<int64_t>(result));
}

static Scalar shift(OpRef op, Args a, bool left, bool arithmetic) {
  uint64_t amount = asUnsigned(op, a[1]);
  if (amount >= op.inWidth)
    return integer(arithmetic && asSigned(op, a[0]) < 0 ? -1 : 0);
  if (left)
    return integer(static_cast<int64_t>(asUnsigned(op, a[0]) << amount));
  if (arithmetic)
    return integer(asSigned(op, a[0]) >> amount);
  return integer(static_cast<int64_t>(asUnsigned(op, a[0]) >> amount));
}

static void addIntegerOps(llvm::StringMap<ScalarFn> &table) {
  table["arith.addi"] = [](OpRef, Args a) {
    return wrapping(a, [](uint64_t x, uint64_t y) { return x + y; });
  };
  table["arith.subi"] = [](OpRef, Args a) {
    return wrapping(a, [](uint64_t x, uint64_t y) { return x - y; });
  };
  table["arith.muli"] = [](OpRef, Args a) {
    return wrapping(a, [](uint64_t x, uint64_t y) { return x * y; });
  };
  table["arith.andi"] = [](OpRef, Args a) { return integer(a[0].i & a[1].i); };
  table["arith.ori"] = [](OpRef, Args a) { return integer(a[0].i | a[1].i); };
  table["arith.xori"] = [](OpRef, Args a) { return integer(a[0].i ^ a[1].i); };
  table["arith.divsi"] = divSigned;
  table["arith.remsi"] = remSigned;
  table["arith.floordivsi"] = floorDiv;
  table["arith.ceildivsi"] = ceilDiv;
  table["arith.divui"] = [](OpRef op, Args a) {
    return integer(
        static_cast<int64_t>(asUnsigned(op, a[0]) / asUnsigned(op, a[1])));
  };
  table["arith.ceildivui"] = [](OpRef op, Args a) {
    uint64_t x = asUnsigned(op, a[0]), y = asUnsigned(op, a[1]);
    return integer(static_cast<int64_t>(x / y + (x % y != 0)));
  };
  table["arith.remui"] = [](OpRef op, Args a) {
    return integer(
        static_cast<int64_t>(asUnsigned(op, a[0]) % asUnsigned(op, a[1])));
  };
  table["arith.shli"] = [](OpRef op, Args a) {
    return shift(op, a, true, false);
  };
  table["arith.shrsi"] = [](OpRef op, Args a) {
    return shift(op, a, false, true);
  };
  table["arith.shrui"] = [](OpRef op, Args a) {
    return shift(op, a, false, false);
  };
  table["arith.maxsi"] = [](OpRef op, Args a) {
    return asSigned(op, a[0]) >= asSigned(op, a[1]) ? a[0] : a[1];
  };
  table["arith.minsi"] = [](OpRef op, Args a) {
    return asSigned(op, a[0]) <= asSigned(op, a[1]) ? a[0] : a[1];
  };
  table["arith.maxui"] = [](OpRef op, Args a) {
    return asUnsigned(op, a[0]) >= asUnsigned(op, a[1]) ? a[0] : a[1];
  };
  table["arith.minui"] = [](OpRef op, Args a) {
    return asUnsigned(op, a[0]) <= asUnsigned(op, a[1]) ? a[0] : a[1];
  };
  table["arith.cmpi"] = compareInts;
  table["math.absi"] = [](OpRef op, Args a) {
    int64_t x = asSigned(op, a[0]);
    return integer(x < 0 ? static_cast<int64_t>(0 - static_cast<uint64_t>(x))
                         : x);
  };
  table["math.ipowi"] = powInts;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static Scalar compareFloats(OpRef op, Args a) {
  double x = a[0].f, y = a[1].f;
  bool unordered = std::isnan(x) || std::isnan(y);
  switch (static_cast<arith::CmpFPredicate>(op.predicate)) {
  case arith::CmpFPredicate::AlwaysFalse:
    return integer(0);
  case arith::CmpFPredicate::AlwaysTrue:
    return integer(1);
  case arith::CmpFPredicate::OEQ:
    return integer(!unordered && x == y);
  case arith::CmpFPredicate::OGT:
    return integer(!unordered && x > y);
  case arith::CmpFPredicate::OGE:
    return integer(!unordered && x >= y);
  case arith::CmpFPredicate::OLT:
    return integer(!unordered && x < y);
  case arith::CmpFPredicate::OLE:
    return integer(!unordered && x <= y);
  case arith::CmpFPredicate::ONE:
    return integer(!unordered && x != y);
  case arith::CmpFPredicate::ORD:
    return integer(!unordered);
  case arith::CmpFPredicate::UEQ:
    return integer(unordered || x == y);
  case arith::CmpFPredicate::UGT:
    return integer(unordered || x > y);
  case arith::CmpFPredicate::UGE:
    return integer(unordered || x >= y);
  case arith::CmpFPredicate::ULT:
    return integer(unordered || x < y);
  case arith::CmpFPredicate::ULE:
    return integer(unordered || x <= y);
  case arith::CmpFPredicate::UNE:
    return integer(unordered || x != y);
  case arith::CmpFPredicate::UNO:
    return integer(unordered);
  }
  llvm_unreachable("unknown float comparison");
}

/// maximumf and minimumf: NaN wins, and -0 is less than +0.
static Scalar extremum(Args a, bool maximum) {
  double x = a[0].f, y = a[1].f;
  if (std::isnan(x) || std::isnan(y))
    return real(std::nan(""));
  if (x == y)
    return std::signbit(x) == maximum ? a[1] : a[0];
  return (x > y) == maximum ? a[0] : a[1];
}

static Scalar powFloatInt(OpRef, Args a) {
  // The square is so common in losses and norms that it is kept exact.
  if (a[1].i == 2)
    return real(a[0].f * a[0].f);
  return real(std::pow(a[0].f, static_cast<double>(a[1].i)));
}

static Scalar fusedMultiplyAdd(OpRef op, Args a) {
  // Going through double would round a float result twice.
  if (op.finish == Finish::RoundF32)
    return real(std::fma(static_cast<float>(a[0].f), static_cast<float>(a[1].f),
                         static_cast<float>(a[2].f)));
  return real(std::fma(a[0].f, a[1].f, a[2].f));
}

static void addFloatOps(llvm::StringMap<ScalarFn> &table) {
  table["arith.addf"] = [](OpRef, Args a) { return real(a[0].f + a[1].f); };
  table["arith.subf"] = [](OpRef, Args a) { return real(a[0].f - a[1].f); };
  table["arith.mulf"] = [](OpRef, Args a) { return real(a[0].f * a[1].f); };
  table["arith.divf"] = [](OpRef, Args a) { return real(a[0].f / a[1].f); };
  table["arith.remf"] = [](OpRef, Args a) {
    return real(std::fmod(a[0].f, a[1].f));
  };
  table["arith.negf"] = [](OpRef, Args a) { return real(-a[0].f); };
  table["arith.maximumf"] = [](OpRef, Args a) { return extremum(a, true); };
  table["arith.minimumf"] = [](OpRef, Args a) { return extremum(a, false); };
  table["arith.maxnumf"] = [](OpRef, Args a) {
    return real(std::fmax(a[0].f, a[1].f));
  };
  table["arith.minnumf"] = [](OpRef, Args a) {
    return real(std::fmin(a[0].f, a[1].f));
  };
  table["arith.cmpf"] = compareFloats;
  table["math.fpowi"] = powFloatInt;
  table["math.fma"] = fusedMultiplyAdd;
  table["math.rsqrt"] = [](OpRef, Args a) {
    return real(1 / std::sqrt(a[0].f));
  };
  table["math.isnan"] = [](OpRef, Args a) {
    return integer(std::isnan(a[0].f));
  };
  table["math.isinf"] = [](OpRef, Args a) {
    return integer(std::isinf(a[0].f));
  };
  table["math.isfinite"] = [](OpRef, Args a) {
    return integer(std::isfinite(a[0].f));
  };
}

#define PIPER_UNARY(name, function)                                            \
  table["math." name] = [](OpRef, Args a) { return real(function(a[0].f)); }

static void addMathOps(llvm::StringMap<ScalarFn> &table) {
  PIPER_UNARY("absf", std::fabs);
  PIPER_UNARY("floor", std::floor);
  PIPER_UNARY("ceil", std::ceil);
  PIPER_UNARY("trunc", std::trunc);
  PIPER_UNARY("round", std::round);
  PIPER_UNARY("roundeven", std::nearbyint);
  PIPER_UNARY("exp", std::exp);
  PIPER_UNARY("exp2", std::exp2);
  PIPER_UNARY("expm1", std::expm1);
  PIPER_UNARY("log", std::log);
  PIPER_UNARY("log2", std::log2);
  PIPER_UNARY("log10", std::log10);
  PIPER_UNARY("log1p", std::log1p);
  PIPER_UNARY("sqrt", std::sqrt);
  PIPER_UNARY("cbrt", std::cbrt);
  PIPER_UNARY("sin", std::sin);
  PIPER_UNARY("cos", std::cos);
  PIPER_UNARY("tan", std::tan);
  PIPER_UNARY("asin", std::asin);
  PIPER_UNARY("acos", std::acos);
  PIPER_UNARY("atan", std::atan);
  PIPER_UNARY("sinh", std::sinh);
  PIPER_UNARY("cosh", std::cosh);
  PIPER_UNARY("tanh", std::tanh);
  PIPER_UNARY("asinh", std::asinh);
  PIPER_UNARY("acosh", std::acosh);
  PIPER_UNARY("atanh", std::atanh);
  PIPER_UNARY("erf", std::erf);
  PIPER_UNARY("erfc", std::erfc);
  table["math.powf"] = [](OpRef, Args a) {
    return real(std::pow(a[0].f, a[1].f));
  };
  table["math.atan2"] = [](OpRef, Args a) {
    return real(std::atan2(a[0].f, a[1].f));
  };
  table["math.copysign"] = [](OpRef, Args a) {
    return real(std::copysign(a[0].f, a[1].f));
  };
}

#undef PIPER_UNARY

//===----------------------------------------------------------------------===//
// Casts and select
//===----------------------------------------------------------------------===//

/// Float to integer; what does not fit saturates, NaN becomes 0.
static Scalar floatToInt(OpRef op, Args a, bool isSigned) {
  llvm::APSInt result(op.outWidth, !isSigned);
  bool exact = false;
  llvm::APFloat(a[0].f).convertToInteger(result, llvm::APFloat::rmTowardZero,
                                         &exact);
  return integer(isSigned ? result.getSExtValue()
                          : static_cast<int64_t>(result.getZExtValue()));
}

/// Reads the bits of a float as an integer of its width.
static Scalar floatBits(OpRef op, Args a) {
  llvm::APFloat value(a[0].f);
  bool losesInfo = false;
  value.convert(cast<FloatType>(op.operandType).getFloatSemantics(),
                llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return integer(static_cast<int64_t>(value.bitcastToAPInt().getZExtValue()));
}

/// Reads the bits of an integer as a float of its width.
static Scalar bitsFloat(OpRef op, Args a) {
  llvm::APInt bits(op.inWidth, asUnsigned(op, a[0]));
  llvm::APFloat value(cast<FloatType>(op.resultType).getFloatSemantics(), bits);
  bool losesInfo = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return real(value.convertToDouble());
}

static Scalar bitcast(OpRef op, Args a) {
  bool fromFloat = isa<FloatType>(op.operandType);
  if (fromFloat == isa<FloatType>(op.resultType))
    return a[0];
  return fromFloat ? floatBits(op, a) : bitsFloat(op, a);
}

static void addCasts(llvm::StringMap<ScalarFn> &table) {
  table["arith.extf"] = [](OpRef, Args a) { return a[0]; };
  table["arith.truncf"] = [](OpRef, Args a) { return a[0]; };
  table["arith.trunci"] = [](OpRef, Args a) { return a[0]; };
  for (StringRef name : {"arith.extsi", "arith.index_cast"})
    table[name] = [](OpRef op, Args a) { return integer(asSigned(op, a[0])); };
  for (StringRef name : {"arith.extui", "arith.index_castui"})
    table[name] = [](OpRef op, Args a) {
      return integer(static_cast<int64_t>(asUnsigned(op, a[0])));
    };
  table["arith.sitofp"] = [](OpRef op, Args a) {
    return real(static_cast<double>(asSigned(op, a[0])));
  };
  table["arith.uitofp"] = [](OpRef op, Args a) {
    return real(static_cast<double>(asUnsigned(op, a[0])));
  };
  table["arith.fptosi"] = [](OpRef op, Args a) {
    return floatToInt(op, a, true);
  };
  table["arith.fptoui"] = [](OpRef op, Args a) {
    return floatToInt(op, a, false);
  };
  table["arith.bitcast"] = bitcast;
  table["arith.select"] = [](OpRef, Args a) { return a[0].i ? a[1] : a[2]; };
}

//===----------------------------------------------------------------------===//
// Resolution
//===----------------------------------------------------------------------===//

static const llvm::StringMap<ScalarFn> &scalarTable() {
  static const llvm::StringMap<ScalarFn> table = [] {
    llvm::StringMap<ScalarFn> result;
    addIntegerOps(result);
    addFloatOps(result);
    addMathOps(result);
    addCasts(result);
    return result;
  }();
  return table;
}

static Finish finishOf(Type type, EvalPrecision precision) {
  if (isa<IntegerType>(type))
    return integerWidth(type) < 64 ? Finish::WrapInt : Finish::None;
  if (!isa<FloatType>(type) || precision == EvalPrecision::F64 || type.isF64())
    return Finish::None;
  return type.isF32() ? Finish::RoundF32 : Finish::RoundOther;
}

std::optional<ScalarOp> piper::resolveScalarOp(Operation *op,
                                               EvalPrecision precision) {
  StringRef name = op->getName().getStringRef();
  auto it = scalarTable().find(name);
  if (it == scalarTable().end() || op->getNumResults() != 1 ||
      op->getNumOperands() == 0 || op->getNumOperands() > 3)
    return std::nullopt;
  ScalarOp result;
  result.fn = it->second;
  result.resultType = getElementTypeOrSelf(op->getResult(0).getType());
  result.operandType = getElementTypeOrSelf(op->getOperand(0).getType());
  result.finish = finishOf(result.resultType, precision);
  result.inWidth = integerWidth(result.operandType);
  result.outWidth = integerWidth(result.resultType);
  result.checksDivisor =
      isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(op);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    result.predicate = static_cast<int64_t>(compare.getPredicate());
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    result.predicate = static_cast<int64_t>(compare.getPredicate());
  return result;
}

Scalar ScalarOp::apply(const Scalar *args) const {
  Scalar result = fn(*this, args);
  switch (finish) {
  case Finish::None:
    break;
  case Finish::RoundF32:
    result.f = static_cast<float>(result.f);
    break;
  case Finish::RoundOther:
    result.f = roundTo(result.f, resultType, EvalPrecision::F32);
    break;
  case Finish::WrapInt:
    result.i = wrapInt(result.i, outWidth);
    break;
  }
  return result;
}
