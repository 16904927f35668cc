/**
 * Whether records have groups, and how many, by valleys that records show which had no part in the
 * cut; worked out by the sites under seal.
 */
package io.coterie.method.verdict;
