/** Mutual TLS 1.3: which peer is accepted on a connection, and in plain words why one is not. */
package io.coterie.trust.tls;
