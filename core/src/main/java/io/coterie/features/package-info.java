/** Fixed, public maps from a record to its features: they read no other record. */
package io.coterie.features;
