/**
 * Which sites do not fit the others, and which cluster is one site's: found at each site from
 * totals over all sites, see docs/decisions/fit.md.
 */
package io.coterie.method.fit;
