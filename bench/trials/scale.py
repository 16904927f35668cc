"""Anchors and distances: more anchors, more neighbors, distances in units of an anchor's surroundings.

    COTERIE_DATA=FOLDER python3 bench/trials/scale.py

`factor`: P = factor √N (the default has 20), at most N/3. `local`: squared distances divided by the
scale of the anchor (the mean distance to its 7 nearest anchors) before neighbors are chosen.
`mutual`: distance less half the mean distance of record and of anchor to their 10 nearest (CSLS).
"""
import landmarks as lm
import numpy as np


def finish(X, labels, clusters, kind):
    return lm.refine(X, labels, clusters) if kind == lm.TABLE else labels


def plain(factor=20, neighbors=None):
    def run(X, clusters, kind, seed):
        return finish(X, lm.divide(lm.Graph(X, clusters, kind, seed, factor, neighbors))[0], clusters, kind)
    return run


def rescaled(rule):
    def run(X, clusters, kind, seed):
        graph = lm.Graph(X, clusters, kind, seed)
        r = graph.neighbors
        far = min(6 * r, len(graph.A))
        index, d = lm.nearest(X, graph.A, far)
        if rule == "local":
            scale = lm.nearest(graph.A, graph.A, min(8, len(graph.A)))[1][:, 1:].mean(1)
            d = d / (scale[index] + 1e-12) * scale.mean()
        else:
            back = lm.nearest(graph.A, X, min(10, len(X)))[1].mean(1)
            d = d - back[index]
            d = d - d.min(1, keepdims=True)
        order = d.argsort(1)[:, :r + 1]
        graph.Z = lm.adaptive(np.take_along_axis(index, order, 1), np.take_along_axis(d, order, 1), len(graph.A))
        graph.B = (graph.Z.T @ graph.Z).tocsr()
        graph.mass = np.asarray(graph.Z.sum(0)).ravel() + 1e-9
        return finish(X, lm.divide(graph)[0], clusters, kind)
    return run


VARIANTS = {
    "as it is": lm.as_it_is,
    "factor 10": plain(10),
    "factor 30": plain(30),
    "factor 40": plain(40),
    "factor 30, r 5": plain(30, 5),
    "r 5": plain(neighbors=5),
    "r 12": plain(neighbors=12),
    "local": rescaled("local"),
    "mutual": rescaled("mutual"),
}

if __name__ == "__main__":
    lm.compare(__doc__, VARIANTS, "coil20,usps,letters,cifar10,stl10,mini,fashion@20000,wdbc,bank")
