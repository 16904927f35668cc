/**
 * Who may take part: one authority for each federation, certificates for its coordinator and sites,
 * and the TLS connections that only they can open.
 *
 * <p>A site's certificate also carries the key with which it signs in secure sums, so that sites
 * know each other from certificates alone. Private keys are files that their owner alone may read;
 * no message or text of this package shows one.
 */
package io.coterie.trust;
