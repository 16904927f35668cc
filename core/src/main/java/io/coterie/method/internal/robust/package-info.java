/**
 * Totals that a few dishonest sites cannot move far: a decorator of the sites that compares what
 * each of them sends.
 */
package io.coterie.method.internal.robust;
