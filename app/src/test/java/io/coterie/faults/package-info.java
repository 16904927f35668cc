/**
 * Whole studies between a coordinator and its sites in one process, over real connections, in which
 * things go wrong by a schedule that is drawn from a seed.
 */
package io.coterie.faults;
