/**
 * Attacks on what can be read in a study at level totals: which records its sums isolate, and what
 * they tell of the audited site.
 */
package io.coterie.audit.internal.totals;
