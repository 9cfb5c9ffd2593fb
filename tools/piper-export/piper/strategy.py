"""Writes strategy files: directives as functions, schedule tables as loops.

    from piper.strategy import *

    write("s.json",
          annotate("pp", groups=[["layers.{0-1}"], ["layers.{2-3}"]]),
          mesh(pp=2),
          place({"pp": "*"}, at={"pp": [0, 1]}),
          split(num_microbatches=4),
          schedule(rows=[[F(s, m) for m in range(4)] +
                         [B(s, m) for m in range(4)] for s in range(2)]))

Keys mean what they mean in the file; the compiler checks them. What cannot be
written at all (an action that is none, a directive without what it needs) is a
ValueError here. Needs Python's standard library only.
"""

import json

__all__ = ["annotate", "mesh", "place", "replicate", "shard", "split", "order",
           "schedule", "recompute", "streams", "parallel", "F", "B", "BI", "BW",
           "together", "dumps", "write"]


def _directive(op, **keys):
    """A directive without the keys that were not given."""
    return {"op": op, **{key: value for key, value in keys.items()
                         if value is not None}}


def _only_one(op, **keys):
    given = [key for key, value in keys.items() if value is not None]
    if len(given) != 1:
        raise ValueError(f"{op} takes exactly one of {', '.join(keys)}; "
                         f"{', '.join(given) or 'none'} given")


# Directives ------------------------------------------------------------------

def annotate(tag, *, groups=None, match=None, auto=None, name=None):
    """Gives ops the indices of `tag`: entry k of `groups` is index k; each
    match of `match`, in program order, the next; `auto` parts of equal cost."""
    _only_one("annotate", groups=groups, match=match, auto=auto)
    return _directive("annotate", tag=tag, groups=groups, match=match,
                      auto=auto, name=name)


def mesh(*, devices=None, links=None, name=None, **axes):
    """Names the axes of the devices and their sizes, the last fastest:
    `mesh(pp=4, dp=2)`. `devices` lists one number per coordinate."""
    if not axes:
        raise ValueError("mesh takes its axes by name: mesh(pp=4, dp=2)")
    return _directive("mesh", axes=[[axis, size] for axis, size in axes.items()],
                      devices=devices, links=links, name=name)


def place(filter, *, at=None, devices=None, stream=None, name=None):
    """Puts the matched stages at coordinates of the mesh, or on devices."""
    _only_one("place", at=at, devices=devices)
    return _directive("place", filter=filter, at=at, devices=devices,
                      stream=stream, name=name)


def replicate(axis=None, *, filter=None, devices=None, shard_optimizer=None,
              shard_grads=None, shard_params=None, gather=None, reduce=None,
              prefetch_distance=None, bucket_size=None, bucket_by=None,
              reduce_stream=None, gather_stream=None, name=None):
    """Data parallelism over `axis`, with what of the state is sharded."""
    _only_one("replicate", axis=axis, devices=devices)
    return _directive(
        "replicate", filter=filter or {}, axis=axis, devices=devices,
        shard_optimizer=shard_optimizer, shard_grads=shard_grads,
        shard_params=shard_params, gather=gather, reduce=reduce,
        prefetch_distance=prefetch_distance, bucket_size=bucket_size,
        bucket_by=bucket_by, reduce_stream=reduce_stream,
        gather_stream=gather_stream, name=name)


def shard(axis=None, *, filter=None, params=None, activations=None, inputs=None,
          attention=None, zigzag=None, devices=None, stream=None, name=None):
    """Divides tensors over `axis`: dimensions by pattern; with a tag filter
    alone, experts."""
    return _directive("shard", filter=filter or {}, axis=axis, params=params,
                      activations=activations, inputs=inputs,
                      attention=attention, zigzag=zigzag, devices=devices,
                      stream=stream, name=name)


def split(num_microbatches, *, filter=None, dim_name="MB", name=None):
    """Number of microbatches of a replica."""
    return _directive("split", filter=filter or {}, dim_name=dim_name,
                      num_microbatches=num_microbatches, name=name)


def order(*groups, name=None):
    """Order of the actions of one device set. A group is a filter or a list of
    filters; several filters of one group may interleave."""
    if len(groups) < 2:
        raise ValueError(f"order takes two groups or more; {len(groups)} given")
    return _directive("order", filters=[
        [group] if isinstance(group, dict) else list(group)
        for group in groups], name=name)


def schedule(kind=None, *, rows=None, csv=None, memory_limit=None, name=None):
    """Order of all actions: a kind by name, one list of actions per device of
    the pipeline axis, or a file in PyTorch's form."""
    _only_one("schedule", kind=kind, rows=rows, csv=csv)
    if rows is not None:
        rows = [[_check_action(action) for action in row] for row in rows]
    return _directive("schedule", kind=kind, rows=rows, csv=csv,
                      memory_limit=memory_limit, name=name)


def recompute(*, keep=None, filter=None, name=None):
    """Activation checkpointing: what of the matched stages stays."""
    return _directive("recompute", filter=filter or {}, keep=keep, name=name)


def streams(**resources):
    """Resources of streams: `streams(comm={"priority": "high"})`."""
    return _directive("streams", streams=resources)


def parallel(*, pp=None, v=None, dp=None, tp=None, cp=None, ep=None, zero=None,
             params=None, schedule=None, num_microbatches=None, recompute=None,
             name=None):
    """Shorthand for the common combinations."""
    return _directive("parallel", pp=pp, v=v, dp=dp, tp=tp, cp=cp, ep=ep,
                      zero=zero, params=params, schedule=schedule,
                      num_microbatches=num_microbatches, recompute=recompute,
                      name=name)


# Actions of schedule tables --------------------------------------------------

def _action(kind, stage, microbatch):
    for what, value in (("stage", stage), ("microbatch", microbatch)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise ValueError(f"{kind}: {what} is {value!r}; it is an integer, "
                             "0 or more")
    return f"{stage}{kind}{microbatch}"


def F(stage, microbatch):
    """Forward of a microbatch on a stage: "0F3"."""
    return _action("F", stage, microbatch)


def B(stage, microbatch):
    """Backward, whole."""
    return _action("B", stage, microbatch)


def BI(stage, microbatch):
    """Gradients of the stage's inputs."""
    return _action("I", stage, microbatch)


def BW(stage, microbatch):
    """Gradients of the stage's weights."""
    return _action("W", stage, microbatch)


def together(*actions):
    """Actions that overlap: "(2F3;5B1)"."""
    if len(actions) < 2:
        raise ValueError(f"together takes two actions or more; {len(actions)} "
                         "given")
    return "(" + ";".join(_check_action(action) for action in actions) + ")"


def _check_action(action):
    if not isinstance(action, str) or not action:
        raise ValueError(f"{action!r} is no action; write F(stage, microbatch), "
                         "B, BI, BW or together(...)")
    return action


# Files -----------------------------------------------------------------------

def dumps(*directives):
    """The text of a strategy file, one directive a line, so that messages of
    the compiler name the directive by its line."""
    for directive in directives:
        if not isinstance(directive, dict) or "op" not in directive:
            raise ValueError(f"{directive!r} is no directive")
    lines = ",\n".join("  " + json.dumps(directive) for directive in directives)
    return f"[\n{lines}\n]\n" if directives else "[]\n"


def write(path, *directives):
    """Writes a strategy file."""
    text = dumps(*directives)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
