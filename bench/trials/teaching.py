#!/usr/bin/env python3
"""Tries ways to teach a network the clusters that the anchor graph gave images.

    coterie simulate --data IMAGES --labels LABELS --clusters 10 --sites 10 --out graph
    bench/trials/teaching.py --images IMAGES --labels LABELS --graph graph/labels.csv [options]

Needs PyTorch, NumPy and SciPy; a GPU makes it quick. Files are IDX, gzipped or not. One network is
averaged over the sites of labels.csv after each round of one pass. Labels are read to score.
"""
import argparse
import csv
import gzip
import math

import numpy as np
import torch
import torch.nn.functional as F
from scipy.optimize import linear_sum_assignment
from torch import nn


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--images", required=True)
    parser.add_argument("--labels", required=True)
    parser.add_argument("--graph", required=True, help="labels.csv of an anchor-graph run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--width", type=int, default=16)
    parser.add_argument("--views", type=int, default=1, help="of each record in a step")
    parser.add_argument("--erase", type=float, default=0, help="part of the views with a hole")
    parser.add_argument("--relabel", type=int, default=1, help="1: never; n: n - 1 times by itself")
    parser.add_argument("--information", type=float, default=0, help="weight of -I(view; view')")
    parser.add_argument("--part", type=float, default=1, help="of the records drawn in a round")
    parser.add_argument("--power", type=float, default=1, help="of global / own cluster share")
    parser.add_argument("--cap", type=float, default=50, help="on that ratio")
    return parser.parse_args()


def idx(path, header):
    raw = gzip.open(path).read() if path.endswith(".gz") else open(path, "rb").read()
    return raw, np.frombuffer(raw, np.uint8)[header:]


def scores(found, true):
    table = np.zeros((found.max() + 1, true.max() + 1))
    np.add.at(table, (found, true), 1)
    rows, columns = linear_sum_assignment(-table)
    joint = table / len(true)
    a, b = joint.sum(1), joint.sum(0)
    some = joint > 0
    information = (joint[some] * np.log(joint[some] / np.outer(a, b)[some])).sum()
    entropy = lambda p: -(p[p > 0] * np.log(p[p > 0])).sum()
    return table[rows, columns].sum() / len(true), 2 * information / (entropy(a) + entropy(b))


class Network(nn.Module):
    def __init__(self, width, side, clusters):
        super().__init__()
        layers, inputs = [], 1
        for i in range(6):
            outputs = width << (i // 2)
            layers += [
                nn.Conv2d(inputs, outputs, 3, stride=i % 2 + 1, padding=1),
                nn.GroupNorm(8 if outputs % 8 == 0 else 4, outputs),
                nn.ReLU(),
            ]
            inputs = outputs
            side = side if i % 2 == 0 else math.ceil(side / 2)
        self.layers = nn.Sequential(
            *layers, nn.Flatten(), nn.Linear(inputs * side * side, 256), nn.ReLU(),
            nn.Linear(256, clusters))

    def forward(self, batch):
        return self.layers(batch)


def view(batch, erase):
    n, side, device = len(batch), batch.shape[2], batch.device
    within = lambda bound: (torch.rand(n, device=device) * 2 - 1) * bound
    angle, scale, shear = within(math.radians(15)), 1 + within(0.15), within(0.2)
    cosine, sine = torch.cos(angle) / scale, torch.sin(angle) / scale
    rows = [
        torch.stack([cosine, cosine * shear - sine, within(6 / 28)], 1),
        torch.stack([sine, sine * shear + cosine, within(6 / 28)], 1),
    ]
    grid = F.affine_grid(torch.stack(rows, 1), batch.shape, align_corners=False)
    seen = F.grid_sample(batch, grid, align_corners=False).clamp(0, 1)
    seen = seen ** torch.exp(within(0.35)).view(-1, 1, 1, 1)
    if erase > 0:
        at = torch.arange(side, device=device).float()[None]
        holes = []
        for _ in range(2):
            length = (torch.rand(n, device=device) * 0.25 + 0.2) * side
            start = torch.rand(n, device=device) * (side - length)
            holes.append((at >= start[:, None]) & (at < (start + length)[:, None]))
        hole = holes[0][:, :, None] & holes[1][:, None, :]
        hole &= (torch.rand(n, device=device) < erase)[:, None, None]
        seen = seen * ~hole[:, None]
    return seen


def information(p, q):
    joint = p.t() @ q / len(p)
    joint = ((joint + joint.t()) / 2).clamp(min=1e-8)
    a, b = joint.sum(1, keepdim=True), joint.sum(0, keepdim=True)
    return (joint * (joint.log() - a.log() - b.log())).sum()


def main():
    options = arguments()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    raw, pixels = idx(options.images, 16)
    height = int.from_bytes(raw[8:12], "big")
    images = torch.tensor(pixels.reshape(-1, 1, height, height)).to(device).float() / 255
    true = idx(options.labels, 8)[1].astype(int)
    rows = sorted(csv.DictReader(open(options.graph, encoding="utf-8")), key=lambda r: int(r["record"]))
    graph = torch.tensor([int(r["cluster"]) for r in rows]).to(device)
    names = np.array([r["site"] for r in rows])
    sites = [torch.tensor(np.where(names == name)[0]).to(device) for name in sorted(set(names))]
    count = int(graph.max()) + 1
    network = Network(options.width, height, count).to(device)

    @torch.no_grad()
    def answers():
        return torch.cat([network(part).argmax(1) for part in images.split(8192)])

    print("graph %.4f/%.4f" % scores(graph.cpu().numpy(), true), flush=True)
    taught = graph.clone()
    for done in range(1, options.rounds + 1):
        turn = max(1, options.rounds // options.relabel)
        if options.relabel > 1 and done > 1 and (done - 1) % turn == 0:
            taught = answers()
        rate = options.rate * (0.1 + 0.45 * (1 + math.cos(math.pi * (done - 1) / options.rounds)))
        share = torch.bincount(taught, minlength=count).float() / len(taught)
        before = {name: value.clone() for name, value in network.state_dict().items()}
        mean = {name: torch.zeros_like(value) for name, value in before.items()}
        for records in sites:
            network.load_state_dict(before)
            steps = torch.optim.Adam(network.parameters(), lr=rate)
            own = torch.bincount(taught[records], minlength=count).float() / len(records)
            weight = (share / own.clamp(min=1e-9)).clamp(max=options.cap) ** options.power
            drawn = torch.multinomial(
                weight[taught[records]], int(len(records) * options.part), replacement=True)
            for batch in records[drawn].split(options.batch):
                seen = [network(view(images[batch], options.erase)) for _ in range(options.views)]
                loss = sum(F.cross_entropy(z, taught[batch]) for z in seen) / len(seen)
                if options.information > 0:
                    first, second = (F.softmax(z, 1) for z in seen[:2])
                    loss = loss - options.information * information(first, second)
                steps.zero_grad()
                loss.backward()
                steps.step()
            for name, value in network.state_dict().items():
                mean[name] += value * (len(records) / len(images))
        network.load_state_dict(mean)
        if done % 2 == 0 or done == options.rounds:
            found = answers()
            agreed = (found == graph).float().mean().item()
            print("round %d %.4f/%.4f agrees %.4f" % (done, *scores(found.cpu().numpy(), true), agreed), flush=True)


if __name__ == "__main__":
    main()
