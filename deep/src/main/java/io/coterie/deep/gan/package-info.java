/**
 * A baseline that sends made-up records: each site's generator is trained on its own records, and
 * the coordinator clusters what the generators make up.
 */
package io.coterie.deep.gan;
