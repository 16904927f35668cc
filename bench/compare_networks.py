"""CPU seconds of one pass over images with the networks of module deep, in PyTorch for Python.

    python3 bench/compare_networks.py IMAGES COUNT

The same layers, batch, views and optimiser as the Java ones, on one thread; see compare-networks.sh.
"""
import gzip
import math
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

BATCH = 512


def contrastive():
    layers, inputs = [], 1
    for i in range(6):
        outputs = 16 << (i // 2)
        layers += [nn.Conv2d(inputs, outputs, 3, stride=i % 2 + 1, padding=1), nn.GroupNorm(8, outputs), nn.ReLU()]
        inputs = outputs
    body = nn.Sequential(*layers, nn.Flatten(), nn.Linear(inputs * 16, 256))
    return nn.Sequential(body, nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 64))


def view(batch):
    n = len(batch)
    within = lambda bound: (torch.rand(n) * 2 - 1) * bound
    angle, scale, shear = within(math.radians(15)), 1 + within(0.15), within(0.2)
    cosine, sine = torch.cos(angle) / scale, torch.sin(angle) / scale
    rows = [
        torch.stack([cosine, cosine * shear - sine, within(6 / 28)], 1),
        torch.stack([sine, sine * shear + cosine, within(6 / 28)], 1),
    ]
    grid = F.affine_grid(torch.stack(rows, 1), batch.shape, align_corners=False)
    seen = F.grid_sample(batch, grid, align_corners=False).clamp(0, 1)
    return seen ** torch.exp(within(0.35)).view(-1, 1, 1, 1)


def contrastive_loss(network, batch):
    images = batch.view(-1, 1, 28, 28)
    points = F.normalize(network(torch.cat([view(images), view(images)])), dim=1)
    n = len(batch)
    alike = points @ points.t() / 0.5
    alike.fill_diagonal_(-1e9)
    other = torch.cat([torch.arange(n, 2 * n), torch.arange(n)])
    return F.cross_entropy(alike, other)


class Variational(nn.Module):
    def __init__(self):
        super().__init__()
        stack = lambda *units: nn.Sequential(*[
            layer for a, b in zip(units, units[1:]) for layer in (nn.Linear(a, b), nn.ReLU())])
        self.body = stack(784, 500, 500, 2000)
        self.mean, self.logs = nn.Linear(2000, 10), nn.Linear(2000, 10)
        self.decoder = nn.Sequential(stack(10, 2000, 500, 500), nn.Linear(500, 784))

    def loss(self, batch):
        hidden = self.body(batch)
        mean, logs = self.mean(hidden), self.logs(hidden)
        output = self.decoder(mean + torch.randn_like(mean) * (logs / 2).exp())
        error = F.binary_cross_entropy_with_logits(output, batch, reduction="sum") / len(batch)
        return error + 0.5 * (mean ** 2 + logs.exp() - 1 - logs).sum(1).mean()


def passed(network, loss, images):
    steps = torch.optim.Adam(network.parameters(), lr=1e-3)
    order = torch.randperm(len(images))
    for batch in order.split(BATCH):
        steps.zero_grad()
        loss(images[batch]).backward()
        steps.step()


def pace(name, network, loss, images):
    passed(network, loss, images[:2 * BATCH])
    before = time.process_time()
    passed(network, loss, images)
    print(f"{name} {time.process_time() - before:.2f}", flush=True)


def main():
    torch.set_num_threads(1)
    raw = gzip.open(sys.argv[1]).read()
    count = int(sys.argv[2])
    images = torch.tensor(np.frombuffer(raw, np.uint8)[16:16 + 784 * count].reshape(count, 784)).float() / 255
    network = contrastive()
    pace("contrastive", network, lambda batch: contrastive_loss(network, batch), images)
    variational = Variational()
    pace("vae", variational, variational.loss, images)


main()
