/** Noise that is drawn at a site before anything leaves it. */
package io.coterie.privacy;
