package io.coterie.bench.tables;

import io.coterie.metrics.ExternalScores;
import java.util.Arrays;
import java.util.Locale;

/**
 * ACC and NMI of one method, added up.
 *
 * @param squares of ACC
 */
record ScoreSum(int count, double accuracy, double nmi, double squares) {
  static ScoreSum[] zeros(int count) {
    ScoreSum[] sums = new ScoreSum[count];
    Arrays.fill(sums, new ScoreSum(0, 0, 0, 0));
    return sums;
  }

  ScoreSum and(ExternalScores scores) {
    return and(scores.accuracy(), scores.nmi());
  }

  ScoreSum andMeanOf(ScoreSum other) {
    return and(other.accuracy / other.count, other.nmi / other.count);
  }

  private ScoreSum and(double nextAccuracy, double nextNmi) {
    return new ScoreSum(
        count + 1, accuracy + nextAccuracy, nmi + nextNmi, squares + nextAccuracy * nextAccuracy);
  }

  String means() {
    return score(accuracy / count) + "/" + score(nmi / count);
  }

  String spread() {
    double mean = accuracy / count;
    return score(Math.sqrt(Math.max(0, squares / count - mean * mean)));
  }

  static String score(double value) {
    return String.format(Locale.ROOT, "%.3f", value).replaceFirst("^0", "");
  }
}
