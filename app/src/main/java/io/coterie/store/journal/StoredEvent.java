package io.coterie.store.journal;

import java.time.Instant;

/**
 * A step as the journal has it.
 *
 * @param sequence its number within the study, from 1, without gaps
 * @param event the step
 * @param time when it was written
 */
public record StoredEvent(long sequence, JournalEvent event, Instant time) {}
