//===- SoftmaxShift.cpp - The maximum in a softmax has no gradient -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using linalg::GenericOp;

/// The single op that the body of `op` computes besides its yield, if it is an
/// `OpT` whose operands are the block arguments named by `arguments` in order.
template <typename OpT>
static bool computes(GenericOp op, ArrayRef<unsigned> arguments) {
  Block &body = *op.getBlock();
  if (op.getNumDpsInits() != 1 || !llvm::hasNItems(body, 2))
    return false;
  auto only = dyn_cast<OpT>(body.front());
  if (!only || body.getTerminator()->getOperand(0) != only->getResult(0))
    return false;
  return llvm::all_of_zip(only->getOperands(), arguments,
                          [&](Value operand, unsigned argument) {
                            return argument < body.getNumArguments() &&
                                   operand == body.getArgument(argument);
                          });
}

/// Whether `op` reduces its one input with `OpT`, in either operand order.
template <typename OpT> static bool reduces(GenericOp op) {
  return op.getNumDpsInputs() == 1 && op.getNumReductionLoops() > 0 &&
         (computes<OpT>(op, {0, 1}) || computes<OpT>(op, {1, 0}));
}

/// Whether `op` is elementwise, with an `OpT` of its inputs in order.
template <typename OpT> static bool maps(GenericOp op) {
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(0, op.getNumDpsInputs()));
  return op.getNumReductionLoops() == 0 && computes<OpT>(op, order);
}

/// The dimensions of its input that the reduction `op` keeps, in the order of
/// its result. The input must be read as it is.
static std::optional<AffineMap> keptDims(GenericOp op) {
  SmallVector<AffineMap> indexing = op.getIndexingMapsArray();
  if (!indexing[0].isPermutation() || !indexing[1].isProjectedPermutation())
    return std::nullopt;
  return indexing[1].compose(inversePermutation(indexing[0]));
}

/// Whether the elementwise `op` combines x[i...] with a row value read through
/// `kept` of x's own indices, as its operands 0 and 1.
static bool broadcastsRow(GenericOp op, AffineMap kept) {
  SmallVector<AffineMap> indexing = op.getIndexingMapsArray();
  return indexing.size() == 3 && indexing[0].isPermutation() &&
         indexing[1] == kept.compose(indexing[0]);
}

/// The users of `value`, all of which must be generics that take it as input
/// and not inside a body; nothing otherwise.
static std::optional<SmallVector<GenericOp>> genericUsers(Value value) {
  SmallVector<GenericOp> users;
  for (OpOperand &use : value.getUses()) {
    auto user = dyn_cast<GenericOp>(use.getOwner());
    if (!user || !user.isDpsInput(&use))
      return std::nullopt;
    users.push_back(user);
  }
  return users;
}

/// Whether all that becomes of `sum`, the row sum of exp(x - m), is a divisor
/// of `exponential` or log(sum) subtracted from `shifted`.
static bool onlyNormalizes(Value sum, Value exponential, Value shifted,
                           AffineMap kept) {
  auto users = genericUsers(sum);
  if (!users)
    return false;
  for (GenericOp user : *users) {
    if (maps<arith::DivFOp>(user)) {
      if (user.getInputs()[0] != exponential || user.getInputs()[1] != sum ||
          !broadcastsRow(user, kept))
        return false;
      continue;
    }
    if (!maps<math::LogOp>(user) ||
        !llvm::all_of(user.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }))
      return false;
    auto logUsers = genericUsers(user.getResult(0));
    if (!logUsers)
      return false;
    for (GenericOp logUser : *logUsers)
      if (!maps<arith::SubFOp>(logUser) || logUser.getInputs()[0] != shifted ||
          logUser.getInputs()[1] != user.getResult(0) ||
          !broadcastsRow(logUser, kept))
        return false;
  }
  return true;
}

/// Whether `exponential` = exp(shifted) is used only by its row sum and by
/// divisions through that sum, so that a shift of its rows cancels.
static bool cancelsShift(Value exponential, Value shifted, AffineMap kept) {
  auto users = genericUsers(exponential);
  if (!users)
    return false;
  Value sum;
  for (GenericOp user : *users)
    if (reduces<arith::AddFOp>(user) && keptDims(user) == kept && !sum)
      sum = user.getResult(0);
    else if (!maps<arith::DivFOp>(user))
      return false;
  if (!sum)
    return false;
  for (GenericOp user : *users)
    if (user.getResult(0) != sum &&
        (user.getInputs()[0] != exponential || user.getInputs()[1] != sum))
      return false;
  return onlyNormalizes(sum, exponential, shifted, kept);
}

/// Whether `maximum` only shifts a softmax or log_softmax.
static bool isSoftmaxShift(GenericOp maximum) {
  if (!reduces<arith::MaximumFOp>(maximum) &&
      !reduces<arith::MaxNumFOp>(maximum))
    return false;
  std::optional<AffineMap> kept = keptDims(maximum);
  auto users = genericUsers(maximum.getResult(0));
  if (!kept || !users || users->size() != 1)
    return false;
  GenericOp shift = users->front();
  if (!maps<arith::SubFOp>(shift) ||
      shift.getInputs()[0] != maximum.getInputs()[0] ||
      shift.getInputs()[1] != maximum.getResult(0) ||
      !broadcastsRow(shift, *kept))
    return false;
  Value shifted = shift.getResult(0);
  auto shiftUsers = genericUsers(shifted);
  if (!shiftUsers)
    return false;
  bool cancels = false;
  for (GenericOp user : *shiftUsers) {
    if (maps<math::ExpOp>(user)) {
      if (cancels || !cancelsShift(user.getResult(0), shifted, *kept))
        return false;
      cancels = true;
    } else if (!maps<arith::SubFOp>(user) || user.getInputs()[0] != shifted) {
      return false;
    }
  }
  if (!cancels)
    return false;
  // Each remaining use is shifted - log(sum): its log must be that of the sum
  // just proved to normalize.
  for (GenericOp user : *shiftUsers) {
    if (maps<math::ExpOp>(user))
      continue;
    auto log = user.getInputs()[1].getDefiningOp<GenericOp>();
    if (!log || !maps<math::LogOp>(log))
      return false;
    auto sum = log.getInputs()[0].getDefiningOp<GenericOp>();
    if (!sum || !reduces<arith::AddFOp>(sum) ||
        !llvm::any_of(*shiftUsers, [&](GenericOp other) {
          return maps<math::ExpOp>(other) &&
                 other.getResult(0) == sum.getInputs()[0];
        }))
      return false;
  }
  return true;
}

void piper::normal::markSoftmaxShifts(func::FuncOp func) {
  func.walk([](GenericOp op) {
    if (isSoftmaxShift(op))
      op->setAttr("piper.no_grad", UnitAttr::get(op.getContext()));
  });
}
