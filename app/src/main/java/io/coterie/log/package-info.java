/**
 * The log of a process that serves or joins a study. The other packages write to it through SLF4J;
 * this one decides which lines it keeps, how they look and where they go.
 *
 * <p>A log is read by more people than the records it is about. It holds no record, no exact number
 * of records and no secret, at any level.
 */
package io.coterie.log;
