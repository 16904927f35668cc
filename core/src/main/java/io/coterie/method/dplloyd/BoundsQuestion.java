package io.coterie.method.dplloyd;

import io.coterie.message.Payload;

/** Asks how many records a site has and between which values they lie. */
@Payload.Name("bounds")
record BoundsQuestion() implements Payload {}
