// RUN: piper-opt %s --piper-outline-stages --verify-diagnostics --split-input-file

func.func @main(%u: tensor<f32> {piper.param = "u"}) -> tensor<f32> {
  // expected-note @below {{computed by}}
  %h = math.exp %u {piper.tags = {pp = 1 : i64}} : tensor<f32>
  // expected-error @below {{in stage 0 reads a value of the later stage 1}}
  %i = math.exp %h {piper.tags = {pp = 0 : i64}} : tensor<f32>
  return %i : tensor<f32>
}

// -----

// expected-error @below {{stage 1 of 3 has no ops}}
func.func @main(%u: tensor<f32> {piper.param = "u"}) -> tensor<f32> {
  %h = math.exp %u {piper.tags = {pp = 0 : i64}} : tensor<f32>
  %i = math.exp %h {piper.tags = {pp = 2 : i64}} : tensor<f32>
  return %i : tensor<f32>
}

// -----

func.func @main(%u: tensor<f32> {piper.param = "u"}) -> tensor<f32> {
  %h = math.exp %u {piper.tags = {pp = 0 : i64}} : tensor<f32>
  // expected-error @below {{has no index of tag 'pp'; run piper-annotate first}}
  %i = math.exp %h : tensor<f32>
  return %i : tensor<f32>
}

// -----

func.func @main(%u: tensor<f32> {piper.param = "u"}) -> tensor<f32> {
  // expected-error @below {{carries 2 tags, 'ep' and 'pp': name the one that numbers the stages with the option tag}}
  %h = math.exp %u {piper.tags = {ep = 1 : i64, pp = 0 : i64}} : tensor<f32>
  return %h : tensor<f32>
}

// -----

func.func @main(%u: tensor<f32> {piper.param = "u"}) -> tensor<f32> {
  // expected-error @below {{the loss is in stage 0; it belongs to the last stage, 1}}
  %h = math.exp %u {piper.tags = {pp = 0 : i64}} : tensor<f32>
  %i = math.exp %h {piper.tags = {pp = 1 : i64}} : tensor<f32>
  return %h : tensor<f32>
}

// -----

// expected-error @below {{the weight of the loss depends on no parameter and no input}}
func.func @main(%u: tensor<f32> {piper.param = "u"}) -> (tensor<f32>, tensor<f32>) {
  %h = math.exp %u : tensor<f32>
  return %h, %u : tensor<f32>, tensor<f32>
}

// -----

func.func @main(%u: tensor<f32> {piper.param = "u"}) -> (tensor<f32>, tensor<f32>) {
  // expected-error @below {{the weight of the loss is in stage 0; it belongs to the last stage, 1}}
  %w = math.absf %u {piper.tags = {pp = 0 : i64}} : tensor<f32>
  %h = math.exp %u {piper.tags = {pp = 1 : i64}} : tensor<f32>
  return %h, %w : tensor<f32>, tensor<f32>
}

// -----

// expected-error @below {{returns 3 values; it returns the loss, or (loss_sum, weight)}}
func.func @main(%u: tensor<f32> {piper.param = "u"}) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %h = math.exp %u : tensor<f32>
  return %h, %h, %h : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// expected-error @below {{has 0 public functions; expected one, the model}}
module {
}
