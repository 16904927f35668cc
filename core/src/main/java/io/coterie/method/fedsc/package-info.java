/** Fed-SC: one random point of each local subspace, once; the coordinator clusters these points. */
package io.coterie.method.fedsc;
