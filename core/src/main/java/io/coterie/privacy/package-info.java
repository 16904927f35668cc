/** Noise that is drawn at a site before anything leaves it, and what a release costs a record. */
package io.coterie.privacy;
