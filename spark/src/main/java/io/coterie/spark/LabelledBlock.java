package io.coterie.spark;

import io.coterie.message.Labels;
import java.io.Serializable;

/**
 * A block's records with their clusters.
 *
 * @param ids what the records are called; empty if they have no names
 * @param labels the cluster of each
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
record LabelledBlock(String[] ids, Labels labels) implements Serializable {}
