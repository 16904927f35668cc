/**
 * References that pool the records of all sites: k-means, spectral clustering and a Gaussian
 * mixture. They can be simulated, never deployed.
 */
package io.coterie.method.pooled;
