// What a graph must be before it is scheduled.
// RUN: piper-opt %s --piper-schedule -verify-diagnostics -split-input-file

// expected-error @below {{expected one piper.graph, found 0}}
module {}

// -----

// expected-error @below {{expected one piper.graph, found 2}}
module {
  piper.graph @a attributes {microbatches = 1 : i64} {
    piper.return names []
  }
  piper.graph @b attributes {microbatches = 1 : i64} {
    piper.return names []
  }
}

// -----

// expected-error @below {{expected one piper.foreach_microbatch, found 0}}
piper.graph @g attributes {microbatches = 1 : i64} {
  piper.return names []
}

// -----

!v = !piper.value<tensor<4xf32>, @cluster>
piper.mesh @cluster <["pp"=2]>
piper.graph @g attributes {microbatches = 1 : i64} {
  // expected-error @below {{has no task}}
  %a = piper.foreach_microbatch (%acc : !v) {
    piper.yield %acc : !v
  }
  piper.return names []
}

// -----

!v = !piper.value<tensor<4xf32>, @cluster>
piper.mesh @cluster <["pp"=2]>
piper.graph @g attributes {microbatches = 1 : i64} {
  %a = piper.foreach_microbatch (%acc : !v) {
    // expected-error @below {{a task of the microbatch loop has a stage}}
    %h = piper.task @s0 F(%acc) : (!v) -> !v
    piper.yield %h : !v
  }
  piper.return names []
}

// -----

!v = !piper.value<tensor<4xf32>, @cluster>
piper.mesh @cluster <["pp"=2]>
piper.graph @g attributes {microbatches = 1 : i64} {
  %a = piper.foreach_microbatch (%acc : !v) {
    // expected-error @below {{stage 9000000 is out of range}}
    %h = piper.task @s0 F(%acc) {stage = 9000000 : i64} : (!v) -> !v
    piper.yield %h : !v
  }
  piper.return names []
}

// -----

!v = !piper.value<tensor<4xf32>, @cluster>
piper.mesh @cluster <["pp"=2]>
piper.graph @g attributes {microbatches = 1 : i64} {
  %a = piper.foreach_microbatch (%acc : !v) {
    %h = piper.task @s0 F(%acc) {stage = 0 : i64} : (!v) -> !v
    // expected-error @below {{stage 0 has two tasks of pass F}}
    %i = piper.task @s0 F(%h) {stage = 0 : i64} : (!v) -> !v
    piper.yield %i : !v
  }
  piper.return names []
}

// -----

!v = !piper.value<tensor<4xf32>, @cluster>
piper.mesh @cluster <["pp"=2]>
// expected-error @below {{stage 0 has no forward task}}
piper.graph @g attributes {microbatches = 1 : i64} {
  %a = piper.foreach_microbatch (%acc : !v) {
    %h = piper.task @s1 F(%acc) {stage = 1 : i64} : (!v) -> !v
    piper.yield %h : !v
  }
  piper.return names []
}

// -----

!v = !piper.value<tensor<4xf32>, @cluster[pp=0, dp=1]>
piper.mesh @cluster <["pp"=2, "dp"=2]>
piper.graph @g attributes {microbatches = 1 : i64} {
  %a = piper.foreach_microbatch (%acc : !v) {
    // expected-error @below {{; stages are placed on one axis}}
    %h = piper.task @s0 F(%acc) {stage = 0 : i64} : (!v) -> !v
    piper.yield %h : !v
  }
  piper.return names []
}

// -----

!v = !piper.value<tensor<4xf32>, @cluster[pp=0]>
!w = !piper.value<tensor<4xf32>, @cluster[dp=0]>
piper.mesh @cluster <["pp"=2, "dp"=2]>
piper.graph @g attributes {microbatches = 1 : i64} {
  %a, %b = piper.foreach_microbatch (%acc : !v, %bcc : !w) {
    %h = piper.task @s0 F(%acc) {stage = 0 : i64} : (!v) -> !v
    // expected-error @below {{stage 1 is placed on axis "dp", others on "pp"}}
    %i = piper.task @s1 F(%bcc) {stage = 1 : i64} : (!w) -> !w
    piper.yield %h, %i : !v, !w
  }
  piper.return names []
}
