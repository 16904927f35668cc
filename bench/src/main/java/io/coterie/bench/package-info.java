/** Benchmarks: methods on public data sets, beside the paper's numbers and honest ceilings. */
package io.coterie.bench;
