/**
 * The maps from a record to a point, one class each. Every map is computed from one record and
 * public numbers only. Not part of the public API.
 */
package io.coterie.features.internal;
