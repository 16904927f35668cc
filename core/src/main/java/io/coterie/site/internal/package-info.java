/**
 * What a site computes from its own records before the gate: small groups, local graphs,
 * prototypes, spectral embeddings, subspaces. Nothing here leaves a site by itself. Not part of the
 * public API.
 */
package io.coterie.site.internal;
