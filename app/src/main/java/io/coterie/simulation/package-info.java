/**
 * A federation in one process, from a table to labels: records are dealt to simulated sites, the
 * study runs, and the answer is scored.
 */
package io.coterie.simulation;
