"""Gaussian mixtures beyond the present refinement of tables.

    COTERIE_DATA=FOLDER python3 bench/trials/mixtures.py

`tied`, `full`: EM from the graph's partition for every kind of data, whatever its entropy. `best of S`:
partitions from S seeds of the last k-means, a full mixture from each, the likeliest taken (no label).
`k C parts`: a mixture of k C Gaussians from k C cells, its own graph RᵀR cut to C (anchors with a shape).
"""
import landmarks as lm
import numpy as np


def always(mode, rounds=60):
    def run(X, clusters, kind, seed):
        labels = lm.divide(lm.Graph(X, clusters, kind, seed))[0]
        return lm.mixture(X, np.eye(clusters)[labels], mode, rounds)[0].argmax(1)
    return run


def best_of(starts, mode="full", restarts=1):
    def run(X, clusters, kind, seed):
        graph = lm.Graph(X, clusters, kind, seed)
        B, count, _ = lm.absorb(graph.B, graph.A, graph.mass, clusters)
        if count >= clusters:
            return lm.as_it_is(X, clusters, kind, seed)
        w, V, root = lm.eigen(B, min(2 * clusters + 1, len(graph.A)))
        E = lm.commute(w, V, min(2 * clusters, V.shape[1]))
        placed = lm.unit(graph.Z @ (root[:, None] * E))
        rng, fits = graph.rng(), []
        for _ in range(starts):
            centers = lm.kmeans(lm.unit(E), clusters, graph.mass, rng, restarts)[1]
            labels = ((centers * centers).sum(1) - 2 * placed @ centers.T).argmin(1)
            fits.append(lm.mixture(X, np.eye(clusters)[labels], mode))
        return min(fits, key=lambda fit: fit[2])[0].argmax(1)
    return run


def parts(times, mode="full", rounds=30, refined=False):
    def run(X, clusters, kind, seed):
        rng = np.random.default_rng([seed, 2])
        A = lm.kept_anchors(X, clusters, seed)
        count = times * clusters
        size = np.bincount(lm.nearest(X, A, 1)[0][:, 0], minlength=len(A)) + 1e-9
        centers = lm.kmeans(A, count, size, rng, 3)[1]
        cell = lm.nearest(X, centers, 1)[0][:, 0]
        R = lm.mixture(X, np.eye(count)[cell], mode, rounds)[0]
        B = R.T @ R
        mass = R.sum(0) + 1e-9
        w, V, root = lm.eigen(lm.sp.csr_matrix(B), min(2 * clusters, count))
        E = lm.commute(w, V, min(2 * clusters, count))
        _, centers, _ = lm.kmeans(lm.unit(E), clusters, mass, rng)
        placed = lm.unit(R @ (root[:, None] * E))
        labels = ((centers * centers).sum(1) - 2 * placed @ centers.T).argmin(1)
        return lm.mixture(X, np.eye(clusters)[labels], mode)[0].argmax(1) if refined else labels
    return run


VARIANTS = {
    "as it is": lm.as_it_is,
    "tied": always("tied"),
    "full": always("full"),
    "full, 5 rounds": always("full", 5),
    "best of 8": best_of(8),
    "4 C parts": parts(4),
    "8 C parts": parts(8),
    "8 C parts, tied": parts(8, "tied"),
    "8 C parts, then full": parts(8, refined=True),
}

if __name__ == "__main__":
    lm.compare(__doc__, VARIANTS, "letters,cifar10,stl10,mini,iris,wdbc,bank")
