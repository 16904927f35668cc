package io.coterie.graph.internal;

/** Finds the largest of many values in linear time. */
final class TopValues {
  private TopValues() {}

  /** In increasing order of their places; the first of equal values are taken. */
  static int[] of(double[] values, int count) {
    int wanted = Math.min(count, values.length);
    int[] chosen = new int[wanted];
    if (wanted == 0) {
      return chosen;
    }
    // Selecting is linear in the values, and sorting all of them would not be.
    double least = select(values.clone(), wanted);
    int above = 0;
    for (double value : values) {
      above += value > least ? 1 : 0;
    }
    int equal = wanted - above; // so many of those equal to the least are taken
    int at = 0;
    for (int j = 0; j < values.length && at < wanted; j++) {
      if (values[j] > least || (values[j] == least && equal-- > 0)) {
        chosen[at++] = j;
      }
    }
    return chosen;
  }

  /** At a rank, 1 being the largest (Hoare's quickselect); shuffles the array. */
  private static double select(double[] values, int rank) {
    int low = 0;
    int high = values.length - 1;
    int wanted = rank - 1;
    while (low < high) {
      double pivot = values[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (values[i] > pivot) {
          i++;
        }
        while (values[j] < pivot) {
          j--;
        }
        if (i <= j) {
          double swapped = values[i];
          values[i++] = values[j];
          values[j--] = swapped;
        }
      }
      if (wanted <= j) {
        high = j;
      } else if (wanted >= i) {
        low = i;
      } else {
        break;
      }
    }
    return values[wanted];
  }
}
