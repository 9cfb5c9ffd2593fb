// RUN: piper-opt %s -split-input-file -verify-diagnostics --piper-annotate

piper.strategy @s {
  // expected-error @+1 {{annotate "cut": "l.*.atn" matches nothing; did you mean "l.*.attn" (2 matches)?}}
  piper.annotate {tag = "pp", groups = [["l.*.atn"]], name = "cut"}
}
func.func @f(%x: tensor<4xf32> {piper.input = "x"}) -> tensor<4xf32> {
  %a = math.sin %x : tensor<4xf32> loc("l.0.attn")
  %b = math.sin %a : tensor<4xf32> loc("l.1.attn")
  return %b : tensor<4xf32>
}

// -----

piper.strategy @s {
  // expected-error @+1 {{annotate: the math.sin of l.0 matches "l.0" (pp = 0) and "l.0" (pp = 1), equally specific}}
  piper.annotate {tag = "pp", groups = [["l.0"], ["l.0"]]}
}
func.func @f(%x: tensor<4xf32> {piper.input = "x"}) -> tensor<4xf32> {
  %a = math.sin %x : tensor<4xf32> loc("l.0")
  return %a : tensor<4xf32>
}

// -----

piper.strategy @s {
  // expected-error @+1 {{stages against data flow: the math.cos of l.1 (m.py:8) in stage 0 uses a value of stage 1, from the math.sin of l.0 (m.py:7)}}
  piper.annotate {tag = "pp", groups = [["l.1"], ["l.0"]]}
}
func.func @f(%x: tensor<4xf32> {piper.input = "x"}) -> tensor<4xf32> {
  %a = math.sin %x : tensor<4xf32> loc("l.0"("m.py":7:1))
  %b = math.cos %a : tensor<4xf32> loc("l.1"("m.py":8:1))
  return %b : tensor<4xf32>
}

// -----

piper.strategy @s {
  piper.annotate {tag = "pp", parts = 1 : i64}
  // expected-error @+1 {{annotate: the tag "pp" is annotated twice}}
  piper.annotate {tag = "pp", parts = 1 : i64}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{the model has fewer ops than the 2 parts asked for}}
  piper.annotate {tag = "pp", parts = 2 : i64}
}
func.func @f(%x: tensor<4xf32> {piper.input = "x"}) -> tensor<4xf32> {
  %a = math.sin %x : tensor<4xf32>
  return %a : tensor<4xf32>
}
