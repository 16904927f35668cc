/** The hot paths one by one, on one thread, measured by JMH: {@code bench/kernels.sh}. */
package io.coterie.bench.kernels;
