"""Several anchor sets or partitions instead of one: does a vote raise the scores or calm the seeds?

    COTERIE_DATA=FOLDER python3 bench/trials/ensemble.py

Rows: two or three anchor sets in one graph (Z side by side, so B is over their union); partitions of
anchors drawn again and again from the one set, and a vote over them; a vote over k-means runs and over
numbers of eigenvectors. All but the first need nothing more from the sites than the default does.
"""
import landmarks as lm
import numpy as np
import scipy.sparse as sp


def finish(X, labels, clusters, kind):
    return lm.refine(X, labels, clusters) if kind == lm.TABLE else labels


def union(sets):
    def run(X, clusters, kind, seed):
        graph = lm.Graph(X, clusters, kind, seed)
        others = [lm.Graph(X, clusters, kind, seed + 100 * i) for i in range(1, sets)]
        graph.A = np.vstack([graph.A] + [g.A for g in others])
        graph.Z = sp.hstack([graph.Z] + [g.Z for g in others]).tocsr() / sets
        graph.B = (graph.Z.T @ graph.Z).tocsr()
        graph.mass = np.asarray(graph.Z.sum(0)).ravel() + 1e-9
        return finish(X, lm.divide(graph)[0], clusters, kind)
    return run


def resampled(draws, kept):
    """Partitions of a share of the anchors; those left out follow the anchors they share records with."""
    def run(X, clusters, kind, seed):
        graph = lm.Graph(X, clusters, kind, seed)
        B, count, _ = lm.absorb(graph.B, graph.A, graph.mass, clusters)
        if count >= clusters:
            return finish(X, lm.divide(graph)[0], clusters, kind)
        rng, parts = graph.rng(), []
        for _ in range(draws):
            own = np.sort(rng.choice(len(graph.A), int(kept * len(graph.A)), replace=False))
            part = lm.Graph.__new__(lm.Graph)
            part.__dict__.update(graph.__dict__)
            part.A, part.B, part.mass, part.Z = graph.A[own], B[own][:, own], graph.mass[own], graph.Z[:, own]
            labels = lm.divide(part, rng=rng)[1]
            full = np.asarray(B[:, own] @ np.eye(clusters)[labels]).argmax(1)
            full[own] = labels
            parts.append(full)
        anchors = lm.consensus(parts, graph.mass, clusters, rng)
        return finish(X, lm.votes(graph, anchors), clusters, kind)
    return run


def many_cuts(spectra, restarts):
    """A vote over numbers of eigenvectors and over k-means runs, each the best of few."""
    def run(X, clusters, kind, seed):
        graph = lm.Graph(X, clusters, kind, seed)
        B, count, _ = lm.absorb(graph.B, graph.A, graph.mass, clusters)
        if count >= clusters:
            return finish(X, lm.divide(graph)[0], clusters, kind)
        w, V, _ = lm.eigen(B, min(2 * clusters + 1, len(graph.A)))
        rng, parts = graph.rng(), []
        for spectrum in spectra:
            widths = np.unique(np.linspace(clusters, min(2 * clusters, len(w)), 11).astype(int))
            for q in widths:
                E = lm.commute(w, V, q) if spectrum == "commute" else V[:, :q]
                parts.append(lm.kmeans(lm.unit(E), clusters, graph.mass, rng, restarts)[0])
        anchors = lm.consensus(parts, graph.mass, clusters, rng)
        return finish(X, lm.votes(graph, anchors), clusters, kind)
    return run


def spectrum(kind_of_cut):
    def run(X, clusters, kind, seed):
        return finish(X, lm.divide(lm.Graph(X, clusters, kind, seed), kind_of_cut)[0], clusters, kind)
    return run


VARIANTS = {
    "as it is": lm.as_it_is,
    "plain": spectrum("plain"),
    "commute": spectrum("commute"),
    "consensus": spectrum("consensus"),
    "2 anchor sets": union(2),
    "3 anchor sets": union(3),
    "10 draws of .7": resampled(10, .7),
    "20 draws of .5": resampled(20, .5),
    "commute C..2C": many_cuts(["commute"], 2),
    "both C..2C": many_cuts(["plain", "commute"], 2),
}

if __name__ == "__main__":
    lm.compare(__doc__, VARIANTS, "coil20,usps,letters,cifar10,stl10,mini,fashion@20000,wdbc,bank")
