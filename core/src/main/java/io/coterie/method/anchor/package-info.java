/**
 * The default method: anchors that stand for small groups of all sites, a graph over them by sums,
 * its clusters, and a mixture that refines them.
 */
package io.coterie.method.anchor;
