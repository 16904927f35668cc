/**
 * What a study is: the method and its options, the number of clusters, the kind of input, and the
 * promised privacy. Values only; the same plan runs in one process and between machines.
 */
package io.coterie.plan;
