/** The commands on keys and certificates. */
package io.coterie.cli.cert;
