//===- SessionTest.cpp - Training runs of a small model -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model: y = w * x elementwise over 4 numbers, loss = sum of y over all
// microbatches / M, so dloss/dw = sum of x / M; the update is w -= lr * g. Data
// parallel over two devices, or on one.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Piper/Runtime/Safetensors.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace piper::rt;
using namespace piper::rt::test;

namespace {
// Arena layout of the program.
enum : int64_t {
  W = 0,
  X = 64,
  G = 128,
  METRIC = 192,
  STEP = 256,
  LR = 320,
  MASK = 384,
  EXP = 448
};
} // namespace

static std::string modelSetup(int replicas) {
  std::string dp = std::to_string(replicas);
  std::string devices = replicas == 1 ? "[0]" : "[0,1]";
  return R"({"version":1,"mesh":{"axes":[["dp",)" + dp + R"(]],"devices":)" +
         devices + R"(},"microbatches":)" + std::to_string(4 / replicas) +
         R"(,"replicas":)" + dp + R"json(,
    "params":[{"name":"w","shape":[4],"dtype":"f32","trainable":true}],
    "inputs":[{"name":"x","shape":[4],"dtype":"f32","replica_axes":["dp"]}],
    "buffers_in":[{"name":"mask","shape":[2],"dtype":"i64"}],
    "comms":[{"name":"all","axes":["dp"]}],
    "programs":[{"name":"train","roles":[{}],"arena":512,
      "streams":["compute","comm"],"events":["n","g"],
      "buffers":[
       {"name":"w","kind":"param","of":"w","offset":0,"shape":[4],"dtype":"f32"},
       {"name":"x","kind":"input","offset":64,"shape":[4],"dtype":"f32"},
       {"name":"g","kind":"grad","of":"w","offset":128,"shape":[4],"dtype":"f32"},
       {"name":"m","kind":"metric","offset":192,"shape":[2],"dtype":"f64",
        "fields":{"norm":[0,1],"loss":1}},
       {"name":"step","kind":"step_input","offset":256,"shape":[],"dtype":"i64"},
       {"name":"lr","kind":"metric","offset":320,"shape":[],"dtype":"f64",
        "fields":{"lr":0}},
       {"name":"mask","kind":"model_buffer","of":"mask","offset":384,"shape":[2],
        "dtype":"i64"},
       {"name":"v","kind":"state","of":"w","state":"exp_avg","offset":448,
        "shape":[4],"dtype":"f32"}],
      "actions":[{"op":"zero","name":"begin"},{"op":"load","name":"x"},
       {"op":"launch","name":"fb","stage":0,"pass":"F","mb":0,
        "loc":"net (model.py:3)"
},
       {"op":"collective","name":"reduce"},
       {"op":"launch","name":"update","pass":"U"}]
}]
})json";
}

static void forwardBackward(void *const *buffers) {
  auto *w = static_cast<float *>(buffers[0]),
       *x = static_cast<float *>(buffers[1]);
  auto *g = static_cast<float *>(buffers[2]);
  auto *metric = static_cast<double *>(buffers[3]);
  for (int i = 0; i < 4; ++i) {
    metric[1] += static_cast<double>(w[i] * x[i]) / 4;
    g[i] += x[i] / 4;
  }
}

static void update(void *const *buffers) {
  auto *w = static_cast<float *>(buffers[0]),
       *g = static_cast<float *>(buffers[1]);
  auto *metric = static_cast<double *>(buffers[2]);
  auto *step = static_cast<int64_t *>(buffers[3]);
  auto *lr = static_cast<double *>(buffers[4]);
  *lr = 0.5 / static_cast<double>(*step + 1);
  metric[0] = 0;
  for (int i = 0; i < 4; ++i) {
    metric[0] += static_cast<double>(g[i]) * g[i];
    w[i] -= static_cast<float>(*lr) * g[i];
  }
}

static void train(PiperDevice *dev) {
  void *zeroed[] = {arena(dev, G), arena(dev, METRIC)};
  int64_t bytes[] = {16, 16};
  piper_rt_zero(dev, 0, 0, 0, nullptr, -1, 2, zeroed, bytes);
  int64_t count = dev->world->setup.microbatches;
  for (int64_t mb = 0; mb < count; ++mb) {
    piper_rt_load(dev, 1, 0, 0, nullptr, -1, 0, 0, mb, arena(dev, X));
    launch(dev, {2, 0, {}, mb + 1 == count ? 0 : -1}, forwardBackward,
           {arena(dev, W), arena(dev, X), arena(dev, G), arena(dev, METRIC)});
  }
  collective(dev, {3, 1, {0, 1}}, 0, PIPER_ALL_REDUCE, PIPER_SUM, PIPER_F32,
             {0}, {arena(dev, G)}, {4});
  collective(dev, {3, 1, {}, 1}, 0, PIPER_ALL_REDUCE, PIPER_SUM, PIPER_F64, {0},
             {arena(dev, METRIC)}, {2});
  launch(dev, {4, 0, {1, 1}}, update,
         {arena(dev, W), arena(dev, G), arena(dev, METRIC), arena(dev, STEP),
          arena(dev, LR)});
}

static ProgramFunction lookup(llvm::StringRef name) {
  return name == "train" ? train : nullptr;
}

namespace {
class SessionTest : public testing::Test {
protected:
  void SetUp() override {
    float w[] = {1, 2, 3, 4};
    int64_t mask[] = {11, 12};
    weights = folder.file("w.safetensors");
    ASSERT_TRUE(writeSafetensors(weights, {{"w", DType::F32, {4}, w},
                                           {"mask", DType::I64, {2}, mask}})
                    .ok());
    std::vector<float> x(3 * 4 * 4);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<float>(i % 8) * 0.25f;
    data = folder.file("x.safetensors");
    ASSERT_TRUE(
        writeSafetensors(data, {{"x", DType::F32, {3, 4, 4}, x.data()}}).ok());
    options.weights = weights;
    options.data = data;
    options.steps = 3;
  }

  Status run(int replicas) {
    Result<std::unique_ptr<Session>> made =
        Session::create(modelSetup(replicas), lookup, options);
    if (!made.ok())
      return made.status();
    session = made.take();
    return session->run();
  }

  TempFolder folder;
  std::string weights, data;
  SessionOptions options;
  std::unique_ptr<Session> session;
};
} // namespace

TEST_F(SessionTest, TrainsTheSameOnOneDeviceAndOnTwo) {
  std::string lines, saved[2], grads[2];
  for (int replicas : {1, 2}) {
    llvm::raw_string_ostream progress(lines);
    options.progress = &progress;
    options.metrics = folder.file("m.jsonl");
    options.saveWeights = folder.file("out.safetensors");
    options.saveGrads = folder.file("g.safetensors");
    options.trace = folder.file("t.json");
    options.jitter = replicas;
    Status status = run(replicas);
    ASSERT_TRUE(status.ok()) << status.message;
    saved[replicas - 1] = TempFolder::read(options.saveWeights);
    grads[replicas - 1] = TempFolder::read(options.saveGrads);
    EXPECT_EQ(session->last().step, 2);
    EXPECT_EQ(session->last().lr, 0.5 / 3);
  }
  EXPECT_EQ(saved[0], saved[1]);
  EXPECT_EQ(grads[0], grads[1]);
  expectParts(lines,
              {"step 0  loss 10.0000  grad 1.837", "samples/s", "step 2"});

  Result<SafetensorsFile> file = SafetensorsFile::open(options.saveGrads);
  ASSERT_TRUE(file.ok()) << file.status().message;
  float g[4];
  ASSERT_TRUE(file->read(*file->find("w"), 0, 4, DType::F32, g).ok());
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(g[i], 0.25f * i + 0.5f);
  file = SafetensorsFile::open(options.saveWeights);
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(file->tensors().size(), 1u);
}

TEST_F(SessionTest, MetricsReadBackExactly) {
  options.metrics = folder.file("m.jsonl");
  ASSERT_TRUE(run(2).ok());
  std::ifstream in(options.metrics);
  std::string line;
  int64_t step = 0;
  for (; std::getline(in, line); ++step) {
    llvm::Expected<llvm::json::Value> row = llvm::json::parse(line);
    ASSERT_TRUE(static_cast<bool>(row)) << line;
    const llvm::json::Object &object = *row->getAsObject();
    EXPECT_EQ(object.getInteger("step"), step);
    EXPECT_EQ(object.getNumber("lr"), 0.5 / static_cast<double>(step + 1));
    EXPECT_EQ(object.getNumber("grad_norm"),
              std::sqrt(0.25 + 0.5625 + 1 + 1.5625));
    EXPECT_EQ(object.getInteger("peak_bytes"), 328); // of 512
    for (const char *key : {"loss", "step_ms", "tokens_per_s", "bubble"})
      EXPECT_TRUE(object.getNumber(key)) << key << " in " << line;
    EXPECT_TRUE(object.get("exposed_comm_ms"));
  }
  EXPECT_EQ(step, 3);
}

TEST_F(SessionTest, TraceHasEveryAction) {
  options.trace = folder.file("t.json");
  options.steps = 1;
  ASSERT_TRUE(run(2).ok());
  std::string text = TempFolder::read(options.trace);
  llvm::Expected<llvm::json::Value> trace = llvm::json::parse(text);
  ASSERT_TRUE(static_cast<bool>(trace)) << text;
  int64_t complete = 0, names = 0;
  for (llvm::json::Value &event :
       *trace->getAsObject()->getArray("traceEvents")) {
    llvm::StringRef phase = *event.getAsObject()->getString("ph");
    complete += phase == "X";
    names += phase == "M";
  }
  // zero, 2 loads, 2 launches, 2 collectives, update; on two devices.
  EXPECT_EQ(complete, 16);
  EXPECT_EQ(names, 6);
  expectParts(text, {"fb mb 0", "device 1 (dp=1)", "net (model.py:3)"});
}

TEST_F(SessionTest, LoadsParametersBuffersAndZeroState) {
  options.steps = 0;
  ASSERT_TRUE(run(2).ok());
  for (int64_t id : {0, 1}) {
    PiperDevice *device = session->world().device(id);
    EXPECT_EQ(arena(device, W)[3], 4.0f);
    EXPECT_EQ(arena<int64_t>(device, MASK)[1], 12);
    EXPECT_EQ(arena(device, EXP)[3], 0.0f);
    EXPECT_NE(arena(device, G)[0], arena(device, G)[0]);
  }
}

TEST_F(SessionTest, OneErrorListsAllThatIsWrongWithTheWeights) {
  float values[5] = {};
  options.weights = folder.file("bad.safetensors");
  ASSERT_TRUE(
      writeSafetensors(options.weights, {{"w", DType::F32, {5}, values},
                                         {"extra.1", DType::F32, {1}, values},
                                         {"extra.2", DType::F32, {}, values}})
          .ok());
  Status status = run(1);
  EXPECT_EQ(status.code, 1);
  expectParts(status.message,
              {"bad.safetensors", "'w' has shape [5], the model has [4]",
               "missing buffer 'mask' [2]", "extra tensor 'extra.1' [1]",
               "extra tensor 'extra.2' []"});
}

TEST_F(SessionTest, BadInputsHaveStatusOne) {
  SessionOptions good = options;
  auto code = [&](auto change) {
    options = good;
    change();
    return run(1).code;
  };
  EXPECT_EQ(code([] {}), 0);
  EXPECT_EQ(code([&] { options.weights = ""; }), 1);
  EXPECT_EQ(code([&] { options.data = ""; }), 1);
  EXPECT_EQ(code([&] { options.initSeed = 1; }), 1);
  EXPECT_EQ(code([&] { options.steps = 4; }), 1);
  EXPECT_EQ(code([&] { options.steps = -1; }), 1);
  EXPECT_EQ(code([&] { options.metrics = folder.file("no/where"); }), 1);
  options = good;
  auto none = [](llvm::StringRef) -> ProgramFunction { return nullptr; };
  Result<std::unique_ptr<Session>> made =
      Session::create(modelSetup(1), none, options);
  ASSERT_FALSE(made.ok());
  expectParts(made.status().message, {"no function 'train'"});
}

TEST_F(SessionTest, NaNStopsOrWarns) {
  float w[] = {1, NAN, 3, 4};
  int64_t mask[] = {1, 2};
  ASSERT_TRUE(writeSafetensors(weights, {{"w", DType::F32, {4}, w},
                                         {"mask", DType::I64, {2}, mask}})
                  .ok());
  Status status = run(2);
  EXPECT_EQ(status.code, 3);
  expectParts(status.message, {"step 0: loss is nan"});
  std::string text;
  llvm::raw_string_ostream warnings(text);
  options.stopOnNan = false;
  options.warnings = &warnings;
  options.metrics = folder.file("m.jsonl");
  status = run(2);
  EXPECT_TRUE(status.ok()) << status.message;
  expectParts(text, {"warning: step 0: loss is nan", "step 2"});
  expectParts(TempFolder::read(options.metrics), {"\"loss\": null"});
}

TEST_F(SessionTest, ReplicasThatDivergeAreAnError) {
  options.steps = 0;
  ASSERT_TRUE(run(2).ok());
  arena(session->world().device(1), W)[2] += 1;
  Status status = checkReplicas(session->world());
  EXPECT_EQ(status.code, 3);
  expectParts(status.message, {"parameter 'w'", "device 0 (dp=0)",
                               "device 1 (dp=1)", "element 2 of 4"});
}

TEST_F(SessionTest, InitNeedsNoFileAndDependsOnTheSeed) {
  std::string setup = modelSetup(2);
  // Without model buffers, and with a matrix instead of a vector.
  for (
      auto [from, to] :
      {std::pair<std::string, std::string>{
           R"({"name":"mask","shape":[2],"dtype":"i64"})", ""},
       {R"({"name":"mask","kind":"model_buffer","of":"mask","offset":384,"shape":[2],
        "dtype":"i64"},)",
        ""},
       {R"("name":"w","shape":[4])", R"("name":"w","shape":[2,2])"},
       {R"("offset":0,"shape":[4])", R"("offset":0,"shape":[2,2])"},
       {R"("offset":128,"shape":[4])", R"("offset":128,"shape":[2,2])"}}) {
    size_t at = setup.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    setup.replace(at, from.size(), to);
  }
  options.weights = "";
  std::vector<float> made[3];
  for (uint64_t seed : {0, 1, 1}) {
    options.initSeed = seed;
    Result<std::unique_ptr<Session>> session =
        Session::create(setup, lookup, options);
    ASSERT_TRUE(session.ok()) << session.status().message;
    float *w = arena((*session)->world().device(1), W);
    for (std::vector<float> &values : made)
      if (values.empty()) {
        values.assign(w, w + 4);
        break;
      }
    EXPECT_TRUE(checkReplicas((*session)->world()).ok());
  }
  EXPECT_NE(made[0], made[1]);
  EXPECT_EQ(made[1], made[2]);
  for (float value : made[0])
    EXPECT_LE(std::fabs(value), 1 / std::sqrt(2.0f));
  EXPECT_EQ(run(1).code, 1); // has a model buffer
}

TEST_F(SessionTest, FailureWhileRunningNamesTheStep) {
  auto broken = [](llvm::StringRef) -> ProgramFunction {
    return [](PiperDevice *dev) {
      if (dev->world->step == 1)
        launch(dev, {2, 0, {0, 1}}, [](void *const *) {}, {});
      else
        train(dev);
    };
  };
  options.deadline = 1;
  options.trace = folder.file("t.json");
  Result<std::unique_ptr<Session>> made =
      Session::create(modelSetup(2), broken, options);
  ASSERT_TRUE(made.ok());
  Status status = (*made)->run();
  EXPECT_EQ(status.code, 3);
  expectParts(status.message, {"step 1: watchdog", "'fb'", "event 'n' #1"});
  EXPECT_NE(TempFolder::read(options.trace), "");
}
