/**
 * Federated deep embedded clustering: an averaged autoencoder whose codes are drawn to cluster
 * centers.
 */
package io.coterie.deep.fdec;
