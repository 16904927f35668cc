package io.coterie.deep.network;

import io.coterie.math.Seed;

/** Makes two views of each record of a batch that mean the same record. */
@FunctionalInterface
interface Views {
  /**
   * Returns first views of all records of a batch, one after the other, then second views.
   *
   * @param batch the records one after the other
   * @param rows the number of records
   */
  float[] pair(float[] batch, int rows, Seed seed);
}
