/** What methods send, counted in bytes. */
package io.coterie.bench.bytes;
