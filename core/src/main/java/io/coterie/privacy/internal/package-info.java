/**
 * Exact samplers of discrete noise, the lattice that sums are rounded to, and the bounds on what
 * the noise may be. Not part of the public API.
 */
package io.coterie.privacy.internal;
