// RUN: piper-opt %s -split-input-file -verify-diagnostics
// Each constraint of a directive, by the name PiperDirectives.td gives it.

// (S1) Only directives, and directives only there.
piper.strategy @s {
  // expected-error @+1 {{is no directive}}
  %x = arith.constant 0 : i64
}

// -----

// expected-error @+1 {{expects parent op 'piper.strategy'}}
piper.split {num_microbatches = 1 : i64}

// -----

// (A1)
piper.strategy @s {
  // expected-error @+1 {{needs a 'tag' that is not empty}}
  piper.annotate {tag = "", parts = 1 : i64}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{needs exactly one of 'groups', 'match' and 'auto'}}
  piper.annotate {tag = "pp"}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{needs exactly one of 'groups', 'match' and 'auto'}}
  piper.annotate {tag = "pp", match = ["a"], parts = 2 : i64}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{requires attribute 'tag'}}
  piper.annotate {parts = 2 : i64}
}

// -----

// (A2)
piper.strategy @s {
  // expected-error @+1 {{'groups' is a list of lists of patterns}}
  piper.annotate {tag = "pp", groups = ["a"]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'groups' is a list of lists of patterns}}
  piper.annotate {tag = "pp", groups = [["a"], []]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'groups' is a list of lists of patterns}}
  piper.annotate {tag = "pp", groups = []}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'groups' is a list of lists of patterns}}
  piper.annotate {tag = "pp", groups = [["a", ""]]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'match' is a list of patterns or lists of patterns}}
  piper.annotate {tag = "pp", match = [1 : i64]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'match' is a list of patterns or lists of patterns}}
  piper.annotate {tag = "pp", match = ["a", []]}
}

// -----

// (A3)
piper.strategy @s {
  // expected-error @+1 {{'auto' is a number of parts, 1 or more}}
  piper.annotate {tag = "pp", parts = 0 : i64}
}

// -----

// (D1)
piper.strategy @s {
  // expected-error @+1 {{'axes' is a list of pairs of a name and a size}}
  piper.device_mesh {axes = ["pp"]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'axes' is a list of pairs of a name and a size}}
  piper.device_mesh {axes = [["pp", 2, 2]]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'axes' is a list of pairs of a name and a size}}
  piper.device_mesh {axes = [["", 2]]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'axes' is a list of pairs of a name and a size}}
  piper.device_mesh {axes = [["pp", 0]]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{names the axis "pp" twice}}
  piper.device_mesh {axes = [["pp", 2], ["pp", 3]]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{has more coordinates than fit 64 bits}}
  piper.device_mesh {axes = [["pp", 4294967296], ["dp", 4294967296]]}
}

// -----

// (D2)
piper.strategy @s {
  // expected-error @+1 {{lists 3 devices for 4 coordinates, the product of the sizes of its axes}}
  piper.device_mesh {axes = [["pp", 2], ["dp", 2]], devices = [0, 1, 2]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'devices' are numbers, 0 or more}}
  piper.device_mesh {axes = [["pp", 2]], devices = [0, -1]}
}

// -----

// (D3)
piper.strategy @s {
  // expected-error @+1 {{'links' names "dp", which is no axis of the mesh}}
  piper.device_mesh {axes = [["pp", 2]], links = {dp = {gbps = 1 : i64}}}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{a link has the numbers 'gbps' and 'latency_us'}}
  piper.device_mesh {axes = [["pp", 2]], links = {pp = 100 : i64}}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{a link has the numbers 'gbps' and 'latency_us'}}
  piper.device_mesh {axes = [["pp", 2]], links = {pp = {speed = 1 : i64}}}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{a link has the numbers 'gbps' and 'latency_us'}}
  piper.device_mesh {axes = [["pp", 2]], links = {pp = {gbps = "fast"}}}
}

// -----

// (P1)
piper.strategy @s {
  // expected-error @+1 {{needs exactly one of 'devices' and 'at'}}
  piper.place {filter = {pp = 0 : i64}}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{needs exactly one of 'devices' and 'at'}}
  piper.place {devices = [0], at = {pp = 0 : i64}}
}

// -----

// (P2)
piper.strategy @s {
  // expected-error @+1 {{'devices' is empty}}
  piper.place {devices = []}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'devices' are numbers, 0 or more}}
  piper.place {devices = [-1]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{names device 1 twice}}
  piper.place {devices = [1, 0, 1]}
}

// -----

// (P3)
piper.strategy @s {
  // expected-error @+1 {{'at' gives "pp" neither a position, 0 or more, nor a list of them}}
  piper.place {at = {pp = -1 : i64}}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'at' gives "pp" neither a position, 0 or more, nor a list of them}}
  piper.place {at = {pp = [0, -1]}}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'at' gives "pp" neither a position, 0 or more, nor a list of them}}
  piper.place {at = {pp = []}}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'at' gives "pp" neither a position, 0 or more, nor a list of them}}
  piper.place {at = {pp = "0"}}
}

// -----

// (R1)
piper.strategy @s {
  // expected-error @+1 {{'axis' is a name or a list of names}}
  piper.replicate {axis = 1 : i64}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'axis' is a name or a list of names}}
  piper.replicate {axis = ""}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'axis' is a name or a list of names}}
  piper.replicate {axis = []}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'axis' is a name or a list of names}}
  piper.replicate {axis = ["dp", 1]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{needs 'axis' or 'devices'}}
  piper.replicate {filter = {pp = 0 : i64}}
}

// -----

// (R2)
piper.strategy @s {
  // expected-error @+1 {{'bucket_size' is a number of MB above 0}}
  piper.replicate {axis = "dp", bucket_size = 0 : i64}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'bucket_size' is a number of MB above 0}}
  piper.replicate {axis = "dp", bucket_size = -0.5 : f64}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'bucket_size' is a number of MB above 0}}
  piper.replicate {axis = "dp", bucket_size = "25"}
}

// -----

// (SP1)
piper.strategy @s {
  // expected-error @+1 {{'num_microbatches' is 1 or more}}
  piper.split {num_microbatches = 0 : i64}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{requires attribute 'num_microbatches'}}
  piper.split {dim_name = "MB"}
}

// -----

// (O1)
piper.strategy @s {
  // expected-error @+1 {{needs at least two groups of filters}}
  piper.order {filters = [[{PP = 0 : i64}]]}
}

// -----

// (O2)
piper.strategy @s {
  // expected-error @+1 {{'filters' is a list of groups, each a list of filters that is not empty}}
  piper.order {filters = [[{PP = 0 : i64}], []]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'filters' is a list of groups, each a list of filters that is not empty}}
  piper.order {filters = [[{PP = 0 : i64}], {PP = 1 : i64}]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'filters' is a list of groups, each a list of filters that is not empty}}
  piper.order {filters = [[{PP = 0 : i64}], ["0F0"]]}
}

// -----

// (U1)
piper.strategy @s {
  // expected-error @+1 {{needs exactly one of 'kind', 'rows' and 'csv'}}
  piper.use_schedule {memory_limit = 1 : i64}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{needs exactly one of 'kind', 'rows' and 'csv'}}
  piper.use_schedule {kind = "gpipe", csv = "t.csv"}
}

// -----

// (U3)
piper.strategy @s {
  // expected-error @+1 {{'memory_limit' is a number of MB above 0}}
  piper.use_schedule {kind = "gpipe", memory_limit = "80GB"}
}

// -----

// (U2)
piper.strategy @s {
  // expected-error @+1 {{'rows' is a list of lists of actions}}
  piper.use_schedule {rows = ["0F0"]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'rows' is a list of lists of actions}}
  piper.use_schedule {rows = [["0F0"], [1]]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{'rows' is a list of lists of actions}}
  piper.use_schedule {rows = [[""]]}
}

// -----

// The kinds of the values come from the op definitions.
piper.strategy @s {
  // expected-error @+1 {{attribute 'streams' failed to satisfy constraint: dictionary of named attribute values}}
  piper.streams {streams = []}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{attribute 'pp' failed to satisfy constraint: 64-bit signless integer attribute}}
  piper.parallel {pp = "2"}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{attribute 'zigzag' failed to satisfy constraint: bool attribute}}
  piper.shard {zigzag = 1 : i64}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{attribute 'filter' failed to satisfy constraint: dictionary of named attribute values}}
  piper.recompute {filter = "pp"}
}
