"""Small models of many architectures, each with its loss inside."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def cross_entropy(logits, ids):
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), ids.reshape(-1))


class Recurrent(nn.Module):
    """A bidirectional LSTM and a GRU cell over its steps."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(11, 6)
        self.lstm = nn.LSTM(6, 4, batch_first=True, bidirectional=True)
        self.gru = nn.GRUCell(8, 7)
        self.head = nn.Linear(7, 11)

    def forward(self, tokens, targets):
        x, _ = self.lstm(self.embed(tokens))
        state, states = x.new_zeros(len(x), 7), []
        for step in x.unbind(1):
            state = self.gru(step, state)
            states.append(state)
        return cross_entropy(self.head(torch.stack(states, 1)), targets)

    stages = [["embed", "lstm"], ["gru", "head"]]

    def example(self):
        return {"tokens": torch.randint(11, (3, 4)),
                "targets": torch.randint(11, (3, 4))}


class StateSpace(nn.Module):
    """A selective state space with its causal depthwise convolution."""

    def __init__(self, d=6, n=3):
        super().__init__()
        self.enter, self.leave = nn.Linear(d, 2 * d), nn.Linear(d, d)
        self.conv = nn.Conv1d(d, d, 4, groups=d, padding=3)
        self.dt, self.B, self.C = nn.Linear(d, d), nn.Linear(d, n), nn.Linear(d, n)
        self.A = nn.Parameter(torch.log(torch.arange(1.0, n + 1)).repeat(d, 1))
        self.D = nn.Parameter(torch.ones(d))

    def forward(self, x, y):
        u, gate = self.enter(x).chunk(2, -1)
        u = F.silu(self.conv(u.mT)[..., :x.shape[1]].mT)
        dt = F.softplus(self.dt(u)).unsqueeze(-1)
        decay, drive = torch.exp(-dt * self.A.exp()), dt * self.B(u).unsqueeze(2)
        state, out = 0, []
        for t in range(x.shape[1]):
            state = decay[:, t] * state + drive[:, t] * u[:, t, :, None]
            out.append((state * self.C(u)[:, t, None]).sum(-1))
        out = (torch.stack(out, 1) + u * self.D) * F.silu(gate)
        return F.mse_loss(self.leave(out), y)

    stages = [["enter", "conv", "dt"], ["leave"]]

    def example(self):
        return {"x": torch.randn(2, 5, 6), "y": torch.randn(2, 5, 6)}


class EncoderDecoder(nn.Module):
    """Attention with relative positions, causal, and across; tied embedding."""

    def __init__(self, d=8, heads=2):
        super().__init__()
        self.embed, self.near = nn.Embedding(13, d), nn.Embedding(8, heads)
        make = lambda **more: nn.MultiheadAttention(d, heads, batch_first=True, **more)
        self.encode, self.decode, self.cross = make(bias=False), make(), make()
        self.up, self.gate, self.down = (nn.Linear(d, 16), nn.Linear(d, 16),
                                         nn.Linear(16, d))
        place = torch.arange(7)
        self.register_buffer("offset", (place[None] - place[:, None]).clamp(-4, 3) + 4)

    def forward(self, source, tokens, targets):
        a, b = self.embed(source), self.embed(tokens)
        bias = self.near(self.offset).permute(2, 0, 1).repeat(len(a), 1, 1)
        a = a + self.encode(a, a, a, attn_mask=bias, need_weights=False)[0]
        causal = torch.triu(torch.full((5, 5), float("-inf")), 1)
        b = b + self.decode(b, b, b, attn_mask=causal, need_weights=False)[0]
        b = b + self.cross(b, a, a)[0]
        b = b + self.down(F.gelu(self.up(b), approximate="tanh") * self.gate(b))
        return cross_entropy(b @ self.embed.weight.T * 8**-0.5, targets)

    stages = [["embed", "near", "encode", "decode"], ["cross", "up", "gate", "down"]]

    def example(self):
        return {"source": torch.randint(13, (2, 7)),
                "tokens": torch.randint(13, (2, 5)),
                "targets": torch.randint(13, (2, 5))}


class UNet(nn.Module):
    """Down, up by a transposed convolution and by repetition, a skip between."""

    def __init__(self):
        super().__init__()
        self.down, self.deep = nn.Conv2d(1, 4, 3, padding=1), nn.Conv2d(4, 8, 3, padding=1)
        self.up, self.mix = nn.ConvTranspose2d(8, 4, 3, 2, 1, 1), nn.Conv2d(8, 4, 3, padding=1)
        self.slope, self.out = nn.PReLU(4), nn.Conv2d(4, 1, 1)

    def forward(self, x, y):
        skip = F.silu(self.down(x))
        deep = F.silu(self.deep(F.avg_pool2d(skip, 2)))
        up = self.up(deep) + F.interpolate(deep, scale_factor=2)[:, :4]
        out = self.out(self.slope(self.mix(torch.cat([skip, up], 1))))
        return F.binary_cross_entropy_with_logits(out, y)

    stages = [["down", "deep"], ["up", "mix", "slope", "out"]]

    def example(self):
        return {"x": torch.randn(2, 1, 8, 8), "y": torch.rand(2, 1, 8, 8).round()}


class Windows(nn.Module):
    """Attention in shifted windows with a table of relative positions, then
    patches merged."""

    def __init__(self, d=8):
        super().__init__()
        self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.merge, self.norm = nn.Linear(4 * d, 2 * d, bias=False), nn.LayerNorm(4 * d)
        self.table = nn.Parameter(torch.randn(9, 2) * 0.1)
        place = torch.cartesian_prod(torch.arange(2), torch.arange(2))
        offset = place[:, None] - place[None] + 1
        self.register_buffer("offset", offset[..., 0] * 3 + offset[..., 1])

    def forward(self, x, y):
        b, h, w, d = x.shape
        z = torch.roll(x, (-1, -1), (1, 2))
        z = z.view(b, h // 2, 2, w // 2, 2, d).transpose(2, 3).reshape(-1, 4, d)
        q, k, v = self.qkv(z).view(-1, 4, 3, 2, d // 2).permute(2, 0, 3, 1, 4)
        scores = q @ k.mT + self.table[self.offset].permute(2, 0, 1)
        z = self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(-1, 4, d))
        z = z.view(b, h // 2, w // 2, 2, 2, d).transpose(2, 3).reshape(b, h, w, d)
        x = x + torch.roll(z, (1, 1), (1, 2))
        x = torch.cat([x[:, i::2, j::2] for j in (0, 1) for i in (0, 1)], -1)
        return F.huber_loss(self.merge(self.norm(x)), y)

    stages = [["qkv"], ["out", "norm", "merge"]]

    def example(self):
        return {"x": torch.randn(2, 4, 4, 8), "y": torch.randn(2, 2, 2, 16)}


class GraphAttention(nn.Module):
    """Messages along edges, weighted by a softmax over those that arrive."""

    def __init__(self):
        super().__init__()
        self.enter, self.leave = nn.Linear(4, 6), nn.Linear(6, 3)
        self.weigh = nn.Parameter(torch.randn(6) * 0.3)

    def forward(self, x, source, target, y):
        h = self.enter(x)
        e = F.leaky_relu((h[source] * self.weigh).sum(-1))
        e = torch.exp(e - e.max())
        total = e.new_zeros(5).index_add(0, target, e)
        sent = h[source] * e[:, None]
        h = h.new_zeros(5, 6).index_add(0, target, sent) / (total[:, None] + 1e-6)
        return F.nll_loss(F.log_softmax(self.leave(F.elu(h)), -1), y)

    stages = [["enter"], ["leave"]]

    def example(self):
        return {"x": torch.randn(5, 4), "source": torch.randint(5, (9,)),
                "target": torch.randint(5, (9,)), "y": torch.randint(3, (5,))}


ZOO = [Recurrent, StateSpace, EncoderDecoder, UNet, Windows, GraphAttention]
