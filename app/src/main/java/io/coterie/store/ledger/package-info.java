/**
 * The privacy ledger: what each data source has released, in a chain of lines that shows every
 * change made afterwards.
 */
package io.coterie.store.ledger;
