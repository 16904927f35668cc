/** Lloyd's rounds by noisy sums: k-means with differential privacy. */
package io.coterie.method.dplloyd;
