/**
 * SPP-FGC+: encoders are trained across the sites, the graph is made of the embedded records, and a
 * network is taught its clusters.
 */
package io.coterie.deep.plus;
