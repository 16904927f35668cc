"""Computes vectors.csv: reference numbers for noise and its accounting.

    python3 vectors.py > vectors.csv

The order alpha is searched on a grid and then refined, which shares nothing with the Java code.
"""
from math import exp, log, log1p, tanh


def line(name, argument, value):
    print(f"{name},{argument},{value:.12g}")


def epsilon_of_rho(rho, delta):
    def bound(u):  # alpha = 1 + u
        return rho * (1 + u) + (-log(delta) - log1p(u)) / u + log(u) - log1p(u)

    low, high = -12.0, 12.0
    for _ in range(12):
        step = (high - low) / 400
        best = min(range(401), key=lambda i: bound(exp(low + i * step)))
        low, high = low + (best - 1) * step, low + (best + 1) * step
    return max(0.0, bound(exp((low + high) / 2)))


def rho_of_epsilon(epsilon, delta):
    low, high = 0.0, 100.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if epsilon_of_rho(middle, delta) <= epsilon else (low, middle)
    return low


for k in range(4):
    line("discrete-laplace-probability", k, tanh(0.5) * exp(-k))
for e in ("0.5", "1", "2", "5"):
    q = exp(-float(e))
    line("discrete-laplace-variance", e, 2 * q / (1 - q) ** 2)
for delta in ("1e-5", "1e-6", "1e-8"):
    for e in ("0.1", "0.5", "1", "2", "5", "10"):
        line("rho-" + delta, e, rho_of_epsilon(float(e), float(delta)))
for rho in ("0.01", "0.03", "0.1", "0.5"):
    line("epsilon-1e-5", rho, epsilon_of_rho(float(rho), 1e-5))
