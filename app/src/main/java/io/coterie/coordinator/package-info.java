/**
 * The coordinator of a study between machines: sites come in by gRPC, every message goes to the
 * journal before it is answered, and the method's coordinator sees what it would see in one
 * process.
 */
package io.coterie.coordinator;
