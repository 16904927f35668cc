package io.coterie.faults;

import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import io.coterie.study.FlowerStudy;
import io.coterie.study.Study;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The studies that things go wrong in: small, of each level, and with every kind of sum. */
enum Setting {
  PLAIN(3, 3, "{level: component, accept-group-disclosure: true, sums: plain}", "spp-fgc", 26, 4),
  MASKED(3, 3, "{level: component, accept-group-disclosure: true}", "dsc", 79, 17),
  MASKED_QUORUM(4, 3, "{level: component, accept-group-disclosure: true}", "spp-fgc", 71, 12),
  TOTALS(3, 3, "{level: totals}", "anchor-graph", 900, 196),
  DP(3, 3, "{epsilon: 2, public-records: 100, delta: 1e-5}", "anchor-graph", 74, 16),
  STRICT_QUORUM(
      4,
      3,
      "{epsilon: 2, public-records: 100, delta: 1e-5, lost-sites: 1}",
      "anchor-graph",
      91,
      16);

  static final List<String> ALL_SITES = List.of("a", "b", "c", "d");

  private static final int ROUNDS = 3;
  private static final Matrix IRIS = DataReader.read("iris", ReadOptions.defaults()).records();

  private final int sites;
  private final int quorum;
  private final String privacy;
  private final String method;

  /** How often an undisturbed coordinator writes to its journal. */
  private final int writes;

  /**
   * How often an undisturbed site sends; it writes twice for each, twice more, and in each round
   * the question, and with noise its draw.
   */
  private final int sends;

  Setting(int sites, int quorum, String privacy, String method, int writes, int sends) {
    this.sites = sites;
    this.quorum = quorum;
    this.privacy = privacy;
    this.method = method;
    this.writes = writes;
    this.sends = sends;
  }

  List<String> sites() {
    return ALL_SITES.subList(0, sites);
  }

  boolean isDp() {
    return privacy.startsWith("{epsilon");
  }

  /** Returns how often a party of an undisturbed study comes to a point. */
  int times(Fault.Point point, boolean ofCoordinator) {
    return switch (point) {
      case WRITE, WRITTEN -> ofCoordinator ? writes : 2 * sends + 2 + (isDp() ? 2 : 1) * asked();
      case SEND, SENT -> sends;
      case SAY -> ROUNDS;
      case PUBLISH -> 1;
    };
  }

  /** Of its messages a sum has five, another round one, and the labels one. */
  private int asked() {
    return (sends - 1) / 5 + (sends - 1) % 5;
  }

  boolean canMissASite() {
    return quorum < sites;
  }

  Study study() {
    return FlowerStudy.of(
        """
        method: %s
        participation:
          sites: [%s]
          quorum: %d
          join-within: 10m
          answer-within: 10m
        privacy: %s
        """
            .formatted(method, String.join(", ", sites()), quorum, privacy));
  }

  Map<String, Matrix> records() {
    Map<String, Matrix> records = new TreeMap<>();
    for (int s = 0; s < sites; s++) {
      int site = s;
      records.put(
          sites().get(s),
          IRIS.selectRows(
              IntStream.range(0, IRIS.rows()).filter(i -> i % sites == site).toArray()));
    }
    return records;
  }
}
