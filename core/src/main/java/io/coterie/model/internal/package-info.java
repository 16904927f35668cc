/** The ways in which a fitted model gives a record its cluster. Not part of the public API. */
package io.coterie.model.internal;
