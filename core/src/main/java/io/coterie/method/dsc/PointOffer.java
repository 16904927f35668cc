package io.coterie.method.dsc;

import io.coterie.message.Payload;

/**
 * Whether a site has enough records to share the mean of some.
 *
 * @param isPossible whether it could
 */
record PointOffer(@Payload.Name("possible") boolean isPossible) implements Payload {}
