// What strategies say that cannot be: places, replicas, meshes, orders.
// RUN: piper-opt %s -split-input-file -verify-diagnostics --piper-check-strategy
// RUN: piper-opt %s -split-input-file -verify-diagnostics --piper-apply-strategy

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{place: "at" needs a mesh, which names the axes}}
  piper.place {filter = {PP = 0}, at = {pp = 0}}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.device_mesh {axes = [["pp", 2], ["dp", 2]]}
  // expected-error @+1 {{place: "at" names 2 axes; stages share one axis}}
  piper.place {filter = {PP = 0}, at = {pp = 0, dp = 1}}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.device_mesh {axes = [["pp", 2], ["dp", 2]]}
  // expected-error @+1 {{place: the mesh has no axis "tp"}}
  piper.place {filter = {PP = 0}, at = {tp = 0}}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.device_mesh {axes = [["pp", 2], ["dp", 2]]}
  piper.place {filter = {PP = 0}, at = {pp = 0}}
  // expected-error @+1 {{place: places stages on the axis "dp", others are on "pp"; stages share one axis}}
  piper.place {filter = {PP = 1}, at = {dp = 1}}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.device_mesh {axes = [["pp", 2], ["dp", 2]]}
  // expected-error @+1 {{place: "at" lists 3 positions for 2 stages}}
  piper.place {filter = {PP = "*"}, at = {pp = [0, 1, 1]}}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.device_mesh {axes = [["pp", 2], ["dp", 2]]}
  // expected-error @+1 {{place: its 2 devices are those of no position of an axis of the mesh}}
  piper.place {filter = {PP = 0}, devices = [0, 3]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{place: the value of "PP" in a filter is an index or "*"}}
  piper.place {filter = {PP = "all"}, devices = [0]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.annotate {tag = "EP", groups = [["x"]]}
  piper.place {filter = {PP = "*"}, devices = [0]}
  // expected-error @+1 {{split: filters on "EP"; this version applies it to whole stages, the tag "PP"}}
  piper.split {filter = {EP = 0}, num_microbatches = 2}
}

// -----

piper.strategy @s {
  piper.device_mesh {axes = [["pp", 2], ["dp", 2]]}
  // expected-error @+1 {{mesh: the strategy has a second mesh}}
  piper.device_mesh {axes = [["pp", 2]]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.device_mesh {axes = [["pp", 2], ["dp", 2]]}
  piper.place {filter = {PP = "*"}, at = {pp = [0, 1]}}
  // expected-error @+1 {{replicate: the axis "pp" holds the stages; it replicates nothing}}
  piper.replicate {axis = "pp"}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.place {filter = {PP = 0}, devices = [0, 1]}
  piper.place {filter = {PP = 1}, devices = [2, 3]}
  // expected-error @+1 {{replicate: names 3 devices, but each stage is placed on 2}}
  piper.replicate {filter = {PP = 0}, devices = [0, 1, 2]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.place {filter = {PP = 0}, devices = [0, 1]}
  piper.place {filter = {PP = 1}, devices = [2, 3]}
  // expected-error @+1 {{replicate: its devices are not those that stage 1 is placed on}}
  piper.replicate {filter = {PP = 1}, devices = [0, 1]}
}

// -----

piper.strategy @s {
  piper.device_mesh {axes = [["dp", 2]]}
  // expected-error @+1 {{replicate: this version reduces once per step; "reduce": "microbatch" is not applied}}
  piper.replicate {axis = "dp", reduce = "microbatch"}
}

// -----

piper.strategy @s {
  piper.use_schedule {kind = "gpipe"}
  // expected-error @+1 {{schedule: the strategy has a second schedule}}
  piper.use_schedule {kind = "1f1b"}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.split {num_microbatches = 2, dim_name = "MB"}
  // expected-error @+1 {{order: the filter {"MB": 0, "PASS": "F", "PP": 2} matches nothing; there are 2 stages and 2 microbatches}}
  piper.order {filters = [[{PP = 2, MB = 0, PASS = "F"}], [{PP = 0, MB = 0, PASS = "F"}]]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.split {num_microbatches = 2, dim_name = "MB"}
  // expected-error @+1 {{order: the filter {"MB": 2, "PASS": "F", "PP": 0} matches nothing; there are 2 stages and 2 microbatches}}
  piper.order {filters = [[{PP = 0, MB = 2, PASS = "F"}], [{PP = 0, MB = 0, PASS = "F"}]]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{order: the filter {"MB": 0, "PASS": "U", "PP": 0} has an unknown PASS; known are F, B, BI, BW}}
  piper.order {filters = [[{PP = 0, MB = 0, PASS = "U"}], [{PP = 0, MB = 0, PASS = "F"}]]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{names the tag "EP"; orders are of whole stages}}
  piper.order {filters = [[{PP = 0, MB = 0, PASS = "F", EP = 1}], [{PP = 0, MB = 0, PASS = "B"}]]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.place {filter = {PP = 0}, devices = [0]}
  piper.place {filter = {PP = 1}, devices = [1]}
  // expected-error @+1 {{order: orders stage 1 on rank 1 with actions of rank 0; an order has one device set}}
  piper.order {filters = [[{PP = 0, MB = 0, PASS = "F"}], [{PP = 1, MB = 0, PASS = "F"}]]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.place {filter = {PP = 0}, devices = [0]}
  piper.place {filter = {PP = 1}, devices = [1]}
  // expected-error @+1 {{order: rank 1 of the pipeline has no order}}
  piper.order {filters = [[{PP = 0, MB = 0, PASS = "F"}], [{PP = 0, MB = 0, PASS = "B"}]]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-note @+1 {{the first is here}}
  piper.order {filters = [[{PP = 0, MB = 0, PASS = "F"}], [{PP = 0, MB = 0, PASS = "B"}]]}
  // expected-error @+1 {{order: rank 0 of the pipeline has a second order}}
  piper.order {filters = [[{PP = 1, MB = 0, PASS = "F"}], [{PP = 1, MB = 0, PASS = "B"}]]}
}

// -----

piper.strategy @s {}
// expected-error @below {{the module has a second strategy}}
piper.strategy @t {}
