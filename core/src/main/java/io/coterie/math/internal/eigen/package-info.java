/**
 * Eigenpairs of large symmetric operators: a block method with Chebyshev filters, started from
 * bounds on the spectrum by Lanczos. Not part of the public API.
 */
package io.coterie.math.internal.eigen;
