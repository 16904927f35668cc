/**
 * The first rounds of every method: sums that choose how a record becomes a point (missing values,
 * scale, principal axes), and the site part that applies the choice.
 */
package io.coterie.method.internal.prepare;
