#!/usr/bin/env python3
"""Makes the tables of docs/results.md with `coterie simulate`: mean and spread over seeds.

    bench/results.py [--seeds 5] [--first 0] [--only NAME[,NAME...]] [--extra "--min-group 3"] [--json FILE]

The data folder is COTERIE_DATA; a set that is not there is left out and said so. Each line of the
output is a row of a Markdown table.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.environ.get("COTERIE_DATA", "")


def csv(name, *more):
    return ["--data", f"{DATA}/{name}/{name}.csv.gz", "--labels", "label", *more]


def idx(name, stem, labels):
    return [
        "--data", f"{DATA}/{name}/{stem}-ubyte.gz",
        "--labels", f"{DATA}/{name}/{labels}-ubyte.gz",
    ]


MNIST = idx("mnist", "mnist-images-idx3", "mnist-labels-idx1")
FASHION = idx("fashion-mnist", "fashion-mnist-images-idx3", "fashion-mnist-labels-idx1")
COIL = idx("coil20", "coil20-images-idx3", "coil20-labels-idx1")

# name: what simulate is told beyond seed, method and output
SETS = {
    "iris": ["--data", "iris", "--clusters", "3", "--sites", "5"],
    "wdbc": ["--data", "wdbc", "--clusters", "2", "--sites", "5"],
    "moon": ["--data", "moon", "--clusters", "2", "--sites", "5"],
    "ring": ["--data", "ring", "--clusters", "5", "--sites", "5"],
    "bank": [*csv("bank"), "--clusters", "2", "--sites", "5"],
    "coil20": [*COIL, "--clusters", "20", "--sites", "5"],
    "usps": [*csv("usps", "--image", "16x16"), "--clusters", "10", "--sites", "5"],
    "letters": [*csv("letters"), "--clusters", "26", "--sites", "5"],
    "mnist": [*MNIST, "--clusters", "10", "--sites", "10"],
    "mnist-het.95": [*MNIST, "--clusters", "10", "--sites", "10", "--partition", "het:0.95"],
    "mnist-het.8": [*MNIST, "--clusters", "10", "--sites", "10", "--partition", "het:0.8"],
    "mnist-m50": [*MNIST, "--clusters", "10", "--sites", "50"],
    "fashion": [*FASHION, "--clusters", "10", "--sites", "10"],
}
SMALL = ["iris", "wdbc", "moon", "bank", "ring"]
GROUPS = ["--privacy", "component", "--accept-group-disclosure"]
RUNS = [("anchor-graph", name, []) for name in SETS]
RUNS += [("anchor-graph:groups", name, GROUPS) for name in SETS]
PAPER = ["--privacy", "paper", "--accept-graph-disclosure"]
RUNS += [("spp-fgc record", name, PAPER) for name in SMALL]
RUNS += [("spp-fgc component", name, [*GROUPS, "--resolution", "component"]) for name in SMALL]
RUNS += [
    ("spp-fgc coarse", name, [*GROUPS, "--resolution", "coarse"])
    for name in SMALL + ["coil20", "usps", "letters", "mnist"]
]
IMAGES = ["usps", "mnist", "mnist-het.95", "mnist-het.8", "fashion", "mnist-m50"]
RUNS += [("spp-fgc-plus", name, GROUPS) for name in IMAGES]
# The paper's own way: every site trains alone and hears of the others by global prototypes.
ALONE = [*GROUPS, "--alignment", "prototypes", "--passes", "5"]
RUNS += [("spp-fgc-plus alone", name, ALONE) for name in ["usps", "mnist", "mnist-het.95", "fashion"]]
AVERAGED = [*GROUPS, "--encoder", "vae-dec", "--beside", "none", "--teaching-rounds", "0"]
RUNS += [("spp-fgc-plus vae-dec", name, AVERAGED) for name in ["usps", "mnist"]]
CONTRASTIVE = [*GROUPS, "--encoder", "contrastive", "--teaching-rounds", "0"]
RUNS += [("spp-fgc-plus contrastive", name, CONTRASTIVE) for name in ["usps", "mnist"]]
RUNS += [("ppfc-gan", name, GROUPS) for name in ["usps", "mnist", "fashion"]]


def simulate(method, arguments, seed, folder):
    command = [
        os.path.join(ROOT, "coterie"), "simulate", *arguments, "--method", method,
        "--seed", str(seed), "--out", os.path.join(folder, "out"), "--force", "--format", "json",
    ]
    with open(os.path.join(folder, "said"), "w+", encoding="utf-8") as said:
        started = subprocess.Popen(command, stdout=said, stderr=subprocess.PIPE, text=True)
        wrong = started.stderr.read()
        _, status, used = os.wait4(started.pid, 0)
        said.seek(0)
        text = said.read()
    if status != 0:
        raise SystemExit(f"{' '.join(command)}\n{text}\n{wrong}")
    data = json.loads(text)["data"]
    data["used"] = {"cpu_s": used.ru_utime + used.ru_stime, "peak_mb": used.ru_maxrss / 1024}
    return data


def spread(values):
    deviation = statistics.pstdev(values)
    return f"{statistics.mean(values):.3f} ± {deviation:.3f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--only", default="", help="names of data sets")
    parser.add_argument("--method", default="", help="such as 'anchor-graph' or 'spp-fgc coarse'")
    parser.add_argument("--extra", default="", help="more words for simulate")
    parser.add_argument("--json", default="", help="also write every run's scores to this file")
    options = parser.parse_args()
    only = [name for name in options.only.split(",") if name]
    kept = []
    print("| method | data | sites | ACC | NMI | KB out a site | CPU s | peak MB |")
    print("|---|---|---|---|---|---|---|---|")
    for label, name, extra in RUNS:
        if (only and name not in only) or (options.method and label != options.method):
            continue
        arguments = SETS[name]
        source = arguments[1]
        if os.sep in source and not os.path.exists(source):
            print(f"| {label} | {name} | | not measured: {name} is not in COTERIE_DATA | | | | |")
            continue
        runs = []
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(options.first, options.first + options.seeds):
                data = simulate(label.split()[0], [*arguments, *extra, *options.extra.split()], seed, folder)
                runs.append(data)
                kept.append({"method": label, "data": name, "seed": seed, **data["scores"], **data["used"]})
                if options.json:
                    with open(options.json, "w", encoding="utf-8") as file:
                        json.dump(kept, file, indent=1)
        sites = len(runs[0]["sites"])
        out = statistics.mean(run["traffic"]["bytes_out"] for run in runs) / sites / 1024
        accuracy = spread([run["scores"]["accuracy"] for run in runs])
        nmi = spread([run["scores"]["nmi"] for run in runs])
        cpu = statistics.mean(run["used"]["cpu_s"] for run in runs)
        peak = max(run["used"]["peak_mb"] for run in runs)
        print(
            f"| {label} | {name} | {sites} | {accuracy} | {nmi} | {out:.0f} | {cpu:.0f} | {peak:.0f} |",
            flush=True)


if __name__ == "__main__":
    sys.exit(main())
