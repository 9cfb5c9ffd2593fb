"""Writes a strategy of every directive, and one with a table made by loops."""
import sys

from piper.strategy import (B, BI, BW, F, annotate, dumps, mesh, order, parallel,
                            place, recompute, replicate, schedule, shard, split,
                            streams, together, write)

STAGES, MICROBATCHES = 2, 4


def gpipe(s):
    return ([F(s, m) for m in range(MICROBATCHES)]
            + [B(s, m) for m in range(MICROBATCHES)])


def every():
    return dumps(
        annotate("pp", groups=[["a", "b.{0-1}"], ["c"]], name="cut"),
        annotate("ep", match=[["layers.*.w1", "layers.*.w2"]]),
        annotate("v", auto=4),
        mesh(pp=2, dp=2, devices=[0, 1, 1, 0],
             links={"dp": {"gbps": 100, "latency_us": 5}}),
        place({"pp": 0}, devices=[0, 1], stream="pp_stream"),
        place({"pp": "*"}, at={"pp": [0, 1]}),
        replicate("dp", shard_grads=True, bucket_size=25, reduce="step"),
        shard("tp", params={"layers.*.wq": 0}, attention="ring", zigzag=True),
        split(MICROBATCHES, dim_name="mb"),
        order({"pp": 0, "PASS": "F"}, [{"pp": 0, "PASS": "BI"},
                                       {"pp": 0, "PASS": "BW"}]),
        schedule(rows=[gpipe(0), [together(F(1, 0), B(1, 1)), BI(1, 2),
                                  BW(1, 2)]], memory_limit=100),
        schedule("1f1b"),
        recompute(keep=["matmul"], filter={"pp": 0}),
        streams(comm={"priority": "high", "max_ctas": 4}),
        parallel(pp=2, dp=2, zero=1, schedule="zb_h1", num_microbatches=4))


def errors():
    wrong = [lambda: annotate("pp"), lambda: annotate("pp", auto=2, match=["a"]),
             lambda: mesh(), lambda: place({"pp": 0}), lambda: order({"pp": 0}),
             lambda: replicate(), lambda: schedule("1f1b", rows=[]),
             lambda: schedule(rows=[[3]]), lambda: F(-1, 0),
             lambda: F(0, True), lambda: B("0", 1), lambda: together(F(0, 0)),
             lambda: dumps({"tag": "pp"}), lambda: schedule()]
    for number, attempt in enumerate(wrong):
        try:
            attempt()
        except ValueError:
            continue
        sys.exit(f"attempt {number} gave no ValueError")
    print(len(wrong), "refused")


what, *rest = sys.argv[1:]
if what == "every":
    print(every(), end="")
elif what == "errors":
    errors()
else:
    write(rest[0],
          annotate("pp", groups=[["layers.{0-1}"], ["layers.{2-3}"]]),
          mesh(pp=STAGES),
          place({"pp": "*"}, at={"pp": [0, 1]}),
          split(MICROBATCHES),
          schedule(rows=[gpipe(s) for s in range(STAGES)]))
