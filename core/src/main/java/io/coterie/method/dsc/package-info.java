/**
 * Distributed spectral clustering: each site embeds its records by its own eigenvectors and sends
 * the centers of its clusters there.
 */
package io.coterie.method.dsc;
