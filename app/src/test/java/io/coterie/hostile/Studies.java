package io.coterie.hostile;

import io.coterie.study.Study;

/** The studies that sites of the tests agree to. */
final class Studies {
  private Studies() {}

  private static Study of(String sites, String method, String privacy) {
    return of(sites, sites.split(",").length, method, privacy);
  }

  private static Study of(String sites, int quorum, String method, String privacy) {
    return Study.parse(
        """
        study: moons
        method: %s
        clusters: 2
        schema:
          columns:
            - {name: x, lower: -2, upper: 3}
            - {name: y, lower: -2, upper: 3}
        participation: {sites: [%s], quorum: %d, join-within: 60s, answer-within: 60s}
        privacy: {%s}
        """
            .formatted(method, sites, quorum, privacy),
        "test");
  }

  /** What a study has by default. */
  static Study totals() {
    return of("a, b, c", "anchor-graph", "level: totals");
  }

  /** A profile, in which the sites agree on the wards that there are. */
  static Study profile() {
    return Study.parse(
        """
        study: wards
        method: profile
        schema:
          columns:
            - {name: ward, kind: category}
        participation: {sites: [a, b, c], join-within: 60s, answer-within: 60s}
        privacy: {level: totals}
        """,
        "test");
  }

  /** Sums under masks, of groups of any size. */
  static Study component() {
    return of("a, b, c", "anchor-graph:groups", "level: component, accept-group-disclosure: true");
  }

  /** Sums under masks, of which one site may be lost. */
  static Study quorum() {
    return of(
        "a, b, c, d", 3, "anchor-graph:groups", "level: component, accept-group-disclosure: true");
  }

  /** Noise in shares, under masks. */
  static Study shared() {
    return of(
        "a, b, c, d",
        3,
        "dp-lloyd",
        "level: dp, epsilon: 1, delta: 1e-6, public-records: 600, lost-sites: 1");
  }

  /** Sums that every site sends in the clear. */
  static Study plain() {
    return of(
        "a, b, c",
        "anchor-graph:groups",
        "level: component, accept-group-disclosure: true, sums: plain");
  }

  /** Sums in the clear, of groups of ten and more. */
  static Study grouped() {
    return of(
        "a, b, c",
        "anchor-graph:groups",
        "level: component, accept-group-disclosure: true, sums: plain, min-group: 10");
  }

  /** A method with sums in the clear, so that a site's own answers are seen. */
  static Study plain(String method) {
    return of("a, b, c", method, "level: component, accept-group-disclosure: true, sums: plain");
  }

  /** Noise that every site adds by itself. */
  static Study dp(String method) {
    return dp(method, 1);
  }

  static Study dp(double epsilon) {
    return dp("anchor-graph", epsilon);
  }

  private static Study dp(String method, double epsilon) {
    return of(
        "a, b, c",
        method,
        "level: dp, epsilon: %s, delta: 1e-6, noise: local, public-records: 600"
            .formatted(epsilon));
  }
}
