/** Attacks that rebuild records from what a site sends, and how close they come. */
package io.coterie.audit.internal.reconstruction;
