/**
 * Noise that is drawn at a site before anything leaves it, what it costs, and the ledger of what
 * was spent.
 */
package io.coterie.privacy;
