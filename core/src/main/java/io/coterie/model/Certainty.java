package io.coterie.model;

import io.coterie.message.Labels;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How sure the clusters of records are, in the order of the records: an answer for their owner,
 * never an input.
 *
 * <p>Immutable.
 */
public final class Certainty implements Serializable {
  private static final long serialVersionUID = 1L;

  private final float[] probabilities;
  private final float[] margins;
  private final int[] seconds;
  private final float[] beyond;

  private Certainty(int size) {
    probabilities = new float[size];
    margins = new float[size];
    seconds = new int[size];
    beyond = new float[size];
  }

  /** Makes it of what a model finds of records, whose clusters are these. */
  static Certainty of(Nearness nearness, Labels labels, Optional<OutlierRule> rule) {
    Certainty made = new Certainty(labels.size());
    boolean hasProbabilities = nearness.scale() == Nearness.Scale.PROBABILITY;
    for (int i = 0; i < made.margins.length; i++) {
      int own = labels.of(i);
      int second = nearness.second(i, own);
      made.probabilities[i] = hasProbabilities ? (float) nearness.values().at(i, own) : Float.NaN;
      made.margins[i] = (float) nearness.margin(i, own, second);
      made.seconds[i] = second;
      int record = i;
      made.beyond[i] = rule.map(known -> (float) nearness.beyond(record, known)).orElse(Float.NaN);
    }
    return made;
  }

  /** Puts one after the other. */
  public static Certainty joined(List<Certainty> parts) {
    Certainty made = new Certainty(parts.stream().mapToInt(Certainty::size).sum());
    int at = 0;
    for (Certainty part : parts) {
      System.arraycopy(part.probabilities, 0, made.probabilities, at, part.size());
      System.arraycopy(part.margins, 0, made.margins, at, part.size());
      System.arraycopy(part.seconds, 0, made.seconds, at, part.size());
      System.arraycopy(part.beyond, 0, made.beyond, at, part.size());
      at += part.size();
    }
    return made;
  }

  public int size() {
    return margins.length;
  }

  /** Returns the probability of a record's cluster; NaN where the model is no mixture. */
  public float probability(int record) {
    return probabilities[record];
  }

  /** Returns how much nearer a record is to its cluster than to the next one, from 0 to 1. */
  public float margin(int record) {
    return margins[record];
  }

  /** Returns the next cluster; −1 where there is no other. */
  public int second(int record) {
    return seconds[record];
  }

  /** Returns whether there is a limit from which on a record is an outlier. */
  public boolean hasLimit(int record) {
    return !Float.isNaN(beyond[record]);
  }

  /** Returns whether a record is like those of no cluster. */
  public boolean isOutlier(int record) {
    return beyond[record] > 1;
  }

  /** Returns how many records are like those of no cluster; empty where no limit is known. */
  public Optional<Integer> outliers() {
    int known = 0;
    int count = 0;
    for (int i = 0; i < size(); i++) {
      known += hasLimit(i) ? 1 : 0;
      count += isOutlier(i) ? 1 : 0;
    }
    return known == 0 && size() > 0 ? Optional.empty() : Optional.of(count);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Certainty certainty
        && Arrays.equals(probabilities, certainty.probabilities)
        && Arrays.equals(margins, certainty.margins)
        && Arrays.equals(seconds, certainty.seconds)
        && Arrays.equals(beyond, certainty.beyond);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(margins);
  }

  /** Says how many there are, never which: it may tell of the records. */
  @Override
  public String toString() {
    return "Certainty[%d records]".formatted(size());
  }
}
