//===- PiperAttrs.td - Attributes and enums of the piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PIPER_ATTRS_TD
#define PIPER_DIALECT_PIPER_ATTRS_TD

include "Piper/Dialect/Piper/IR/PiperDialect.td"

def Piper_PassKind : I32EnumAttr<"PassKind", "What a task computes", [
    I32EnumAttrCase<"F", 0>, I32EnumAttrCase<"B", 1>, I32EnumAttrCase<"BI", 2>,
    I32EnumAttrCase<"BW", 3>, I32EnumAttrCase<"UPD", 4, "U">]> {
  let cppNamespace = "::piper";
  let genSpecializedAttr = 0;
}
def Piper_PassKindAttr : EnumAttr<Piper_Dialect, Piper_PassKind, "pass"> {
  let assemblyFormat = "$value";
}

def Piper_Reduction : I32EnumAttr<"Reduction", "How partial values combine", [
    I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Max", 1, "max">]> {
  let cppNamespace = "::piper";
  let genSpecializedAttr = 0;
}
def Piper_ReductionAttr : EnumAttr<Piper_Dialect, Piper_Reduction, "reduction"> {
  let assemblyFormat = "$value";
}

def Piper_LayoutKind : I32EnumAttr<"LayoutKind", "State of a value along an axis", [
    I32EnumAttrCase<"Shard", 0, "shard">, I32EnumAttrCase<"Partial", 1, "partial">,
    I32EnumAttrCase<"Replica", 2, "replica">]> {
  let cppNamespace = "::piper";
  let genSpecializedAttr = 0;
}

def Piper_AxesAttr : Piper_Attr<"Axes", "axes"> {
  let summary = "Named axes of a mesh with their sizes, the last one fastest";
  let description = [{ Example: `#piper.axes<["pp"=4, "dp"=2]>`. }];
  let parameters = (ins ArrayRefParameter<"mlir::StringAttr">:$names,
                        ArrayRefParameter<"int64_t">:$sizes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Number of coordinates: the product of the sizes.
    int64_t getNumCoordinates() const;
    /// Position of the axis, or nothing when the mesh has none of that name.
    std::optional<unsigned> find(mlir::StringRef name) const;
    /// Size of the named axis; 0 when the mesh has none of that name.
    int64_t getSize(mlir::StringRef name) const;
  }];
}

def Piper_CoordAttr : Piper_Attr<"Coord", "coord"> {
  let summary = "A position on some axes of a mesh; the other axes are free";
  let description = [{ Example: `#piper.coord<pp = 0, dp = 1>`; `<>` fixes nothing. }];
  let parameters = (ins ArrayRefParameter<"mlir::StringAttr">:$axes,
                        ArrayRefParameter<"int64_t">:$values);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The position on the named axis, or nothing when it is free.
    std::optional<int64_t> get(mlir::StringRef axis) const;
    bool empty() const { return getAxes().empty(); }
  }];
}

def Piper_LayoutAttr : Piper_Attr<"Layout", "layout"> {
  let summary = "State of a value along each mesh axis; absent axes are replicated";
  let description = [{
    Per axis one of `shard(d)` (dimension d is divided over the axis; several
    axes on one dimension nest in the order written), `partial<sum>` (the value
    is the reduction over the axis) and `replica` (the implicit leading
    dimension of independent batches is divided over the axis).
    Example: `#piper.layout<{tp = shard(1), dp = replica}>`.
  }];
  let parameters = (ins ArrayRefParameter<"mlir::StringAttr">:$axes,
                        ArrayRefParameter<"int32_t">:$kinds,
                        ArrayRefParameter<"int64_t">:$arguments);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    std::optional<LayoutKind> getKind(mlir::StringRef axis) const;
    /// Dimension of a `shard`, reduction of a `partial`; 0 otherwise.
    int64_t getArgument(mlir::StringRef axis) const;
    bool empty() const { return getAxes().empty(); }
    /// Axes in the given state, in the order written.
    llvm::SmallVector<mlir::StringAttr> getAxesOfKind(LayoutKind kind) const;
    /// The same layout with the axis in another state (nothing: replicated).
    LayoutAttr with(mlir::StringAttr axis, std::optional<LayoutKind> kind,
                    int64_t argument = 0) const;
  }];
}

def Piper_IndexRangeAttr : Piper_Attr<"IndexRange", "range"> {
  let summary = "Integers that an input may hold, because it indexes tables";
  let description = [{
    The integers from `min` up to but not `limit`, at least one, and `ignored`
    where the model reads no table for it. Example:
    `#piper.range<0 to 128 or -100>`.
  }];
  let parameters = (ins "int64_t":$min, "int64_t":$limit,
                        OptionalParameter<"std::optional<int64_t>">:$ignored);
  let assemblyFormat = "`<` $min `to` $limit (`or` $ignored^)? `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool contains(int64_t value) const;
    /// The integers that both contain.
    IndexRangeAttr intersect(IndexRangeAttr other) const;
  }];
}

#endif // PIPER_DIALECT_PIPER_ATTRS_TD
