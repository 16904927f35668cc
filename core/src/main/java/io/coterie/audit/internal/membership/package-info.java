/**
 * Attacks that ask whether one person took part: exact transcripts of two neighboring worlds,
 * canaries, and shadow runs, each with a confidence bound on epsilon.
 */
package io.coterie.audit.internal.membership;
