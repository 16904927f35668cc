"""A metric learned from sums: does the graph get better where distances are measured again?

    COTERIE_DATA=FOLDER python3 bench/trials/metric.py

`cells`: the scatter of records about their nearest anchor (a sum) is what varies inside a cluster;
records are multiplied by its inverse root to a power. `clusters`: the same about the means of the
clusters found, as in discriminant analysis, and the graph is made again in that space, once or more.
`sure`: only records whose anchors agree to .8. Shrinkage of the scatter towards its mean: .1.
`axes`: only the C − 1 axes along which clusters differ; `axes to .3`: the others stay, scaled by .3.
`3 sets`: the last graph over three anchor sets side by side, as in ensemble.py.
"""
import landmarks as lm
import numpy as np
import scipy.sparse as sp


def scatter(X, groups, count, weight=None):
    """Returns Σ (x − mean of its group)(x − …)ᵀ / n."""
    weight = np.ones(len(X)) if weight is None else weight
    member = sp.csr_matrix((weight, (groups, np.arange(len(X)))), (count, len(X)))
    size = np.maximum(np.asarray(member.sum(1)).ravel(), 1e-9)
    residual = X - ((member @ X) / size[:, None])[groups]
    return (residual * weight[:, None]).T @ residual / weight.sum()


def power(S, exponent, shrink=.1):
    w, U = np.linalg.eigh(S)
    w = (1 - shrink) * w + shrink * w.mean()
    return U * (w / w.mean()) ** exponent @ U.T


def finish(X, labels, clusters, kind):
    return lm.refine(X, labels, clusters) if kind == lm.TABLE else labels


def cells(exponent):
    def run(X, clusters, kind, seed):
        A = lm.kept_anchors(X, clusters, seed)
        S = scatter(X, lm.nearest(X, A, 1)[0][:, 0], len(A))
        Y = X @ power(S, -exponent)
        if kind == lm.VECTORS and clusters > 20:
            Y = lm.unit(Y)
        return finish(X, lm.divide(lm.Graph(Y, clusters, kind, seed))[0], clusters, kind)
    return run


def join(graph, others):
    """Puts the anchors of other graphs of the same records beside those of this one."""
    graph.A = np.vstack([graph.A] + [g.A for g in others])
    graph.Z = sp.hstack([graph.Z] + [g.Z for g in others]).tocsr() / (1 + len(others))
    graph.B = (graph.Z.T @ graph.Z).tocsr()
    graph.mass = np.asarray(graph.Z.sum(0)).ravel() + 1e-9


def discriminant(exponent, sure=False, axes=False, repeats=1, moved=None, rest=0., sets=1):
    """moved: the anchors are the old ones, mapped, and so many Lloyd rounds; rest: the scale of the other axes."""
    def run(X, clusters, kind, seed):
        graph = lm.Graph(X, clusters, kind, seed)
        anchors = graph.A
        labels, own = lm.divide(graph)
        for _ in range(repeats):
            weight = None
            if sure:
                share = np.asarray(graph.Z @ np.eye(clusters)[own])
                weight = (share.max(1) >= .8).astype(float)
            start = finish(X, labels, clusters, kind)
            M = power(scatter(X, start, clusters, weight), -exponent)
            if axes:
                Y = X @ M
                means = np.stack([Y[start == c].mean(0) if (start == c).any() else Y.mean(0) for c in range(clusters)])
                size = np.bincount(start, minlength=clusters)
                centered = means - Y.mean(0)
                U = np.linalg.eigh((centered * size[:, None]).T @ centered)[1][:, ::-1]
                U = np.c_[U[:, :clusters - 1], rest * U[:, clusters - 1:]] if rest else U[:, :clusters - 1]
                M = M @ U
            Y = X @ M
            if kind == lm.VECTORS and clusters > 20:
                Y = lm.unit(Y)
            mapped = None
            if moved is not None:
                mapped = anchors @ M
                mapped = lm.lloyd(Y, lm.unit(mapped) if kind == lm.VECTORS and clusters > 20 else mapped, moved)
            graph = lm.Graph(Y, clusters, kind, seed, anchors=mapped)
            if sets > 1:
                join(graph, [lm.Graph(Y, clusters, kind, seed + 100 * i) for i in range(1, sets)])
            labels, own = lm.divide(graph)
        return finish(X, labels, clusters, kind)
    return run


VARIANTS = {
    "as it is": lm.as_it_is,
    "cells ^.25": cells(.25),
    "cells ^.5": cells(.5),
    "clusters ^.25": discriminant(.25),
    "clusters ^.5": discriminant(.5),
    "clusters ^.5 sure": discriminant(.5, sure=True),
    "clusters ^.5 axes": discriminant(.5, axes=True),
    "clusters ^.5 twice": discriminant(.5, repeats=2),
    "clusters ^.5 axes twice": discriminant(.5, axes=True, repeats=2),
    "clusters ^.5 axes thrice": discriminant(.5, axes=True, repeats=3),
    "clusters ^.5 axes twice sure": discriminant(.5, sure=True, axes=True, repeats=2),
    "clusters ^.5 axes twice moved": discriminant(.5, axes=True, repeats=2, moved=0),
    "clusters ^.25 axes twice": discriminant(.25, axes=True, repeats=2),
    "clusters ^0 axes twice": discriminant(0., axes=True, repeats=2),
    "axes to .2": discriminant(.5, axes=True, rest=.2),
    "axes to .4": discriminant(.5, axes=True, rest=.4),
    "axes to .6": discriminant(.5, axes=True, rest=.6),
    "axes to .4 twice": discriminant(.5, axes=True, rest=.4, repeats=2),
    "axes to .3": discriminant(.5, axes=True, rest=.3),
    "axes to .3 twice": discriminant(.5, axes=True, rest=.3, repeats=2),
    "axes moved 1": discriminant(.5, axes=True, moved=1),
    "axes moved 3": discriminant(.5, axes=True, moved=3),
    "axes moved 1 twice": discriminant(.5, axes=True, moved=1, repeats=2),
    "axes to .4 moved 0": discriminant(.5, axes=True, rest=.4, moved=0),
    "axes to .4 moved 1": discriminant(.5, axes=True, rest=.4, moved=1),
    "axes to .4 moved 3": discriminant(.5, axes=True, rest=.4, moved=3),
    "axes to .6 moved 1": discriminant(.5, axes=True, rest=.6, moved=1),
    "axes to .4 + 3 sets": discriminant(.5, axes=True, rest=.4, sets=3),
}

if __name__ == "__main__":
    lm.compare(__doc__, VARIANTS, "coil20,usps,letters,cifar10,stl10,mini,fashion@20000,wdbc,bank")
