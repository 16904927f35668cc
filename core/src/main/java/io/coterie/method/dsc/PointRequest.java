package io.coterie.method.dsc;

import io.coterie.message.Payload;

/**
 * Asks one site for a point near its records; the others answer without one.
 *
 * @param site the one asked
 */
record PointRequest(String site) implements Payload {}
