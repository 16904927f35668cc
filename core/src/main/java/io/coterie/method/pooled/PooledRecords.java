package io.coterie.method.pooled;

import io.coterie.math.Matrix;
import io.coterie.message.Payload;

/**
 * A site's records themselves, for a reference that shows what could be reached without borders.
 * Refused from the sites of a method that says records stay where they are.
 *
 * @param records one row each
 */
record PooledRecords(Matrix records) implements Payload {}
