package io.coterie.audit.internal.membership;

import io.coterie.audit.Estimate;

/**
 * How well an attacker who knows all other records finds out whether one person is there.
 *
 * @param kind of the person
 * @param epsilonLowerBound an ε that the mechanism exceeds
 * @param divergence the mean log-likelihood ratio where the person is there, at most ρ
 * @param separation a ρ that the mechanism exceeds, whatever the law of its noise
 * @param auc of the membership test
 */
public record TargetResult(
    String kind,
    double epsilonLowerBound,
    Estimate divergence,
    Estimate separation,
    Estimate auc) {}
