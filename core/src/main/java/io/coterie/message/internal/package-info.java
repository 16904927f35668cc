/**
 * The payloads of the methods, one record each: what a site may send and what a coordinator may
 * ask, field by field. {@link io.coterie.message.internal.ProtocolKinds} lists how each is rebuilt
 * from its fields. Not part of the public API.
 */
package io.coterie.message.internal;
