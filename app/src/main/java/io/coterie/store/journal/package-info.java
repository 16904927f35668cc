/**
 * What a participant of a study must not forget: which study was begun, every message accepted, and
 * each step taken, in SQLite or PostgreSQL. Written before anything is answered.
 */
package io.coterie.store.journal;
