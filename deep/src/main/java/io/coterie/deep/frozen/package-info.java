/**
 * Encoders that are not trained: a public network, named by its hash, maps each record before an
 * ordinary method runs.
 */
package io.coterie.deep.frozen;
