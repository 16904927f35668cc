"""A linear classifier that agrees with itself along the graph, instead of the spectral cut.

    COTERIE_DATA=FOLDER python3 bench/trials/head.py

p(c|x) = softmax(W x + b) is fitted on the anchors alone (the coordinator has them, and B): maximise the
mutual information of the classes at both ends of an edge drawn in proportion to B (Ji, Henriques,
Vedaldi 2019), from the graph's partition or from a random start. Nothing more leaves a site.
`logistic`: only a regularised softmax regression of the anchors' clusters on their positions.
"""
import landmarks as lm
import numpy as np


def softmax(L):
    E = np.exp(L - L.max(1, keepdims=True))
    return E / E.sum(1, keepdims=True)


def features(X, A, mass):
    mean = mass @ A / mass.sum()
    scale = np.sqrt((mass @ ((A - mean) ** 2)).sum() / mass.sum() / A.shape[1])
    return (A - mean) / scale, (X - mean) / scale


def adam(W, gradient, steps, rate):
    m, v = np.zeros_like(W), np.zeros_like(W)
    for t in range(1, steps + 1):
        g = gradient(W)
        m, v = .9 * m + .1 * g, .999 * v + .001 * g * g
        W = W - rate * (m / (1 - .9 ** t)) / (np.sqrt(v / (1 - .999 ** t)) + 1e-8)
    return W


def regression(F, T, mass, decay, steps=300):
    w = mass / mass.sum()
    return adam(np.zeros((F.shape[1], T.shape[1])),
                lambda W: F.T @ ((softmax(F @ W) - T) * w[:, None]) + decay * W, steps, .05)


def information(F, B, W, decay, balance, steps=300):
    """Minimises −I(c; c') for the joint P = Σ_pq B_pq s_p s_qᵀ; balance weighs the entropy of the classes."""
    Bn = B / B.sum()

    def gradient(W):
        S = softmax(F @ W)
        Q = Bn @ S
        P = np.maximum(S.T @ Q, 1e-12)
        p = P.sum(1)
        # d/dP of Σ P (log P − (balance) (log p_i + log p_j)), up to a constant
        G = np.log(P) - balance * (np.log(p)[:, None] + np.log(p)[None])
        dS = -2 * (Q @ G)
        dL = S * (dS - (dS * S).sum(1, keepdims=True))
        return F.T @ dL + decay * W

    return adam(W, gradient, steps, .02)


def head(decay=1e-3, balance=1., start="graph", graph_only=False):
    def run(X, clusters, kind, seed):
        graph = lm.Graph(X, clusters, kind, seed)
        anchors = lm.divide(graph)[1]
        F, Y = features(X, graph.A, graph.mass)
        F, Y = np.c_[F, np.ones(len(F))], np.c_[Y, np.ones(len(Y))]
        W = regression(F, np.eye(clusters)[anchors], graph.mass, decay)
        if not graph_only:
            W = information(F, graph.B, W, decay, balance)
        return (Y @ W).argmax(1)
    return run


VARIANTS = {
    "as it is": lm.as_it_is,
    "logistic": head(graph_only=True),
    "head 1e-3": head(1e-3),
    "head 1e-4": head(1e-4),
    "head 1e-2": head(1e-2),
    "head 1e-3, balance 1.3": head(1e-3, 1.3),
}

if __name__ == "__main__":
    lm.compare(__doc__, VARIANTS, "coil20,usps,letters,cifar10,stl10,mini,fashion@20000")
