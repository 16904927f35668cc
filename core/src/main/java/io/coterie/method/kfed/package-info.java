/**
 * k-FED: one round, in which the centers of each site are clustered. D. K. Dennis, T. Li, V. Smith.
 * <i>Heterogeneity for the Win: One-Shot Federated Clustering</i>. ICML 2021.
 */
package io.coterie.method.kfed;
