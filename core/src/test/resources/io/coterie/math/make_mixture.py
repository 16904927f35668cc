"""Makes mixture-iris.csv: EM for Gaussian mixtures on iris.csv, and divergences.csv. Needs numpy.

Run in this folder: python3 make_mixture.py
EM starts from the labels i mod 3 for 10 rows in 100 and the species otherwise (so that it moves).
Lines of mixture-iris.csv: mode, quantity, values.
"""
import numpy as np


def log_sum(a):
    top = a.max(1)
    return top + np.log(np.exp(a - top[:, None]).sum(1))


def em(x, labels, clusters, mode, rounds=60):
    n_rows, d = x.shape
    r = np.eye(clusters)[labels]
    nu = d + 2.0
    last = -np.inf
    for t in range(rounds):
        n = r.sum(0) + 1e-9
        mu = r.T @ x / n[:, None]
        s = np.stack([(x * r[:, c:c + 1]).T @ x / n[c] - np.outer(mu[c], mu[c]) for c in range(clusters)])
        pooled = np.einsum('c,cij->ij', n / n_rows, s)
        a = nu / (n_rows + nu)
        pooled = (1 - a) * pooled + a * np.diag(np.diag(pooled)) + 1e-6 * np.diag(x.var(0))
        covariances = [pooled if mode == 'TIED' else (n[c] * s[c] + nu * pooled) / (n[c] + nu)
                       for c in range(clusters)]
        log_joint = np.empty((n_rows, clusters))
        for c in range(clusters):
            lower = np.linalg.cholesky(covariances[c])
            y = np.linalg.solve(lower, (x - mu[c]).T)
            log_joint[:, c] = (np.log(n[c] / n_rows) - 0.5 * (y ** 2).sum(0)
                               - np.log(np.diag(lower)).sum() - 0.5 * d * np.log(2 * np.pi))
        logs = log_sum(log_joint)
        r = np.exp(log_joint - logs[:, None])
        if logs.mean() - last < 1e-5:
            break
        last = logs.mean()
    entropy = -(r * np.log(np.maximum(r, 1e-300))).sum() / n_rows / np.log(clusters)
    p = clusters - 1 + clusters * d + (clusters if mode == 'FULL' else 1) * d * (d + 1) / 2
    return dict(rounds=t + 1, weights=n / n_rows, means=mu, covariance0=covariances[0],
                logLikelihood=logs.sum(), entropy=entropy, bic=-2 * logs.sum() + p * np.log(n_rows),
                parameters=p, labels=log_joint.argmax(1))


def divergence(m1, s1, m2, s2):
    inverse = np.linalg.inv(s2)
    return 0.5 * (np.trace(inverse @ s1) + (m1 - m2) @ inverse @ (m1 - m2) - len(m1)
                  + np.linalg.slogdet(s2)[1] - np.linalg.slogdet(s1)[1])


if __name__ == '__main__':
    table = np.genfromtxt('iris.csv', delimiter=',', dtype=str, skip_header=1)
    x = table[:, :4].astype(float)
    species = np.unique(table[:, 4], return_inverse=True)[1]
    start = np.where(np.arange(len(x)) % 10 == 0, np.arange(len(x)) % 3, species)
    with open('mixture-iris.csv', 'w') as out:
        for mode in ('TIED', 'FULL'):
            for name, value in em(x, start, 3, mode).items():
                out.write(','.join([mode, name] + ['%.15g' % v for v in np.ravel(value)]) + '\n')
    # Divergences between the species, full covariances shrunk: 1 - a, a tr / d and the ridge.
    means, covariances = [], []
    for c in range(3):
        z = x[species == c]
        m = z.mean(0)
        s = (z - m).T @ (z - m) / len(z)
        a = min(1.0, 4 / (len(z) + 4))
        eye = np.eye(4)
        means.append(m)
        covariances.append((1 - a) * s + a * np.trace(s) / 4 * eye + (1e-3 * x.var(0).mean() + 1e-10) * eye)
    kl = [[divergence(means[p], covariances[p], means[q], covariances[q]) for q in range(3)] for p in range(3)]
    np.savetxt('divergences.csv', kl, fmt='%.15g', delimiter=',')
