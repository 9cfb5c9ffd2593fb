// RUN: piper-opt %s -split-input-file -verify-diagnostics --piper-check-strategy

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{place: "PP": 5 matches nothing; its indices are 0 to 1}}
  piper.place {filter = {PP = 5}, devices = [0]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{place: filters on "P", which no annotate gives; did you mean "PP"?}}
  piper.place {filter = {P = 0}, devices = [0]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{place: stage 1 of 2 is in no place directive}}
  piper.place {filter = {PP = 0}, devices = [0]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-note @+1 {{the other set is here}}
  piper.place {filter = {PP = 0}, devices = [0]}
  // expected-error @+1 {{place: stage 1 has 2 devices, stage 0 has 1; all sets have one size}}
  piper.place {filter = {PP = 1}, devices = [1, 2]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.place {filter = {PP = 0}, devices = [0, 1]}
  // expected-error @+1 {{place: device 1 is in two different sets}}
  piper.place {filter = {PP = 1}, devices = [1, 2]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{place: nothing divides stage 0 over its 2 devices of the axis "dp"; a replicate is missing}}
  piper.place {filter = {PP = 0}, devices = [0, 1]}
  piper.place {filter = {PP = 1}, devices = [2, 3]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{mesh: no stage is placed at position 1 of the axis "pp"}}
  piper.device_mesh {axes = [["pp", 2]]}
  piper.place {filter = {PP = "*"}, at = {pp = 0}}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  piper.device_mesh {axes = [["pp", 2]]}
  // expected-error @+1 {{place: position 2 is outside the axis "pp" of size 2}}
  piper.place {filter = {PP = "*"}, at = {pp = [0, 2]}}
}

// -----

piper.strategy @s {
  piper.device_mesh {axes = [["dp", 2]]}
  // expected-error @+1 {{replicate: the mesh has no axis "tp"; its axes are dp}}
  piper.replicate {axis = "tp"}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{split: selects 1 of 2 stages; the whole model is split}}
  piper.split {filter = {PP = 0}, num_microbatches = 2}
}

// -----

piper.strategy @s {
  piper.split {num_microbatches = 2}
  // expected-error @+1 {{split: asks for 3 microbatches, an earlier split for 2}}
  piper.split {num_microbatches = 3}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{schedule: unknown kind "gpip"; did you mean "gpipe"? Known are loop, gpipe, 1f1b, interleaved_1f1b, breadth_first, zb_h1, zb_h2, zb_v, dualpipev, dualpipe, auto}}
  piper.use_schedule {kind = "gpip"}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{schedule: 0I0 (stage 0, microbatch 0) on rank 0 is missing, the other part of 0W0}}
  piper.use_schedule {rows = [["0F0", "0W0"]]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{schedule: 0F0 (stage 0, microbatch 0) on rank 0 occurs twice}}
  piper.use_schedule {rows = [["0F0", "0F0"]]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{schedule: row 0: "0X0" is no action; an action is like}}
  piper.use_schedule {rows = [["0X0"]]}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{schedule "mine": cannot read 'no-such-file.csv': No such file or directory}}
  piper.use_schedule {csv = "no-such-file.csv", name = "mine"}
}

// -----

piper.strategy @s {
  piper.replicate {devices = [0, 1], reduce_stream = "dp_stream"}
  // expected-error @+1 {{streams: no directive names the stream "dp_steam"; did you mean "dp_stream"?}}
  piper.streams {streams = {dp_steam = {priority = "high"}}}
}

// -----

piper.strategy @s {
  piper.replicate {devices = [0, 1], reduce_stream = "a"}
  // expected-error @+1 {{streams: the stream "a" has a "priority" that is none of low, normal, high}}
  piper.streams {streams = {a = {priority = "urgent"}}}
}

// -----

piper.strategy @s {
  piper.replicate {devices = [0, 1], reduce_stream = "a"}
  // expected-error @+1 {{streams: the stream "a" has "max_ctas" that is no number, 1 or more}}
  piper.streams {streams = {a = {max_ctas = 0}}}
}

// -----

piper.strategy @s {
  piper.replicate {devices = [0, 1], reduce_stream = "a"}
  // expected-error @+1 {{streams: the stream "a" has the unknown key "sms"; known are priority, max_ctas}}
  piper.streams {streams = {a = {sms = 8}}}
}

// -----

piper.strategy @s {
  piper.replicate {devices = [0, 1], reduce_stream = "a"}
  piper.streams {streams = {a = {priority = "low"}}}
  // expected-error @+1 {{streams: the stream "a" has resources twice}}
  piper.streams {streams = {a = {max_ctas = 4}}}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{parallel: is not expanded; piper-load-strategy does that}}
  piper.parallel {pp = 2}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{shard: this version does not apply it}}
  piper.shard {axis = "tp"}
}

// -----

piper.strategy @s {
  // expected-error @+1 {{replicate: this version does not apply "shard_grads"}}
  piper.replicate {axis = "dp", shard_grads = true}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-error @+1 {{order: the filter {"MB": 0, "PP": 0} names no single action}}
  piper.order {filters = [[{PP = 0, MB = 0}], [{PP = 0, MB = 0, PASS = "B"}]]}
}

// -----

piper.strategy @s {
  piper.annotate {tag = "PP", groups = [["a"], ["b"]]}
  // expected-note @+1 {{by this directive before}}
  piper.place {filter = {PP = 0}, devices = [0]}
  // expected-error @+1 {{place: stage 0 is placed twice}}
  piper.place {filter = {PP = 0}, devices = [1]}
}

// -----

piper.strategy @s {
  piper.device_mesh {axes = [["dp", 2]]}
  // expected-note @+1 {{by this directive before}}
  piper.replicate {axis = "dp"}
  // expected-error @+1 {{replicate: stage 0 is replicated over "dp" twice}}
  piper.replicate {axis = ["dp"]}
}

// -----

piper.strategy @s {
  // expected-note @+1 {{the schedule is here}}
  piper.use_schedule {kind = "gpipe"}
  // expected-error @+1 {{order: an order beside a schedule}}
  piper.order {filters = [[{PP = 0, MB = 0, PASS = "F"}], [{PP = 0, MB = 0, PASS = "B"}]]}
}
