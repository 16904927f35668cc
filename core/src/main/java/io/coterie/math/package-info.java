/** Numbers: matrices over OpenBLAS, seeds, threads, eigenpairs, k-means, Gaussians. */
package io.coterie.math;
