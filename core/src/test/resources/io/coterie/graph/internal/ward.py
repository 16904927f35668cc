"""Makes ward.csv: points, their 6 nearest neighbors and scikit-learn's graph-constrained Ward clusters.

Usage: python3 ward.py > ward.csv    (scikit-learn 1.2)
Columns: 5 coordinates, 6 neighbors, the cluster when asked for 4, for 12 and for 60 clusters.
"""
import numpy as np
from sklearn.cluster import AgglomerativeClustering
from sklearn.neighbors import kneighbors_graph

random = np.random.default_rng(3)
points = np.vstack([random.normal(random.normal(0, .8, 5), .7, (60, 5)) for _ in range(5)]).round(4)
graph = kneighbors_graph(points, 6)
neighbors = graph.indices.reshape(len(points), 6)
labels = [
    AgglomerativeClustering(q, connectivity=graph, linkage="ward").fit(points).labels_ for q in (4, 12, 60)
]
for point, near, clusters in zip(points, neighbors, zip(*labels)):
    print(",".join([f"{x:.4f}" for x in point] + [str(x) for x in (*near, *clusters)]))
