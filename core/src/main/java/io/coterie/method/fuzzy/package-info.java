/**
 * Federated fuzzy c-means: memberships stay at the sites, centers follow from sums, exactly as on
 * pooled records.
 */
package io.coterie.method.fuzzy;
