"""What a user would pick instead of Coterie: one step of one peer in one process.

    peers.py versions
    peers.py neighbors FOLDER COLUMNS COUNT float64|float32
    peers.py eigen FOLDER COUNT
    peers.py kmeans|minibatch|spectral FOLDER COLUMNS CLUSTERS

Reads raw little-endian numbers from FOLDER and prints one JSON document with the CPU and the wall
seconds of the step itself; `coterie bench speed` measures the process from outside. A clustering
leaves its labels in labels.i32.
"""

import json
import os
import platform
import sys
import time

import numpy
import scipy
import sklearn

CHUNK = 1 << 22


def read(folder, name, stored, kept=None):
    """Reads a file piece by piece, so that a conversion does not need the memory twice."""
    path = os.path.join(folder, name)
    count = os.path.getsize(path) // numpy.dtype(stored).itemsize
    values = numpy.empty(count, dtype=kept or stored)
    with open(path, "rb") as file:
        for start in range(0, count, CHUNK):
            values[start : start + CHUNK] = numpy.fromfile(file, dtype=stored, count=CHUNK)
    return values


def timed(step):
    cpu, wall = time.process_time(), time.perf_counter()
    result = step()
    return result, {
        "cpu_seconds": time.process_time() - cpu,
        "wall_seconds": time.perf_counter() - wall,
    }


def versions():
    return {
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "scikit-learn": sklearn.__version__,
    }


def neighbors(folder, columns, count, dtype):
    from sklearn.neighbors import NearestNeighbors

    points = read(folder, "points.f64", "<f8", dtype).reshape(-1, int(columns))
    index = NearestNeighbors(n_neighbors=int(count), algorithm="brute")
    # Without an argument a row is not its own neighbor.
    (distances, _), said = timed(lambda: index.fit(points).kneighbors())
    said["distance_sum"] = float(distances.sum(dtype=numpy.float64))
    return said


def eigen(folder, count):
    from scipy.sparse import csr_matrix, diags
    from scipy.sparse.linalg import eigsh

    offsets = read(folder, "offsets.i32", "<i4")
    size = len(offsets) - 1
    graph = csr_matrix(
        (read(folder, "weights.f64", "<f8"), read(folder, "columns.i32", "<i4"), offsets),
        shape=(size, size),
    )

    def step():
        scale = diags(1 / numpy.sqrt(numpy.asarray(graph.sum(axis=1)).ravel()))
        start = numpy.random.RandomState(0).uniform(-1, 1, size)
        return eigsh(scale @ graph @ scale, k=int(count), which="LA", tol=1e-8, v0=start)

    (values, _), said = timed(step)
    said["eigenvalues"] = sorted((float(value) for value in values), reverse=True)
    return said


def cluster(folder, columns, clusters, make):
    points = read(folder, "points.f64", "<f8").reshape(-1, int(columns))
    labels, said = timed(lambda: make(int(clusters)).fit_predict(points))
    labels.astype("<i4").tofile(os.path.join(folder, "labels.i32"))
    return said


def kmeans(folder, columns, clusters):
    from sklearn.cluster import KMeans

    return cluster(folder, columns, clusters, lambda k: KMeans(k, n_init=10, random_state=0))


def minibatch(folder, columns, clusters):
    from sklearn.cluster import MiniBatchKMeans

    return cluster(
        folder, columns, clusters, lambda k: MiniBatchKMeans(k, n_init=10, random_state=0)
    )


def spectral(folder, columns, clusters):
    from sklearn.cluster import SpectralClustering

    def make(k):
        # Its default, arpack, factorizes the graph of 70,000 images: 18 CPU minutes were not enough.
        return SpectralClustering(
            k,
            affinity="nearest_neighbors",
            n_neighbors=10,
            eigen_solver="lobpcg",
            assign_labels="cluster_qr",
            random_state=0,
        )

    return cluster(folder, columns, clusters, make)


STEPS = {step.__name__: step for step in (versions, neighbors, eigen, kmeans, minibatch, spectral)}

if __name__ == "__main__":
    print(json.dumps(STEPS[sys.argv[1]](*sys.argv[2:])))
