"""The anchor graph of the default method in numpy, for trials of changes to it.

Not run by itself; the other scripts of this folder import it. It pools the records, which gives the
same graph B = Σ B_k as sites would, and differs from the Java method in one place: a site's
microclusters are by Ward's linkage alone, not along the edges of a graph. Scores therefore differ a
little from results.md; a change counts by what it does to the row `as it is` of the same script.

Every script: COTERIE_DATA=FOLDER python3 bench/trials/NAME.py [--data A,B] [--seeds 5] [--processes 2]
Needs numpy and scipy. Labels are used by `scores` alone. Represented records are kept between scripts
in the folder coterie-trials of the system's temporary folder.
"""
import argparse
import gzip
import hashlib
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import scipy.sparse as sp
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.linalg import eigh
from scipy.ndimage import gaussian_filter
from scipy.optimize import linear_sum_assignment
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import eigsh
from scipy.special import logsumexp

IMAGES, VECTORS, TABLE = "images", "vectors", "table"
SETS = {
    "iris": TABLE, "wdbc": TABLE, "moon": TABLE, "bank": TABLE, "ring": TABLE, "letters": TABLE,
    "coil20": IMAGES, "usps": IMAGES, "mnist": IMAGES, "fashion": IMAGES,
    "cifar10": VECTORS, "stl10": VECTORS, "mini": VECTORS,
}
IDX = {
    "mnist": ("mnist/mnist-images-idx3", "mnist/mnist-labels-idx1"),
    "fashion": ("fashion-mnist/fashion-mnist-images-idx3", "fashion-mnist/fashion-mnist-labels-idx1"),
    "coil20": ("coil20/coil20-images-idx3", "coil20/coil20-labels-idx1"),
    "cifar10": ("cifar10/cifar10-test10k-mobilenetv2-features-idx2", "cifar10/cifar10-test10k-labels-idx1"),
    "stl10": ("stl10/stl10-mobilenetv2-features-idx2", "stl10/stl10-labels-idx1"),
    "mini": ("mini-imagenet/mini-imagenet-6k-mobilenetv2-features-idx2",
             "mini-imagenet/mini-imagenet-6k-labels-idx1"),
}


# --- records -------------------------------------------------------------------------------------

def read_idx(stem):
    with gzip.open(os.path.join(os.environ["COTERIE_DATA"], stem + "-ubyte.gz")) as file:
        data = file.read()
    shape = [int.from_bytes(data[4 + 4 * i:8 + 4 * i], "big") for i in range(data[3])]
    return np.frombuffer(data, np.uint8, offset=4 + 4 * data[3]).reshape(shape)


def read_csv(name):
    with gzip.open(os.path.join(os.environ["COTERIE_DATA"], name, name + ".csv.gz"), "rt") as file:
        rows = [line.split(",") for line in file.read().split("\n")[1:] if line]
    return np.array([row[:-1] for row in rows], float), np.unique([row[-1] for row in rows], return_inverse=True)[1]


def moon(rng, n=500, noise=.08):
    t = rng.uniform(0, np.pi, (2, n))
    X = np.r_[np.c_[np.cos(t[0]), np.sin(t[0])], np.c_[1 - np.cos(t[1]), .5 - np.sin(t[1])]]
    return X + noise * rng.normal(size=X.shape), np.repeat([0, 1], n)


def ring(rng, n=1000, clusters=5, d=20, noise=.05):
    y = np.repeat(np.arange(clusters), n)
    t = rng.uniform(0, 2 * np.pi, len(y))
    X = np.zeros((len(y), d))
    X[:, 0], X[:, 1] = (y + 1) * np.cos(t), (y + 1) * np.sin(t)
    return X @ np.linalg.qr(rng.normal(size=(d, d)))[0] + noise * rng.normal(size=X.shape), y


def raw(name, seed=0):
    """Returns records as read, and labels. `name@n` is a fixed sample of n records."""
    base, _, size = name.partition("@")
    if base in ("moon", "ring"):
        X, y = {"moon": moon, "ring": ring}[base](np.random.default_rng(seed))
    elif base in IDX:
        X, y = read_idx(IDX[base][0]), read_idx(IDX[base][1]).astype(int)
        X = X.reshape(len(X), -1).astype(np.float32) / 255
    else:
        X, y = read_csv(base)
    if size:
        kept = np.random.default_rng(7).permutation(len(y))[:int(size)]
        X, y = X[kept], y[kept]
    return X, y


def hog(X, cells=7, orientations=8, blur=1.):
    """The map HOG of ALGORITHMS: gradients by direction, pooled on a grid, square root, unit rows."""
    side = int(round(np.sqrt(X.shape[1])))
    grid = (np.arange(cells) + .5) * side / cells - .5
    pool = np.exp(-.5 * ((np.arange(side)[None] - grid[:, None]) / (.5 * side / cells)) ** 2)
    pool = (pool / pool.sum(1, keepdims=True)).astype(np.float32)
    parts = []
    for start in range(0, len(X), 4096):
        image = gaussian_filter(X[start:start + 4096].reshape(-1, side, side).astype(np.float32), (0, blur, blur))
        gx, gy = np.zeros_like(image), np.zeros_like(image)
        gx[:, :, 1:-1] = image[:, :, 2:] - image[:, :, :-2]
        gy[:, 1:-1] = image[:, 2:] - image[:, :-2]
        size = np.hypot(gx, gy)
        turn = np.arctan2(gy, gx) / (2 * np.pi) * orientations % orientations
        low = np.floor(turn).astype(int) % orientations
        share = turn - np.floor(turn)
        planes = [pool @ (size * ((low == k) * (1 - share) + ((low + 1) % orientations == k) * share)) @ pool.T
                  for k in range(orientations)]
        parts.append(np.sqrt(np.maximum(np.stack(planes, 3).reshape(len(image), -1), 0)))
    return unit(np.vstack(parts))


def unit(X):
    return X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-12)


def principal(X, axes):
    mean = X.mean(0)
    S = (X - mean).T @ (X - mean) / len(X)
    return (X - mean) @ np.linalg.eigh(S)[1][:, ::-1][:, :axes]


def represent(name, X, clusters):
    kind = SETS[name.partition("@")[0]]
    if kind == IMAGES:
        return principal(hog(X).astype(np.float64), 60)
    if kind == VECTORS:
        X = unit(X.astype(np.float64))
        return principal(X, 64) if clusters <= 20 else unit(principal(X, min(256, 2 * clusters)))
    deviation = X.std(0)
    if deviation.max() <= 100 * deviation[deviation > 1e-12].min():
        return X
    z = (X - X.mean(0)) / np.where(deviation > 1e-12, deviation, 1)
    return np.sign(z) * np.log1p(np.abs(z))


def cache():
    folder = os.path.join(tempfile.gettempdir(), "coterie-trials")
    os.makedirs(folder, exist_ok=True)
    return folder


def records(name, seed=0):
    """Returns represented records, labels and the number of clusters."""
    base = name.partition("@")[0]
    file = os.path.join(cache(), f"{name}-{seed if base in ('moon', 'ring') else 0}.npz")
    if not os.path.exists(file):
        X, y = raw(name, seed)
        partial = f"{file}.{os.getpid()}.npz"
        np.savez(partial, X=represent(name, X, len(np.unique(y))), y=y)
        os.replace(partial, file)
    with np.load(file) as kept:
        return kept["X"], kept["y"], len(np.unique(kept["y"]))


# --- the graph -----------------------------------------------------------------------------------

def nearest(X, A, k):
    """Returns the k nearest rows of A for each row of X, nearest first, and squared distances."""
    index, distance = np.empty((len(X), k), int), np.empty((len(X), k))
    squares = (A * A).sum(1)
    for start in range(0, len(X), 2048):
        x = X[start:start + 2048]
        d = squares - 2 * x @ A.T
        near = np.argpartition(d, k - 1, 1)[:, :k] if k > 1 else d.argmin(1)[:, None]
        d = np.take_along_axis(d, near, 1)
        order = d.argsort(1)
        index[start:start + 2048] = np.take_along_axis(near, order, 1)
        distance[start:start + 2048] = np.take_along_axis(d, order, 1) + (x * x).sum(1, keepdims=True)
    return index, np.maximum(distance, 0)


def adaptive(index, distance, columns):
    """Returns Z: weights (d_{r+1} − d_j) of the first r neighbors, rows summing to 1."""
    r = index.shape[1] - 1
    w = distance[:, r:] - distance[:, :r] + 1e-12
    w /= w.sum(1, keepdims=True)
    return sp.csr_matrix((w.ravel(), index[:, :r].ravel(), np.arange(len(w) + 1) * r), (len(w), columns))


def anchor_count(n, clusters, factor=20):
    return int(np.clip(factor * np.sqrt(n), 10 * clusters, n // 3))


def microclusters(X, clusters, rng, factor=8):
    """Returns means and counts of the microclusters of random sites of at most 2,000 records, at least 5 sites."""
    order = rng.permutation(len(X))
    means, counts = [], []
    for site in np.array_split(order, max(5, -(-len(X) // 2000))):
        x = X[site]
        wanted = int(np.clip(factor * np.sqrt(len(x)), min(2 * clusters, len(x)), max(1, len(x) // 3)))
        group = fcluster(linkage(x, "ward"), wanted, "maxclust") - 1
        size = np.bincount(group)
        member = sp.csr_matrix((np.ones(len(x)), (group, np.arange(len(x)))))
        means.append((member @ x) / size[:, None])
        counts.append(size)
    return np.vstack(means), np.concatenate(counts)


def find_anchors(X, clusters, rng, factor=20, rounds=3):
    """Returns anchors: a draw of microclusters by their counts, moved by Lloyd rounds."""
    A, size = microclusters(X, clusters, rng, 8 * max(1, factor / 20))
    count = anchor_count(len(X), clusters, factor)
    if len(A) > count:
        A = A[np.sort(rng.choice(len(A), count, replace=False, p=size / size.sum()))]
    return lloyd(X, A, rounds)


def lloyd(X, A, rounds):
    for _ in range(rounds):
        cell = nearest(X, A, 1)[0][:, 0]
        size = np.bincount(cell, minlength=len(A))
        member = sp.csr_matrix((np.ones(len(X)), (cell, np.arange(len(X)))), (len(A), len(X)))
        A = (member @ X)[size > 0] / size[size > 0, None]
    return A


def kept_anchors(X, clusters, seed, factor=20):
    """Like find_anchors, but kept between scripts: most trials begin with the same anchors."""
    key = hashlib.sha1(np.ascontiguousarray(X)).hexdigest()[:16]
    file = os.path.join(cache(), f"anchors-{key}-{clusters}-{seed}-{factor}.npy")
    if not os.path.exists(file):
        partial = f"{file}.{os.getpid()}.npy"
        np.save(partial, find_anchors(X, clusters, np.random.default_rng(seed), factor))
        os.replace(partial, file)
    return np.load(file)


class Graph:
    """Anchors, weights Z and B = ZᵀZ of some records."""

    def __init__(self, X, clusters, kind, seed, factor=20, neighbors=None, anchors=None):
        self.X, self.clusters, self.kind, self.seed = X, clusters, kind, seed
        self.A = kept_anchors(X, clusters, seed, factor) if anchors is None else anchors
        by_count = int(np.clip(round(len(self.A) / (8 * clusters)), 3, 5))
        self.neighbors = neighbors or (by_count if kind == IMAGES else 8)
        self.Z = adaptive(*nearest(X, self.A, self.neighbors + 1), len(self.A))
        self.B = (self.Z.T @ self.Z).tocsr()
        self.mass = np.asarray(self.Z.sum(0)).ravel() + 1e-9

    def rng(self):
        return np.random.default_rng([self.seed, 1])

    def spectrum(self):
        """PLAIN, COMMUTE or CONSENSUS, as the Java method chooses."""
        if self.kind == IMAGES and self.clusters >= 10:
            return "consensus"
        return "plain" if self.kind == VECTORS and self.clusters > 20 else "commute"


def absorb(B, A, mass, clusters):
    """Links components lighter than .1 N/C to the nearest anchor outside."""
    B = B.copy()
    for _ in range(50):
        count, own = connected_components(B, directed=False)
        weight = np.bincount(own, mass, count)
        small = np.flatnonzero(weight < .1 * mass.sum() / clusters)
        if count == 1 or len(small) == 0:
            return B, count, own
        links = sp.lil_matrix(B.shape)
        for c in small:
            inside, outside = np.flatnonzero(own == c), np.flatnonzero(own != c)
            near, d = nearest(A[inside], A[outside], 1)
            i, j = inside[d.argmin()], outside[near[d.argmin(), 0]]
            links[i, j] = links[j, i] = max(weight[c], 1)
        B = (B + links.tocsr()).tocsr()
    return B, count, own


def merged(own, count, A, clusters):
    """Joins components by single linkage over the mean of the five nearest pairs."""
    far = np.full((count, count), np.inf)
    for a in range(count):
        for b in range(a):
            d = nearest(A[own == a], A[own == b], min(5, (own == b).sum()))[1].ravel()
            far[a, b] = np.sort(d)[:5].mean()
    group = np.arange(count)
    for _ in range(count - clusters):
        a, b = np.unravel_index(np.where(group[:, None] != group[None], far, np.inf).argmin(), far.shape)
        group[group == group[b]] = group[a]
    return np.unique(group, return_inverse=True)[1][own]


def kmeans(X, clusters, mass, rng, restarts=20, iterations=100):
    """Weighted k-means, greedy k-means++ starts; returns labels, centers and the cost of the best."""
    best = None
    squares = (X * X).sum(1)
    for _ in range(restarts):
        centers = [X[rng.choice(len(X), p=mass / mass.sum())]]
        d = np.maximum(squares - 2 * X @ centers[0] + centers[0] @ centers[0], 0)
        for _ in range(clusters - 1):
            p = mass * d
            if p.sum() <= 0:
                centers.append(centers[0])
                continue
            tries = X[rng.choice(len(X), 2 + int(np.log(clusters)), p=p / p.sum())]
            each = np.minimum(np.maximum(squares[:, None] - 2 * X @ tries.T + (tries * tries).sum(1), 0), d[:, None])
            pick = (mass @ each).argmin()
            centers.append(tries[pick])
            d = each[:, pick]
        centers, last = np.array(centers), None
        for _ in range(iterations):
            labels = ((centers * centers).sum(1) - 2 * X @ centers.T).argmin(1)
            if last is not None and (labels == last).all():
                break
            last = labels
            size = np.bincount(labels, mass, clusters)
            member = sp.csr_matrix((mass, (labels, np.arange(len(X)))), (clusters, len(X)))
            centers = np.where(size[:, None] > 0, (member @ X) / np.maximum(size, 1e-300)[:, None], centers)
        cost = mass @ ((X - centers[labels]) ** 2).sum(1)
        if best is None or cost < best[2]:
            best = labels, centers, cost
    return best


def eigen(B, count):
    """Returns the largest eigenpairs of D^-½ B D^-½ and D^-½."""
    root = 1 / np.sqrt(np.maximum(np.asarray(B.sum(1)).ravel(), 1e-12))
    S = sp.diags(root) @ B @ sp.diags(root)
    last = B.shape[0] - 1
    if last < 1000:  # Lanczos misses copies of the eigenvalue 1 where there are several components
        w, V = eigh(S.toarray(), subset_by_index=[max(0, last + 1 - count), last])
    else:
        w, V = eigsh(S, count, which="LA", v0=np.random.default_rng(0).normal(size=last + 1), tol=1e-7)
    order = w.argsort()[::-1]
    return w[order], V[:, order], root


def commute(w, V, count):
    scale = 1 / np.sqrt(np.maximum(1 - w[:count], 0) + 1e-6)
    scale /= scale[1]
    scale[0] = 1
    return V[:, :count] * scale


def consensus(partitions, mass, clusters, rng, restarts=10):
    """Cuts the co-association √m Σ_v E_v E_vᵀ √m of several partitions of the same nodes."""
    E = np.hstack([np.eye(p.max() + 1)[p] for p in partitions])
    root = np.sqrt(mass)
    degree = E @ (E.T @ root)
    thin = E * np.sqrt(root / degree)[:, None]
    w, V = np.linalg.eigh(thin.T @ thin)
    w, V = w[::-1][:clusters], V[:, ::-1][:, :clusters]
    return kmeans(unit(thin @ V / np.sqrt(np.maximum(w, 1e-300))), clusters, mass, rng, restarts)[0]


def divide(graph, spectrum=None, rng=None):
    """Returns the label of each record, and of each anchor."""
    spectrum, rng, C = spectrum or graph.spectrum(), rng or graph.rng(), graph.clusters
    B, count, own = absorb(graph.B, graph.A, graph.mass, C)
    if count >= C:
        anchors = own if count == C else merged(own, count, graph.A, C)
        return votes(graph, anchors), anchors
    w, V, root = eigen(B, min(2 * C + 1, len(graph.A)))
    if spectrum == "consensus":
        parts = [kmeans(unit(V[:, :q]), C, graph.mass, rng, 4)[0] for q in range(C, int(np.ceil(1.5 * C)) + 1)]
        anchors = consensus(parts, graph.mass, C, rng)
        return votes(graph, anchors), anchors
    E = commute(w, V, min(2 * C, V.shape[1])) if spectrum == "commute" else V[:, :C]
    anchors, centers, _ = kmeans(unit(E), C, graph.mass, rng)
    placed = unit(graph.Z @ (root[:, None] * E))
    return ((centers * centers).sum(1) - 2 * placed @ centers.T).argmin(1), anchors


def votes(graph, anchors):
    return np.asarray(graph.Z @ np.eye(graph.clusters)[anchors]).argmax(1)


# --- the mixture of tables -----------------------------------------------------------------------

def mixture(X, R, mode, rounds=60):
    """EM from responsibilities R; returns log-posteriors, entropy / ln C, BIC, parameters."""
    (n, d), C = X.shape, R.shape[1]
    prior, last = d + 2., -np.inf
    for _ in range(rounds):
        size = R.sum(0) + 1e-9
        mean = R.T @ X / size[:, None]
        S = np.stack([(X * R[:, c:c + 1]).T @ X / size[c] - np.outer(mean[c], mean[c]) for c in range(C)])
        pooled = np.einsum("c,cij->ij", size / n, S)
        a = prior / (n + prior)
        pooled = (1 - a) * pooled + a * np.diag(np.diag(pooled)) + 1e-6 * np.diag(X.var(0) + 1e-12)
        logs = np.empty((n, C))
        for c in range(C):
            low = np.linalg.cholesky(pooled if mode == "tied" else (size[c] * S[c] + prior * pooled) / (size[c] + prior))
            y = np.linalg.solve(low, (X - mean[c]).T)
            logs[:, c] = np.log(size[c] / n) - .5 * (y * y).sum(0) - np.log(np.diag(low)).sum()
        total = logsumexp(logs, 1)
        R = np.exp(logs - total[:, None])
        rise, last = total.mean() - .5 * d * np.log(2 * np.pi) - last, total.mean() - .5 * d * np.log(2 * np.pi)
        if rise < 1e-5:
            break
    entropy = -(R * np.log(np.maximum(R, 1e-300))).sum() / n / np.log(C)
    parameters = C - 1 + C * d + (C if mode == "full" else 1) * d * (d + 1) / 2
    return R, entropy, -2 * last * n + parameters * np.log(n), parameters


def refine(X, labels, clusters):
    """The gated refinement of tables."""
    start = np.eye(clusters)[labels]
    fits = [fit for fit in (mixture(X, start, mode) for mode in ("tied", "full")) if fit[3] <= len(X)]
    if not fits:
        return labels
    R, entropy, _, _ = min(fits, key=lambda fit: fit[2])
    return R.argmax(1) if entropy <= .08 else labels


def as_it_is(X, clusters, kind, seed):
    """The default method."""
    labels = divide(Graph(X, clusters, kind, seed))[0]
    return refine(X, labels, clusters) if kind == TABLE else labels


# --- scores and tables ---------------------------------------------------------------------------

def scores(y, labels):
    """Returns ACC and NMI (arithmetic mean of the entropies)."""
    joint = np.zeros((labels.max() + 1, y.max() + 1))
    np.add.at(joint, (labels, y), 1)
    rows, columns = linear_sum_assignment(-joint)
    p = joint / joint.sum()
    entropy = lambda q: -(q[q > 0] * np.log(q[q > 0])).sum()
    a, b = entropy(p.sum(1)), entropy(p.sum(0))
    return joint[rows, columns].sum() / len(y), 2 * (a + b - entropy(p.ravel())) / max(a + b, 1e-12)


def arguments(about, data):
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--data", default=data)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", default="", help="rows, separated by ;")
    return parser.parse_args()


VARIANTS = {}  # of the script that runs; set before the worker processes are forked


def one(task):
    label, name, seed = task
    X, y, clusters = records(name, seed)
    return scores(y, VARIANTS[label](X, clusters, SETS[name.partition("@")[0]], seed))


def cell(found, label, name, seeds):
    got = np.array([found[label, name, seed] for seed in range(seeds)])
    return f"{got[:, 0].mean():.3f} ± {got[:, 0].std():.3f} / {got[:, 1].mean():.3f}".replace("0.", ".")


def compare(about, variants, data):
    """Prints a row per variant and a column per data set: ACC ± deviation / NMI over the seeds."""
    options = arguments(about, data)
    if options.only:
        variants = {label: variants[label] for label in options.only.split(";")}
    names = options.data.split(",")
    for name in names:
        if SETS[name.partition("@")[0]] != TABLE:
            records(name)
    VARIANTS.update(variants)
    tasks = [(label, name, seed) for name in names for label in variants for seed in range(options.seeds)]
    with ProcessPoolExecutor(options.processes, get_context("fork")) as pool:
        found = {}
        for task, result in zip(tasks, pool.map(one, tasks)):
            found[task] = result
            if task[2] == options.seeds - 1:  # the last seed: show the cell while the rest is under way
                print(f"{task[1]}: {task[0]}: {cell(found, task[0], task[1], options.seeds)}", file=sys.stderr, flush=True)
    print("| change | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for label in variants:
        cells = [cell(found, label, name, options.seeds) for name in names]
        print(f"| {label} | " + " | ".join(cells) + " |", flush=True)
