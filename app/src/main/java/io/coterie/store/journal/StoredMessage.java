package io.coterie.store.journal;

import java.time.Instant;

/**
 * A message that was accepted.
 *
 * @param key what it is
 * @param bytes its size
 * @param sha256 its digest, in 64 hexadecimal digits
 * @param time when it was accepted
 */
public record StoredMessage(MessageKey key, long bytes, String sha256, Instant time) {}
