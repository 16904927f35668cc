/** Messages as bytes: protocol buffers, strict about what they take in. */
package io.coterie.wire;
