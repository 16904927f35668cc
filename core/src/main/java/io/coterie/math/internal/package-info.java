/** Buffers and row blocks outside the heap, for products by BLAS. Not part of the public API. */
package io.coterie.math.internal;
