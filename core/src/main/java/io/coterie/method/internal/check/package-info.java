/**
 * What a coordinator requires of every reply before it uses it: kind, shape, finite numbers, and
 * invariants that the sums of honest sites keep.
 */
package io.coterie.method.internal.check;
