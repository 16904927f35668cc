/**
 * A site of a study between machines: it asks its coordinator what to do, answers through the gate,
 * and keeps what it said in a journal of its own.
 */
package io.coterie.participant;
