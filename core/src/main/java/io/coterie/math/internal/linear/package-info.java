/**
 * Linear algebra on top of BLAS: factorizations, principal axes, discriminants, projections onto
 * the simplex, assignments. Not part of the public API.
 */
package io.coterie.math.internal.linear;
