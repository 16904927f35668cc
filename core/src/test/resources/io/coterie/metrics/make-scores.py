"""Writes scores.csv and records.csv: clusterings and what scikit-learn and scipy say of them.

Run with /usr/bin/python3 in this folder; made with scikit-learn 1.2.1. A score that is not defined
is an empty field.
"""

import csv

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn import metrics
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris, make_blobs

random = np.random.RandomState(7)


def cases():
    iris = load_iris()
    yield "iris-kmeans-3", iris.data, iris.target, kmeans(iris.data, 3)
    yield "iris-more-clusters", iris.data, iris.target, kmeans(iris.data, 7)
    yield "iris-fewer-clusters", iris.data, iris.target, kmeans(iris.data, 2)
    yield "iris-perfect", iris.data, iris.target, (iris.target + 1) % 3
    yield "iris-random", iris.data, iris.target, random.randint(0, 3, 150)
    yield "iris-one-cluster", iris.data, iris.target, np.zeros(150, int)
    # Three tiles of records.
    blobs, classes = make_blobs(600, n_features=3, centers=5, cluster_std=2.5, random_state=7)
    yield "blobs", blobs, classes, kmeans(blobs, 4)
    small, classes = make_blobs(12, n_features=2, centers=3, random_state=7)
    yield "small-one-class", small, np.zeros(12, int), kmeans(small, 3)
    yield "small-one-each", small, classes, np.arange(12)
    yield "small-both-one", small, np.zeros(12, int), np.zeros(12, int)
    yield "small-both-singletons", small, np.arange(12), np.arange(12)[::-1]
    # Cluster 2 is empty, clusters 1 and 3 have one record each.
    yield "small-singletons", small, classes, np.array([0] * 5 + [1] + [0] * 3 + [3] + [4] * 2)
    # Equal records in different clusters, and a cluster without any spread.
    twins = np.repeat(small[:4], 3, axis=0)
    yield "twins", twins, classes, np.array([0, 0, 1, 1, 1, 0, 2, 2, 2, 3, 3, 0])


def kmeans(records, k):
    return KMeans(k, n_init=3, random_state=7).fit_predict(records)


def scores(records, truth, found):
    table = metrics.cluster.contingency_matrix(truth, found)
    pairs = linear_sum_assignment(-table)
    external = [
        table[pairs].sum() / len(truth),
        metrics.normalized_mutual_info_score(truth, found),
        metrics.adjusted_rand_score(truth, found),
        table.max(axis=0).sum() / len(truth),
    ]
    if not 1 < len(np.unique(found)) < len(records):
        return external + [None] * 3
    return external + [
        metrics.silhouette_score(records, found),
        metrics.davies_bouldin_score(records, found),
        metrics.calinski_harabasz_score(records, found),
    ]


with open("scores.csv", "w", newline="") as scores_file, open("records.csv", "w", newline="") as records_file:
    score_rows = csv.writer(scores_file, lineterminator="\n")
    record_rows = csv.writer(records_file, lineterminator="\n")
    score_rows.writerow("case accuracy nmi ari purity silhouette davies_bouldin calinski_harabasz".split())
    record_rows.writerow(["case", "truth", "found", "values..."])
    for name, records, truth, found in cases():
        records = np.round(records, 4)
        score_rows.writerow([name] + ["" if s is None else repr(float(s)) for s in scores(records, truth, found)])
        for row, true, cluster in zip(records, truth, found):
            record_rows.writerow([name, true, cluster] + [repr(float(v)) for v in row])
