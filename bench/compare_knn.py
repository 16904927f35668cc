"""Compares the cost of Coterie's whole run on MNIST with that of scikit-learn's exact neighbors.

Coterie reads the files, clusters 70,000 images across 10 sites and writes the labels. scikit-learn
does one step of such a clustering, NearestNeighbors(n_neighbors=11, algorithm="brute").kneighbors
on the 70,000 x 784 pixels as float64 in [0, 1] (--dtype float32 for single precision), and reads
the same file first. Each runs in a process of its own, one after the other; CPU seconds are user
plus system time of the process and its children, and memory is the largest resident set, both as
the kernel counts them (wait4). Start it by compare-knn.sh.
"""

import argparse
import gzip
import json
import os
import platform
import sys
import time
from pathlib import Path

NEIGHBORS = 11
ROOT = Path(__file__).resolve().parent.parent


def mnist(name):
    return Path(os.environ["COTERIE_DATA"]) / "mnist" / f"mnist-{name}-ubyte.gz"


def measure(command, extra_environment):
    """Runs a command to its end and returns what it cost."""
    start = time.monotonic()
    pid = os.posix_spawnp(command[0], command, {**os.environ, **extra_environment})
    _, status, usage = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code != 0:
        sys.exit(f"{' '.join(command)} ended with exit code {code}.")
    # Linux counts the resident set in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return {
        "command": " ".join(command),
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "wall_seconds": time.monotonic() - start,
        "peak_memory_bytes": usage.ru_maxrss * unit,
    }


def run_coterie():
    launcher = ROOT / "coterie"
    if not launcher.exists():
        sys.exit(f"{launcher} is missing; this measures the command line of a checkout.")
    command = [
        str(launcher), "simulate",
        "--data", str(mnist("images-idx3")),
        "--labels", str(mnist("labels-idx1")),
        "--clusters", "10", "--sites", "10", "--seed", "0",
    ]
    return measure(command, {"COTERIE_JAVA_OPTS": "-Xmx2g"})


def run_sklearn(dtype):
    command = [sys.executable, str(Path(__file__).resolve()), "--neighbors-of-mnist", "--dtype", dtype]
    return measure(command, {})


def neighbors_of_mnist(dtype):
    """The measured process of scikit-learn."""
    import numpy
    from sklearn.neighbors import NearestNeighbors

    with gzip.open(mnist("images-idx3"), "rb") as file:
        content = file.read()
    pixels = numpy.frombuffer(content, dtype=numpy.uint8, offset=16).reshape(70_000, 784)
    images = pixels.astype(dtype) / numpy.asarray(255, dtype=dtype)
    del content, pixels
    index = NearestNeighbors(n_neighbors=NEIGHBORS, algorithm="brute").fit(images)
    distances, indices = index.kneighbors(images)
    assert distances.shape == indices.shape == (70_000, NEIGHBORS)
    assert images.dtype == dtype


def environment():
    import numpy
    import sklearn

    found = {
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "scikit-learn": sklearn.__version__,
    }
    try:
        from threadpoolctl import threadpool_info

        found["blas"] = sorted(
            f"{pool.get('internal_api')} {pool.get('version')} ({pool.get('num_threads')} threads)"
            for pool in threadpool_info()
            if pool.get("user_api") == "blas"
        )
    except ImportError:
        found["blas"] = ["unknown"]
    return found


def main():
    parser = argparse.ArgumentParser(prog="compare-knn.sh", description=__doc__.splitlines()[0])
    parser.add_argument("--output", default="compare-knn.json", help="the JSON file to write")
    parser.add_argument("--only", choices=["coterie", "sklearn"], help="run one of the two")
    parser.add_argument("--dtype", choices=["float32", "float64"], default="float64")
    parser.add_argument("--neighbors-of-mnist", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.neighbors_of_mnist:
        neighbors_of_mnist(options.dtype)
        return
    if not mnist("images-idx3").exists():
        sys.exit(f"{mnist('images-idx3')} is missing; COTERIE_DATA must hold the data sets.")

    result = {"environment": environment(), "dtype": options.dtype, "neighbors": NEIGHBORS}
    rows = []
    if options.only != "sklearn":
        result["coterie"] = run_coterie()
        rows.append(("coterie simulate, MNIST-70k, 10 sites", result["coterie"]))
    if options.only != "coterie":
        result["sklearn"] = run_sklearn(options.dtype)
        name = f"scikit-learn kneighbors, k = {NEIGHBORS}, {options.dtype}"
        rows.append((name, result["sklearn"]))
    print(f"\n{'':44} {'CPU s':>9} {'wall s':>9} {'peak MiB':>9}")
    for name, cost in rows:
        memory = cost["peak_memory_bytes"] / 2**20
        print(f"{name:44} {cost['cpu_seconds']:9.1f} {cost['wall_seconds']:9.1f} {memory:9.0f}")
    if len(rows) == 2:
        for key in ["cpu_seconds", "peak_memory_bytes"]:
            result[f"{key}_ratio"] = result["coterie"][key] / result["sklearn"][key]
        print(
            f"{'coterie / scikit-learn':44} {result['cpu_seconds_ratio']:9.2f} {'':9} "
            f"{result['peak_memory_bytes_ratio']:9.2f}"
        )
    Path(options.output).write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(f"\nWritten to {options.output}.")


if __name__ == "__main__":
    main()
