/**
 * The representation of a table at level totals: it follows from totals that only the sites read.
 */
package io.coterie.method.internal.prepare.table;
