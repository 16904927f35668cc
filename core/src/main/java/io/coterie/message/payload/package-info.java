/**
 * The payloads of the methods, one record each: what a site may send and what a coordinator may
 * ask, field by field. {@link io.coterie.message.payload.ProtocolKinds} lists how each is rebuilt
 * from its fields.
 */
package io.coterie.message.payload;
